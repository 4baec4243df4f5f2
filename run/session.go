package run

import (
	"path/filepath"
	"strconv"
	"sync"

	"runner/run/proc"
	"runner/template"
	"runner/template/expr"
)

// session is one Session (How Jobs Are Run, Sessions): a working directory and a
// stack of entered Environments. It belongs to one goroutine at a time; only
// the operations it runs may be canceled from others.
type session struct {
	run *conductor
	// source names the Session in events.
	source Source
	// kind is TASK or SERVICE: which Environments it enters.
	kind template.RunScope
	dir  string
	// symbols are Param, RawParam, Job.Name and Session.
	symbols *expr.Symbols
	// host is the process environment below the Environments' own.
	host *proc.Environment
	// hold takes the failures of a Task Session's actions.
	hold func(Failure)
	// service is whose Service Session it is; nil in a Task Session.
	service *serviceRun
	// layer is a Service's own layer, above the Environments'; nil in a Task
	// Session.
	layer *variableLayer
	stack []*entered
	// defined are the variables that the Session has defined, see define; tasks
	// and checks add to it from their readers.
	definedMu sync.Mutex
	defined   []setting
	// environ caches the process environment of the next action.
	environ []string
	scripts int
}

// openSession makes the Session's directory and symbols.
func (c *conductor) openSession(source Source, kind template.RunScope) (*session, error) {
	dir, rulesFile, err := makeSessionDir(c.dir, source.Session, c.opts.Rules)
	if err != nil {
		c.noteHost(hostError{err})
		return nil, hostFault(err)
	}
	s := &session{run: c, source: source, kind: kind, dir: dir}
	s.symbols = expr.NewSymbols(c.symbols)
	s.symbols.Define("Session.WorkingDirectory", expr.PathValue(dir))
	s.symbols.Define("Session.PathMappingRulesFile", expr.PathValue(rulesFile))
	s.symbols.Define("Session.HasPathMappingRules", expr.BoolValue(c.opts.Rules.Len() > 0))
	s.host = c.host.Clone()
	if err := s.host.Set("OPENJD_SESSION_WORKING_DIR", dir); err != nil {
		return nil, err
	}
	c.stream.emit(Event{Kind: SessionStarted, Source: source, Text: c.stream.clear(dir)})
	return s, nil
}

// close ends the Session after its last exit: the directory goes, unless it is
// to be kept.
func (s *session) close() {
	if s.run.opts.Preserve {
		s.run.preserve(s.dir)
	} else if err := removeDir(s.dir); err != nil {
		s.run.stream.note(s.source, Warning, s.run.stream.clear(err.Error()))
	}
	s.run.stream.emit(Event{Kind: SessionEnded, Source: s.source})
}

// scope is what a document's format strings are resolved in on this host.
func (s *session) scope(d *template.Document, symbols *expr.Symbols) *expr.Env {
	return &expr.Env{
		Symbols:     symbols,
		Library:     s.run.libraries[d],
		PathMapping: s.run.mapPath,
		PathStyle:   hostPathStyle(),
	}
}

// scriptDir chooses the folder for the files of one script; it is made when the
// first file is written.
func (s *session) scriptDir(name string) string {
	s.scripts++
	return filepath.Join(s.dir, privateDir, strconv.Itoa(s.scripts)+"-"+fileName(name))
}

// processEnvironment is the environment of the Session's next action: host,
// then each active Environment in order of entry, then the Service's own.
func (s *session) processEnvironment() []string {
	if s.environ == nil {
		env := s.host.Clone()
		for _, in := range s.stack {
			in.variables.apply(env)
		}
		if s.layer != nil {
			s.layer.apply(env)
		}
		s.environ = env.List()
	}
	return s.environ
}

// fileName makes a name of the template fit to be part of a file name: names are
// data, and may hold anything.
func fileName(name string) string {
	out := make([]rune, 0, 40)
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.' && len(out) > 0:
			out = append(out, r)
		default:
			out = append(out, '_')
		}
		if len(out) == 40 {
			break
		}
	}
	return string(out)
}
