package run_test

// This file defines the lessons of restarts, ports and order: T18 to T39 as far as
// they need a run.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

func TestLessonOfARun(t *testing.T) {
	each(t, []lesson{
		{"T18_the_order_of_a_bad_instances_end", lesson18},
		{"T19_probes_without_output_can_be_followed", lesson19},
		{"T20_a_listed_Step_that_is_not_run", lesson20},
		{"T21_a_port_pinned_by_two", lesson21},
		{"T22_which_ports_are_probed", lesson22},
		{"T24_KEEP_after_three_of_six", lesson24},
		{"T25_a_Service_that_dies_with_the_last_Task", lesson25},
		{"T26_a_Job_Environment_that_fails_once", lesson26},
		{"T27_an_inline_and_an_attached_Service_of_one_name", lesson27},
		{"T28_an_attachment_of_services_only", lesson28},
		{"T29_onEnter_beats_variables", lesson29},
		{"T30_a_COMMAND_that_is_never_ready", lesson30},
		{"T31_parts_of_a_Job", lesson31},
		{"T33_why_onEnter_failed", lesson33},
		{"T34_a_pinned_port_and_a_second_Session", lesson34},
		{"T35_one_pin_for_two_Steps_in_turn", lesson35},
		{"T36_a_Step_between_two_of_the_scope", lesson36},
		{"T37_dependents_down_before_the_upstreams_old_Session", lesson37},
		{"T38_no_start_waves", lesson38},
		{"T39_an_Environment_with_an_old_endpoint", lesson39},
	})
}

// touch makes an empty file that a script waits for.
func touch(t *testing.T, dir, name string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
}

// selected runs some Steps only, by their index.
func selected(steps ...int) option {
	return func(s *settings) {
		for _, i := range steps {
			s.Select = append(s.Select, run.StepSelection{Step: i})
		}
	}
}

// stays is a Service of a name that is READY at once; more stands before its
// script. It writes its pid to $DIR/NAME.
func stays(name, more string) string {
	return `
  - name: ` + name + `
    ports: [{name: p}]
    healthCheck: {type: STDOUT}` + more + `
    script: {actions: {onRun: ` + sh(`echo $$ >$DIR/`+name+`; echo `+name+` up; `+announce) + `, onExit: ` + sh(`echo `+name+` exit`) + `}}`
}

func lesson18(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1, healthIntervalSeconds: 1, failureThreshold: 1}
script:
  actions:
    onRun: `+sh("exec sleep 60")+`
    onHealthCheck: `+sh("[ ! -e $DIR/sick ]"), "touch $DIR/sick; exec sleep 3"), second(folder(t)))
	state := func(state string) int {
		return j.place(state, false, func(e run.Event) bool { return e.Kind == run.ServiceState && e.State == state })
	}
	gone := j.place("end of onRun", false, func(e run.Event) bool {
		return e.Kind == run.ActionEnded && e.Source.Service == "V" && e.Source.Action == "onRun"
	})
	assert.Less(t, state("READY"), state("UNHEALTHY"))
	assert.Less(t, state("UNHEALTHY"), state("UNREADY"))
	assert.Less(t, state("UNREADY"), gone)
	assert.Less(t, gone, state("FAILED"))
}

func lesson19(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: STDOUT, healthIntervalSeconds: 1, failureThreshold: 2}
script: {actions: {onRun: `+sh(announce)+`}}
`, "exec sleep 5"))
	notes := strings.Join(j.notes(ofService("V")), "\n")
	assert.Contains(t, notes, "1 of 2")
	assert.Equal(t, 1, j.states("V", "UNHEALTHY"))
	// Nothing listens at first: the check says so.
	dir, in := folder(t)
	j = start(t, oneTask(`
script: {actions: {onRun: `+sh(`until [ -e $DIR/go ]; do sleep 0.01; done; exec "$TOOL" tool echo {{Service.V.p.bindAddress}} {{Service.V.p.port}}`)+`}}
`, "true"), tools(), in)
	j.until("a failed probe", func(e *run.Event) bool { return e.Kind == run.Note && strings.Contains(e.Text, "refused") })
	touch(t, dir, "go")
	require.Equal(t, run.Succeeded, j.wait().Outcome, j.log())
}

func lesson20(t *testing.T) {
	j := succeeded(t, jobHead+`
services:`+stays("V", "\n    dependencies: [{dependsOn: A}]")+`
steps:
  - {name: A, script: {actions: {onRun: `+sh("echo a")+`}}}
  - {name: B, dependencies: [{service: V}], script: {actions: {onRun: `+sh("echo b")+`}}}
`, second(folder(t)), selected(1))
	assert.Zero(t, j.count("a\n"))
	told := j.place("a note", false, func(e run.Event) bool {
		return e.Kind == run.Note && strings.Contains(e.Text, "A") && strings.Contains(e.Text, "completed")
	})
	assert.Less(t, told, j.place("the start", false, func(e run.Event) bool { return e.Kind == run.ServiceState }))
}

func lesson22(t *testing.T) {
	j := succeeded(t, jobHead+`
services:
  - name: V
    ports: [{name: web}, {name: log, protocol: UDP}]
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool echo {{Service.V.web.bindAddress}} {{Service.V.web.port}}`)+`}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: `+sh("true")+`}}}
`, tools())
	notes := strings.Join(j.notes(ofService("V")), "\n")
	assert.Contains(t, notes, "check TCP_CONNECT of web every")
	assert.Contains(t, notes, "(UDP)")
}

func lesson24(t *testing.T) {
	dir, in := folder(t)
	j := succeeded(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script:
      actions:
        onEnter: `+sh("echo enter >>$DIR/trace; echo kept >state")+`
        onRun: `+sh("cat state >>$DIR/trace; echo $$ >$DIR/pid; "+announce)+`
        onExit: `+sh("echo exit >>$DIR/trace")+`
steps:
  - name: A
    dependencies: [{service: V}]
    `+numbered(6)+`
    script: {actions: {onRun: `+sh("echo task {{Task.Param.N}} >>$DIR/trace; [ {{Task.Param.N}} != 3 ] || kill -9 $(cat $DIR/pid)")+`}}
`, in)
	got := trace(t, dir)
	var tasks, rest []string
	for _, line := range got {
		if strings.HasPrefix(line, "task") {
			tasks = append(tasks, line)
		} else {
			rest = append(rest, line)
		}
	}
	assert.Equal(t, []string{"task 1", "task 2", "task 3", "task 4", "task 5", "task 6"}, tasks)
	assert.Equal(t, []string{"enter", "kept", "kept", "exit"}, rest)
	assert.Equal(t, 1, j.sessions("V"))
}

func lesson25(t *testing.T) {
	dies := func(policy string) string {
		return oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: `+policy+`
script: {actions: {onRun: `+sh("echo $$ >$DIR/pid; "+announce)+`}}
`, "kill -9 $(cat $DIR/pid)")
	}
	j := succeeded(t, dies("{maxAttempts: 1, completedTasks: KEEP}"), second(folder(t)))
	assert.NotEqual(t, "FAILED", j.service("V").State)
	assert.Equal(t, 1, j.taskRuns())
	// Without an attempt the verdict stands, though the Task was the last one and
	// succeeds: the Service was lost while its scope had work.
	dir, in := folder(t)
	j = start(t, oneTask(`
healthCheck: {type: STDOUT}
script: {actions: {onRun: `+sh("echo $$ >$DIR/pid; "+announce)+`}}
`, "kill -9 $(cat $DIR/pid); until [ -e $DIR/over ]; do sleep 0.01; done"), in)
	j.until("FAILED", func(e *run.Event) bool { return e.Kind == run.ServiceState && e.State == "FAILED" })
	touch(t, dir, "over")
	require.Equal(t, run.Failed, j.wait().Outcome, j.log())
	assert.Equal(t, run.Failed, j.result.Steps[0].Outcome)
	assert.Equal(t, 1, j.states("V", "FAILED"))
}

func lesson26(t *testing.T) {
	dir, in := folder(t)
	j := succeeded(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script: {actions: {onRun: `+sh("echo up >>$DIR/trace; "+announce)+`, onExit: `+sh("echo svc exit >>$DIR/trace")+`}}
jobEnvironments:
  - name: E
    runScope: [SERVICE]
    script: {actions: {onEnter: `+sh("echo enter >>$DIR/trace; if mkdir $DIR/once 2>/dev/null; then exit 1; fi")+`, onExit: `+sh("echo exit >>$DIR/trace")+`}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: `+sh("true")+`}}}
`, in)
	assert.Equal(t, []string{"enter", "exit", "enter", "up", "svc exit", "exit"}, trace(t, dir))
	folders := map[string]bool{}
	for _, e := range j.all() {
		if e.Kind == run.SessionStarted && e.Source.Service == "V" {
			folders[e.Text] = true
		}
	}
	assert.Len(t, folders, 2, "a directory for each Session")
}

func lesson27(t *testing.T) {
	j := succeeded(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh("echo inline {{Service.V.p.port}}; "+announce)+`}}
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: `+sh("echo task {{Service.V.p.port}} $OUTER")+`}}}
`, attach(environmentHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh("echo attached {{Service.V.p.port}}; "+announce)+`}}
environment: {name: E, dependencies: [{service: V}], variables: {OUTER: "{{Service.V.p.port}}"}}
`))
	require.Len(t, j.result.Services, 2)
	ports := map[string]string{}
	for _, line := range j.lines() {
		if word, port, found := strings.Cut(line, " "); found {
			ports[word] = port
		}
	}
	assert.Equal(t, ports["inline"]+" "+ports["attached"], ports["task"])
	assert.NotEqual(t, ports["inline"], ports["attached"])
	for _, e := range j.all() {
		if e.Kind == run.Output && strings.HasPrefix(e.Text, "attached") {
			assert.Contains(t, e.Source.Service, "env1.yaml")
		}
	}
}

func lesson28(t *testing.T) {
	j := succeeded(t, `
specificationVersion: jobtemplate-2023-09
name: plain
steps:
  - {name: A, script: {actions: {onRun: `+sh("env >$DIR/env; echo task")+`}}}
`, attach(environmentHead+"services:"+stays("V", "")), second(folder(t)))
	j.order("V up", "task", "V exit")
	assert.Len(t, j.result.Services, 1)
}

func lesson29(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1}
restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
variables: {WHO: declared}
script:
  actions:
    onEnter: `+sh(`echo "onEnter $WHO"; echo "openjd_env: WHO=entered"`)+`
    onRun: `+sh(`echo "onRun $WHO"; echo $$ >$DIR/pid; exec sleep 60`)+`
    onHealthCheck: `+sh(`[ -e $DIR/pid ] && echo "check $WHO"`)+`
    onExit: `+sh(`echo "onExit $WHO"`), `echo "task ${WHO-unset}"; p=$(cat $DIR/pid); rm $DIR/pid; kill -9 $p; until [ -e $DIR/pid ]; do sleep 0.01; done`),
		second(folder(t)))
	assert.Equal(t, 1, j.count("onEnter declared"))
	assert.Equal(t, 2, j.count("onRun entered"), "across a relaunch\n%s", j.log())
	assert.Positive(t, j.count("check entered"))
	assert.Equal(t, 1, j.count("onExit entered"))
	assert.Equal(t, 1, j.count("task unset"))
	for _, line := range j.lines() {
		if strings.HasPrefix(line, "check") {
			assert.Equal(t, "check entered", line)
		}
	}
}

func lesson30(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1, readinessTimeoutSeconds: 1}
script:
  actions:
    onRun: `+sh("exec sleep 60")+`
    onHealthCheck: `+sh("exit 9"), "echo task"))
	assert.Zero(t, j.count("task"))
	v := j.service("V")
	assert.Equal(t, "FAILED", v.State)
	assert.Contains(t, v.Reason, "not READY within 1s")
	assert.Contains(t, v.Reason, "status 9", "what the last check said")
	assert.Equal(t, 1, v.Launches)
	assert.Equal(t, 1, j.states("V", "UNREADY"), "said once\n%s", j.log())
	require.Len(t, j.result.Failures, 1)
	assert.Equal(t, "Service V: not READY within 1s; the last probe: exited with status 9", j.result.Failures[0].Message,
		"the cause, not the signal that ended onRun for it")
}

func lesson31(t *testing.T) {
	text := jobHead + `
services:` + stays("V", "") + `
steps:
  - name: A
    dependencies: [{service: V}]
    ` + numbered(3) + `
    script: {actions: {onRun: ` + sh("echo a {{Task.Param.N}}") + `}}
  - {name: B, script: {actions: {onRun: ` + sh("echo b") + `}}}
`
	j := succeeded(t, text, second(folder(t)), selected(1))
	assert.Equal(t, []string{"b"}, j.lines())
	assert.Equal(t, "not started", j.service("V").State)
	j = succeeded(t, text, second(folder(t)), selected(0), func(s *settings) { s.MaximumTasks = 1 })
	j.order("V up", "a 1", "V exit")
	assert.Zero(t, j.count("a 2"))
}

func lesson33(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: STDOUT}
script:
  actions:
    onEnter: `+sh(`echo "openjd_fail: no licence"; exit 2`)+`
    onRun: `+sh(announce), "echo task"))
	assert.Contains(t, j.service("V").Reason, "no licence")
	require.NotEmpty(t, j.result.Failures)
	assert.Equal(t, 2, j.result.Failures[0].Exit.Code)
	assert.Contains(t, j.result.Failures[0].Message, "no licence")
	assert.Contains(t, j.result.Failures[0].Message, "status 2")
}
