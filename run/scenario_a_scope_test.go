package run_test

// This file defines the scenarios of services that concern dependencies and
// scopes (11 to 17).

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

func scenario11(t *testing.T) {
	j := succeeds(t, 1, jobHead+`
services:
  - name: Front
    dependencies: [{service: Back}]
    ports: [{name: main}]
    script: {actions: {onRun: `+sh(`word=$("$TOOL" tool ask {{Service.Back.main.connectAddress}} {{Service.Back.main.port}} 'word of back') || exit 1
echo "front heard: $word"; exec "$TOOL" tool echo {{Service.Front.main.bindAddress}} {{Service.Front.main.port}}`)+`}}
  - name: Back
    ports: [{name: main}]
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool echo {{Service.Back.main.bindAddress}} {{Service.Back.main.port}}`)+`}}
steps:
  - name: A
    dependencies: [{service: Front}]
    `+asking("Front", "through front")+`
`)
	j.order("front heard: got word of back", "got through front")
	assert.Less(t, j.became("Back", "READY"), j.began("", 0, "Front", "onRun"), j.log())
	assert.Less(t, j.ended("Front", "onRun"), j.ended("Back", "onRun"), j.log())
	assert.Less(t, j.became("Front", "ended"), j.became("Back", "ended"), j.log())
}

func scenario12(t *testing.T) {
	dir, inDir := folder(t)
	succeeds(t, 2, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onRun: `+sh(`touch $DIR/marker; `+announce)+`
        onExit: `+sh(`rm $DIR/marker; echo exit >> $DIR/trace`)+`
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: `+sh(`test -e $DIR/marker && echo sees the marker >> $DIR/trace`)+`}}
  - name: Later
    dependencies: [{dependsOn: A}]
    script: {actions: {onRun: `+sh(`test ! -e $DIR/marker && echo later >> $DIR/trace`)+`}}
`, inDir)
	assert.Equal(t, []string{"sees the marker", "exit", "later"}, trace(t, dir))
}

// link is a Service of a chain that writes its launch and its exit down.
func link(name, dependencies string) string {
	return `
  - name: ` + name + dependencies + `
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onRun: ` + sh(`echo `+name+` >> $DIR/trace; `+announce) + `
        onExit: ` + sh(`echo `+name+` exit >> $DIR/trace`)
}

func scenario13(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 1, jobHead+`
services:`+link("Front", "\n    dependencies: [{service: Mid}]")+link("Mid", "\n    dependencies: [{service: Back}]")+link("Back", "")+`
steps:
  - name: A
    dependencies: [{service: Front}]
    script: {actions: {onRun: `+sh(`echo task >> $DIR/trace`)+`}}
`, inDir)
	assert.Equal(t, []string{"Back", "Mid", "Front", "task", "Front exit", "Mid exit", "Back exit"}, trace(t, dir), j.log())
}

func scenario14(t *testing.T) {
	dir, inDir := folder(t)
	// Each is READY only when it has seen the other one launched.
	waiting := func(own, other string) string {
		return `
  - name: ` + own + `
    ports: [{name: p}]
    healthCheck: {type: STDOUT, readinessTimeoutSeconds: 20}
    script: {actions: {onRun: ` + sh(`touch $DIR/`+own+`; until [ -e $DIR/`+other+` ]; do sleep 0.02; done; `+announce) + `}}`
	}
	j := succeeds(t, 1, jobHead+`
services:`+waiting("V", "W")+waiting("W", "V")+`
steps:
  - name: A
    dependencies: [{service: V}, {service: W}]
    script: {actions: {onRun: `+sh(`echo task >> $DIR/trace`)+`}}
`, inDir)
	assert.Equal(t, []string{"task"}, trace(t, dir))
	task := j.began("A", 1, "", "onRun")
	for _, name := range []string{"V", "W"} {
		assert.Less(t, j.became(name, "READY"), task)
		assert.Less(t, j.began("", 0, name, "onRun"), min(j.became("V", "READY"), j.became("W", "READY")), j.log())
	}
}

func scenario15(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 5, jobHead+`
services:
  - name: Store
    ports: [{name: main}]
    script:
      actions:
        onRun: `+sh(`exec "$TOOL" tool echo {{Service.Store.main.bindAddress}} {{Service.Store.main.port}}`)+`
        onExit: `+sh(`echo exit >> $DIR/trace`)+`
steps:
  - name: Put
    dependencies: [{service: Store}]
    `+numbered(3)+`
    script: {actions: {onRun: `+sh(`"$TOOL" tool ask {{Service.Store.main.connectAddress}} {{Service.Store.main.port}} next`)+`}}
  - name: Get
    dependencies: [{dependsOn: Put}, {service: Store}]
    script: {actions: {onRun: `+sh(`a={{Service.Store.main.connectAddress}}; p={{Service.Store.main.port}}
echo "$a $p" > $DIR/endpoint; "$TOOL" tool ask $a $p next >> $DIR/trace`)+`}}
  - name: Try
    dependencies: [{dependsOn: Get}]
    script: {actions: {onRun: `+sh(`read a p < $DIR/endpoint; "$TOOL" tool ask $a $p next >> $DIR/trace && exit 1; exit 0`)+`}}
`, inDir)
	got := trace(t, dir)
	require.Len(t, got, 3, j.log())
	assert.Equal(t, []string{"got 4", "exit"}, got[:2]) // three parts are there, and onExit came once
	assert.Contains(t, got[2], "connection refused")
	assert.Equal(t, 1, j.sessions("Store"))
	assert.Equal(t, 1, j.service("Store").Launches)
}

// afterPrepare is a Step whose Service lists another Step.
var afterPrepare = jobHead + `
services:
  - name: V
    dependencies: [{dependsOn: Prepare}]
    ports: [{name: main}]
    script:
      actions:
        onEnter: ` + sh(`echo enter >> $DIR/trace`) + `
        onRun: ` + sh(`echo run >> $DIR/trace; test -e $DIR/made || exit 5
exec "$TOOL" tool echo {{Service.V.main.bindAddress}} {{Service.V.main.port}}`) + `
steps:
  - name: Use
    dependencies: [{service: V}]
    script: {actions: {onRun: ` + sh(`"$TOOL" tool ask {{Service.V.main.connectAddress}} {{Service.V.main.port}} "$(cat $DIR/made)" >> $DIR/trace`) + `}}
  - name: Prepare
    script: {actions: {onRun: ` + sh(`echo prepare >> $DIR/trace; echo what prepare wrote > $DIR/made`) + `}}
`

func scenario16(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 2, afterPrepare, inDir)
	assert.Equal(t, []string{"prepare", "enter", "run", "got what prepare wrote"}, trace(t, dir), j.log())
}

func scenario17(t *testing.T) {
	dir, inDir := folder(t)
	j := runJob(t, afterPrepare, tools(), inDir, func(s *settings) { s.Select = []run.StepSelection{{Step: 0}} })
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, []string{"enter", "run"}, trace(t, dir), j.log())
	const told = "Step Prepare, which the Service lists, is not run and counts as completed"
	require.Len(t, j.said(told), 1, j.log())
	assert.Less(t, j.place(told, false, func(e run.Event) bool { return e.Text == told }), j.became("V", "starting"))
	assert.Zero(t, j.states("V", "READY"))
	assert.Equal(t, 1, j.states("V", "FAILED"))
	assert.Contains(t, j.service("V").Reason, "exited with status 5 before READY")
	assert.Equal(t, run.NotRun, j.result.Steps[1].Outcome)
}
