// This file says which names exist where (the table of §7.3.1).

package template

import (
	"errors"
	"maps"
	"regexp"
	"strings"

	"runner/template/expr"
)

// scope is what the format strings of one place may refer to (§7.3.1), every
// value unresolved.
type scope struct {
	env     expr.Env
	bound   map[string]bool // names of let bindings
	explain func(name string) (message, hint string)
}

// with returns a scope inside s, to which names can be added.
func (s *scope) with() *scope {
	inner := &scope{env: s.env, bound: maps.Clone(s.bound), explain: s.explain}
	if inner.bound == nil {
		inner.bound = map[string]bool{}
	}
	inner.env.Symbols = expr.NewSymbols(s.env.Symbols)
	return inner
}

// define adds a name with a value.
func (s *scope) define(name string, v expr.Value) { s.env.Symbols.Define(name, v) }

// declare adds a name that is known by its type only.
func (s *scope) declare(name string, t expr.Type) { s.define(name, expr.UnresolvedValue(t)) }

// dottedName finds the name that an expression's fault points at.
var dottedName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\s*\.\s*[A-Za-z_][A-Za-z0-9_]*)*`)

// expressionFault places the error of an expression, which starts at a byte
// offset of the format string's text. For a name that exists elsewhere it says where.
func (s *scope) expressionFault(l *locator, start int, err error) *Fault {
	fault, format := l.fault(start, err), l.format
	var e *expr.Error
	if !errors.As(err, &e) || e.Kind != expr.NameFault || s.explain == nil {
		return fault
	}
	at := min(start+e.Offset, len(format.Text))
	name := strings.Join(strings.Fields(strings.ReplaceAll(dottedName.FindString(format.Text[at:]), ".", " ")), ".")
	if message, hint := s.explain(name); message != "" {
		fault.Message, fault.Hint, fault.Section = message, hint, "7.3.1"
	}
	return fault
}

// scopes builds the scopes of a document (the table of §7.3.1). creation ones
// are of fields that are resolved when a Job is created, host ones of fields
// that are resolved in a Session.
type scopes struct {
	c    *checker
	base *expr.Symbols // the parameters, paths excepted
}

// newScopes prepares the scopes of c's document.
func newScopes(c *checker) scopes {
	b := scopes{c: c}
	s := &scope{env: expr.Env{Symbols: expr.NewSymbols(nil)}}
	for _, p := range c.document.Parameters() {
		if !p.Type.IsPath() {
			s.declare("Param."+p.Name, p.Type.ExprType())
		}
		s.declare("RawParam."+p.Name, p.Type.RawExprType())
	}
	for _, name := range unreadNames(c.root, "parameterDefinitions") {
		if _, known := s.env.Symbols.Lookup("RawParam." + name); !known {
			s.declare("Param."+name, expr.Any)
			s.declare("RawParam."+name, expr.Any)
		}
	}
	b.base = s.env.Symbols
	return b
}

// library is the function library of a place.
func (b scopes) library(host bool) *expr.Library {
	l := expr.Base()
	if host {
		l = l.WithHost()
	}
	if b.c.has(Services) {
		l = l.WithServices()
	}
	if host && b.c.ideaWrap {
		l = l.WithWrapIdea()
	}
	return l
}

// jobName is the scope of the job's own name: parameters, paths excepted.
func (b scopes) jobName() *scope {
	s := &scope{env: expr.Env{Symbols: b.base, Library: b.library(false)}}
	s.explain = func(name string) (string, string) { return b.c.explainName(name, "the job's name", true, nil) }
	return s
}

// unreadNames lists the names that a list of definitions gives in writing,
// also where the definition has faults: using such a name is no fault.
func unreadNames(m *node, key string) []string {
	var names []string
	for _, en := range m.entries {
		if en.key != key {
			continue
		}
		for _, item := range en.value.items {
			for _, field := range item.entries {
				if field.key == "name" && field.value.kind == stringNode {
					names = append(names, field.value.text)
				}
			}
		}
	}
	return names
}

// creation is the scope of fields that are resolved at job creation; step is
// nil outside of a Step.
func (b scopes) creation(place string, step *Step) *scope {
	s := b.jobName().with()
	if b.c.has(Expr) {
		s.declare("Job.Name", expr.String)
		if step != nil {
			s.declare("Step.Name", expr.String)
		}
	}
	s.explain = func(name string) (string, string) { return b.c.explainName(name, place, true, nil) }
	return s
}

// host turns a creation scope into one of a Session: paths and Session.* are
// known, and the values of the Services in entity's dependencies.
func (b scopes) host(creation *scope, place string, entity *consumer) *scope {
	s := creation.with()
	s.env.Library = b.library(true)
	s.env.PathStyle = b.c.pathStyle
	for _, p := range b.c.document.Parameters() {
		if p.Type.IsPath() {
			s.declare("Param."+p.Name, p.Type.ExprType())
		}
	}
	s.declare("Session.WorkingDirectory", expr.Path)
	s.declare("Session.HasPathMappingRules", expr.Bool)
	s.declare("Session.PathMappingRulesFile", expr.Path)
	entity.declare(s)
	s.explain = func(name string) (string, string) { return b.c.explainName(name, place, false, entity) }
	return s
}

// consumer is an entity that can list Services: a Step with its Environments,
// a Service, a Job Environment. They see what they list; a Service also sees
// itself (§7.3.1).
type consumer struct {
	what     string // for messages: Step "Render"
	own      *Service
	services []Dependency
}

// declare adds the values of the Services that the entity sees.
func (e *consumer) declare(s *scope) {
	if e == nil {
		return
	}
	port := func(service, name string) {
		s.declare("Service."+service+"."+name+".port", expr.Int)
		s.declare("Service."+service+"."+name+".connectAddress", expr.String)
	}
	for _, d := range e.services {
		for _, p := range d.ports() {
			port(d.ServiceName, p.Name)
		}
	}
	if e.own != nil {
		for _, p := range e.own.Ports {
			port(e.own.Name, p.Name)
			s.declare("Service."+e.own.Name+"."+p.Name+".bindAddress", expr.String)
		}
	}
}

// ports are the ports that a dependency on a Service makes visible.
func (d *Dependency) ports() []*ServicePort {
	switch {
	case d.Service != nil:
		return d.Service.Ports
	case d.Requirement != nil:
		return d.Requirement.Ports
	}
	return nil
}

// files adds the paths of embedded files: prefix is Task.File, Env.File or
// Service.File.
func (s *scope) files(prefix string, files []*EmbeddedFile) {
	for _, f := range files {
		s.declare(prefix+"."+f.Name, expr.Path)
	}
}

// task adds the values of a Step's Tasks.
func (s *scope) task(step *Step) {
	if step.ParameterSpace != nil {
		for _, p := range step.ParameterSpace.Parameters {
			s.declare("Task.Param."+p.Name, p.Type.ExprType())
			s.declare("Task.RawParam."+p.Name, p.Type.RawExprType())
		}
	}
	for _, en := range step.node.entries {
		if en.key != "parameterSpace" || en.value.kind != mappingNode {
			continue
		}
		for _, name := range unreadNames(en.value, "taskParameterDefinitions") {
			if _, known := s.env.Symbols.Lookup("Task.Param." + name); !known {
				s.declare("Task.Param."+name, expr.Any)
				s.declare("Task.RawParam."+name, expr.Any)
			}
		}
	}
}

// wrapped adds the values that describe the action which a hook replaces
// (§4.3.1).
func (s *scope) wrapped(hook ActionKind) {
	s.declare("WrappedAction.Command", expr.String)
	s.declare("WrappedAction.Args", expr.List(expr.String))
	s.declare("WrappedAction.Environment", expr.List(expr.String))
	s.declare("WrappedAction.Timeout", expr.Optional(expr.Int))
	s.declare("WrappedAction.Cancelation.Mode", expr.Optional(expr.String))
	s.declare("WrappedAction.Cancelation.NotifyPeriodInSeconds", expr.Optional(expr.Int))
	switch hook {
	case WrapEnvEnterHook, WrapEnvExitHook:
		s.declare("WrappedEnv.Name", expr.String)
	case WrapTaskRunHook:
		s.declare("WrappedStep.Name", expr.String)
	default:
		s.declare("WrappedService.Name", expr.String)
		s.declare("WrappedService.PortNames", expr.List(expr.String))
		s.declare("WrappedService.Ports", expr.List(expr.Int))
		s.declare("WrappedService.BindAddresses", expr.List(expr.String))
		s.declare("WrappedService.Protocols", expr.List(expr.String))
	}
}
