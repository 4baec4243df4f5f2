package run_test

// This file defines what the scenarios of services from number 28 on are written
// with, and those that concern restarts (34 to 43). What actions do, they append
// to the file trace in the folder $DIR.

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// sh is an action that runs a script.
func sh(script string) string {
	return `{command: sh, args: ["-c", ` + strconv.Quote(script) + `]}`
}

// announce lets a Service say that it is READY, and stay.
const announce = `echo "openjd_service_ready: up"; exec sleep 60`

// killed kills the Service whose process is in a file of $DIR, and waits until it
// is gone: only then may a Task that goes on end.
func killed(file string) string {
	return `pid=$(cat $DIR/` + file + `); kill -9 $pid; while kill -0 $pid 2>/dev/null; do sleep 0.01; done`
}

// jobHead begins a Job Template that has Services.
const jobHead = "specificationVersion: jobtemplate-2023-09\nextensions: [SERVICE, EXPR]\nname: S\n"

// environmentHead begins an Environment Template that has Services.
const environmentHead = "specificationVersion: environment-2023-09\nextensions: [SERVICE, EXPR]\n"

// numbered is the parameter space of n Tasks, N from 1.
func numbered(n int) string {
	return `parameterSpace: {taskParameterDefinitions: [{name: N, type: INT, range: "1-` + strconv.Itoa(n) + `"}]}`
}

// folder makes the folder that scripts find as $DIR.
func folder(t *testing.T) (string, option) {
	dir := t.TempDir()
	return dir, func(s *settings) { s.Environ = append(s.Environ, "DIR="+dir) }
}

// trace reads what the actions have appended.
func trace(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "trace"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// counted is how many events there are of which is says yes.
func (j *job) counted(is func(e run.Event) bool) int {
	n := 0
	for _, e := range j.all() {
		if is(e) {
			n++
		}
	}
	return n
}

// taskRuns is how many Tasks ran to an exit, repeated ones each time.
func (j *job) taskRuns() int {
	return j.counted(func(e run.Event) bool {
		return e.Kind == run.ActionEnded && e.Source.Task > 0 && (e.Outcome == run.Succeeded || e.Outcome == run.Failed)
	})
}

// sessions are the Sessions of a Service, or of Tasks where service is "".
func (j *job) sessions(service string) int {
	return j.counted(func(e run.Event) bool {
		return e.Kind == run.SessionStarted && e.Source.Service == service
	})
}

// states is how often a Service came to a state.
func (j *job) states(service, state string) int {
	return j.counted(func(e run.Event) bool {
		return e.Kind == run.ServiceState && e.Source.Service == service && e.State == state
	})
}

// service is what became of a Service.
func (j *job) service(name string) run.ServiceResult {
	j.t.Helper()
	for _, s := range j.result.Services {
		if s.Name == name {
			return s
		}
	}
	j.t.Fatalf("no Service %s in the result: %+v", name, j.result.Services)
	return run.ServiceResult{}
}

// place is where an event of which is says yes stands first, or last.
func (j *job) place(what string, last bool, is func(e run.Event) bool) int {
	j.t.Helper()
	at := -1
	for i, e := range j.all() {
		if is(e) && (at < 0 || last) {
			at = i
		}
	}
	require.GreaterOrEqual(j.t, at, 0, "no %s\n%s", what, j.log())
	return at
}

// press is a Service with a restart policy, and a Step of three Tasks, the
// second of which kills it the first time.
func press(policy string) string {
	return jobHead + `
services:
  - name: Press
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: ` + policy + `
    script:
      actions:
        onRun: ` + sh(`echo $$ >$DIR/pid; echo up >>$DIR/trace; `+announce) + `
        onExit: ` + sh(`echo exit >>$DIR/trace`) + `
steps:
  - name: Print
    dependencies: [{service: Press}]
    ` + numbered(3) + `
    script:
      actions:
        onRun: ` + sh(`echo begin {{Task.Param.N}} >>$DIR/trace
if [ {{Task.Param.N}} = 2 ] && mkdir $DIR/crashed 2>/dev/null; then
  echo kill >>$DIR/trace; kill -9 $(cat $DIR/pid); exec sleep 60
fi
echo end {{Task.Param.N}} >>$DIR/trace`) + "\n"
}

func TestScenarioOfARestart(t *testing.T) {
	t.Run("34_rerun_in_mid_task", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, press(`{maxAttempts: 1, completedTasks: RERUN}`), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, []string{"up", "begin 1", "end 1", "begin 2", "kill",
			"up", "begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3", "exit"}, trace(t, dir))
		assert.Equal(t, 4, j.taskRuns())
		assert.Equal(t, 2, j.sessions(""), "requeued Tasks get a new Session")
		assert.Equal(t, 1, j.sessions("Press"), "the relaunch is in the same Session")
		assert.Equal(t, 2, j.service("Press").Launches)
		assert.Empty(t, j.result.Failures, "neither the canceled Task nor the Service has failed")
		assert.Equal(t, run.StepResult{Name: "Print", Outcome: run.Succeeded, Total: 3, Succeeded: 3}, j.result.Steps[0])
	})
	t.Run("36_keep_in_mid_task", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, jobHead+`
services:
  - name: Press
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script:
      actions:
        onRun: `+sh(`echo $$ >$DIR/pid
if ! mkdir $DIR/first 2>/dev/null; then until [ -e $DIR/two ]; do sleep 0.01; done; fi
echo up >>$DIR/trace; `+announce)+`
steps:
  - name: Print
    dependencies: [{service: Press}]
    `+numbered(3)+`
    script:
      actions:
        onRun: `+sh(`echo begin {{Task.Param.N}} >>$DIR/trace
if [ {{Task.Param.N}} = 2 ]; then `+killed("pid")+`; echo end 2 >>$DIR/trace; touch $DIR/two; exit 0; fi
echo end {{Task.Param.N}} >>$DIR/trace`)+"\n", in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, []string{"up", "begin 1", "end 1", "begin 2", "end 2", "up", "begin 3", "end 3"}, trace(t, dir))
		assert.Equal(t, 3, j.taskRuns())
		assert.Equal(t, 1, j.sessions(""), "nothing is canceled")
		assert.Equal(t, 1, j.sessions("Press"))
		assert.Equal(t, 2, j.service("Press").Launches)
	})
	t.Run("40_rerun_without_an_attempt", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, press(`{maxAttempts: 0, completedTasks: RERUN}`), in)
		require.Equal(t, run.Failed, j.result.Outcome, j.log())
		assert.Equal(t, []string{"up", "begin 1", "end 1", "begin 2", "kill", "exit"}, trace(t, dir))
		assert.Equal(t, 1, j.taskRuns())
		assert.Equal(t, 1, j.sessions(""), "no new Session for Tasks that will not run")
		assert.Equal(t, 1, j.service("Press").Launches)
		assert.Equal(t, "FAILED", j.service("Press").State)
		assert.Equal(t, 1, j.states("Press", "FAILED"))
		assert.Zero(t, j.counted(func(e run.Event) bool {
			return e.Kind == run.Note && strings.Contains(e.Text, "run again")
		}), "no requeue is announced")
		require.Len(t, j.result.Failures, 1)
		assert.Equal(t, "Press", j.result.Failures[0].Source.Service)
		assert.Equal(t, int64(0), j.result.Steps[0].Failed, "the canceled Task has not failed")
	})
}

func TestScenario39_never_ready(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: Hatch
    ports: [{name: p}]
    restartPolicy: {maxAttempts: 2, completedTasks: RERUN}
    script:
      actions:
        onRun: `+sh(`echo up {{Service.Hatch.p.port}} >>$DIR/trace; exit 3`)+`
        onExit: `+sh(`echo exit {{Service.Hatch.p.port}} >>$DIR/trace`)+`
steps:
  - name: Post
    dependencies: [{service: Hatch}]
    script: {actions: {onRun: `+sh(`echo post >>$DIR/trace`)+"}}\n", in)
	require.Equal(t, run.Failed, j.result.Outcome, j.log())
	lines := trace(t, dir)
	require.Len(t, lines, 6)
	ports := map[string]bool{}
	for i := 0; i < 6; i += 2 {
		port := strings.TrimPrefix(lines[i], "up ")
		assert.Equal(t, "exit "+port, lines[i+1])
		ports[port] = true
	}
	assert.Len(t, ports, 3, "a port of its own in each Session")
	assert.Equal(t, 3, j.sessions("Hatch"))
	assert.Equal(t, 0, j.taskRuns())
	assert.Equal(t, 1, j.states("Hatch", "FAILED"))
	failed := j.all()[j.place("FAILED", false, func(e run.Event) bool { return e.State == "FAILED" })]
	assert.Equal(t, "onRun exited with status 3 before READY; its 2 relaunches are used up", failed.Text)
	assert.Equal(t, failed.Text, j.service("Hatch").Reason)
}

// wells is a chain of two Services, the lower of which is killed by Task 2 and
// exits before READY when it is launched again.
func wells(policy, second string) string {
	return jobHead + `
services:
  - name: Back
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 2, completedTasks: KEEP}
    script:
      actions:
        onRun: ` + sh(`echo $$ >$DIR/pid; echo back {{Service.Back.p.port}} >>$DIR/trace
[ $(grep -c ^back $DIR/trace) = 2 ] && exit 4
`+announce) + `
        onExit: ` + sh(`echo back exit >>$DIR/trace`) + `
  - name: Front
    ports: [{name: p}]
    dependencies: [{service: Back}]
    healthCheck: {type: STDOUT}
    restartPolicy: ` + policy + `
    script:
      actions:
        onRun: ` + sh(`echo front {{Service.Back.p.port}} >>$DIR/trace; `+announce) + `
        onExit: ` + sh(`echo front exit {{Service.Back.p.port}} >>$DIR/trace`) + `
jobEnvironments:
  - name: Pipe
    dependencies: [{service: Back}]
    variables: {BACK: "{{Service.Back.p.port}}"}
steps:
  - name: Draw
    dependencies: [{service: Front}]
    ` + numbered(3) + `
    script:
      actions:
        onRun: ` + sh(`echo begin {{Task.Param.N}} $BACK >>$DIR/trace
if [ {{Task.Param.N}} = 2 ] && mkdir $DIR/crashed 2>/dev/null; then kill -9 $(cat $DIR/pid)
`+second+`
fi`) + "\n"
}

func TestScenarioOfAnUpstream(t *testing.T) {
	t.Run("37_new_Session_under_KEEP", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, wells(`{maxAttempts: 0, completedTasks: KEEP}`,
			`until [ $(grep -c "^front [0-9]" $DIR/trace) = 2 ]; do sleep 0.01; done`), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		lines := trace(t, dir)
		require.Len(t, lines, 12, lines)
		old, anew := strings.Fields(lines[0])[1], strings.Fields(lines[7])[1]
		assert.NotEqual(t, old, anew)
		assert.Equal(t, []string{"back " + old, "front " + old, "begin 1 " + old, "begin 2 " + old,
			"back " + old, // the first relaunch: same Session, same port; it exits before READY
			"front exit " + old, "back exit", "back " + anew, "front " + anew,
			"begin 3 " + anew, "front exit " + anew, "back exit"}, lines)
		assert.Equal(t, 3, j.taskRuns())
		assert.Equal(t, 2, j.sessions("Back"))
		assert.Equal(t, 2, j.sessions("Front"))
		assert.Empty(t, j.result.Failures)
	})
	t.Run("38_new_Session_without_completedTasks", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, wells(`{maxAttempts: 0}`, `exec sleep 60`), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		var begun, ports []string
		for _, line := range trace(t, dir) {
			if f := strings.Fields(line); f[0] == "begin" {
				begun, ports = append(begun, f[1]), append(ports, f[2])
			}
		}
		require.Equal(t, []string{"1", "2", "1", "2", "3"}, begun)
		assert.NotEqual(t, ports[1], ports[2])
		assert.Equal(t, ports[2], ports[4])
		assert.Equal(t, 2, j.service("Front").Launches)
		assert.Equal(t, "ended", j.service("Front").State, "none of its attempts was used, it had none")
		assert.Equal(t, 4, j.taskRuns())
	})
}

// line is fmt.Sprintf.
func line(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// create makes a Job from texts, without running it.
func create(t *testing.T, text string, attached ...string) (*template.Job, error) {
	t.Helper()
	var documents []*template.Document
	for i, text := range attached {
		documents = append(documents, load(t, fmt.Sprintf("env%d.yaml", i+1), text))
	}
	dir := t.TempDir()
	return template.CreateJob(load(t, "job.yaml", text), documents, nil, template.CreateOptions{TemplateDir: dir, WorkingDir: dir})
}

// write writes a file that scripts look for.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}
