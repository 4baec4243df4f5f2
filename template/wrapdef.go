// This file defines the wrap hooks of an Environment (§4.3) and reads them.

package template

// WrapHooks are the hooks of a wrapping Environment (§4.3, WRAP_ACTIONS). A
// hook that is not defined is nil.
type WrapHooks struct {
	// Idea says that the document is in the idea form: TaskRun is the only hook,
	// and the names that describe the wrapped onRun are that form's.
	Idea bool

	EnvEnter           *Action // onWrapEnvEnter
	TaskRun            *Action // onWrapTaskRun
	EnvExit            *Action // onWrapEnvExit
	ServiceEnter       *Action // onWrapServiceEnter
	ServiceRun         *Action // onWrapServiceRun
	ServiceHealthCheck *Action // onWrapServiceHealthCheck
	ServiceExit        *Action // onWrapServiceExit
}

// Any reports whether any hook is defined, which makes the Environment a
// wrapping one.
func (w *WrapHooks) Any() bool { return len(w.Actions()) > 0 }

// Actions lists the hooks that are defined, in the schema's order.
func (w *WrapHooks) Actions() []*Action {
	var out []*Action
	for _, a := range []*Action{w.EnvEnter, w.TaskRun, w.EnvExit,
		w.ServiceEnter, w.ServiceRun, w.ServiceHealthCheck, w.ServiceExit} {
		if a != nil {
			out = append(out, a)
		}
	}
	return out
}

// wrapHooks reads the hooks of <EnvironmentActions>; true when any is given,
// also one that lacks its extension, which is said already.
// Which hooks have to be there together is checked by checkHooks.
func (d *decoder) wrapHooks(m *mapping, env *Environment) bool {
	if d.ideaWrap {
		return d.ideaWrapHook(m, env)
	}
	given := false
	read := func(slot **Action, kind ActionKind, needs ...Extension) {
		given = given || m.given(kind.String())
		if e, ok := m.gated(kind.String(), needs...); ok {
			*slot = d.action(e, kind)
		}
	}
	w := &env.Wrap
	read(&w.EnvEnter, WrapEnvEnterHook, WrapActions)
	read(&w.TaskRun, WrapTaskRunHook, WrapActions)
	read(&w.EnvExit, WrapEnvExitHook, WrapActions)
	read(&w.ServiceEnter, WrapServiceEnterHook, WrapActions, Services)
	read(&w.ServiceRun, WrapServiceRunHook, WrapActions, Services)
	read(&w.ServiceHealthCheck, WrapServiceHealthCheckHook, WrapActions, Services)
	read(&w.ServiceExit, WrapServiceExitHook, WrapActions, Services)
	return given
}
