package run_test

// This file defines what other runners with services leave open, by number, N01
// to N22: each a test, or a reference to where it is closed. What is left out on
// purpose stands in docs/services.md.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

func TestHole(t *testing.T) {
	each(t, []lesson{
		{"N01_a_Task_that_fails_with_its_Service_is_tried_again", hole01},
		{"N01_an_onEnter_that_fails_with_its_Service_is_tried_again", hole01Environment},
		{"N02_the_exit_status_decides_and_not_openjd_fail", hole02},
		{"N03_output_of_checks_that_pass_is_folded", hole03},
		{"N06_what_a_step_Environment_should_do_instead", hole06},
		{"N07_a_FAILED_Service_fails_its_scope", hole07},
		{"N08_a_Step_outside_the_scope_does_not_wait", lesson36},
		{"N09_dependents_are_stopped_before_the_upstream", lesson37},
		{"N10_dependents_are_restarted_while_a_Task_runs", hole10},
		{"N11_a_pin_is_its_owners_again", lesson34},
		{"N12_pins_that_never_meet", lesson35},
		{"N13_numbers_do_not_run_out", hole13},
		{"N14_no_start_waves", lesson38},
		{"N15_a_verdict_does_not_wait_for_other_starts", hole15},
		{"N16_a_failure_during_an_onEnter_is_acted_on", hole16},
		{"N17_one_counter_a_run", hole17},
		{"N18_what_a_wrappers_file_may_name", hole18},
		{"N19_a_bracketed_host_without_a_port_has_none", hole19},
		{"N20_status_and_progress_of_a_Service", hole20},
		{"N21_ports_are_not_the_kernels_own_choices", hole21},
		{"N22_a_Service_that_used_a_returned_Step_begins_anew", hole22},
	})
}

func hole01(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
script: {actions: {onRun: `+sh("echo $$ >$DIR/pid; "+announce)+`}}
`, "echo begin; if mkdir $DIR/once 2>/dev/null; then kill -9 $(cat $DIR/pid); exit 1; fi; echo end"), second(folder(t)))
	assert.Equal(t, 2, j.count("begin"))
	assert.Equal(t, 1, j.count("end"))
	step := j.result.Steps[0]
	assert.Equal(t, []int64{1, 0}, []int64{step.Succeeded, step.Failed}, "it was not the Task's own failure")
	assert.Empty(t, j.result.Failures)
	// Its own failure is one, also under a Service that had died before.
	j = failed(t, oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
script: {actions: {onRun: `+sh("echo $$ >$DIR/pid; "+announce)+`}}
`, "echo begin; if mkdir $DIR/once 2>/dev/null; then kill -9 $(cat $DIR/pid); fi; exit 1"), second(folder(t)))
	assert.Equal(t, 2, j.count("begin"))
	require.NotEmpty(t, j.result.Failures)
}

func hole01Environment(t *testing.T) {
	j := succeeded(t, jobHead+`
services:`+stays("V", "\n    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}")+`
steps:
  - name: A
    dependencies: [{service: V}]
    stepEnvironments:
      - {name: E, script: {actions: {onEnter: `+sh("echo enter; if mkdir $DIR/once 2>/dev/null; then kill -9 $(cat $DIR/V); exit 1; fi")+`}}}
    script: {actions: {onRun: `+sh("echo task")+`}}
`, second(folder(t)))
	assert.Equal(t, 2, j.count("enter"))
	assert.Equal(t, 1, j.count("task"))
	assert.Empty(t, j.result.Failures)
}

func hole02(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
script:
  actions:
    onEnter: `+sh(`echo "openjd_fail: not so bad"`)+`
    onRun: `+sh(announce)+`
    onExit: `+sh(`echo "openjd_fail: not so bad"`), "echo task"))
	assert.Equal(t, 1, j.count("task"))
}

func hole03(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1, healthIntervalSeconds: 1, failureThreshold: 3}
script:
  actions:
    onRun: `+sh("exec sleep 60")+`
    onHealthCheck: `+sh(`echo x >>$DIR/checks; n=$(grep -c x $DIR/checks); [ $n -lt 4 ] || touch $DIR/go
[ $n = 3 ] || { echo all is well; echo and more; exit 0; }
echo it is not; echo at all; exit 1`),
		"until [ -e $DIR/go ]; do sleep 0.01; done"), second(folder(t)))
	assert.Equal(t, 1, j.count("all is well"), "what is said again is folded\n%s", j.log())
	assert.Equal(t, 1, j.count("and more"))
	assert.Equal(t, 1, j.count("it is not"), "what a failed check said is kept in full")
	assert.Equal(t, 1, j.count("at all"))
	assert.Contains(t, j.notes(ofService("V")), "said the same as before")
}

func hole06(t *testing.T) {
	faults := faulty(t, jobHead+`
services:
  - {name: V, ports: [{name: p}], script: {actions: {onRun: {command: v}}}}
steps:
  - name: A
    dependencies: [{service: V}]
    stepEnvironments:
      - {name: E, dependencies: [{service: V}], variables: {X: "1"}}
    script: {actions: {onRun: {command: a}}}
`, "dependencies", "list the Service in the dependencies of the Step")
	assert.Len(t, faults, 1)
}

func hole07(t *testing.T) {
	text := jobHead + `
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: ` + sh("exit 3") + `}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: ` + sh("echo a") + `}}}
  - {name: B, dependencies: [{dependsOn: A}], script: {actions: {onRun: ` + sh("echo b") + `}}}
  - {name: C, script: {actions: {onRun: ` + sh("echo c") + `}}}
`
	j := failed(t, text, keepGoing())
	assert.Equal(t, 1, j.count("c"), "a Step outside the scope goes on")
	outcomes := map[string]run.Outcome{}
	for _, s := range j.result.Steps {
		outcomes[s.Name] = s.Outcome
	}
	assert.Equal(t, map[string]run.Outcome{"A": run.Failed, "B": run.NotRun, "C": run.Succeeded}, outcomes)
}

func hole10(t *testing.T) {
	j := succeeded(t, jobHead+`
services:
  - name: Back
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 2, completedTasks: KEEP}
    script: {actions: {onRun: `+sh("echo $$ >$DIR/Back; echo x >>$DIR/launches; [ $(grep -c x $DIR/launches) != 2 ] || exit 5; "+announce)+`}}
`+strings.Replace(stays("Front", "\n    dependencies: [{service: Back}]\n    restartPolicy: {maxAttempts: 0, completedTasks: KEEP}"),
		"echo Front up", "echo Front up; echo x >>$DIR/fronts", 1)+`
steps:
  - name: A
    dependencies: [{service: Front}]
    script:
      actions:
        onRun: `+sh(`echo begin; kill -9 $(cat $DIR/Back); until [ $(grep -c x $DIR/fronts) = 2 ]; do sleep 0.01; done; echo end`)+`
`, second(folder(t)))
	j.order("begin", "Front exit", "Front up", "end")
	assert.Equal(t, 1, j.count("begin"))
}

func hole13(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: {maxAttempts: 6, completedTasks: KEEP}
script: {actions: {onRun: `+sh("echo at {{Service.V.p.port}}; echo x >>$DIR/x; [ $(grep -c x $DIR/x) -ge 4 ] || exit 1; "+announce)+`}}
`, "true"), second(folder(t)))
	seen := map[string]bool{}
	for _, line := range j.lines() {
		if strings.HasPrefix(line, "at ") {
			assert.False(t, seen[line], "a Task with an old endpoint must not reach another Service")
			seen[line] = true
		}
	}
	assert.Len(t, seen, 4)
}

func hole15(t *testing.T) {
	j := failed(t, jobHead+`
services:
  - name: Slow
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh("echo slow; exec sleep 60")+`}}
  - name: Bad
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh("exit 3")+`}}
steps:
  - {name: A, dependencies: [{service: Slow}, {service: Bad}], script: {actions: {onRun: `+sh("echo a")+`}}}
`)
	assert.Less(t, j.result.Duration.Seconds(), 30.0)
	assert.Equal(t, "FAILED", j.service("Bad").State)
	assert.NotEqual(t, "FAILED", j.service("Slow").State)
}

func hole16(t *testing.T) {
	j := succeeded(t, jobHead+`
services:`+stays("V", "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+`
steps:
  - name: A
    dependencies: [{service: V}]
    stepEnvironments:
      - {name: E, script: {actions: {onEnter: `+sh("echo enter; if mkdir $DIR/once 2>/dev/null; then kill -9 $(cat $DIR/V); exec sleep 60; fi")+`}}}
    script: {actions: {onRun: `+sh("echo task")+`}}
`, second(folder(t)))
	assert.Less(t, j.result.Duration.Seconds(), 30.0, "the onEnter was waited for")
	assert.Equal(t, 2, j.count("enter"))
	assert.Equal(t, 1, j.count("task"))
	assert.Empty(t, j.result.Failures)
}

func hole17(t *testing.T) {
	// Front fails once of its own, then again after it was restarted for Back's
	// sake: its one attempt was used by then.
	dir, in := folder(t)
	j := start(t, jobHead+`
services:
  - name: Back
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 2, completedTasks: KEEP}
    script: {actions: {onRun: `+sh("echo $$ >$DIR/Back; echo x >>$DIR/launches; [ $(grep -c x $DIR/launches) != 2 ] || exit 5; "+announce)+`}}
`+strings.Replace(stays("Front", "\n    dependencies: [{service: Back}]\n    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}"),
		"echo Front up", "echo Front up; echo x >>$DIR/fronts", 1)+`
steps:
  - name: A
    dependencies: [{service: Front}, {service: Back}]
    script:
      actions:
        onRun: `+sh(`fronts() { until [ $(grep -c x $DIR/fronts) = $1 ]; do sleep 0.01; done; }
kill -9 $(cat $DIR/Front); fronts 2; kill -9 $(cat $DIR/Back); fronts 3; kill -9 $(cat $DIR/Front)
until [ -e $DIR/over ]; do sleep 0.01; done`)+`
`, in)
	j.until("FAILED", func(e *run.Event) bool { return e.Kind == run.ServiceState && e.State == "FAILED" })
	touch(t, dir, "over")
	require.Equal(t, run.Failed, j.wait().Outcome, j.log())
	assert.Equal(t, "FAILED", j.service("Front").State)
	assert.Equal(t, 3, j.service("Front").Launches)
}

func hole18(t *testing.T) {
	_, err := template.Load("env.yaml", []byte(`
specificationVersion: environment-2023-09
extensions: [SERVICE, EXPR, WRAP_ACTIONS]
environment:
  name: W
  runScope: [SERVICE]
  script:
    embeddedFiles: [{name: F, type: TEXT, data: "{{WrappedService.Name}}"}]
    actions:
      onWrapEnvEnter: {command: w}
      onWrapEnvExit: {command: w}
      onWrapServiceEnter: {command: w}
      onWrapServiceRun: {command: w}
      onWrapServiceHealthCheck: {command: w}
      onWrapServiceExit: {command: w}
`), template.Options{})
	require.ErrorContains(t, err, "WrappedService.Name")
}

func hole19(t *testing.T) {
	j := succeeded(t, jobHead+`
steps:
  - {name: A, script: {actions: {onRun: {command: echo, args: ["{{ split_host_port('[localhost]') == null }}", "{{ split_host_port('[::1]') == null }}"]}}}}
`)
	assert.Equal(t, []string{"true true"}, j.lines())
}

func hole20(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
script: {actions: {onRun: `+sh(`echo "openjd_status: warming up"; echo "openjd_progress: 40"; `+announce)+`}}
`, "true"))
	status := j.until("a status", func(e *run.Event) bool { return e.Kind == run.Status })
	assert.Equal(t, "V", status.Source.Service)
	assert.Equal(t, "warming up", status.Text)
	progress := j.until("progress", func(e *run.Event) bool { return e.Kind == run.Progress })
	assert.Equal(t, "V", progress.Source.Service)
	assert.InDelta(t, 40, progress.Percent, 0.01)
}

func hole21(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
script: {actions: {onRun: `+sh(`echo port {{Service.V.p.port}}; `+announce)+`}}
`, "true"))
	low, high := ephemeral(t)
	port := j.service("V").Ports[0].Port
	assert.True(t, port < low || port > high, "%d is one of the kernel's own choices, %d to %d", port, low, high)
}

func hole22(t *testing.T) {
	// Prep makes what Reader uses; Base, which Prep's Step needs, dies under Use.
	j := succeeded(t, jobHead+`
services:`+stays("Base", "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+stays("Reader", "\n    dependencies: [{dependsOn: Prep}]")+`
steps:
  - {name: Prep, dependencies: [{service: Base}], script: {actions: {onRun: `+sh("echo prep")+`}}}
  - name: Use
    dependencies: [{dependsOn: Prep}, {service: Base}, {service: Reader}]
    script: {actions: {onRun: `+sh("echo use; if mkdir $DIR/once 2>/dev/null; then kill -9 $(cat $DIR/Base); exec sleep 60; fi")+`}}
`, second(folder(t)))
	j.order("Base up", "prep", "Reader up", "use", "Base up", "prep", "Reader up", "use")
	assert.Equal(t, 2, j.sessions("Reader"))
}
