package run_test

// This file defines the scenarios of services that concern what documents say of
// each other: entries of dependencies (18 to 22) and attached documents (23 to
// 27).

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

func scenario18(t *testing.T) {
	dir, inDir := folder(t)
	succeeds(t, 2, jobHead+`
services:`+link("V", "")+`
steps:
  - name: Use
    dependencies: [{dependsOn: "service: Prepare it"}, {service: V}]
    script: {actions: {onRun: `+sh(`echo use >> $DIR/trace`)+`}}
  - name: "service: Prepare it"
    script: {actions: {onRun: `+sh(`echo prepare >> $DIR/trace`)+`}}
`, inDir)
	assert.Equal(t, []string{"prepare", "V", "use", "V exit"}, trace(t, dir))
}

func scenario19(t *testing.T) {
	j := succeeds(t, 2, `
specificationVersion: jobtemplate-2023-09
name: S
steps:
  - name: Use
    dependencies: [{dependsOn: "service:X"}]
    script: {actions: {onRun: `+sh(`echo use`)+`}}
  - name: "service:X"
    script: {actions: {onRun: `+sh(`echo prepare`)+`}}
`)
	assert.Equal(t, []string{"prepare", "use"}, j.lines())
}

// faultOf loads a document that has one fault, and gives it.
func faultOf(t *testing.T, text string) string {
	t.Helper()
	_, err := template.Load("job.yaml", []byte(text), template.Options{})
	require.Error(t, err)
	require.Equal(t, 1, strings.Count(err.Error(), "job.yaml:"), err.Error())
	return err.Error()
}

func scenario20(t *testing.T) {
	fault := faultOf(t, `specificationVersion: jobtemplate-2023-09
name: S
steps:
  - name: A
    dependencies:
      - service: V
    script: {actions: {onRun: {command: "true"}}}
`)
	assert.Contains(t, fault, "job.yaml:6:9: ")
	assert.Contains(t, fault, "SERVICE")
}

func scenario21(t *testing.T) {
	fault := faultOf(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: S
services:
  - name: V
    ports: [{name: p}]
    script: {actions: {onRun: {command: "true"}}}
steps:
  - name: A
    dependencies:
      - service: V
      - {dependsOn: B, service: V}
    script: {actions: {onRun: {command: "true"}}}
  - name: B
    script: {actions: {onRun: {command: "true"}}}
`)
	assert.Contains(t, fault, "job.yaml:12:")
	assert.Regexp(t, `exactly one|just one|not both|only one`, fault)
}

func scenario22(t *testing.T) {
	fault := faultOf(t, `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: S
services:
  - name: V
    ports: [{name: p}]
    script: {actions: {onRun: {command: "true"}}}
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: {command: "true"}}}
  - name: B
    script:
      actions:
        onRun:
          command: "true"
          args: ["--port", "{{Service.V.p.port}}"]
`)
	assert.Contains(t, fault, "job.yaml:17:")
	for _, part := range []string{`Step "B"`, "Service.V.p.port", "service: V", "dependencies"} {
		assert.Contains(t, fault, part)
	}
}

// plainHead begins a Job Template without extensions.
const plainHead = "specificationVersion: jobtemplate-2023-09\nname: S\n"

// storeDocument is an attached document with a Service that echoes, and a
// client Environment that tells Tasks where it is.
const storeDocument = environmentHead + `
parameterDefinitions: [{name: Word, type: STRING, default: nothing}]
services:
  - name: Store
    ports: [{name: main}]
    restartPolicy: {maxAttempts: 3, completedTasks: KEEP}
    script:
      actions:
        onRun:
          command: sh
          args: ["-c", "echo \"store of {{Param.Word}}\"; exec \"$TOOL\" tool echo {{Service.Store.main.bindAddress}} {{Service.Store.main.port}}"]
environment:
  name: Client
  runScope: [TASK]
  dependencies: [{service: Store}]
  variables:
    STORE_HOST: "{{Service.Store.main.connectAddress}}"
    STORE_PORT: "{{Service.Store.main.port}}"
    STORE_WORD: "{{Param.Word}}"
  script:
    actions:
      onEnter: {command: sh, args: ["-c", "echo enter client"]}
      onExit: {command: sh, args: ["-c", "echo leave client"]}
`

func scenario23(t *testing.T) {
	j := succeeds(t, 2, plainHead+`
steps:
  - name: A
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`"$TOOL" tool ask $STORE_HOST $STORE_PORT "$STORE_WORD {{Task.Param.N}}"`)+`}}
`, attach(storeDocument), value("Word", "given"))
	j.order("store of given", "enter client", "got given 1", "got given 2", "leave client")
	const name = "Store of env1.yaml"
	assert.Less(t, j.became(name, "READY"), j.printed("enter client"), j.log())
	assert.Less(t, j.printed("leave client"), j.ended(name, "onRun"), j.log())
	for _, e := range j.all() {
		if strings.HasPrefix(e.Source.Session, "service-") || e.Kind == run.ServiceState {
			assert.Equal(t, name, e.Source.Service, "%+v", e)
		}
	}
	assert.Equal(t, name, j.result.Services[0].Name)
}

func scenario24(t *testing.T) {
	j := succeeds(t, 1, plainHead+`
steps:
  - name: A
    script: {actions: {onRun: `+sh(`"$TOOL" tool ask "${STORE%:*}" "${STORE##*:}" "by $STORE"`)+`}}
`, attach(environmentHead+`
services:`+strings.TrimPrefix(strings.ReplaceAll(echoService, "Echo", "Store"), "\nservices:")+`
environment:
  name: Client
  dependencies: [{service: Store}]
  variables:
    STORE: "{{ join_host_port(Service.Store.main.connectAddress, Service.Store.main.port) }}"
  script:
    actions:
      onEnter: {command: echo, args: ["enter {{ join_host_port(Service.Store.main.connectAddress, Service.Store.main.port) }}"]}
      onExit: {command: echo, args: ["leave {{ join_host_port(Service.Store.main.connectAddress, Service.Store.main.port) }}"]}
`))
	address := strings.TrimPrefix(j.all()[j.printed("enter ")].Text, "enter ")
	assert.Regexp(t, `^127\.0\.0\.1:\d+$`, address)
	j.order("enter "+address, "got by "+address, "leave "+address)
	assert.Less(t, j.became("Store of env1.yaml", "READY"), j.printed("enter "), j.log())
}

func scenario25(t *testing.T) {
	j := succeeds(t, 3, twoEchoSteps(), attach(`
specificationVersion: environment-2023-09
extensions: [EXPR]
environment:
  name: Plain
  variables: {SUM: "{{ 40 + 2 }}"}
  script:
    actions:
      onEnter: {command: sh, args: ["-c", "echo \"plain $SUM\""]}
`))
	requireTwoEchoSteps(t, j)
	tasks := j.sessions("")
	assert.Equal(t, tasks+1, j.count("plain 42"), j.log())
	plain := func(e run.Event) bool {
		return e.Kind == run.Output && e.Text == "plain 42" && e.Source.Service == "Echo"
	}
	require.Equal(t, 1, j.counted(plain))
	at := j.place("plain", false, plain)
	assert.Less(t, j.became("Echo", "starting"), at)
	assert.Less(t, at, j.became("Echo", "READY"))
}

// twoStores is a Job that has a Service of the attached document's name, which
// its Step A asks beside the other one, and a Step B after it.
func twoStores(dependenciesOfB, taskOfB string) string {
	return jobHead + strings.ReplaceAll(echoService, "Echo", "Store") + `
steps:
  - name: A
    dependencies: [{service: Store}]
    script: {actions: {onRun: ` + sh(`echo "{{Service.Store.main.port}} $STORE_PORT" > $DIR/ports
"$TOOL" tool ask {{Service.Store.main.connectAddress}} {{Service.Store.main.port}} next && "$TOOL" tool ask $STORE_HOST $STORE_PORT "own of attached"`) + `}}
  - name: B
    dependencies: [` + dependenciesOfB + `]
    script: {actions: {onRun: ` + sh(taskOfB) + `}}
`
}

// requireTwoStores looks at what a Job of twoStores came to.
func requireTwoStores(t *testing.T, j *job) {
	t.Helper()
	const attached = "Store of env1.yaml"
	require.Len(t, j.result.Services, 2)
	assert.Equal(t, 1, j.states("Store", "READY"))
	assert.Equal(t, 1, j.states(attached, "READY"))
	assert.NotEqual(t, j.service("Store").Ports[0].Port, j.service(attached).Ports[0].Port)
	assert.Less(t, j.became(attached, "READY"), j.printed("enter client"), j.log())
	j.order("got 1", "got own of attached")
}

func scenario26(t *testing.T) {
	_, inDir := folder(t)
	j := succeeds(t, 2, twoStores("{dependsOn: A}, {service: Store}",
		`"$TOOL" tool ask {{Service.Store.main.connectAddress}} {{Service.Store.main.port}} next && "$TOOL" tool ask $STORE_HOST $STORE_PORT next`),
		attach(storeDocument), inDir)
	requireTwoStores(t, j)
	j.order("got own of attached", "got 2", "got 1") // each counts for itself
}

func scenario27(t *testing.T) {
	_, inDir := folder(t)
	j := succeeds(t, 2, twoStores("{dependsOn: A}",
		`read own other < $DIR/ports; "$TOOL" tool ask 127.0.0.1 $own next; "$TOOL" tool ask $STORE_HOST $STORE_PORT next`),
		attach(storeDocument), value("Word", "twenty-seven"), inDir)
	requireTwoStores(t, j)
	j.order("store of twenty-seven", "got own of attached", "connection refused", "got 1")
	assert.Less(t, j.ended("Store", "onRun"), j.began("B", 1, "", "onRun"), j.log())
	assert.Less(t, j.printed("leave client"), j.ended("Store of env1.yaml", "onRun"), j.log())
}
