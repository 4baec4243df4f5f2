// This file defines Step (§3), its script, SimpleActions (§8) and dependencies
// (§3.2), and reads them.

package template

import (
	"fmt"
	"strings"
)

// Step is one entry of a Job Template's steps (§3).
type Step struct {
	Name             string
	Index            int // in the template's steps
	Description      string
	Let              []*LetBinding // resolved at job creation
	Dependencies     []Dependency
	Environments     []*Environment // stepEnvironments, in the order of entry
	HostRequirements *HostRequirements
	ParameterSpace   *ParameterSpace // nil: exactly one Task
	Script           *StepScript     // also for a Step written with bash, python, …
	Services         []*Service      // the inline Services it lists, in that order
	Document         *Document
	Pos              Position
	Path             string
	node             *node
}

// StepScript is what a Step's Tasks run (§3.5).
type StepScript struct {
	Let   []*LetBinding // resolved for each Task, on the host
	OnRun *Action
	Files []*EmbeddedFile
	Pos   Position
	Path  string
}

// Dependency is one entry of a dependencies list (§3.2): on a Step, or on a
// Service of the same document, or on a required Service.
type Dependency struct {
	StepName    string              // of dependsOn; "" for a Service
	ServiceName string              // of service; "" for a Step
	Step        *Step               // what StepName names
	Service     *Service            // what ServiceName names, when inline
	Requirement *ServiceRequirement // what ServiceName names, when required
	Pos         Position
	Path        string
}

// steps reads a Job Template's steps; names are unique (§3).
func (d *decoder) steps(e element) []*Step {
	var out []*Step
	names := newNameSet("the Step", "1.1")
	for i, item := range e.list("1.1", 1, 0) {
		if s := d.step(item); s != nil {
			s.Index = i
			names.add(item, s.Name)
			out = append(out, s)
		}
	}
	return out
}

// step reads one <StepTemplate> (§3).
func (d *decoder) step(e element) *Step {
	m := e.mapping("a Step", "3")
	if m == nil {
		return nil
	}
	s := &Step{Pos: e.node.pos, Path: e.path, node: e.node}
	if name, ok := m.required("name"); ok {
		most := maxStepName
		if d.has(FeatureBundle1) {
			most = maxStepNameFB1
		}
		s.Name, _ = name.boundedText("3.1", 1, most, "")
	}
	if description, ok := m.optional("description"); ok {
		s.Description = description.description()
	}
	s.Let = d.let(m)
	if list, ok := m.optional("dependencies"); ok {
		s.Dependencies = d.dependencies(list, dependsOnAll)
	}
	s.Environments = d.environments(m, "stepEnvironments", stepEnvironmentPlace)
	for _, env := range s.Environments {
		env.Step = s
	}
	if list, ok := m.gated("stepServices", Services, Expr); ok {
		s.Services = d.ideaServices(list, "stepServices")
	}
	s.HostRequirements = d.hostRequirements(m)
	if space, ok := m.optional("parameterSpace"); ok {
		s.ParameterSpace = d.parameterSpace(space)
	}
	d.stepScript(m, s)
	m.done()
	return s
}

// stepScript reads what a Step runs: a script, or with FEATURE_BUNDLE_1 one of
// the SimpleActions, which becomes a script (§8).
func (d *decoder) stepScript(m *mapping, s *Step) {
	script, hasScript := m.optional("script")
	if hasScript {
		s.Script = d.script(script)
	}
	var given []string
	for i := range simpleActions {
		kind := &simpleActions[i]
		e, ok := m.gated(kind.key, FeatureBundle1)
		if !ok {
			hasScript = hasScript || m.given(kind.key) // refused: said already
			continue
		}
		given = append(given, kind.key)
		if s.Script == nil {
			s.Script = d.simpleAction(e, kind)
		}
	}
	switch {
	case hasScript && len(given) > 0:
		m.fault("8", "keep one of them", "a Step has either script or %s, not both", strings.Join(given, ", "))
	case len(given) > 1:
		m.fault("8", "keep one of them", "a Step has one of %s, not several", strings.Join(given, ", "))
	case !hasScript && len(given) == 0:
		m.lacks("3", "script")
	}
}

// script reads a <StepScript> (§3.5).
func (d *decoder) script(e element) *StepScript {
	m := e.mapping("the script of a Step", "3.5")
	if m == nil {
		return nil
	}
	s := &StepScript{Pos: e.node.pos, Path: e.path}
	s.Let = d.let(m)
	if actions, ok := m.required("actions"); ok {
		if a := actions.mapping("the actions of a Step", "3.5.1"); a != nil {
			if run, ok := a.required("onRun"); ok {
				s.OnRun = d.action(run, TaskRunAction)
			}
			a.done()
		}
	}
	s.Files = d.embeddedFiles(m)
	m.done()
	return s
}

// simpleActionKind says what a SimpleAction key expands to (§8).
type simpleActionKind struct {
	key       string
	command   string
	before    []string // arguments in front of the file
	extension string
}

var simpleActions = [...]simpleActionKind{
	{"bash", "bash", nil, ".sh"},
	{"cmd", "cmd", []string{"/C"}, ".bat"},
	{"node", "node", nil, ".js"},
	{"powershell", "powershell", []string{"-File"}, ".ps1"},
	{"python", "python", nil, ".py"},
}

// simpleFileName is the embedded file that a SimpleAction's script becomes. It
// is no identifier, so that no document can name it.
const simpleFileName = "<script>"

// simpleAction reads a SimpleAction and expands it (§8).
func (d *decoder) simpleAction(e element, kind *simpleActionKind) *StepScript {
	m := e.mapping(fmt.Sprintf("the %s action", kind.key), "8")
	if m == nil {
		return nil
	}
	s := &StepScript{Pos: e.node.pos, Path: e.path}
	s.Let = d.let(m)
	a := &Action{Kind: TaskRunAction, Pos: e.node.pos, Path: e.path,
		Command: FormatString{Text: kind.command, Pos: e.node.pos, Path: e.path}}
	for _, arg := range kind.before {
		a.Args = append(a.Args, FormatString{Text: arg, Pos: e.node.pos, Path: e.path})
	}
	file := &EmbeddedFile{Name: simpleFileName, Extension: kind.extension, Pos: e.node.pos, Path: e.path,
		EndOfLine: EndOfLineAuto}
	a.Args = append(a.Args, symbolFormat("Task.File."+simpleFileName, e))
	if script, ok := m.required("script"); ok {
		file.Data, _ = script.formatString("8", 1, 0, anyCharacter)
		file.Pos, file.Path = script.node.pos, script.path
	}
	d.actionOptions(m, a)
	m.done()
	s.OnRun, s.Files = a, []*EmbeddedFile{file}
	return s
}

// symbolFormat is a format string that is the value of one symbol, written by
// nobody.
func symbolFormat(name string, e element) FormatString {
	f := FormatString{Text: "{{" + name + "}}", Pos: e.node.pos, Path: e.path}
	f.body = &formatBody{source: e.d.source, node: e.node, segments: []segment{{name: name, start: 2}}}
	return f
}

// dependencyKinds says what a dependencies list may name.
type dependencyKinds uint8

const (
	dependsOnAll      dependencyKinds = iota // Steps and, with SERVICE, Services
	dependsOnServices                        // Services only: Environments, Environment Templates
)

// reference reads the name of something else in the document; "" if there is none.
func (e element) reference(what, section string) string {
	name, ok := e.str()
	if ok && name == "" {
		e.fault(section, "", "the name of %s cannot be empty", what)
	}
	return name
}

// dependencies reads a list of <StepDependency> (§3.2). What the entries name
// is found by linkDependencies.
func (d *decoder) dependencies(e element, kinds dependencyKinds) []Dependency {
	var out []Dependency
	steps, services := newReferenceSet("the Step", "3.2"), newReferenceSet("the Service", "3.2")
	for _, item := range e.list("3.2", 1, 0) {
		m := item.mapping("a dependency", "3.2")
		if m == nil {
			continue
		}
		dep := Dependency{Pos: item.node.pos, Path: item.path}
		step, hasStep := m.optional("dependsOn")
		var service element
		hasService := false
		if _, there := m.find("service"); there || d.has(Services) {
			service, hasService = m.gated("service", Services)
		}
		m.done()
		switch {
		case hasStep && hasService:
			item.fault("3.2", "write two entries", "a dependency has either dependsOn or service, not both")
			continue
		case hasStep && kinds == dependsOnServices:
			step.fault("3.2", "write service: <name>", "only Services can be named here, not Steps")
			continue
		case hasStep:
			if dep.StepName = step.reference("a Step", "3.2"); dep.StepName != "" {
				steps.add(item, dep.StepName)
			}
		case hasService:
			if dep.ServiceName = service.reference("a Service", "3.2"); dep.ServiceName != "" {
				services.add(item, dep.ServiceName)
			}
		default:
			if !d.has(Services) {
				if !m.given("service") {
					item.fault("3.2", "", `a dependency needs the key "dependsOn"`)
				}
			} else {
				item.fault("3.2", "", "a dependency needs one of the keys dependsOn and service")
			}
		}
		if dep.StepName != "" || dep.ServiceName != "" {
			out = append(out, dep)
		}
	}
	return out
}
