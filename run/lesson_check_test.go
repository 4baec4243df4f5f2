package run_test

// This file defines the lessons that the template alone can teach: what is said
// of a wrong one (T11 to T17, T23, T32, T40). T14 is a script of the whole
// program, testdata/script/lesson_T14_summary.txtar.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template"
)

func TestLessonOfACheck(t *testing.T) {
	each(t, []lesson{
		{"T11_a_Service_that_the_entity_may_not_see", lesson11},
		{"T12_the_missing_extension_comes_first", lesson12},
		{"T13_onRun_missing_and_names_of_old", lesson13},
		{"T15_listed_by_an_unused_Service_only", lesson15},
		{"T16_a_Service_under_dependsOn_and_the_mirror", lesson16},
		{"T17_one_fault_for_a_SERVICE_Environment", lesson17},
		{"T23_a_port_that_does_not_exist", lesson23},
		{"T32_what_a_wrap_hooks_timeout_may_read", lesson32},
		{"T40_a_Service_knows_no_Step", lesson40},
	})
}

// cacheJob has two Services, Cache and Store, and a Step that lists Cache.
var cacheJob = jobHead + `
services:
  - name: Cache
    ports: [{name: main}, {name: stats}]
    script: {actions: {onRun: {command: cache, args: ["{{Service.Cache.main.port}}"]}}}
  - name: Store
    ports: [{name: main}]
    script: {actions: {onRun: {command: store, args: [HERE]}}}
steps:
  - name: A
    dependencies: [{service: Cache}]
    script: {actions: {onRun: {command: a, args: [THERE]}}}
  - name: B
    dependencies: [{service: Store}]
    script: {actions: {onRun: {command: b}}}
`

// cacheWith is cacheJob with references in place of its blanks.
func cacheWith(here, there string) string {
	return strings.NewReplacer("[HERE]", here, "[THERE]", there).Replace(cacheJob)
}

func lesson11(t *testing.T) {
	_, err := template.Load("job.yaml", []byte(cacheWith("[x]", "[x]")), template.Options{})
	require.NoError(t, err, "the frame itself is right")
	for _, c := range []struct{ here, there, says string }{
		{`[x]`, `["{{Service.Store.main.port}}"]`, `Step "A" refers to Service.Store.main.port but does not list the Service`},
		{`["{{Service.Cache.main.port}}"]`, `[x]`, `Service "Store" refers to Service.Cache.main.port but does not list the Service`},
		{`[x]`, `["{{Service.Cache.main.bindAddress}}"]`, "bindAddress"},
		{`[x]`, `["{{Service.Cache.mian.port}}"]`, "main"},
		{`["{{Task.Param.N}}"]`, `[x]`, "Task."},
		{`["{{Step.Name}}"]`, `[x]`, "Step."},
		{`[x]`, `["{{Service.Cahce.main.port}}"]`, "Cache"},
	} {
		faults := faulty(t, cacheWith(c.here, c.there), c.says)
		assert.Len(t, faults, 1, "%+v", c)
		assert.NotContains(t, faults[0].Error(), "did you mean Service.Cache.main.port", "%+v: another Service is no remedy", c)
	}
	job := strings.Replace(withBundle(cacheWith("[x]", "[x]")), "  - name: A\n", "  - name: A\n    hostRequirements: {amounts: [{name: amount.worker.vcpu, min: \"{{Service.Cache.main.port}}\"}]}\n", 1)
	faulty(t, job, "Service.Cache.main.port", "resolved when the Job is created")
}

func lesson12(t *testing.T) {
	bare := strings.Replace(cacheWith(`[x]`, `["{{Service.Cache.main.port}}"]`), "extensions: [SERVICE, EXPR]\n", "", 1)
	faults := faulty(t, bare, "SERVICE")
	for _, f := range faults {
		assert.Contains(t, f.Error(), "SERVICE", "only what follows from nothing else is told")
	}
	// Without a list of Services a reference stays an ordinary fault.
	faulty(t, `
specificationVersion: jobtemplate-2023-09
name: S
steps:
  - name: A
    script: {actions: {onRun: {command: a, args: ["{{Service.Cache.main.port}}"]}}}
`, "Service.Cache.main.port")
}

func lesson13(t *testing.T) {
	job := func(rest string) string {
		return jobHead + "services:\n  - name: V\n    ports: [{name: p}]\n    " + rest + `
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: {command: a}}}
`
	}
	_, err := template.Load("job.yaml", []byte(job(`script: {actions: {onRun: {command: v}}}`)), template.Options{})
	require.NoError(t, err)
	f := faulty(t, job(`script: {actions: {onEnter: {command: v}}}`), "onRun")
	assert.Contains(t, f[0].Error(), "actions")
	faulty(t, job(`readinessCheck: {type: TCP_CONNECT}
    script: {actions: {onRun: {command: v}}}`), "readinessCheck", "healthCheck")
	faulty(t, job(`healthCheck: {type: TCP_CONNECT, timeoutSeconds: 5}
    script: {actions: {onRun: {command: v}}}`), "timeoutSeconds", "readinessTimeoutSeconds")
}

func lesson15(t *testing.T) {
	faults := faulty(t, jobHead+`
services:
  - {name: Back, ports: [{name: p}], script: {actions: {onRun: {command: v}}}}
  - {name: Front, ports: [{name: p}], dependencies: [{service: Back}], script: {actions: {onRun: {command: v}}}}
  - {name: Side, ports: [{name: p}], dependencies: [{service: Back}], script: {actions: {onRun: {command: v}}}}
steps:
  - {name: A, script: {actions: {onRun: {command: a}}}}
`)
	var back string
	for _, f := range faults {
		if strings.Contains(f.Error(), "Back is ") || strings.Contains(f.Error(), `"Back"`) {
			back = f.Error()
			break
		}
	}
	require.NotEmpty(t, back, "%v", faults)
	assert.Contains(t, back, "Front")
	assert.Contains(t, back, "Side")
}

func lesson16(t *testing.T) {
	job := func(entry string) string {
		return jobHead + `
services:
  - {name: Cache, ports: [{name: p}], script: {actions: {onRun: {command: v}}}}
steps:
  - {name: A, dependencies: [{service: Cache}], script: {actions: {onRun: {command: a}}}}
  - {name: B, dependencies: [` + entry + `], script: {actions: {onRun: {command: a}}}}
`
	}
	faulty(t, job(`{dependsOn: Cache}`), "service: Cache")
	faulty(t, job(`{service: A}`), "dependsOn: A")
	for _, f := range faulty(t, job(`{dependsOn: Nobody}`), "Nobody") {
		assert.NotContains(t, f.Error(), "service: Nobody")
	}
	for _, f := range faulty(t, job(`{service: Nobody}`), "Nobody") {
		assert.NotContains(t, f.Error(), "dependsOn: Nobody")
	}
}

func lesson17(t *testing.T) {
	faults := faulty(t, jobHead+`
services:
  - {name: V, ports: [{name: p}], script: {actions: {onRun: {command: v}}}}
jobEnvironments:
  - name: E
    runScope: [TASK, SERVICE]
    variables: {ONE: "{{Service.V.p.port}}", TWO: "{{Service.V.p.port}}"}
    script: {actions: {onEnter: {command: e, args: ["{{Service.V.p.connectAddress}}"]}}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: {command: a}}}}
`, "runScope")
	assert.Len(t, faults, 1)
}

func lesson23(t *testing.T) {
	for _, c := range []struct{ ports, says string }{{"[mian]", "main"}, {"[nowhere]", "main"}, {"[log]", "UDP"}} {
		faulty(t, jobHead+`
services:
  - name: V
    ports: [{name: main}, {name: stats}, {name: log, protocol: UDP}]
    healthCheck: {type: TCP_CONNECT, ports: `+c.ports+`}
    script: {actions: {onRun: {command: v}}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: {command: a}}}}
`, c.says)
	}
}

func lesson32(t *testing.T) {
	hooked := func(reference string) string {
		return `
specificationVersion: environment-2023-09
extensions: [SERVICE, EXPR, WRAP_ACTIONS, FEATURE_BUNDLE_1]
environment:
  name: W
  runScope: [SERVICE]
  script:
    actions:
      onWrapEnvEnter: {command: w}
      onWrapEnvExit: {command: w}
      onWrapServiceEnter: {command: w, timeout: "{{` + reference + `}}"}
      onWrapServiceRun: {command: w, timeout: "{{` + reference + `}}"}
      onWrapServiceHealthCheck: {command: w, timeout: "{{` + reference + `}}"}
      onWrapServiceExit: {command: w, timeout: "{{` + reference + `}}"}
`
	}
	_, err := template.Load("env.yaml", []byte(hooked("len(WrappedService.Name) + 60")), template.Options{})
	require.NoError(t, err)
	for _, other := range []string{"len(WrappedStep.Name)", "len(WrappedEnv.Name)"} {
		assert.Len(t, faulty(t, hooked(other)), 4, other)
	}
}

func lesson40(t *testing.T) {
	for _, rest := range []string{
		`script: {actions: {onRun: {command: v, args: ["{{Step.Name}}"]}}}`,
		"let: [\"x = Step.Name\"]\n    script: {actions: {onRun: {command: v}}}",
		"hostRequirements: {amounts: [{name: amount.worker.vcpu, min: \"{{len(Step.Name)}}\"}]}\n    script: {actions: {onRun: {command: v}}}",
	} {
		service := "services:\n  - name: V\n    ports: [{name: p}]\n    " + rest + "\n"
		for _, text := range []string{
			withBundle(environmentHead) + service,
			withBundle(jobHead) + service + "steps:\n  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: {command: a}}}}\n",
		} {
			assert.Len(t, faulty(t, text, "Step.Name", "Service"), 1, "%s", text)
		}
	}
}

// withBundle lets a document use expressions where numbers stand.
func withBundle(head string) string {
	return strings.Replace(head, "EXPR]", "EXPR, FEATURE_BUNDLE_1]", 1)
}
