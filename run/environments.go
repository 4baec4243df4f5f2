package run

import (
	"runner/run/proc"
	"runner/template"
	"runner/template/expr"
)

// variableLayer is what one Environment (or one Service) does to the process
// environment: its variables, then what its onEnter set, then what that unset.
// Within one Environment an unset beats a set, whatever the order (§4).
type variableLayer struct {
	variables []setting // as declared
	settings  []setting // openjd_env and openjd_redacted_env
	unsets    map[string]bool
}

// setting is one variable.
type setting struct{ name, value string }

func (l *variableLayer) set(name, value string) {
	l.settings = append(l.settings, setting{name, value})
}

func (l *variableLayer) unset(name string) {
	if l.unsets == nil {
		l.unsets = map[string]bool{}
	}
	l.unsets[name] = true
}

// apply puts the layer on top of env. Names and values were found settable when
// they were taken in.
func (l *variableLayer) apply(env *proc.Environment) {
	for _, list := range [][]setting{l.variables, l.settings} {
		for _, v := range list {
			_ = env.Set(v.name, v.value)
		}
	}
	for name := range l.unsets {
		env.Unset(name)
	}
}

// entered is an Environment that a Session entered or attempted to enter.
type entered struct {
	environment *template.Environment
	variables   variableLayer
	// scope and files are of its script; fixed when it is entered, its let
	// evaluated once (§3.6.2).
	scope *expr.Env
	files *fileSet
	// survivors are processes that onEnter left running for those inside.
	survivors *proc.Survivors
}

// enter enters one Environment. From its first moment it counts as attempted,
// so that it is exited whatever happens.
func (s *session) enter(op *operation, e *template.Environment) bool {
	in := &entered{environment: e, survivors: new(proc.Survivors)}
	s.stack = append(s.stack, in)
	s.environ = nil
	source := s.source
	source.Environment = e.Name
	source.Action = "onEnter"
	if err := s.prepare(in); err != nil {
		return s.refuse(source, err)
	}
	if e.OnEnter == nil {
		return true
	}
	exit := s.runAction(op, actionCall{
		action: e.OnEnter, scope: s.actionScope(in, e.OnEnter), files: in.files, source: source,
		depth: len(s.stack) - 1, owner: e.Name,
		messages: &environmentMessages{session: s, source: source, document: e.Document, layer: &in.variables},
		keep:     in.survivors,
	})
	return exit.Outcome == Succeeded
}

// prepare resolves an Environment's variables, then the let of its script. What
// could be had before an error stays: the onExit is run all the same.
func (s *session) prepare(in *entered) error {
	e := in.environment
	source := s.source
	source.Environment = e.Name
	dependencies, outer := e.Dependencies, s.symbols
	if e.Step != nil {
		// A Step Environment sees what its Step lists (services §3).
		dependencies = e.Step.Dependencies
		outer = s.run.job.Steps[e.Step.Index].Symbols(outer)
	}
	symbols := s.run.serviceSymbols(outer, dependencies)
	script := expr.NewSymbols(symbols)
	in.files = placeFiles(s.scriptDir(e.Name), e.Files, "Env.File.", script)
	in.scope = s.scope(e.Document, script)
	variables, err := s.resolveVariables(source, e.Variables, s.scope(e.Document, symbols))
	if err != nil {
		return err
	}
	in.variables.variables = variables
	let, err := template.EvalLet(e.Let, in.scope)
	if err != nil {
		return err
	}
	in.scope = s.scope(e.Document, let)
	if e.Wrap.Any() && s.kind == template.ServiceScope {
		return in.files.write(in.scope) // once: see command
	}
	return nil
}

// resolveVariables resolves a map of variables and reports each.
func (s *session) resolveVariables(source Source, variables []template.Variable, scope *expr.Env) ([]setting, error) {
	var out []setting
	probe := proc.NewEnvironment(nil)
	for _, v := range variables {
		value, err := v.Value.Resolve(scope)
		if err != nil {
			return nil, err
		}
		if err := probe.Set(v.Name, value); err != nil {
			return nil, err
		}
		out = append(out, setting{v.Name, value})
		s.define(v.Name, value)
		s.run.stream.emit(Event{Kind: Setting, Source: source, Text: s.run.stream.clear(v.Name) + "=" + s.run.stream.clear(value)})
	}
	return out, nil
}

// exit exits the innermost Environment. A failing onExit is reported and makes
// the exit not ok; the Environments further out are still to be exited.
func (s *session) exit(op *operation) bool {
	in := s.stack[len(s.stack)-1]
	ok := true
	if in.environment.OnExit != nil {
		source := s.source
		source.Environment = in.environment.Name
		source.Action = "onExit"
		exit := s.runAction(op, actionCall{
			action: in.environment.OnExit, scope: s.actionScope(in, in.environment.OnExit), files: in.files, source: source,
			depth: len(s.stack) - 1, owner: in.environment.Name,
			messages: &environmentMessages{session: s, source: source, document: in.environment.Document},
		})
		ok = exit.Outcome == Succeeded
	}
	in.survivors.End()
	s.stack = s.stack[:len(s.stack)-1]
	s.environ = nil
	return ok
}

// exitTo exits Environments until depth of them are left, in reverse order of
// entry, going on after a failure (How Jobs Are Run).
func (s *session) exitTo(op *operation, depth int) bool {
	ok := true
	for len(s.stack) > depth {
		if !s.exit(op) {
			ok = false
		}
	}
	return ok
}
