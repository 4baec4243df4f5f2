package run_test

// This file defines what Services of the idea form (jobServices, stepServices)
// do in a run: the model is the draft's, the rules of the form are written here.

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// ideaService is a service of the idea form that says it is READY.
func ideaService(indent, name, more string) string {
	return indent + `- name: ` + name + indent + `  ports: [{name: p, readiness: {type: STDOUT}}]` + more + indent + `  script:` +
		indent + `    actions:` +
		indent + `      run: ` + sh(`echo $$ >$DIR/`+name+`; echo `+name+` up >>$DIR/trace; `+announce) +
		indent + `      onExit: ` + sh(`echo `+name+` exit >>$DIR/trace`)
}

const jobIndent, stepIndent = "\n  ", "\n      "

func TestIdeaFormOrder(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, jobHead+"jobServices:"+ideaService(jobIndent, "One", "")+ideaService(jobIndent, "Two", "")+`
jobEnvironments:
  - name: Reader
    variables: {READ: "{{Service.One.p.connectAddress}}"}
  - name: Plain
    script: {actions: {onEnter: `+sh(`echo enter >>$DIR/trace`)+`}}
steps:
  - name: A
    stepServices:`+ideaService(stepIndent, "Own", "")+`
    script: {actions: {onRun: `+sh(`[ {{Service.One.p.port}} != {{Service.Own.p.port}} ] && echo A $READ >>$DIR/trace`)+`}}
  - name: B
    dependencies: [{dependsOn: A}]
    stepServices:`+ideaService(stepIndent, "Own", "")+`
    script: {actions: {onRun: `+sh(`echo B $READ >>$DIR/trace`)+"}}\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines, entered := []string{}, 0
	for _, l := range trace(t, dir) {
		if l == "enter" {
			entered++ // beside an onExit, in any order
			continue
		}
		lines = append(lines, l)
	}
	assert.Equal(t, 5, entered, "Plain is entered in each Service Session and in the one of Tasks")
	require.Len(t, lines, 10)
	assert.Equal(t, []string{"One up", "Two up", "Own up", "A 127.0.0.1"}, lines[:4])
	assert.ElementsMatch(t, []string{"Own exit", "Own up", "B 127.0.0.1"}, lines[4:7])
	assert.Equal(t, []string{"Own exit", "Two exit", "One exit"}, lines[7:])
	assert.Equal(t, []string{"A", "B"}, j.service("One").Scope)
	assert.Equal(t, []string{"A"}, j.service("Own of Step A").Scope)
	assert.Equal(t, []string{"B"}, j.service("Own of Step B").Scope)
}

// dying is a Job of two Steps, in the second of which a Task kills the Service.
func dying(restartable string) string {
	return jobHead + "jobServices:" + ideaService(jobIndent, "Cache", restartable) + `
steps:
  - name: A
    ` + numbered(2) + `
    script: {actions: {onRun: ` + sh(`echo A >>$DIR/trace`) + `}}
  - name: B
    dependencies: [{dependsOn: A}]
    ` + numbered(2) + `
    script: {actions: {onRun: ` + sh(`echo B {{Task.Param.N}} >>$DIR/trace; if mkdir $DIR/crashed 2>/dev/null; then `+killed("Cache")+`; fi; echo end >>$DIR/trace`) + `}}
  - name: C
    dependencies: [{dependsOn: B}]
    script: {actions: {onRun: ` + sh(`echo C >>$DIR/trace`) + "}}\n"
}

func TestIdeaFormRestartable(t *testing.T) {
	t.Run("true", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, dying("\n    restartable: true"), in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		lines := trace(t, dir)
		assert.ElementsMatch(t, []string{"Cache up", "A", "A", "B 1", "end", "Cache up", "B 2", "end", "C", "Cache exit"}, lines, "KEEP: each Task once")
		assert.Equal(t, 2, j.service("Cache").Launches)
		for _, s := range j.result.Steps {
			assert.False(t, s.Untrusted, s.Name)
		}
	})
	for name, text := range map[string]string{"false": "\n    restartable: false", "absent": ""} {
		t.Run(name, func(t *testing.T) {
			dir, in := folder(t)
			j := runJob(t, dying(text), in)
			require.Equal(t, run.Failed, j.result.Outcome, j.log())
			assert.Equal(t, []string{"Cache up", "A", "A", "B 1", "end", "Cache exit"}, trace(t, dir), "the running Task goes on to its end")
			assert.Equal(t, "FAILED", j.service("Cache").State)
			for i, want := range []run.StepResult{
				{Name: "A", Outcome: run.Failed, Total: 2, Succeeded: 2, Untrusted: true},
				{Name: "B", Outcome: run.Failed, Total: 2, Succeeded: 1, NotRun: 1, Untrusted: true},
				{Name: "C", Outcome: run.Failed, Total: 1, NotRun: 1},
			} {
				want.Reason = "Service Cache failed"
				assert.Equal(t, want, j.result.Steps[i])
			}
		})
	}
}

func TestDraftFormTrustsWhatIsDone(t *testing.T) {
	dir, in := folder(t)
	j := runJob(t, strings.Replace(press(`{maxAttempts: 0, completedTasks: KEEP}`), "kill -9 $(cat $DIR/pid); exec sleep 60", killed("pid"), 1), in)
	require.Equal(t, run.Failed, j.result.Outcome, j.log())
	assert.Contains(t, trace(t, dir), "kill")
	assert.False(t, j.result.Steps[0].Untrusted, "the draft's form has no such rule")
}

func TestIdeaFormReadiness(t *testing.T) {
	// Both ports have to pass; the second listens only when its folder says so.
	const server = `import os,socket,sys,time
a=socket.create_server(('127.0.0.1', int(sys.argv[1])))
print('first listens', flush=True)
while not os.path.exists(os.environ['DIR']+'/open'): time.sleep(0.01)
b=socket.create_server(('127.0.0.1', int(sys.argv[2])))
time.sleep(60)`
	t.Run("TCP_CONNECT of each port", func(t *testing.T) {
		dir, in := folder(t)
		j := start(t, jobHead+`
jobServices:
  - name: Two
    ports:
      - {name: a, readiness: {type: TCP_CONNECT, timeoutSeconds: 40}}
      - {name: b}
    script: {actions: {run: {command: python3, args: ["-c", `+strconv.Quote(server)+`, "{{Service.Two.a.port}}", "{{Service.Two.b.port}}"]}}}
steps:
  - name: A
    script: {actions: {onRun: `+sh(`[ -e $DIR/open ] && echo both`)+"}}\n", in)
		j.untilLine("first listens")
		assert.Zero(t, j.states("Two", "READY"))
		write(t, dir, "open", "")
		j.wait()
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, 1, j.count("both"))
	})
	t.Run("the timeout of one port of two", func(t *testing.T) {
		_, in := folder(t)
		j := runJob(t, jobHead+`
jobServices:
  - name: Two
    ports:
      - {name: a, readiness: {type: TCP_CONNECT, timeoutSeconds: 60}}
      - {name: b, readiness: {type: TCP_CONNECT, timeoutSeconds: 1}}
    script: {actions: {run: {command: python3, args: ["-c", `+strconv.Quote(server)+`, "{{Service.Two.a.port}}", "{{Service.Two.b.port}}"]}}}
steps:
  - name: A
    script: {actions: {onRun: `+sh(`echo never`)+"}}\n", in)
		require.Equal(t, run.Failed, j.result.Outcome, j.log())
		assert.Contains(t, j.result.Services[0].Reason, "not READY: port b at 127.0.0.1:")
		assert.Contains(t, j.result.Services[0].Reason, "was not reached within 1s")
		assert.Contains(t, j.log(), "within 60 s (a within 60 s, b within 1 s)")
	})
	t.Run("COMMAND in place", func(t *testing.T) {
		_, in := folder(t)
		j := runJob(t, jobHead+`
jobServices:
  - name: Asked
    ports: [{name: p, readiness: {type: COMMAND, timeoutSeconds: 20, command: sh, args: ["-c", "test -e $DIR/up"]}}]
    script: {actions: {run: `+sh(`touch $DIR/up; exec sleep 60`)+`}}
steps:
  - name: A
    script: {actions: {onRun: `+sh(`[ -e $DIR/up ] && echo answered`)+"}}\n", in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, 1, j.count("answered"))
	})
}
