package template

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestActionDefaults pins the defaults of each kind of action (§5, §5.3.2).
func TestActionDefaults(t *testing.T) {
	for kind := TaskRunAction; kind <= WrapServiceExitHook; kind++ {
		timeout := int64(0)
		switch kind {
		case EnvironmentExitAction, ServiceExitAction, WrapEnvExitHook, WrapServiceExitHook:
			timeout = 300
		case ServiceHealthCheckAction, WrapServiceHealthCheckHook:
			timeout = 30
		}
		notify := int64(30)
		if kind == TaskRunAction {
			notify = 120
		}
		assert.Equal(t, timeout, kind.DefaultTimeout(), kind)
		assert.Equal(t, notify, kind.DefaultNotifyPeriod(), kind)
		assert.NotEmpty(t, kind.String())
		assert.Equal(t, kind >= WrapEnvEnterHook, kind.IsHook())
	}
}

// TestSimpleAction pins the expansion of the five keys (§8).
func TestSimpleAction(t *testing.T) {
	for key, want := range map[string]struct {
		before    []string
		extension string
	}{
		"bash": {nil, ".sh"}, "cmd": {[]string{"/C"}, ".bat"}, "node": {nil, ".js"},
		"powershell": {[]string{"-File"}, ".ps1"}, "python": {nil, ".py"},
	} {
		job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [FEATURE_BUNDLE_1]
name: J
steps: [{name: S, `+key+`: {script: "run {{Task.Param.N}}", args: [x], timeout: 5}, parameterSpace: {taskParameterDefinitions: [{name: N, type: INT, range: "1"}]}}]
`)
		s := job.Steps[0].Script
		require.Len(t, s.Files, 1)
		assert.Equal(t, want.extension, s.Files[0].Extension)
		assert.Equal(t, "run {{Task.Param.N}}", s.Files[0].Data.Text)
		assert.Equal(t, key, s.OnRun.Command.Text)
		assert.Equal(t, int64(5), s.OnRun.Timeout.Value)
		var texts []string
		for _, a := range s.OnRun.Args {
			texts = append(texts, a.Text)
		}
		assert.Equal(t, append(want.before, "{{Task.File."+s.Files[0].Name+"}}", "x"), texts)
	}
}

// TestStepOrder pins the order of Steps: the template's, what a Step needs
// before it.
func TestStepOrder(t *testing.T) {
	step := func(name string, needs ...string) string {
		text := "  - {name: " + name + ", script: {actions: {onRun: {command: a}}}"
		for i, n := range needs {
			if i == 0 {
				text += ", dependencies: ["
			}
			text += "{dependsOn: " + n + "}, "
		}
		if len(needs) > 0 {
			text += "]"
		}
		return text + "}\n"
	}
	for _, c := range []struct{ steps, want string }{
		{step("B", "D") + step("A") + step("D"), "DBA"},
		{step("B", "D", "C") + step("A") + step("C") + step("D"), "CDBA"},
		{step("P", "Z") + step("Q", "Y") + step("Y") + step("Z"), "ZPYQ"},
		{step("A") + step("B") + step("C"), "ABC"},
	} {
		job := loadJob(t, "specificationVersion: jobtemplate-2023-09\nname: J\nsteps:\n"+c.steps)
		got := ""
		for _, s := range StepOrder(job) {
			got += s.Name
		}
		assert.Equal(t, c.want, got)
	}
	job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: J
services: [{name: X, dependencies: [{dependsOn: P}], ports: [{name: p}], script: {actions: {onRun: {command: a}}}}]
steps:
  - {name: U, dependencies: [{service: X}], script: {actions: {onRun: {command: a}}}}
  - {name: P, script: {actions: {onRun: {command: a}}}}
`)
	order := StepOrder(job)
	assert.Equal(t, []string{"P", "U"}, []string{order[0].Name, order[1].Name}, "through a Service")
}

// TestServiceScopes computes scopes by the rules of §9.1.
func TestServiceScopes(t *testing.T) {
	job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: J
jobEnvironments:
  - {name: E, dependencies: [{service: All}], variables: {A: a}}
  - {name: F, variables: {A: a}}
  - {name: G, runScope: [SERVICE], variables: {A: a}}
services:
  - {name: Back, ports: [{name: p}], script: &s {actions: {onRun: {command: a}}}}
  - {name: Front, dependencies: [{service: Back}], ports: [{name: p}, {name: q, protocol: UDP}], script: *s}
  - {name: All, ports: [{name: p}], script: *s}
requiresServices: [{name: Ext, ports: [{name: p}]}]
steps:
  - {name: A, script: {actions: {onRun: {command: a}}}}
  - {name: B, dependencies: [{service: Front}, {service: Ext}], script: {actions: {onRun: {command: "{{Service.Ext.p.port}}"}}}}
  - {name: C, dependencies: [{service: Back}], script: {actions: {onRun: {command: a}}}}
`)
	scopes := map[string][]int{}
	for _, s := range job.Services {
		scopes[s.Name] = s.Scope
		assert.False(t, s.EveryStep)
		assert.Same(t, job.Document, s.Document)
	}
	assert.Equal(t, map[string][]int{"Back": {1, 2}, "Front": {1}, "All": {0, 1, 2}}, scopes)
	assert.Equal(t, []*Service{job.Services[1]}, job.Steps[1].Services)
	assert.Same(t, job.RequiresServices[0], job.Steps[1].Dependencies[1].Requirement)
	assert.Equal(t, []string{"p"}, job.Services[1].HealthCheck.Ports, "the TCP ports")
	assert.Equal(t, TCPConnectCheck, job.Services[1].HealthCheck.Type)
	assert.Equal(t, []RunScope{TaskScope, TaskScope | ServiceScope, ServiceScope},
		[]RunScope{job.Environments[0].RunScope, job.Environments[1].RunScope, job.Environments[2].RunScope})
}

// TestIdeaFormTimeouts pins that each port keeps its own readiness timeout.
func TestIdeaFormTimeouts(t *testing.T) {
	tests := map[string]struct {
		ports string
		whole time.Duration
		own   map[string]time.Duration
	}{
		"each has its own, or the default": {
			"{name: a, readiness: {type: TCP_CONNECT, timeoutSeconds: 2}}, {name: b, readiness: {type: TCP_CONNECT, timeoutSeconds: 20}}, {name: c}",
			300 * time.Second,
			map[string]time.Duration{"a": 2 * time.Second, "b": 20 * time.Second, "c": 300 * time.Second},
		},
		"a parameter":         {"{name: a, readiness: {type: TCP_CONNECT, timeoutSeconds: '{{Param.N}}'}}", 7 * time.Second, nil},
		"the same for all":    {"{name: a, readiness: {type: TCP_CONNECT, timeoutSeconds: 9}}, {name: b, readiness: {type: TCP_CONNECT, timeoutSeconds: 9}}", 9 * time.Second, nil},
		"one line for all":    {"{name: a, readiness: {type: STDOUT, timeoutSeconds: 9}}, {name: b, readiness: {type: STDOUT, timeoutSeconds: 4}}, {name: c}", 4 * time.Second, nil},
		"one command for all": {"{name: a, readiness: {type: COMMAND, command: x, timeoutSeconds: 400}}, {name: b, readiness: {type: COMMAND}}", 300 * time.Second, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: J
parameterDefinitions: [{name: N, type: INT, default: 7}]
jobServices:
  - {name: A, ports: [`+test.ports+`], script: {actions: {run: {command: x}}}}
steps: [{name: S, script: {actions: {onRun: {command: a}}}}]
`)
			created, err := CreateJob(job.Document, nil, nil, here)
			require.NoError(t, err)
			assert.Equal(t, test.whole, created.Services[0].HealthCheck.ReadinessTimeout)
			assert.Equal(t, test.own, created.Services[0].HealthCheck.PortTimeouts)
		})
	}
}

// TestIdeaForm pins that the idea form becomes the model of the draft's.
func TestIdeaForm(t *testing.T) {
	job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: J
jobEnvironments:
  - {name: Sees, variables: {V: "{{ Service.Cache.main.port }}"}}
  - {name: Blind, variables: {V: x}}
jobServices:
  - name: Cache
    restartable: true
    ports: [{name: main, readiness: {type: TCP_CONNECT, timeoutSeconds: 60}}, {name: other, readiness: {type: TCP_CONNECT, timeoutSeconds: 90}}, {name: third}]
    script: {actions: {run: {command: x}, onEnter: {command: y}}}
  - name: Next
    ports: [{name: main, protocol: UDP, readiness: {type: COMMAND, command: probe, args: [a]}}]
    script: {actions: {run: {command: x}}}
steps:
  - name: S
    stepServices: [{name: Own, ports: [{name: main, readiness: {type: STDOUT}}], script: {actions: {run: {command: x}}}}]
    script: {actions: {onRun: {command: a}}}
  - name: T
    stepServices: [{name: Own, ports: [{name: main}], script: {actions: {run: {command: x}}}}]
    script: {actions: {onRun: {command: a}}}
`)
	require.Len(t, job.Services, 4)
	cache, next, ownS, ownT := job.Services[0], job.Services[1], job.Services[2], job.Services[3]
	assert.Equal(t, []int{0, 1}, cache.Scope)
	assert.Equal(t, []int{0, 1}, next.Scope)
	assert.Equal(t, []int{0}, ownS.Scope)
	assert.Equal(t, []int{1}, ownT.Scope)
	assert.Equal(t, []*Service{cache, next, ownS}, job.Steps[0].Services)
	assert.Equal(t, []*Service{cache, next, ownT}, job.Steps[1].Services)
	assert.Equal(t, TCPConnectCheck, cache.HealthCheck.Type)
	assert.Equal(t, []string{"main", "other", "third"}, cache.HealthCheck.Ports)
	assert.Equal(t, int64(60), cache.HealthCheck.PortTimeouts["main"].Value)
	assert.Equal(t, int64(90), cache.HealthCheck.PortTimeouts["other"].Value)
	assert.Equal(t, KeepCompletedTasks, cache.RestartPolicy.CompletedTasks)
	assert.Equal(t, int64(3), cache.RestartPolicy.MaxAttempts.Value)
	assert.Nil(t, next.RestartPolicy.MaxAttempts)
	assert.Equal(t, CommandCheck, next.HealthCheck.Type)
	assert.Equal(t, "probe", next.OnHealthCheck.Command.Text)
	assert.Equal(t, ServiceHealthCheckAction, next.OnHealthCheck.Kind)
	assert.Equal(t, "Cache", next.Dependencies[0].ServiceName, "list order is start order")
	assert.Equal(t, StdoutCheck, ownS.HealthCheck.Type)
	assert.Equal(t, ServiceRunAction, cache.OnRun.Kind)
	assert.Equal(t, ServiceEnterAction, cache.OnEnter.Kind)
	assert.Equal(t, TaskScope, job.Environments[0].RunScope)
	assert.Same(t, cache, job.Environments[0].Dependencies[0].Service)
	assert.Empty(t, job.Environments[1].Dependencies)
	assert.True(t, job.Environments[1].RunScope.Has(ServiceScope))
}

// TestExtensionTable pins that names and flags agree.
func TestExtensionTable(t *testing.T) {
	var all ExtensionSet
	for _, row := range extensionTable {
		assert.Equal(t, row.name, row.extension.String())
		assert.False(t, all.Has(row.extension), "one bit each")
		all = all.With(row.extension)
	}
	assert.Equal(t, []string{"TASK_CHUNKING", "REDACTED_ENV_VARS", "FEATURE_BUNDLE_1", "EXPR", "WRAP_ACTIONS", "SERVICE"}, all.Names())
	_, err := Load("t.yaml", []byte("specificationVersion: environment-2023-09\nextensions: [SERVICE, EXPR]\nenvironment: {name: E, variables: {A: a}}\n"),
		Options{Supported: ExtensionSet(Expr)})
	assert.ErrorContains(t, err, "the extension SERVICE is not supported yet (supported are EXPR)")
}

// TestEndOfLine pins that AUTO is FEATURE_BUNDLE_1's default and that without
// it the data stays as it is (§6).
func TestEndOfLine(t *testing.T) {
	for extensions, want := range map[string]string{"EXPR": EndOfLineAsIs, "FEATURE_BUNDLE_1": EndOfLineAuto} {
		job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [`+extensions+`]
name: J
steps: [{name: S, script: {actions: {onRun: {command: a}}, embeddedFiles: [{name: f, type: TEXT, data: "x\r\n"}]}}]
`)
		assert.Equal(t, want, job.Steps[0].Script.Files[0].EndOfLine)
	}
}
