package run_test

// This file defines the scenarios of services 1 to 27 by their numbers, and
// those of a single Service and its health check (1 to 10). What actions do they
// print, or append to the file trace in the folder $DIR.

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

func TestScenario(t *testing.T) {
	for _, s := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"01_one_instance_for_two_Steps", scenario01},
		{"02_a_UDP_port_with_a_STDOUT_check", scenario02},
		{"03_the_default_check_asks_the_TCP_port_alone", scenario03},
		{"04_the_life_of_a_Service_of_one_Step", scenario04},
		{"05_COMMAND_fails_until_the_port_opens", scenario05},
		{"06_UNHEALTHY_is_relaunched_under_KEEP", scenario06},
		{"07_failures_below_the_threshold", scenario07},
		{"08_the_listener_closes_and_the_process_hangs", scenario08},
		{"09_the_heartbeat_stops", scenario09},
		{"10_STDOUT_without_an_interval_has_no_heartbeat", scenario10},
		{"11_Front_asks_Back_while_it_starts", scenario11},
		{"12_a_Service_that_no_value_is_read_of", scenario12},
		{"13_a_chain_of_three", scenario13},
		{"14_unrelated_ones_start_side_by_side", scenario14},
		{"15_one_Session_for_two_of_three_Steps", scenario15},
		{"16_a_Service_that_lists_a_Step", scenario16},
		{"17_a_listed_Step_that_is_not_run", scenario17},
		{"18_a_Step_name_with_a_colon_and_a_blank", scenario18},
		{"19_an_ordinary_Step_named_like_a_service_entry", scenario19},
		{"20_a_service_entry_without_the_extension", scenario20},
		{"21_an_entry_with_both_keys", scenario21},
		{"22_a_port_read_without_the_entry", scenario22},
		{"23_an_attached_Service_and_its_TASK_Environment", scenario23},
		{"24_join_host_port_in_an_attached_document", scenario24},
		{"25_an_attached_plain_Environment", scenario25},
		{"26_an_inline_and_an_attached_Service_of_one_name", scenario26},
		{"27_the_same_with_different_scopes", scenario27},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			s.test(t)
		})
	}
}

// succeeds runs a Job that has to succeed with so many Task runs.
func succeeds(t *testing.T, taskRuns int, text string, options ...option) *job {
	t.Helper()
	j := runJob(t, text, append([]option{tools()}, options...)...)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	require.Equal(t, taskRuns, j.taskRuns(), j.log())
	return j
}

// said are the notes whose text holds part.
func (j *job) said(part string) []string {
	var out []string
	for _, e := range j.all() {
		if e.Kind == run.Note && strings.Contains(e.Text, part) {
			out = append(out, e.Text)
		}
	}
	return out
}

// became is where a Service came to a state for the first time.
func (j *job) became(service, state string) int {
	j.t.Helper()
	return j.place(service+" "+state, false, func(e run.Event) bool {
		return e.Kind == run.ServiceState && e.Source.Service == service && e.State == state
	})
}

// printed is where a line that holds text was first printed.
func (j *job) printed(text string) int {
	j.t.Helper()
	return j.place("line "+text, false, func(e run.Event) bool { return e.Kind == run.Output && strings.Contains(e.Text, text) })
}

// began is where an action of a Step's Task, or else of a Service, began first.
func (j *job) began(step string, task int64, service, action string) int {
	j.t.Helper()
	return j.place("start of "+step+service+" "+action, false, func(e run.Event) bool {
		s := e.Source
		return e.Kind == run.ActionStarted && s.Step == step && s.Task == task && s.Service == service && s.Action == action
	})
}

// ended is where an action of a Service ended first.
func (j *job) ended(service, action string) int {
	j.t.Helper()
	return j.place("end of "+service+" "+action, false, func(e run.Event) bool {
		return e.Kind == run.ActionEnded && e.Source.Service == service && e.Source.Action == action
	})
}

// echoService is a Service that is checked by TCP and echoes.
const echoService = `
services:
  - name: Echo
    ports: [{name: main}]
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script:
      actions:
        onRun:
          command: sh
          args: ["-c", "echo \"bound to $1\"; exec \"$TOOL\" tool echo \"$1\" \"$2\"", sh, "{{Service.Echo.main.bindAddress}}", "{{Service.Echo.main.port}}"]
`

// asking is the script of a Task that asks a Service's port main.
func asking(service, text string) string {
	main := "Service." + service + ".main."
	return fmt.Sprintf(`script: {actions: {onRun: {command: sh, args: ["-c", "echo \"reach $1\"; exec \"$TOOL\" tool ask \"$1\" \"$2\" \"$3\"", sh, "{{%sconnectAddress}}", "{{%sport}}", %q]}}}`,
		main, main, text)
}

// twoEchoSteps is the Job of the scenarios 1 and 25.
func twoEchoSteps() string {
	return jobHead + echoService + `
steps:
  - name: First
    dependencies: [{service: Echo}]
    ` + numbered(2) + `
    ` + asking("Echo", "first {{Task.Param.N}}") + `
  - name: Second
    dependencies: [{dependsOn: First}, {service: Echo}]
    ` + asking("Echo", "second")
}

// requireTwoEchoSteps looks at what the Job of twoEchoSteps came to.
func requireTwoEchoSteps(t *testing.T, j *job) {
	t.Helper()
	j.order("got first 1", "got first 2", "got second")
	assert.Less(t, j.became("Echo", "READY"), j.printed("got first 1"), j.log())
	assert.Less(t, j.began("Second", 1, "", "onRun"), j.ended("Echo", "onRun"), j.log())
	assert.Equal(t, 1, j.sessions("Echo"))
	assert.Equal(t, 1, j.service("Echo").Launches)
	assert.Equal(t, 1, j.count("bound to 127.0.0.1"))
	assert.Equal(t, 3, j.count("reach 127.0.0.1"))
}

func scenario01(t *testing.T) {
	requireTwoEchoSteps(t, succeeds(t, 3, twoEchoSteps()))
}

func scenario02(t *testing.T) {
	j := succeeds(t, 2, jobHead+`
services:
  - name: Echo
    ports: [{name: main, protocol: UDP}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool udp {{Service.Echo.main.bindAddress}} {{Service.Echo.main.port}}`)+`}}
steps:
  - name: A
    dependencies: [{service: Echo}]
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool ask-udp {{Service.Echo.main.connectAddress}} {{Service.Echo.main.port}} 'datagram {{Task.Param.N}}'`)+`}}
`)
	j.order("got datagram 1", "got datagram 2")
	assert.Less(t, j.became("Echo", "READY"), j.printed("got datagram 1"), j.log())
	require.Len(t, j.said("at main 127.0.0.1:"), 1, j.log())
	assert.Regexp(t, `^at main 127\.0\.0\.1:\d+ \(UDP\); check STDOUT until READY, within 300 s; no health check after that$`, j.said("at main")[0])
	assert.Equal(t, 1, j.service("Echo").Launches)
	assert.Equal(t, "ended", j.service("Echo").State)
}

func scenario03(t *testing.T) {
	j := succeeds(t, 1, jobHead+`
services:
  - name: Meter
    ports: [{name: feed, protocol: UDP}, {name: read}]
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool meter {{Service.Meter.feed.bindAddress}} {{Service.Meter.feed.port}} {{Service.Meter.read.port}}`)+`}}
steps:
  - name: A
    dependencies: [{service: Meter}]
    script: {actions: {onRun: `+sh(`a={{Service.Meter.feed.connectAddress}}
for i in 1 2; do "$TOOL" tool send-udp $a {{Service.Meter.feed.port}} x || exit 1; done
exec "$TOOL" tool until $a {{Service.Meter.read.port}} count 2`)+`}}
`)
	j.order("got 2")
	require.Len(t, j.said("at feed"), 1, j.log())
	assert.Regexp(t, `^at feed 127\.0\.0\.1:\d+ \(UDP\), read 127\.0\.0\.1:\d+; check TCP_CONNECT of read every 1 s`, j.said("at feed")[0])
}

func scenario04(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 4, jobHead+`
services:
  - name: Numbers
    ports: [{name: main}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 0, completedTasks: RERUN}
    script:
      actions:
        onEnter: `+sh(`echo enter >> $DIR/trace`)+`
        onRun: `+sh(`echo run >> $DIR/trace; "$TOOL" tool echo {{Service.Numbers.main.bindAddress}} {{Service.Numbers.main.port}} &
until "$TOOL" tool ask {{Service.Numbers.main.bindAddress}} {{Service.Numbers.main.port}} up; do sleep 0.02; done
echo "openjd_service_ready: numbers from 1"; wait`)+`
        onExit: `+sh(`echo exit >> $DIR/trace`)+`
steps:
  - name: Draw
    dependencies: [{service: Numbers}]
    `+numbered(3)+`
    script: {actions: {onRun: `+sh(`"$TOOL" tool ask {{Service.Numbers.main.connectAddress}} {{Service.Numbers.main.port}} next >> $DIR/trace`)+`}}
  - name: Later
    dependencies: [{dependsOn: Draw}]
    script: {actions: {onRun: `+sh(`echo later >> $DIR/trace`)+`}}
`, inDir)
	assert.Equal(t, []string{"enter", "run", "got 1", "got 2", "got 3", "exit", "later"}, trace(t, dir), j.log())
	ready := j.all()[j.became("Numbers", "READY")]
	assert.Contains(t, ready.Text, "numbers from 1")
	assert.Equal(t, 1, j.service("Numbers").Launches)
}

func scenario05(t *testing.T) {
	_, inDir := folder(t)
	j := succeeds(t, 1, jobHead+`
services:
  - name: Slow
    ports: [{name: main}]
    healthCheck: {type: COMMAND, readinessIntervalSeconds: 1}
    script:
      actions:
        onRun: `+sh(`echo warming up; until [ -e $DIR/asked ]; do sleep 0.02; done; echo opening; exec "$TOOL" tool echo {{Service.Slow.main.bindAddress}} {{Service.Slow.main.port}}`)+`
        onHealthCheck: `+sh(`touch $DIR/asked; "$TOOL" tool ask {{Service.Slow.main.connectAddress}} {{Service.Slow.main.port}} well || { echo not yet; exit 1; }`)+`
steps:
  - name: A
    dependencies: [{service: Slow}]
    `+asking("Slow", "served")+`
`, inDir)
	ready := j.became("Slow", "READY")
	assert.Less(t, j.printed("opening"), ready)
	assert.Less(t, ready, j.printed("got served"))
	for _, e := range j.all() {
		if e.Kind != run.Output || e.Source.Service == "" {
			continue
		}
		if strings.Contains(e.Text, "warming up") || strings.Contains(e.Text, "opening") {
			assert.Equal(t, "onRun", e.Source.Action, e.Text)
		} else {
			assert.Equal(t, "onHealthCheck", e.Source.Action, e.Text)
		}
	}
	require.Len(t, j.said("at main"), 1)
	assert.True(t, strings.HasSuffix(j.said("at main")[0],
		"; check COMMAND every 1 s until READY, within 300 s; then every 30 s, UNHEALTHY after 3 failures in a row"), j.said("at main")[0])
}

// patient is a Service with a COMMAND check every second, which says which
// instance it is by the file n. Its Step has Tasks that say it too.
func patient(threshold int, check, task string) string {
	return jobHead + `
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: COMMAND, healthIntervalSeconds: 1, failureThreshold: ` + strconv.Itoa(threshold) + `}
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script:
      actions:
        onRun: ` + sh(`cd $DIR; n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $$ > pid; echo "up $n" >> trace; echo $n > n; exec sleep 60`) + `
        onHealthCheck: ` + sh(`cd $DIR; [ -e n ] || exit 1; `+check) + `
steps:
  - name: A
    dependencies: [{service: V}]
    ` + numbered(3) + `
    script: {actions: {onRun: ` + sh(`cd $DIR; echo "begin {{Task.Param.N}} on $(cat n)" >> trace
if [ {{Task.Param.N}} = 1 ]; then `+task+`; fi
echo "end {{Task.Param.N}}" >> trace`) + `}}
`
}

func scenario06(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 3, patient(2, `[ "$(cat n)" = 2 ] || [ ! -e sick ]`,
		`p=$(cat pid); touch sick; while kill -0 $p 2>/dev/null; do sleep 0.02; done`), inDir)
	got := trace(t, dir)
	require.Contains(t, got, "end 1")
	assert.Equal(t, []string{"up 1", "begin 1 on 1"}, got[:2])
	assert.ElementsMatch(t, []string{"end 1", "up 2"}, got[2:4]) // side by side
	assert.Equal(t, []string{"begin 2 on 2", "end 2", "begin 3 on 2", "end 3"}, got[4:])
	again := j.became("V", "relaunching")
	assert.Less(t, j.became("V", "UNHEALTHY"), j.ended("V", "onRun"))
	assert.Less(t, j.ended("V", "onRun"), again)
	assert.Equal(t, "relaunch 1 of 1", j.all()[again].Text)
	assert.Contains(t, j.all()[j.became("V", "UNHEALTHY")].Text, "2 failed health checks in a row")
	assert.Equal(t, 1, j.sessions("V"))
	assert.Equal(t, 2, j.service("V").Launches)
}

func scenario07(t *testing.T) {
	dir, inDir := folder(t)
	j := succeeds(t, 3, patient(3, `[ -e sick ] || exit 0; k=$(($(cat k 2>/dev/null || echo 0) + 1)); echo $k > k; [ $k -gt 2 ]`,
		`touch sick; until [ "$(cat k 2>/dev/null)" = 3 ]; do sleep 0.02; done; sleep 0.2`), inDir)
	assert.Equal(t, []string{"up 1", "begin 1 on 1", "end 1", "begin 2 on 1", "end 2", "begin 3 on 1", "end 3"}, trace(t, dir))
	counts := []string{}
	for _, text := range j.said("health check ") {
		counts = append(counts, strings.Split(text, ":")[0])
	}
	assert.Subset(t, counts, []string{"health check failed (1 of 3)", "health check failed (2 of 3)", "health check passed"})
	assert.Len(t, j.said("health check failed ("), 2, counts)
	assert.Equal(t, "health check passed", counts[len(counts)-1])
	assert.Zero(t, j.states("V", "UNHEALTHY"))
	assert.Zero(t, j.states("V", "relaunching"))
	assert.Equal(t, 1, j.service("V").Launches)
}

// givenUp looks at a Job whose Service was found UNHEALTHY during Task 1 of 2
// and had no attempt left.
func givenUp(t *testing.T, j *job, dir string) {
	t.Helper()
	require.Equal(t, run.Failed, j.result.Outcome, j.log())
	assert.Less(t, j.became("V", "UNHEALTHY"), j.ended("V", "onRun"), j.log())
	assert.Less(t, j.ended("V", "onRun"), j.became("V", "FAILED"), j.log())
	assert.Equal(t, 1, j.states("V", "FAILED"))
	assert.Equal(t, "FAILED", j.service("V").State)
	assert.Equal(t, []string{"up", "begin 1", "end 1", "exit"}, trace(t, dir), j.log())
	assert.Equal(t, run.Failed, j.result.Steps[0].Outcome)
	assert.EqualValues(t, 1, j.result.Steps[0].NotRun)
	for _, e := range j.all() {
		assert.False(t, e.Kind == run.Note && (e.Level == run.Warning || e.Level == run.Failing), e.Text)
	}
}

// untilGone ends a Task when the process of the Service is gone.
const untilGone = `while kill -0 $(cat $DIR/pid) 2>/dev/null; do sleep 0.02; done`

func scenario08(t *testing.T) {
	dir, inDir := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: V
    ports: [{name: main}]
    healthCheck: {type: TCP_CONNECT, healthIntervalSeconds: 1, failureThreshold: 2}
    script:
      actions:
        onRun: `+sh(`echo up >> $DIR/trace; echo $$ > $DIR/pid; exec "$TOOL" tool echo {{Service.V.main.bindAddress}} {{Service.V.main.port}}`)+`
        onExit: `+sh(`echo exit >> $DIR/trace`)+`
steps:
  - name: A
    dependencies: [{service: V}]
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`echo "begin {{Task.Param.N}}" >> $DIR/trace
"$TOOL" tool ask {{Service.V.main.connectAddress}} {{Service.V.main.port}} close || exit 1
`+untilGone+`; echo "end {{Task.Param.N}}" >> $DIR/trace`)+`}}
`, tools(), inDir)
	givenUp(t, j, dir)
	assert.Regexp(t, `^at main 127\.0\.0\.1:\d+; check TCP_CONNECT of main every 1 s, sooner at first, until READY, within 300 s; then every 1 s, UNHEALTHY after 2 failures in a row$`,
		j.said("at main")[0])
	assert.Len(t, j.said("health check failed (1 of 2)"), 1, j.log())
}

func scenario09(t *testing.T) {
	dir, inDir := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT, healthIntervalSeconds: 1, failureThreshold: 2}
    script:
      actions:
        onRun: `+sh(`echo up >> $DIR/trace; echo $$ > $DIR/pid
while [ ! -e $DIR/mute ]; do echo "openjd_service_ready: beat"; sleep 0.1; done; exec sleep 60`)+`
        onExit: `+sh(`echo exit >> $DIR/trace`)+`
steps:
  - name: A
    dependencies: [{service: V}]
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`echo "begin {{Task.Param.N}}" >> $DIR/trace; touch $DIR/mute
`+untilGone+`; echo "end {{Task.Param.N}}" >> $DIR/trace`)+`}}
`, inDir)
	givenUp(t, j, dir)
	assert.Len(t, j.said("health check failed (1 of 2)"), 1, j.log())
}

func scenario10(t *testing.T) {
	j := succeeds(t, 3, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh(announce)+`}}
steps:
  - name: A
    dependencies: [{service: V}]
    `+numbered(3)+`
    script: {actions: {onRun: `+sh(`echo "task {{Task.Param.N}}"; exec sleep 0.7`)+`}}
`)
	j.order("task 1", "task 2", "task 3")
	assert.Zero(t, j.states("V", "UNHEALTHY"))
	assert.Equal(t, 1, j.service("V").Launches)
}
