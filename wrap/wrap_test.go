package wrap

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template"
	"runner/template/expr"
)

// shown are the names that an action adds, with their values as text.
func shown(t *testing.T, s *expr.Symbols) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range s.Names() {
		v, ok := s.Lookup(name)
		require.True(t, ok, name)
		out[name] = v.Display()
	}
	return out
}

// §4.3: each hook replaces one kind of action; own actions and hooks have none.
func TestHookOfEachKind(t *testing.T) {
	hooks := &template.WrapHooks{
		EnvEnter: &template.Action{}, TaskRun: &template.Action{}, EnvExit: &template.Action{},
		ServiceEnter: &template.Action{}, ServiceRun: &template.Action{}, ServiceHealthCheck: &template.Action{}, ServiceExit: &template.Action{},
	}
	for kind, want := range map[template.ActionKind]*template.Action{
		template.EnvironmentEnterAction: hooks.EnvEnter, template.EnvironmentExitAction: hooks.EnvExit,
		template.TaskRunAction: hooks.TaskRun, template.ServiceEnterAction: hooks.ServiceEnter,
		template.ServiceRunAction: hooks.ServiceRun, template.ServiceHealthCheckAction: hooks.ServiceHealthCheck,
		template.ServiceExitAction: hooks.ServiceExit, template.WrapTaskRunHook: nil,
	} {
		assert.Same(t, want, Hook(hooks, kind), kind.String())
		assert.Nil(t, Hook(&template.WrapHooks{}, kind), kind.String())
	}
}

// §4.3.1: WrappedAction.* in every hook, null where nothing is declared, and
// the companion of the hook's kind alone.
func TestSymbols(t *testing.T) {
	task := &Action{Kind: template.TaskRunAction, Name: "S", Command: "c", Environment: []string{"A=1"}}
	want := map[string]string{
		"WrappedAction.Command": `"c"`, "WrappedAction.Args": `[]`, "WrappedAction.Environment": `["A=1"]`,
		"WrappedAction.Timeout": "null", "WrappedAction.Cancelation.Mode": "null",
		"WrappedAction.Cancelation.NotifyPeriodInSeconds": "null", "WrappedStep.Name": `"S"`,
	}
	rfc := new(template.WrapHooks)
	assert.Equal(t, want, shown(t, task.Symbols(rfc, nil)))

	timeout := int64(7)
	exit := &Action{Kind: template.EnvironmentExitAction, Name: "E", Command: "c", Args: []string{"", "a b"},
		Timeout: &timeout, Mode: template.Terminate, NotifyPeriod: 9}
	got := shown(t, exit.Symbols(rfc, nil))
	assert.Equal(t, `["", "a b"]`, got["WrappedAction.Args"])
	assert.Equal(t, "7", got["WrappedAction.Timeout"])
	assert.Equal(t, `"TERMINATE"`, got["WrappedAction.Cancelation.Mode"])
	assert.Equal(t, "null", got["WrappedAction.Cancelation.NotifyPeriodInSeconds"], "only with a notification")
	assert.Equal(t, `"E"`, got["WrappedEnv.Name"])
	assert.NotContains(t, got, "WrappedStep.Name")

	service := &Action{Kind: template.ServiceHealthCheckAction, Name: "Cache", Command: "c", Mode: template.NotifyThenTerminate, NotifyPeriod: 9,
		Ports: []Port{{"p", "TCP", "127.0.0.1", 1}, {"q", "UDP", "::1", 2}}}
	got = shown(t, service.Symbols(rfc, nil))
	assert.Equal(t, "9", got["WrappedAction.Cancelation.NotifyPeriodInSeconds"])
	assert.Equal(t, `"Cache"`, got["WrappedService.Name"])
	assert.Equal(t, `["p", "q"]`, got["WrappedService.PortNames"])
	assert.Equal(t, `[1, 2]`, got["WrappedService.Ports"])
	assert.Equal(t, `["127.0.0.1", "::1"]`, got["WrappedService.BindAddresses"])
	assert.Equal(t, `["TCP", "UDP"]`, got["WrappedService.Protocols"])
	assert.NotContains(t, got, "WrappedEnv.Name")
}

// The idea form has its own names for the wrapped Task, and none of RFC 0008's.
func TestIdeaSymbols(t *testing.T) {
	task := &Action{Kind: template.TaskRunAction, Name: "S", Command: "c", Args: []string{"x"}, Environment: []string{"A=1"}}
	s := ActionSymbols(task.Symbols(&template.WrapHooks{Idea: true}, nil), 90*time.Second)
	assert.Equal(t, map[string]string{"Task.Command": `"c"`, "Task.Args": `["x"]`, "Task.Environment": `["A=1"]`, "Env.Action.Timeout": "90"}, shown(t, s))
	assert.Equal(t, "0", shown(t, ActionSymbols(nil, 0))["Env.Action.Timeout"], "no timeout")
}
