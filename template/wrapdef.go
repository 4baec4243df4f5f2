package template

// WrapHooks are the hooks of a wrapping Environment (§4.3, WRAP_ACTIONS). A
// hook that is not defined is nil.
type WrapHooks struct {
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
