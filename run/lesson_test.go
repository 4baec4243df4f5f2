package run_test

// This file defines the lessons T01 to T10 of what others learned with services:
// a start, its output, its secrets. What they concern but the template alone is in
// lesson_check_test.go, restarts are in lesson_restart_test.go.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// lesson is one test by its number.
type lesson struct {
	name string
	test func(t *testing.T)
}

func each(t *testing.T, lessons []lesson) {
	for _, l := range lessons {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			l.test(t)
		})
	}
}

func TestLesson(t *testing.T) {
	each(t, []lesson{
		{"T01_each_document_under_its_own_extensions", lesson01},
		{"T01_the_reverse_an_attachment_without_SERVICE", lesson01Reverse},
		{"T02_a_secret_of_onEnter_without_the_extension", lesson02},
		{"T02_a_secret_of_onEnter_with_the_extension", lesson02Declared},
		{"T03_an_ignored_secret_is_masked_all_the_same", lesson03},
		{"T04_the_first_probe_is_at_launch", lesson04},
		{"T05_a_readiness_timeout_in_the_middle_of_a_check", lesson05},
		{"T06_every_line_of_a_Service_bears_its_name", lesson06},
		{"T07_which_Environment_of_a_Service_Session_failed", lesson07},
		{"T08_nothing_is_promised_that_does_not_happen", lesson08},
		{"T09_FAILED_is_told_once", lesson09},
		{"T10_canceled_Tasks_are_not_counted_as_run", lesson10},
	})
}

// notes are what the runner itself said of a source for which of says yes.
func (j *job) notes(of func(s run.Source) bool) []string {
	var out []string
	for _, e := range j.all() {
		if e.Kind == run.Note && of(e.Source) {
			out = append(out, e.Text)
		}
	}
	return out
}

// ofService picks what is about a Service.
func ofService(name string) func(s run.Source) bool {
	return func(s run.Source) bool { return s.Service == name }
}

// succeeded runs a Job that has to succeed.
func succeeded(t *testing.T, text string, options ...option) *job {
	t.Helper()
	j := runJob(t, text, options...)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	return j
}

// failed runs a Job that has to fail.
func failed(t *testing.T, text string, options ...option) *job {
	t.Helper()
	j := runJob(t, text, options...)
	require.Equal(t, run.Failed, j.result.Outcome, j.log())
	return j
}

// oneTask is a Job of one Service, given from its healthCheck on, and one Step
// whose only Task runs a script.
func oneTask(rest, script string) string {
	return jobHead + `
services:
  - name: V
    ports: [{name: p}]
    ` + strings.ReplaceAll(strings.TrimSpace(rest), "\n", "\n    ") + `
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: ` + sh(script) + `}}
`
}

func lesson01(t *testing.T) {
	j := succeeded(t, `
specificationVersion: jobtemplate-2023-09
name: plain
steps:
  - name: A
    script: {actions: {onRun: `+sh("echo task $WHERE")+`}}
`, attach(environmentHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    variables: {OWN: "{{join_host_port('::1', Service.V.p.port)}}"}
    script:
      actions:
        onEnter: `+sh("echo enter $OWN")+`
        onRun: `+sh(`echo run {{join_host_port(Service.V.p.bindAddress, Service.V.p.port)}}; `+announce)+`
        onExit: `+sh("echo exit {{join_host_port('::1', Service.V.p.port)}}")+`
environment:
  name: E
  dependencies: [{service: V}]
  variables: {WHERE: "{{join_host_port(Service.V.p.connectAddress, Service.V.p.port)}}"}
  script: {actions: {onExit: `+sh("echo left {{join_host_port('h', Service.V.p.port)}}")+`}}
`))
	for _, text := range []string{"enter [::1]:", "run 127.0.0.1:", "task 127.0.0.1:", "left h:", "exit [::1]:"} {
		assert.Equal(t, 1, j.count(text), "%s\n%s", text, j.log())
	}
}

func lesson01Reverse(t *testing.T) {
	plain := `
specificationVersion: environment-2023-09
extensions: [EXPR]
environment:
  name: E
  variables: {TWICE: "{{2 * 21}}"}
  script: {actions: {onEnter: ` + sh("echo entered $TWICE") + `}}
`
	j := succeeded(t, oneTask(`
healthCheck: {type: STDOUT}
script: {actions: {onRun: `+sh("echo up $TWICE; "+announce)+`}}
`, "echo task $TWICE {{join_host_port('h', Service.V.p.port)}}"), attach(plain))
	assert.Equal(t, 2, j.count("entered 42"), "in the Service Session and in the Task Session")
	assert.Equal(t, 1, j.count("up 42"))
	assert.Equal(t, 1, j.count("task 42 h:"))
	faulty(t, strings.Replace(plain, "2 * 21", "join_host_port('h', 1)", 1), "join_host_port")
}

const secretService = `
healthCheck: {type: STDOUT}
script:
  actions:
    onEnter: `

func lesson02(t *testing.T) {
	j := succeeded(t, oneTask(secretService+sh(`echo "openjd_redacted_env: PIN=hush-4711"`)+`
    onRun: `+sh(`echo "pin is ${PIN-unset}"; `+announce), "true"))
	assert.Equal(t, 1, j.count("pin is unset"))
	assert.NotContains(t, j.log(), "hush-4711")
	var warnings []string
	for _, e := range j.all() {
		if e.Kind == run.Note && e.Level == run.Warning {
			warnings = append(warnings, e.Text)
			assert.Equal(t, "V", e.Source.Service)
		}
	}
	require.Len(t, warnings, 1, j.log())
	assert.Contains(t, warnings[0], "PIN")
	assert.Contains(t, warnings[0], "REDACTED_ENV_VARS")
}

func lesson02Declared(t *testing.T) {
	text := oneTask(secretService+sh(`echo "openjd_redacted_env: PIN=hush-4711"`)+`
    onRun: `+sh(`echo "pin is ${PIN-unset}"; [ "$PIN" = hush-4711 ] && echo known; `+announce), `echo "task ${PIN-unset}"`)
	j := succeeded(t, strings.Replace(text, "[SERVICE, EXPR]", "[SERVICE, EXPR, REDACTED_ENV_VARS]", 1))
	assert.Equal(t, 1, j.count("known"))
	assert.Equal(t, 1, j.count("task unset"), "it does not reach Tasks")
	assert.NotContains(t, j.log(), "hush-4711")
	assert.Equal(t, 1, j.count("pin is ***"), j.log())
}

func lesson03(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1}
script:
  actions:
    onRun: `+sh(`echo "openjd_redacted_env: PIN=hush-4711"; echo said >$DIR/said; exec sleep 60`)+`
    onHealthCheck: `+sh(`[ -e $DIR/said ] || exit 1; echo "check ${PIN-unset}"
echo "openjd_redacted_env: KEY=hist-0815"; echo "the key: hist-0815; the pin: hush-4711"; [ -e $DIR/once ] || { touch $DIR/once; exit 1; }`),
		`echo "task ${PIN-unset} hush-4711 hist-0815"`), second(folder(t)))
	assert.NotContains(t, j.log(), "hush-4711")
	assert.NotContains(t, j.log(), "hist-0815")
	assert.Positive(t, j.count("check unset"), "without an effect")
	assert.Equal(t, 1, j.count("task unset *"), j.log())
}

// faulty requires that a document is refused, for one fault or more, and that the
// first says all of this. It gives all faults.
func faulty(t *testing.T, text string, says ...string) template.Faults {
	t.Helper()
	_, err := template.Load("job.yaml", []byte(text), template.Options{})
	var faults template.Faults
	require.ErrorAs(t, err, &faults)
	for _, word := range says {
		assert.Contains(t, faults[0].Error(), word)
	}
	return faults
}

// second is the option of a folder whose name is not needed.
func second(_ string, o option) option { return o }

func lesson04(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 60}
script:
  actions:
    onRun: `+sh("exec sleep 60")+`
    onHealthCheck: `+sh("echo asked"), "true"))
	assert.Less(t, j.result.Duration.Seconds(), 30.0, "a whole interval was waited for")
	j = succeeded(t, oneTask(`
healthCheck: {type: TCP_CONNECT, readinessIntervalSeconds: 60}
script: {actions: {onRun: `+sh(`exec "$TOOL" tool echo {{Service.V.p.bindAddress}} {{Service.V.p.port}}`)+`}}
`, "true"), tools())
	assert.Less(t, j.result.Duration.Seconds(), 30.0, "a whole interval was waited for")
}

func lesson05(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: COMMAND, readinessTimeoutSeconds: 1}
script:
  actions:
    onRun: `+sh("exec sleep 60")+`
    onHealthCheck: {command: sh, args: ["-c", "trap 'exit 0' TERM; echo asking; while :; do sleep 0.01; done"],
      cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 5}}
    onExit: `+sh("echo left"), "echo task"))
	assert.Equal(t, 1, j.count("asking"))
	assert.Zero(t, j.count("task"), "its exit with 0 after the notice counts for nothing")
	assert.Zero(t, j.states("V", "READY"))
	assert.Equal(t, 1, j.count("left"))
	assert.Contains(t, strings.Join(j.notes(ofService("V")), "\n"), "canceled: the readiness timeout expired", j.log())
}

func lesson06(t *testing.T) {
	j := succeeded(t, oneTask(`
healthCheck: {type: COMMAND, readinessIntervalSeconds: 1}
script:
  actions:
    onEnter: `+sh("echo svc enter")+`
    onRun: `+sh("echo svc run; exec sleep 60")+`
    onHealthCheck: `+sh("echo svc check; [ -e $DIR/once ] || { touch $DIR/once; exit 1; }")+`
    onExit: `+sh("echo svc exit"), "echo task"), second(folder(t)))
	actions := map[string]bool{}
	for _, e := range j.all() {
		if e.Kind != run.Output {
			continue
		}
		if strings.HasPrefix(e.Text, "svc ") {
			require.Equal(t, "V", e.Source.Service, "%+v", e)
			actions[e.Source.Action] = true
		} else {
			require.Empty(t, e.Source.Service, "%+v", e)
		}
	}
	assert.Equal(t, map[string]bool{"onEnter": true, "onRun": true, "onHealthCheck": true, "onExit": true}, actions)
}

func lesson07(t *testing.T) {
	j := failed(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh(announce)+`, onExit: `+sh("echo svc exit")+`}}
jobEnvironments:
  - {name: First, runScope: [SERVICE], script: {actions: {onEnter: `+sh("echo first")+`, onExit: `+sh("echo first exit")+`}}}
  - {name: Second, runScope: [SERVICE], script: {actions: {onEnter: `+sh("echo second; exit 3")+`, onExit: `+sh("echo second exit")+`}}}
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: `+sh("echo task")+`}}
`)
	assert.Equal(t, []string{"first", "second", "second exit", "first exit"}, j.lines(), "onExit of the Service is not due")
	var banners []string
	for _, e := range j.all() {
		if e.Kind == run.ActionStarted && e.Source.Action == "onEnter" {
			assert.Equal(t, "V", e.Source.Service)
			banners = append(banners, e.Source.Environment)
		}
	}
	assert.Equal(t, []string{"First", "Second"}, banners)
	unready := j.until("UNREADY", func(e *run.Event) bool { return e.Kind == run.ServiceState && e.State == "UNREADY" })
	assert.Contains(t, unready.Text, "Second")
	opened := j.until("the Session", func(e *run.Event) bool { return e.Kind == run.SessionStarted && e.Source.Service == "V" })
	assert.Contains(t, opened.Text, j.dir, "the working directory is told")
	require.NotEmpty(t, j.result.Failures)
	assert.Equal(t, "Second", j.result.Failures[0].Source.Environment)
}

func lesson08(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: {maxAttempts: 1, completedTasks: RERUN}
script: {actions: {onRun: `+sh("echo $$ >$DIR/pid; "+announce)+`}}
`, "echo begin; kill -9 $(cat $DIR/pid); exec sleep 60"), second(folder(t)))
	assert.Equal(t, 2, j.count("begin"))
	again := func(e run.Event) bool { return e.Kind == run.Note && strings.Contains(e.Text, "run again") }
	assert.Equal(t, 1, j.counted(again), "told for the relaunch, not for the end\n%s", j.log())
	assert.Less(t, j.place("return", true, again), j.place("FAILED", false, func(e run.Event) bool {
		return e.Kind == run.ServiceState && e.State == "FAILED"
	}))
	assert.Equal(t, 2, j.sessions(""))
	assert.Equal(t, int64(0), j.result.Steps[0].Failed, "the canceled Task has not failed")
}

func lesson09(t *testing.T) {
	j := failed(t, oneTask(`
healthCheck: {type: STDOUT}
script: {actions: {onRun: `+sh("echo why it died; exit 4")+`}}
`, "echo task"))
	assert.Equal(t, 1, j.states("V", "FAILED"))
	v := j.service("V")
	assert.Equal(t, "FAILED", v.State)
	assert.Contains(t, v.Reason, "status 4")
	require.Len(t, j.result.Failures, 1)
	assert.Equal(t, []string{"why it died"}, j.result.Failures[0].Tail)
	assert.Zero(t, j.count("task"))
}

func lesson10(t *testing.T) {
	j := succeeded(t, press(`{maxAttempts: 1, completedTasks: RERUN}`), second(folder(t)))
	step := j.result.Steps[0]
	assert.Equal(t, []int64{3, 0, 0}, []int64{step.Succeeded, step.Failed, step.Canceled})
	assert.Equal(t, 1, j.counted(func(e run.Event) bool { return e.Kind == run.TaskEnded && e.Outcome == run.Requeued }))
	assert.Equal(t, 4, j.counted(func(e run.Event) bool { return e.Kind == run.TaskEnded && e.Outcome == run.Succeeded }))
}
