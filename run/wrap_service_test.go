package run_test

// This file tests the hooks in place of a Service's actions (§4.3, §9.7.1,
// WRAP_ACTIONS with SERVICE).

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// serviceWrapper has all seven hooks, unless its runScope narrows them.
func serviceWrapper(scope string) string {
	hook := func(name, what string) string {
		return "      " + name + `: {command: sh, args: ["-c", 'echo "<` + name + ` $0>"; exec "$@"', "{{` + what + `.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}` + "\n"
	}
	text := `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR, SERVICE]
environment:
  name: W
  runScope: [` + scope + `]
  script:
    actions:
      onEnter: {command: echo, args: [enter W]}
      onExit: {command: echo, args: [exit W]}
` + hook("onWrapEnvEnter", "WrappedEnv") + hook("onWrapEnvExit", "WrappedEnv")
	if strings.Contains(scope, "TASK") {
		text += hook("onWrapTaskRun", "WrappedStep")
	}
	if strings.Contains(scope, "SERVICE") {
		for _, name := range []string{"onWrapServiceEnter", "onWrapServiceRun", "onWrapServiceHealthCheck", "onWrapServiceExit"} {
			text += hook(name, "WrappedService")
		}
	}
	return text
}

// served is a Job whose Task needs a Service with all four actions.
const served = `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: served
jobEnvironments:
  - name: J
    script: {actions: {onEnter: {command: echo, args: [enter J]}}}
services:
  - name: Cache
    ports: [{name: main}]
    healthCheck: {type: COMMAND}
    script:
      embeddedFiles: [{name: Run, type: TEXT, data: "echo runs $SET\ntouch ready\nexec sleep 100"}]
      actions:
        onEnter: {command: sh, args: ["-c", "echo enter Cache; echo openjd_env: SET=set"]}
        onRun: {command: sh, args: ["{{Service.File.Run}}"]}
        onHealthCheck: {command: test, args: ["-e", ready]}
        onExit: {command: echo, args: [exit Cache]}
steps:
  - name: R
    dependencies: [{service: Cache}]
    script: {actions: {onRun: {command: echo, args: ["task"]}}}
`

// sessionLines are the lines of the Service's Session, or of the Task's, each
// run of checks as one line: how many it takes is a matter of time.
func sessionLines(j *job, ofService bool) []string {
	var out []string
	for _, e := range j.all() {
		if e.Kind == run.Output && (e.Source.Service != "") == ofService && !(strings.HasPrefix(e.Text, "<onWrapServiceHealthCheck") && slices.Contains(out, e.Text)) {
			out = append(out, e.Text)
		}
	}
	return out
}

// §4.3: with both kinds of Session in its runScope the wrapping Environment
// wraps what is inside it in each; a Service's messages count through hooks.
func TestWrapService(t *testing.T) {
	j := runJob(t, served, attach(serviceWrapper("TASK, SERVICE")))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := sessionLines(j, true)
	check := slices.Index(lines, "<onWrapServiceHealthCheck Cache>")
	require.Positive(t, check, j.log())
	assert.Equal(t, []string{
		"enter W", "<onWrapEnvEnter J>", "enter J", "<onWrapServiceEnter Cache>", "enter Cache", "openjd_env: SET=set",
		"<onWrapServiceRun Cache>", "runs set", "<onWrapServiceExit Cache>", "exit Cache", "exit W",
	}, slices.Delete(slices.Clone(lines), check, check+1))
	assert.Equal(t, []string{"enter W", "<onWrapEnvEnter J>", "enter J", "<onWrapTaskRun R>", "task", "exit W"}, sessionLines(j, false))
}

// §4.3: a runScope of one kind leaves the Sessions of the other alone.
func TestWrapRunScope(t *testing.T) {
	j := runJob(t, served, attach(serviceWrapper("SERVICE")))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"enter J", "task"}, sessionLines(j, false))
	assert.Contains(t, sessionLines(j, true), "<onWrapServiceRun Cache>")

	j = runJob(t, served, attach(serviceWrapper("TASK")))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"enter W", "<onWrapEnvEnter J>", "enter J", "<onWrapTaskRun R>", "task", "exit W"}, sessionLines(j, false))
	assert.Equal(t, []string{"enter J", "enter Cache", "openjd_env: SET=set", "runs set", "exit Cache"}, sessionLines(j, true))
}

// A hook's failure is that of the Service's action: a failed onWrapServiceEnter
// fails the start, and what was entered is exited; a failed onWrapServiceExit is
// reported and changes nothing.
func TestWrapServiceFailures(t *testing.T) {
	breaks := func(hook string) string {
		return strings.Replace(serviceWrapper("TASK, SERVICE"), `<`+hook+` $0>"; exec "$@"`, `<`+hook+` $0>"; exit 6`, 1)
	}
	j := runJob(t, served, attach(breaks("onWrapServiceEnter")))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, []string{"enter W", "<onWrapEnvEnter J>", "enter J", "<onWrapServiceEnter Cache>", "<onWrapServiceExit Cache>", "exit Cache", "exit W"}, sessionLines(j, true))
	assert.Equal(t, 0, j.count("task"))

	j = runJob(t, served, attach(breaks("onWrapServiceExit")))
	assert.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, 1, j.count("<onWrapServiceExit Cache>"))
	assert.Equal(t, 0, j.count("exit Cache"))
}

// §4.3.1: the hooks of a Service are told of its ports, and what its session has
// defined.
func TestWrappedService(t *testing.T) {
	told := strings.Replace(serviceWrapper("TASK, SERVICE"), `"{{WrappedService.Name}}", "{{WrappedAction.Command}}"`,
		`"{{repr_json(WrappedService.PortNames)}} {{len(WrappedService.Ports)}} {{WrappedService.BindAddresses[0]}} {{repr_json(WrappedService.Protocols)}} {{repr_json(WrappedAction.Environment)}} {{repr_json(WrappedAction.Timeout)}}", "{{WrappedAction.Command}}"`, 3)
	j := runJob(t, served, attach(told))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := strings.Join(sessionLines(j, true), "\n")
	assert.Contains(t, lines, `<onWrapServiceEnter ["main"] 1 127.0.0.1 ["TCP"] [] null>`)
	assert.Contains(t, lines, `<onWrapServiceRun ["main"] 1 127.0.0.1 ["TCP"] ["SET=set"] null>`)
	assert.Contains(t, lines, `<onWrapServiceHealthCheck ["main"] 1 127.0.0.1 ["TCP"] ["SET=set"] null>`)
}
