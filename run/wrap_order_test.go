package run_test

// This file tests which hooks run in place of what, in which order, and what is
// cleaned up after a failure (§4.3, RFC 0008).

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// wrapper is a wrapping Environment Template that says which hook runs for what
// and then runs the wrapped action.
const wrapper = `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR]
environment:
  name: W
  script:
    actions:
      onEnter: {command: echo, args: ["enter W"]}
      onWrapEnvEnter:
        command: sh
        args: ["-c", 'echo "<enter $0>"; "$@"', "{{WrappedEnv.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]
      onWrapTaskRun:
        command: sh
        args: ["-c", 'echo "<task $0>"; "$@"', "{{WrappedStep.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]
      onWrapEnvExit:
        command: sh
        args: ["-c", 'echo "<exit $0>"; "$@"', "{{WrappedEnv.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]
      onExit: {command: echo, args: ["exit W"]}
`

// outer is an Environment Template that says when it is entered and exited.
const outer = `
specificationVersion: environment-2023-09
environment:
  name: Outer
  script:
    actions:
      onEnter: {command: echo, args: [enter Outer]}
      onExit: {command: echo, args: [exit Outer]}
`

// inside is a Job with Environments of both kinds to be wrapped.
const inside = `
specificationVersion: jobtemplate-2023-09
name: inside
jobEnvironments:
  - name: J
    script:
      actions:
        onEnter: {command: echo, args: [enter J]}
        onExit: {command: echo, args: [exit J]}
  - {name: Vars, variables: {V: v}}
steps:
  - name: A
    stepEnvironments:
      - name: OnlyEnter
        script: {actions: {onEnter: {command: echo, args: [enter S]}}}
      - name: OnlyExit
        script: {actions: {onExit: {command: echo, args: [exit S]}}}
    parameterSpace:
      taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]
    script: {actions: {onRun: {command: sh, args: ["-c", "echo task {{Task.Param.I}} $V"]}}}
  - name: B
    dependencies: [{dependsOn: A}]
    script: {actions: {onRun: {command: echo, args: [task B]}}}
`

// §4.3: what is inside the wrapping Environment is wrapped, what is outside of
// it and its own actions are not; where nothing is to be replaced no hook runs.
func TestWrapOrder(t *testing.T) {
	j := runJob(t, inside, attach(outer), attach(wrapper))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{
		"enter Outer", "enter W", "<enter J>", "enter J",
		"<enter OnlyEnter>", "enter S", "<task A>", "task 1 v", "<task A>", "task 2 v", "<exit OnlyExit>", "exit S",
		"<task B>", "task B",
		"<exit J>", "exit J", "exit W", "exit Outer",
	}, j.lines())
}

// §4.3: a Step's wrapping Environment wraps what comes after it in its Step
// alone, and its hooks see the Step's name and let.
func TestWrapOfAStep(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
extensions: [WRAP_ACTIONS, EXPR]
name: step
steps:
  - name: A
    let: ["x = 'let of ' + Step.Name"]
    stepEnvironments:
      - name: Before
        script: {actions: {onEnter: {command: echo, args: [enter Before]}, onExit: {command: echo, args: [exit Before]}}}
      - name: W
        script:
          let: ["y = x + '!'"]
          actions:
            onWrapEnvEnter: {command: echo, args: ["<enter {{WrappedEnv.Name}}> {{Step.Name}} {{y}}"]}
            onWrapTaskRun: {command: echo, args: ["<task {{WrappedStep.Name}}> {{x}}"]}
            onWrapEnvExit: {command: echo, args: ["<exit {{WrappedEnv.Name}}>"]}
      - name: After
        script: {actions: {onEnter: {command: echo, args: [enter After]}, onExit: {command: echo, args: [exit After]}}}
    script: {actions: {onRun: {command: echo, args: [task A]}}}
  - name: B
    dependencies: [{dependsOn: A}]
    script: {actions: {onRun: {command: echo, args: [task B]}}}
`)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"enter Before", "<enter After> A let of A!", "<task A> let of A", "<exit After>", "exit Before", "task B"}, j.lines())
}

// failing is wrapper with one action that ends with status 3.
func failing(action string) string {
	lines := strings.Split(wrapper, "\n")
	for i, line := range lines {
		switch {
		case !strings.Contains(line, action+":"):
		case strings.Contains(line, "echo"):
			lines[i] = "      " + action + `: {command: sh, args: ["-c", "echo failing ` + action + `; exit 3"]}`
		default:
			lines[i+2] = strings.Replace(lines[i+2], `"$@"'`, `exit 3'`, 1)
		}
	}
	return strings.Join(lines, "\n")
}

// RFC 0008, cleanup guarantee: after a hook's failure what was entered is
// exited through onWrapEnvExit, then the wrapping Environment itself. A hook's
// failure counts as that of the action it replaces.
func TestWrapFailures(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
name: failing
jobEnvironments:
  - name: J
    script: {actions: {onEnter: {command: echo, args: [enter J]}, onExit: {command: echo, args: [exit J]}}}
  - name: K
    script: {actions: {onEnter: {command: echo, args: [enter K]}, onExit: {command: echo, args: [exit K]}}}
steps:
  - name: A
    parameterSpace:
      taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]
    script: {actions: {onRun: {command: echo, args: [task]}}}
`
	for action, want := range map[string]struct {
		lines  []string
		source run.Source
	}{
		"onEnter": {[]string{"failing onEnter", "exit W"},
			run.Source{Environment: "W", Action: "onEnter"}},
		"onWrapEnvEnter": {[]string{"enter W", "<enter J>", "<exit J>", "exit J", "exit W"},
			run.Source{Environment: "J", Action: "onEnter"}},
		"onWrapTaskRun": {[]string{"enter W", "<enter J>", "enter J", "<enter K>", "enter K", "<task A>", "<exit K>", "exit K", "<exit J>", "exit J", "exit W"},
			run.Source{Step: "A", Task: 1, Action: "onRun"}},
		"onWrapEnvExit": {[]string{"enter W", "<enter J>", "enter J", "<enter K>", "enter K", "<task A>", "task", "<task A>", "task", "<exit K>", "<exit J>", "exit W"},
			run.Source{Environment: "K", Action: "onExit"}},
	} {
		t.Run(action, func(t *testing.T) {
			j := runJob(t, job, attach(failing(action)))
			assert.Equal(t, run.Failed, j.result.Outcome)
			assert.Equal(t, want.lines, j.lines())
			require.NotEmpty(t, j.result.Failures)
			first := j.result.Failures[0]
			want.source.Session, want.source.Worker = first.Source.Session, first.Source.Worker
			assert.Equal(t, want.source, first.Source)
			assert.Equal(t, 3, first.Exit.Code)
		})
	}
}

// An action or a hook that cannot be resolved is not run and counts as failed;
// the Environment counts as attempted and is exited.
func TestWrapUnresolved(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: unresolved
parameterDefinitions: [{name: N, type: INT, default: 0}]
jobEnvironments:
  - name: J
    script:
      actions:
        onEnter: {command: echo, args: ["{{ 1 // Param.N }}"]}
        onExit: {command: echo, args: [exit J]}
steps:
  - {name: A, script: {actions: {onRun: {command: echo, args: [task]}}}}
`
	j := runJob(t, job, attach(wrapper))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, []string{"enter W", "<exit J>", "exit J", "exit W"}, j.lines())
	assert.Equal(t, "J", j.result.Failures[0].Source.Environment)
	assert.False(t, j.result.Failures[0].Exit.Started)

	hook := strings.Replace(wrapper, `"{{WrappedStep.Name}}", `, `"{{WrappedAction.Args[5]}}", `, 1)
	j = runJob(t, strings.Replace(job, "default: 0", "default: 1", 1), attach(hook))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, []string{"enter W", "<enter J>", "1", "<exit J>", "exit J", "exit W"}, j.lines())
	assert.Contains(t, j.result.Failures[0].Exit.Message, "env1.yaml:14", "the place is the hook's")
}

// An interrupt cancels the running hook by the hook's own method; then the
// exits run whole, through their hooks.
func TestWrapInterrupted(t *testing.T) {
	waits := strings.Replace(wrapper, `'echo "<task $0>"; "$@"'`, `'trap "echo noticed; exit 1" TERM; echo "<task $0>"; sleep 100 >/dev/null & wait'`, 1)
	waits = strings.Replace(waits, "      onWrapEnvExit:", "        cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 50}\n      onWrapEnvExit:", 1)
	j := start(t, `
specificationVersion: jobtemplate-2023-09
name: interrupted
jobEnvironments:
  - name: J
    script: {actions: {onEnter: {command: echo, args: [enter J]}, onExit: {command: echo, args: [exit J]}}}
steps:
  - {name: A, script: {actions: {onRun: {command: echo, args: [task]}}}}
`, attach(waits))
	j.untilLine("<task A>")
	j.interrupt()
	j.wait()
	assert.Equal(t, run.Canceled, j.result.Outcome)
	assert.Equal(t, []string{"enter W", "<enter J>", "enter J", "<task A>", "noticed", "<exit J>", "exit J", "exit W"}, j.lines())
}

// §4.3: two wrapping Environments of one Session are refused before anything
// runs, wherever they come from; those of different Steps never meet.
func TestWrapTwice(t *testing.T) {
	inJob := strings.Replace(strings.Replace(strings.Replace(wrapper, "environment-2023-09", "jobtemplate-2023-09\nname: twice", 1),
		"environment:\n  name", "jobEnvironments:\n- name", 1), "name: W\n", "name: X\n", 1) +
		"steps: [{name: A, script: {actions: {onRun: {command: echo}}}}]\n"
	plain := "specificationVersion: jobtemplate-2023-09\nname: plain\nsteps: [{name: A, script: {actions: {onRun: {command: echo}}}}]\n"
	attached := load(t, "w.yaml", wrapper)
	for name, job := range map[string][]*template.Document{
		"attached and Job":      {load(t, "job.yaml", inJob), attached},
		"attached and attached": {load(t, "job.yaml", plain), attached, load(t, "v.yaml", wrapper)},
		"idea form and RFC":     {load(t, "job.yaml", plain), attached, load(t, "v.yaml", idea)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := template.CreateJob(job[0], job[1:], nil, template.CreateOptions{})
			require.ErrorContains(t, err, "both define wrap hooks and would meet in one Session")
		})
	}
}
