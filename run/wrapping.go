package run

import (
	"runner/service"
	"runner/template"
	"runner/template/expr"
	"runner/wrap"
)

// wrapper is the wrapping Environment among the first depth entered ones, those
// outside an action; nil when there is none. At most one of a Session's stack
// may wrap (§4.3), which was checked before the run.
func (s *session) wrapper(depth int) *entered {
	for _, in := range s.stack[:depth] {
		if in.environment.Wrap.Any() {
			return in
		}
	}
	return nil
}

// command resolves an action in its own scope and, where a wrapping Environment
// is outside of it, the hook that runs in its place.
func (s *session) command(call actionCall) (command, error) {
	cmd, err := call.resolve(s.run.job.Timing(call.action))
	if err != nil {
		return cmd, err
	}
	by := s.wrapper(call.depth)
	if by == nil {
		return cmd, nil
	}
	hook := wrap.Hook(&by.environment.Wrap, call.action.Kind)
	if hook == nil {
		return cmd, nil
	}
	action, err := s.wrapped(call, cmd)
	if err != nil {
		return cmd, err
	}
	cmd, err = s.hook(by, hook, action)
	cmd.hook = "the hook " + hook.Kind.String() + " of the Environment " + by.environment.Name
	return cmd, err
}

// hook resolves a hook in the scope of the wrapping Environment and what it may
// know of the action that it replaces.
func (s *session) hook(by *entered, hook *template.Action, action *wrap.Action) (command, error) {
	scope := *by.scope
	scope.Symbols = action.Symbols(&by.environment.Wrap, by.scope.Symbols)
	timing, err := hook.Timing(&scope)
	if err != nil {
		return command{}, err
	}
	files := by.scope
	if by.environment.Wrap.Idea {
		scope.Symbols = wrap.ActionSymbols(scope.Symbols, timing.Timeout)
		files = &scope
	}
	if s.kind == template.TaskScope {
		// In RFC 0008's form the files' contents cannot depend on the wrapped
		// action, so that of the script's own scope holds. In a Service Session
		// hooks run beside each other, and what one was given must stay as it is
		// (§9.7.1).
		if err := by.files.write(files); err != nil {
			return command{}, err
		}
	}
	replaced := actionCall{action: hook, scope: &scope}
	return replaced.resolve(timing)
}

// actionScope is the scope of one of an Environment's own actions.
func (s *session) actionScope(in *entered, action *template.Action) *expr.Env {
	if !in.environment.Wrap.Idea {
		return in.scope
	}
	scope := *in.scope
	scope.Symbols = wrap.ActionSymbols(in.scope.Symbols, s.run.job.Timing(action).Timeout)
	return &scope
}

// tellIdeaForm says which attached documents other runners may not know.
func (c *conductor) tellIdeaForm() {
	for _, d := range c.job.Attached {
		if d.WrapsIdea() {
			c.stream.note(Source{}, Info, c.stream.clear(d.Source.Name)+" wraps Tasks in a form that other runners may not know: "+
				"the portable one is RFC 0008's, with the extensions WRAP_ACTIONS and EXPR and the hooks onWrapEnvEnter, onWrapTaskRun and onWrapEnvExit")
		}
	}
}

// wrapped describes an action to the hook that replaces it.
func (s *session) wrapped(call actionCall, cmd command) (*wrap.Action, error) {
	a := call.action
	out := &wrap.Action{Kind: a.Kind, Name: call.owner, Command: cmd.argv[0], Args: cmd.argv[1:], Environment: s.definitions()}
	seconds, given, err := a.Timeout.Resolve(call.scope)
	if err != nil {
		return nil, err
	}
	if given {
		out.Timeout = &seconds
	}
	if a.Cancelation != nil {
		mode, given, err := a.Cancelation.Mode.ResolveField(call.scope, expr.String)
		if err != nil {
			return nil, err
		}
		if given {
			out.Mode = mode.Text()
			out.NotifyPeriod = int64(cmd.cancel.NotifyPeriod.Seconds())
		}
	}
	if s.service != nil {
		out.Ports = wrappedPorts(s.service)
	}
	return out, nil
}

// wrappedPorts are the ports of the Service Session's Service.
func wrappedPorts(r *serviceRun) []wrap.Port {
	r.mu.Lock()
	defer r.mu.Unlock()
	return portsOf(r.ports)
}

func portsOf(ports []service.Port) []wrap.Port {
	out := make([]wrap.Port, len(ports))
	for i, p := range ports {
		out[i] = wrap.Port{Name: p.Name, Protocol: string(p.Protocol), BindAddress: p.BindAddress, Number: p.Number}
	}
	return out
}

// define notes that the Session has defined a variable: by an Environment's or
// Service's variables, or by an openjd_env of any action. The note stays for the
// Session, also when the Environment is exited (RFC 0008); a name keeps the
// place of its first definition and has its last value.
func (s *session) define(name, value string) {
	s.definedMu.Lock()
	defer s.definedMu.Unlock()
	for i := range s.defined {
		if s.defined[i].name == name {
			s.defined[i].value = value
			return
		}
	}
	s.defined = append(s.defined, setting{name, value})
}

// definitions is WrappedAction.Environment: what the Session has defined, but
// for what an active Environment has unset.
func (s *session) definitions() []string {
	s.definedMu.Lock()
	defer s.definedMu.Unlock()
	out := make([]string, 0, len(s.defined))
	for _, d := range s.defined {
		if !s.isUnset(d.name) {
			out = append(out, d.name+"="+d.value)
		}
	}
	return out
}

// isUnset says whether an active Environment has unset a variable that none
// further in has set again.
func (s *session) isUnset(name string) bool {
	unset := false
	apply := func(l *variableLayer) {
		for _, list := range [][]setting{l.variables, l.settings} {
			for _, v := range list {
				if v.name == name {
					unset = false
				}
			}
		}
		if l.unsets[name] {
			unset = true
		}
	}
	for _, in := range s.stack {
		apply(&in.variables)
	}
	if s.layer != nil {
		apply(s.layer)
	}
	return unset
}
