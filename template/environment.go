// This file defines Environment (§4) and reads it.

package template

import (
	"strings"
	"unicode/utf8"
)

// RunScope is the set of kinds of Session that enter an Environment (§4).
type RunScope uint8

// The kinds of Session that a runScope names.
const (
	TaskScope    RunScope = 1 << iota // TASK
	ServiceScope                      // SERVICE
)

// Has reports whether s includes kind.
func (s RunScope) Has(kind RunScope) bool { return s&kind != 0 }

// Environment is one entry of jobEnvironments or stepEnvironments, or an
// Environment Template's environment (§4).
type Environment struct {
	Name          string
	Description   string
	Document      *Document
	Step          *Step        // the Step whose stepEnvironments it is in; else nil
	Dependencies  []Dependency // on Services only
	RunScope      RunScope     // in effect: defaults are applied
	RunScopeGiven bool         // whether the document gives runScope
	RunScopePos   Position     // where, if it does
	Variables     []Variable   // in the document's order
	Let           []*LetBinding
	OnEnter       *Action // nil when not defined, like all actions
	OnExit        *Action
	Wrap          WrapHooks
	Files         []*EmbeddedFile
	Pos           Position
	Path          string
}

// Variable is one environment variable of an Environment or a Service (§4.4).
type Variable struct {
	Name  string
	Value FormatString
	Pos   Position // of the name
}

// Actions lists the Environment's own actions and hooks that are defined.
func (e *Environment) Actions() []*Action {
	var out []*Action
	for _, a := range []*Action{e.OnEnter, e.OnExit} {
		if a != nil {
			out = append(out, a)
		}
	}
	return append(out, e.Wrap.Actions()...)
}

// environmentPlace says where an Environment stands, which decides what it may
// have.
type environmentPlace uint8

const (
	jobEnvironmentPlace      environmentPlace = iota // jobEnvironments
	stepEnvironmentPlace                             // stepEnvironments
	templateEnvironmentPlace                         // an Environment Template's environment
)

// environments reads jobEnvironments or stepEnvironments; names are unique in
// the list.
func (d *decoder) environments(m *mapping, key string, place environmentPlace) []*Environment {
	list, ok := m.optional(key)
	if !ok {
		return nil
	}
	var out []*Environment
	names := newNameSet("the environment", "4")
	for _, e := range list.list("4", 1, 0) {
		if env := d.environment(e, place); env != nil {
			names.add(e, env.Name)
			out = append(out, env)
		}
	}
	return out
}

// environment reads one Environment (§4).
func (d *decoder) environment(e element, place environmentPlace) *Environment {
	m := e.mapping("an Environment", "4")
	if m == nil {
		return nil
	}
	env := &Environment{Pos: e.node.pos, Path: e.path}
	if name, ok := m.required("name"); ok {
		most := maxEnvironmentName
		if d.has(FeatureBundle1) {
			most = maxEnvironmentNameFB1
		}
		env.Name, _ = name.boundedText("4.1", 1, most, "")
	}
	if description, ok := m.optional("description"); ok {
		env.Description = description.description()
	}
	d.environmentScope(m, env, place)
	script, hasScript := m.optional("script")
	if hasScript {
		d.environmentScript(script, env)
	}
	variables, hasVariables := m.optional("variables")
	if hasVariables {
		env.Variables = d.variables(variables)
	}
	m.done()
	if !hasScript && !hasVariables {
		e.fault("4", "", "an Environment needs script or variables")
	}
	return env
}

// environmentScope reads dependencies and runScope (§4, SERVICE) and settles
// the scope in effect.
func (d *decoder) environmentScope(m *mapping, env *Environment, place environmentPlace) {
	env.RunScope = TaskScope | ServiceScope
	if place == stepEnvironmentPlace {
		env.RunScope = TaskScope
		if e, ok := m.optional("dependencies"); ok {
			e.fault("4", "list the Service in the dependencies of the Step, which its step environments inherit", "a step environment has no dependencies")
		}
		if e, ok := m.optional("runScope"); ok {
			e.fault("4", "a step environment is entered for the Tasks of its Step only", "a step environment has no runScope")
		}
		return
	}
	if list, ok := m.gated("dependencies", Services); ok {
		env.Dependencies = d.dependencies(list, dependsOnServices)
		env.RunScope = TaskScope
	}
	list, ok := m.gated("runScope", Services)
	if !ok {
		return
	}
	env.RunScope, env.RunScopeGiven, env.RunScopePos = 0, true, list.node.pos
	for _, e := range list.list("4", 1, 0) {
		word, ok := e.oneOf("4", "TASK", "SERVICE")
		if !ok {
			continue
		}
		kind := TaskScope
		if word == "SERVICE" {
			kind = ServiceScope
		}
		if env.RunScope.Has(kind) {
			e.fault("4", "", "%s is given twice", word)
		}
		env.RunScope |= kind
	}
	if env.RunScope.Has(ServiceScope) && len(env.Dependencies) > 0 {
		list.fault("4", "leave out SERVICE, or the dependencies", "an Environment with dependencies cannot have SERVICE in its runScope")
	}
}

// environmentScript reads an <EnvironmentScript> (§4.2).
func (d *decoder) environmentScript(e element, env *Environment) {
	m := e.mapping("the script of an Environment", "4.2")
	if m == nil {
		return
	}
	env.Let = d.let(m)
	if actions, ok := m.required("actions"); ok {
		d.environmentActions(actions, env)
	}
	env.Files = d.embeddedFiles(m)
	m.done()
}

// environmentActions reads <EnvironmentActions> (§4.3).
func (d *decoder) environmentActions(e element, env *Environment) {
	m := e.mapping("the actions of an Environment", "4.3")
	if m == nil {
		return
	}
	if a, ok := m.optional("onEnter"); ok {
		env.OnEnter = d.action(a, EnvironmentEnterAction)
	}
	hooks := d.wrapHooks(m, env)
	if a, ok := m.optional("onExit"); ok {
		env.OnExit = d.action(a, EnvironmentExitAction)
	}
	m.done()
	if !m.given("onEnter") && !m.given("onExit") && !hooks {
		e.fault("4.3", "", "the actions of an Environment need onEnter or onExit")
	}
}

// variables reads <EnvironmentVariables> (§4.4).
func (d *decoder) variables(e element) []Variable {
	m := e.mapping("variables", "4.4")
	if m == nil {
		return nil
	}
	if len(m.node.entries) == 0 {
		e.fault("4.4", "leave the key out, or give at least one variable", "variables is empty")
	}
	var out []Variable
	for _, en := range m.node.entries {
		value := m.child(en)
		name := element{d, &node{kind: stringNode, pos: en.pos, text: en.key}, value.path}
		if text, ok := name.boundedText("4.4.1", 1, maxVariableName, ""); ok && !isIdentifier(text) {
			name.fault("4.4.1", "use letters, digits and underscores, not starting with a digit", "%s is not the name of an environment variable", quoteShort(text))
		}
		if value.isNull() {
			value.fault("4.4.2", "give an empty text \"\" to set it empty", "the value of a variable must not be null")
			continue
		}
		text, ok := value.formatString("4.4.2", 0, 0, anyCharacter)
		if !ok {
			continue
		}
		value.boundedText("4.4.2", 0, maxVariableValue, anyCharacter)
		if at := strings.IndexByte(value.node.text, 0); at >= 0 {
			value.faultAt(utf8.RuneCountInString(value.node.text[:at]), "4.4.2", "", "an environment variable cannot hold a NUL character")
		}
		out = append(out, Variable{Name: en.key, Value: text, Pos: en.pos})
	}
	return out
}
