package run_test

// This file defines the scenarios of services from number 28 on that concern
// scopes, Sessions and their variables. scenario_b_test.go has those of restarts.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// said is a STDOUT service that traces its name, then whatever script says, and
// is READY; its onExit traces too.
func said(name, more string) string {
	return `
  - name: ` + name + `
    ports: [{name: p}]
    healthCheck: {type: STDOUT}` + more + `
    script:
      actions:
        onRun: ` + sh(`echo $$ >$DIR/`+name+`; echo `+name+` up {{Service.`+name+`.p.port}} >>$DIR/trace; `+announce) + `
        onExit: ` + sh(`echo `+name+` exit >>$DIR/trace`)
}

// step is a Step that runs script.
func step(name, dependencies, script string) string {
	return `
  - name: ` + name + `
    dependencies: [` + dependencies + `]
    script: {actions: {onRun: ` + sh(script) + `}}`
}

// bare removes the ports from a trace.
func bare(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.Join(strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || '0' <= r && r <= '9' }), " ")
	}
	return out
}

// depot is an Environment Template that provides the Service R.
const depotPorts = "ports: [{name: dock}]"

func depot(ports string) string {
	return environmentHead + `
services:
  - name: R
    ` + ports + `
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: ` + sh(announce) + `}}
`
}

// client is a Job that requires R, listed by its Step and by a Job Environment.
var client = jobHead + `
requiresServices: [{name: R, ports: [{name: dock}]}]
jobEnvironments:
  - name: Road
    dependencies: [{service: R}]
    variables: {ROAD: "{{Service.R.dock.port}}"}
    script: {actions: {onEnter: ` + sh(`echo entered {{Service.R.dock.port}}`) + `}}
steps:
  - name: Load
    dependencies: [{service: R}]
    script: {actions: {onRun: ` + sh(`echo step {{Service.R.dock.port}} environment $ROAD`) + `}}
`

func TestScenario28_required_Service(t *testing.T) {
	j := runJob(t, client, attach(depot(depotPorts)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	require.Len(t, j.result.Services, 1)
	s := j.result.Services[0]
	assert.Equal(t, []string{"Load"}, s.Scope)
	assert.Contains(t, s.Name, "env1.yaml", "the provider's document is named")
	port := s.Ports[0].Port
	assert.Equal(t, 1, j.count(line("entered %d", port)))
	assert.Equal(t, 1, j.count(line("step %d environment %d", port, port)))
	ready := j.place("READY", false, func(e run.Event) bool { return e.State == "READY" })
	entered := j.place("onEnter", false, func(e run.Event) bool { return e.Kind == run.ActionStarted && e.Source.Environment == "Road" })
	assert.Less(t, ready, entered)
	assert.Equal(t, 1, j.taskRuns())
}

// Numbers 29 to 33: what is wrong with the providers is told before anything runs.
func TestScenarioOfAMissingProvider(t *testing.T) {
	environment := "specificationVersion: environment-2023-09\nenvironment: {name: E, variables: {A: a}}\n"
	for name, c := range map[string]struct {
		attached []string
		want     []string
	}{
		"29_nothing_attached": {nil, []string{`job.yaml:5:20`, `requires the Service "R"`, "no Environment Template is attached"}},
		"30_without_services": {[]string{environment, environment}, []string{`job.yaml:5:20`, `requires the Service "R"`, "env1.yaml and env2.yaml"}},
		"31_two_providers": {[]string{depot(depotPorts), depot("ports: [{name: other}]")},
			[]string{`job.yaml:5:20`, `requires the Service "R"`, "env1.yaml:5:5 and env2.yaml:5:5"}},
		"32_without_the_port": {[]string{depot("ports: [{name: quay}, {name: pier}]")},
			[]string{`job.yaml:5:`, `"dock"`, "env1.yaml:5:5", `quay and pier`}},
		"33_other_protocol": {[]string{depot("ports: [{name: dock, protocol: UDP}]")},
			[]string{`job.yaml:5:`, `"dock"`, "env1.yaml:5:5", "TCP", "UDP"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := create(t, client, c.attached...)
			for _, want := range c.want {
				assert.ErrorContains(t, err, want)
			}
		})
	}
}

func TestScenario35_rerun_beside_another_Service(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+"services:"+
		said("Hub", "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+
		said("Own", "")+`
jobEnvironments: [{name: J, dependencies: [{service: Hub}], variables: {A: a}}]
steps:`+step("A", "{service: Hub}", `echo A >>$DIR/trace`)+`
  - name: B
    dependencies: [{dependsOn: A}, {service: Own}]
    `+numbered(2)+`
    script:
      actions:
        onRun: `+sh(`echo B {{Task.Param.N}} begin >>$DIR/trace
if mkdir $DIR/crashed 2>/dev/null; then kill -9 $(cat $DIR/Hub); exec sleep 60; fi
echo B {{Task.Param.N}} end >>$DIR/trace`)+"\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := bare(trace(t, dir))
	require.Len(t, lines, 12)
	assert.Equal(t, []string{"Hub up", "A", "Own up", "B begin", "Hub up", "A",
		"B begin", "B end", "B begin", "B end"}, lines[:10], "Own is launched once")
	assert.ElementsMatch(t, []string{"Own exit", "Hub exit"}, lines[10:], "and left once, at the very end; the order of the two is open")
	assert.Equal(t, 4, j.taskRuns())
	assert.Equal(t, 1, j.sessions("Hub"))
	assert.Equal(t, 1, j.sessions("Own"))
}

func TestScenario42_rerun_and_a_Step_outside_the_scope(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+"services:"+
		said("Kiln", "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+`
steps:`+
		step("B", "{dependsOn: C}, {service: Kiln}", `echo B >>$DIR/trace
if mkdir $DIR/crashed 2>/dev/null; then kill -9 $(cat $DIR/Kiln); exec sleep 60; fi`)+
		step("C", "{dependsOn: A}", `echo C >>$DIR/trace`)+
		step("A", "{service: Kiln}", `echo A >>$DIR/trace`)+`
  - name: Apart
    script: {actions: {onRun: `+sh(`echo apart >>$DIR/trace`)+"}}\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"Kiln up", "A", "C", "B", "Kiln up", "A", "C", "B", "Kiln exit", "apart"}, bare(trace(t, dir)))
	assert.Equal(t, 6, j.taskRuns(), "five, and the one that is apart of all")
	notes := map[string]string{}
	for _, e := range j.all() {
		if e.Kind == run.Note && strings.Contains(e.Text, "again") {
			notes[e.Source.Step] = e.Text
		}
	}
	assert.Contains(t, notes["A"], "because Service Kiln was restarted")
	assert.Contains(t, notes["B"], "because Service Kiln was restarted")
	assert.Contains(t, notes["C"], "because a Step it depends on does", "it returns only because of A")
	assert.Len(t, notes, 3)
}

func TestScenario43_rerun_and_a_Service_that_was_over(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+"services:"+
		said("Solo", "")+
		said("Duo", "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+`
steps:`+
		step("A", "{service: Solo}, {service: Duo}", `echo A {{Service.Solo.p.port}} >>$DIR/trace`)+
		step("B", "{dependsOn: A}, {service: Duo}", `
until grep -q 'Solo exit' $DIR/trace; do sleep 0.01; done
echo B >>$DIR/trace
if mkdir $DIR/crashed 2>/dev/null; then kill -9 $(cat $DIR/Duo); exec sleep 60; fi`)+"\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := trace(t, dir)
	var solo, seen []string
	exits := 0
	for _, l := range lines {
		switch f := strings.Fields(l); {
		case strings.HasPrefix(l, "Solo up"):
			solo = append(solo, f[2])
		case f[0] == "A":
			seen = append(seen, f[1])
		case l == "Solo exit":
			exits++
		}
	}
	require.Len(t, solo, 2, lines)
	assert.NotEqual(t, solo[0], solo[1], "a new Session has a new port")
	assert.Equal(t, solo, seen, "each A saw its own Solo")
	assert.Equal(t, 2, exits)
	assert.Equal(t, 2, j.sessions("Solo"))
	assert.Equal(t, 1, j.sessions("Duo"))
	assert.Equal(t, 3, j.taskRuns())
}

func TestScenario44_nothing_selected(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+"services:"+said("Idle", "")+`
steps:
  - name: A
    dependencies: [{service: Idle}]
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`echo A >>$DIR/trace`)+"}}\n", in,
		func(s *settings) {
			s.Select = []run.StepSelection{{Step: 0, Tasks: []template.TaskParameters{}}}
		})
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Empty(t, trace(t, dir))
	assert.Equal(t, 0, j.service("Idle").Launches)
	assert.Equal(t, 1, j.counted(func(e run.Event) bool {
		return e.Kind == run.Note && e.Source.Service == "Idle" && strings.Contains(e.Text, "not started: no Task that needs it is run")
	}))
	assert.Zero(t, j.taskRuns())
}

func TestScenario45_interrupted(t *testing.T) {
	dir, in := folder(t)
	j := start(t, jobHead+"services:"+said("Long", "")+`
steps:`+step("A", "{service: Long}", `echo running; exec sleep 60`)+"\n", in)
	j.untilLine("running")
	j.interrupt()
	j.wait()
	require.Equal(t, run.Canceled, j.result.Outcome, j.log())
	assert.Equal(t, []string{"Long up", "Long exit"}, bare(trace(t, dir)))
	ends := map[string]run.Outcome{}
	for _, e := range j.all() {
		if e.Kind == run.ActionEnded {
			ends[e.Source.Step+e.Source.Service+" "+e.Source.Action] = e.Outcome
		}
	}
	assert.Equal(t, map[string]run.Outcome{"A onRun": run.Canceled, "Long onRun": run.Canceled, "Long onExit": run.Succeeded}, ends)
	assert.Less(t, j.result.Duration, patience/4)
}

func TestScenario46_PATH_of_onEnter(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: Tool
    ports: [{name: p}]
    script:
      actions:
        onEnter: `+sh(`mkdir $DIR/bin; printf '#!/bin/sh\necho made-up >>$DIR/trace\nexec python3 -m http.server --bind 127.0.0.1 $1\n' >$DIR/bin/madeup
chmod +x $DIR/bin/madeup; echo enter >>$DIR/trace; echo "openjd_env: PATH=$DIR/bin:$PATH"`)+`
        onRun: {command: madeup, args: ["{{Service.Tool.p.port}}"]}
steps:
  - name: A
    dependencies: [{service: Tool}]
    `+numbered(3)+`
    script: {actions: {onRun: `+sh(`command -v madeup && exit 1; echo task >>$DIR/trace`)+"}}\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"enter", "made-up", "task", "task", "task"}, trace(t, dir))
	assert.Equal(t, 3, j.taskRuns())
}

func TestScenario47_redacted_without_the_extension(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: Safe
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onEnter: `+sh(`echo "openjd_redacted_env: HIDDEN=gR3en-door"; echo "openjd_env: OPEN=plain"; echo see gR3en-door`)+`
        onRun: `+sh(`echo run $OPEN ${HIDDEN-unset} >>$DIR/trace; echo "it is gR3en-door"; `+announce)+`
steps:`+step("A", "{service: Safe}", `echo task ${OPEN-unset} ${HIDDEN-unset} >>$DIR/trace`)+"\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"run plain unset", "task unset unset"}, trace(t, dir))
	assert.NotContains(t, j.log(), "gR3en-door")
	var warnings []string
	for _, e := range j.all() {
		if e.Kind == run.Note && e.Level == run.Warning {
			warnings = append(warnings, e.Text)
		}
	}
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "HIDDEN")
	assert.Contains(t, warnings[0], "REDACTED_ENV_VARS")
}

// ledger is a Service of a Job Environment that nothing reads.
func ledger(steps string) string {
	return jobHead + `
services:
  - name: Ledger
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onEnter: ` + sh(`echo ledger enter $PLAIN ${BOOK-unset} >>$DIR/trace`) + `
        onRun: ` + sh(`touch $DIR/open; echo ledger up >>$DIR/trace; `+announce) + `
        onExit: ` + sh(`rm $DIR/open; echo ledger exit ${BOOK-unset} >>$DIR/trace`) + `
jobEnvironments:
  - name: Plain
    variables: {PLAIN: seen}
    script: {actions: {onEnter: ` + sh(`echo plain enter >>$DIR/trace`) + `, onExit: ` + sh(`echo plain exit >>$DIR/trace`) + `}}
  - name: Book
    dependencies: [{service: Ledger}]
    variables: {BOOK: open}
    script: {actions: {onEnter: ` + sh(`[ -e $DIR/open ] && echo book enter >>$DIR/trace`) + `}}
steps:` + steps + "\n"
}

func TestScenarioOfAJobEnvironment(t *testing.T) {
	one := `
  - name: One
    script: {actions: {onRun: ` + sh(`[ -e $DIR/open ] && echo one $BOOK $PLAIN >>$DIR/trace`) + `}}`
	t.Run("49_entered_in_Task_Sessions_only", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, ledger(one), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, []string{"plain enter", "ledger enter seen unset", "ledger up", "plain enter", "book enter", "one open seen",
			"plain exit", "ledger exit unset", "plain exit"}, trace(t, dir))
		assert.Equal(t, []string{"One"}, j.service("Ledger").Scope)
		assert.Equal(t, 1, j.counted(func(e run.Event) bool {
			return e.Kind == run.Note && e.Source.Service == "Ledger" && strings.Contains(e.Text, "Environment Book is not entered")
		}), "the skip is logged\n%s", j.log())
	})
	t.Run("50_up_for_Steps_that_do_not_list_it", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, ledger(one+step("Two", "{dependsOn: One}", `[ -e $DIR/open ] && echo two $BOOK >>$DIR/trace`)), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, []string{"plain enter", "ledger enter seen unset", "ledger up", "plain enter", "book enter", "one open seen",
			"two open", "plain exit", "ledger exit unset", "plain exit"}, trace(t, dir))
		assert.Equal(t, []string{"One", "Two"}, j.service("Ledger").Scope)
		assert.Equal(t, 1, j.sessions("Ledger"))
	})
}

func TestScenario53_an_Environment_of_Service_Sessions(t *testing.T) {
	dir, in := folder(t)
	enterAndExit := func(name, enter string) string {
		return `{actions: {onEnter: ` + sh(`echo `+name+` enter >>$DIR/trace; `+enter) + `, onExit: ` + sh(`echo `+name+` exit >>$DIR/trace`) + `}}`
	}
	j := runJob(t, jobHead+`
services:
  - name: Db
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onEnter: `+sh(`echo onEnter $EXPORT $BOTH >>$DIR/trace`)+`
        onRun: `+sh(`echo onRun $EXPORT $BOTH >>$DIR/trace; `+announce)+`
        onExit: `+sh(`echo onExit $EXPORT $BOTH >>$DIR/trace`)+`
jobEnvironments:
  - name: Plain
    variables: {BOTH: plain}
    script: `+enterAndExit("plain", "")+`
  - name: Scoped
    runScope: [SERVICE]
    variables: {BOTH: scoped}
    script: `+enterAndExit("scoped", `echo "openjd_env: EXPORT=yes"`)+`
steps:`+step("A", "{service: Db}", `echo task ${EXPORT-no} $BOTH >>$DIR/trace`)+"\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"plain enter", "scoped enter", "onEnter yes scoped", "onRun yes scoped", "plain enter", "task no plain",
		"plain exit", "onExit yes scoped", "scoped exit", "plain exit"}, trace(t, dir))
}

// hook is an Environment that wraps the actions of Services.
func hook(name string) string {
	return `name: ` + name + `
    runScope: [SERVICE]
    script:
      actions:
        onWrapEnvEnter: ` + sh(`echo wrapped`) + `
        onWrapEnvExit: ` + sh(`echo wrapped`) + `
        onWrapServiceEnter: ` + sh(`echo wrapped`) + `
        onWrapServiceHealthCheck: ` + sh(`echo wrapped`) + `
        onWrapServiceExit: ` + sh(`echo wrapped`) + `
        onWrapServiceRun: ` + sh(`echo hook {{WrappedService.Name}} {{WrappedService.PortNames[0]}} {{WrappedService.Ports[0]}} {{WrappedService.BindAddresses[0]}}; `+announce) + "\n"
}

func TestScenario54_wrapper_of_Services(t *testing.T) {
	text := func(environments string) string {
		return strings.Replace(jobHead, "[SERVICE, EXPR]", "[SERVICE, EXPR, WRAP_ACTIONS]", 1) + `
services:
  - name: Db
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: ` + sh(`echo not wrapped`) + `}}
` + environments + `
steps:` + step("A", "{service: Db}", `echo task`) + "\n"
	}
	wrapped := text("jobEnvironments:\n  - " + hook("Hook"))
	t.Run("alone", func(t *testing.T) {
		j := runJob(t, wrapped)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, 1, j.count("hook Db p "), j.log())
		assert.Contains(t, j.untilLine("hook Db").Text, "127.0.0.1")
		assert.Zero(t, j.count("not wrapped"))
		assert.Equal(t, 1, j.count("task"), "a Task is not wrapped")
		assert.Zero(t, j.count("wrapped"), "only onRun has a hook to run")
	})
	t.Run("with a second", func(t *testing.T) {
		_, err := create(t, wrapped, strings.Replace(environmentHead, "[SERVICE, EXPR]", "[SERVICE, EXPR, WRAP_ACTIONS]", 1)+"environment:\n    "+hook("Other"))
		assert.ErrorContains(t, err, "Hook")
		assert.ErrorContains(t, err, "Other")
	})
}
