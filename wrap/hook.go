package wrap

// This file says which hook replaces which action.

import "runner/template"

// Hook is the hook that runs in place of an action of this kind, nil when the
// wrapping Environment leaves that kind alone (§4.3).
func Hook(hooks *template.WrapHooks, kind template.ActionKind) *template.Action {
	switch kind {
	case template.EnvironmentEnterAction:
		return hooks.EnvEnter
	case template.EnvironmentExitAction:
		return hooks.EnvExit
	case template.TaskRunAction:
		return hooks.TaskRun
	case template.ServiceEnterAction:
		return hooks.ServiceEnter
	case template.ServiceRunAction:
		return hooks.ServiceRun
	case template.ServiceHealthCheckAction:
		return hooks.ServiceHealthCheck
	case template.ServiceExitAction:
		return hooks.ServiceExit
	}
	return nil
}
