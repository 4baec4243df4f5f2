package run_test

// This file defines the lessons of pinned ports and of the order in which
// Services start and stop: T21, T34 to T39.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// pinned is a Service that is READY at once and has a port of its own choice.
func pinned(name, port, more string) string {
	return strings.Replace(stays(name, more), "{name: p}", "{name: p, port: "+port+"}", 1)
}

func lesson21(t *testing.T) {
	port := freePort(t)
	j := start(t, jobHead+`
services:`+pinned("V", port, "")+pinned("W", port, "")+`
steps:
  - {name: A, dependencies: [{service: V}, {service: W}], script: {actions: {onRun: `+sh("echo task")+`}}}
`, second(folder(t)))
	<-j.done
	for _, word := range []string{"V", "W", "p", port} {
		assert.ErrorContains(t, j.err, word)
	}
	assert.Empty(t, j.lines(), "nothing has been started")
}

func lesson34(t *testing.T) {
	port := freePort(t)
	j := succeeded(t, strings.Replace(oneTask(`
healthCheck: {type: STDOUT}
restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
script:
  actions:
    onEnter: `+sh("if mkdir $DIR/once 2>/dev/null; then exit 1; fi")+`
    onRun: `+sh("echo at {{Service.V.p.port}}; "+announce), "true"), "{name: p}", "{name: p, port: "+port+"}", 1), second(folder(t)))
	assert.Equal(t, 1, j.count("at "+port))
	assert.Equal(t, 2, j.sessions("V"))
}

func lesson35(t *testing.T) {
	port := freePort(t)
	j := succeeded(t, jobHead+`
services:`+pinned("V", port, "")+pinned("W", port, "")+`
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: `+sh("echo a {{Service.V.p.port}}")+`}}}
  - {name: B, dependencies: [{dependsOn: A}, {service: W}], script: {actions: {onRun: `+sh("echo b {{Service.W.p.port}}")+`}}}
`, second(folder(t)))
	j.order("V up", "a "+port, "V exit", "W up", "b "+port, "W exit")
}

// between is a Service of Steps A and C, and B between them, during which it dies.
func between(policy string) string {
	return jobHead + `
services:` + stays("V", "\n    restartPolicy: {maxAttempts: 1, completedTasks: "+policy+"}") + `
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: ` + sh("echo a") + `}}}
  - name: B
    script: {actions: {onRun: ` + sh("echo b begins; [ -e $DIR/killed ] || { touch $DIR/killed; kill -9 $(cat $DIR/V); }; until [ -e $DIR/go ]; do sleep 0.01; done; echo b ends") + `}}
  - {name: C, dependencies: [{service: V}], script: {actions: {onRun: ` + sh("echo c") + `}}}
`
}

func lesson36(t *testing.T) {
	dir, in := folder(t)
	j := start(t, between("KEEP"), in)
	j.until("a second instance", twice("V up"))
	touch(t, dir, "go")
	require.Equal(t, run.Succeeded, j.wait().Outcome, j.log())
	j.order("V up", "a", "b begins", "V up", "b ends", "c", "V exit")
	assert.Equal(t, 1, j.count("b begins"), "B is left alone")

	dir, in = folder(t)
	j = start(t, between("RERUN"), in)
	j.until("a second instance", twice("V up"))
	touch(t, dir, "go")
	require.Equal(t, run.Succeeded, j.wait().Outcome, j.log())
	j.order("V up", "a", "b begins", "V up", "b ends", "a", "c", "V exit")
	assert.Equal(t, 1, j.count("b begins"), "B's Task is not canceled though A is returned")
}

// twice says whether the second line with text has come.
func twice(text string) func(e *run.Event) bool {
	n := 0
	return func(e *run.Event) bool {
		if e.Kind == run.Output && strings.Contains(e.Text, text) {
			n++
		}
		return n == 2
	}
}

func lesson37(t *testing.T) {
	j := succeeded(t, jobHead+`
services:`+strings.Replace(stays("Front", "\n    dependencies: [{service: Back}]\n    restartPolicy: {maxAttempts: 0, completedTasks: KEEP}"),
		"echo Front exit", "echo Front exit sees $(cat $DIR/session)", 1)+`
  - name: Back
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 2, completedTasks: KEEP}
    script:
      actions:
        onEnter: `+sh("echo x >>$DIR/sessions; grep -c x $DIR/sessions >$DIR/session; echo Back enter $(cat $DIR/session)")+`
        onRun: `+sh(`echo $$ >$DIR/Back; echo x >>$DIR/launches
[ $(grep -c x $DIR/launches) != 2 ] || exit 5
echo Back up; `+announce)+`
        onExit: `+sh("echo Back exit")+`
steps:
  - name: A
    dependencies: [{service: Front}, {service: Back}]
    `+numbered(2)+`
    script:
      actions:
        onRun: `+sh(`echo task {{Task.Param.N}} at {{Service.Back.p.port}}
if mkdir $DIR/once 2>/dev/null; then
  kill -9 $(cat $DIR/Back)
  until [ -e $DIR/launches ] && [ $(grep -c x $DIR/launches) = 3 ]; do sleep 0.01; done
fi`)+`
`, second(folder(t)))
	j.order("Back enter 1", "Back up", "Front up", "task 1", "Front exit sees 1", "Back exit", "Back enter 2", "Back up", "Front up",
		"task 2", "Front exit sees 2", "Back exit")
	assert.Equal(t, 1, j.count("task 1"), "KEEP: the Task goes on")
	assert.Equal(t, 3, j.service("Back").Launches)
	assert.Equal(t, 2, j.service("Front").Launches)
}

func lesson38(t *testing.T) {
	dir, in := folder(t)
	j := start(t, jobHead+`
services:
  - name: X
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh("until [ -e $DIR/go ]; do sleep 0.01; done; echo X up; "+announce)+`}}
`+stays("Y", "")+stays("Z", "\n    dependencies: [{service: Y}]")+`
steps:
  - {name: A, dependencies: [{service: X}, {service: Z}], script: {actions: {onRun: `+sh("echo task")+`}}}
`, in)
	j.untilLine("Z up") // though X, which began with Y, is not READY
	assert.Zero(t, j.states("X", "READY"))
	touch(t, dir, "go")
	require.Equal(t, run.Succeeded, j.wait().Outcome, j.log())
	j.order("Y up", "Z up", "X up", "task")
}

func lesson39(t *testing.T) {
	j := succeeded(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 2, completedTasks: KEEP}
    script:
      actions:
        onRun: `+sh(`echo $$ >$DIR/V; echo x >>$DIR/launches
[ $(grep -c x $DIR/launches) != 2 ] || exit 5
`+announce)+`
jobEnvironments:
  - name: E
    dependencies: [{service: V}]
    variables: {AT: "{{Service.V.p.port}}"}
    script: {actions: {onEnter: `+sh("echo entered $AT")+`, onExit: `+sh("echo left {{Service.V.p.port}} $AT")+`}}
steps:
  - name: A
    dependencies: [{service: V}]
    `+numbered(2)+`
    script:
      actions:
        onRun: `+sh(`echo task $AT {{Service.V.p.port}}
if mkdir $DIR/once 2>/dev/null; then
  kill -9 $(cat $DIR/V); until [ $(grep -c x $DIR/launches) = 3 ]; do sleep 0.01; done
fi`)+`
`, second(folder(t)))
	var lines []string
	for _, line := range j.lines() {
		if !strings.Contains(line, "openjd_") {
			lines = append(lines, line)
		}
	}
	require.Len(t, lines, 6, j.log())
	word := func(line, at int) string { return strings.Fields(lines[line])[at] }
	first, second := word(0, 1), word(3, 1)
	assert.NotEqual(t, first, second, "a new Session has a new port")
	assert.Equal(t, []string{
		"entered " + first, "task " + first + " " + first, "left " + first + " " + first,
		"entered " + second, "task " + second + " " + second, "left " + second + " " + second,
	}, lines)
}
