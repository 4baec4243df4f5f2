package run_test

// This file tests that what fails because a Service was lost is booked as no
// failure of its own (§9.6).

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// mortal is a Service that Tasks can kill: its instances write their number to
// the file n and their process to the file pid.
func mortal(policy string) string {
	return `
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 1, completedTasks: ` + policy + `}
    script: {actions: {onRun: ` + sh(`cd $DIR; n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $$ > pid; echo $n > n; `+announce) + `}}
`
}

// killOnce kills the first instance, waits for its end and fails; where the
// second one is there, it does nothing.
const killOnce = `cd $DIR; if [ $(cat n) = 1 ]; then p=$(cat pid); kill -9 $p; while kill -0 $p 2>/dev/null; do sleep 0.01; done; exit 3; fi; `

func TestOutageExcusesATask(t *testing.T) { // §9.6
	for _, policy := range []string{"KEEP", "RERUN"} {
		t.Run(policy, func(t *testing.T) {
			_, inDir := folder(t)
			j := runJob(t, jobHead+mortal(policy)+`
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: `+sh(killOnce+`echo fine`)+`}}
`, inDir)
			require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
			assert.Empty(t, j.result.Failures)
			assert.Equal(t, run.StepResult{Name: "A", Outcome: run.Succeeded, Total: 1, Succeeded: 1}, j.result.Steps[0])
			outcomes := []run.Outcome{}
			for _, e := range j.all() {
				if e.Kind == run.TaskEnded {
					outcomes = append(outcomes, e.Outcome)
				}
			}
			assert.Equal(t, []run.Outcome{run.Requeued, run.Succeeded}, outcomes)
			if policy == "KEEP" { // under RERUN it may be canceled before it fails
				assert.EqualValues(t, 2, j.result.TaskRuns)
				assert.Len(t, j.said("it counts for nothing, and is tried again"), 1, j.log())
			}
		})
	}
}

func TestOutageExcusesAnEnvironment(t *testing.T) { // §9.6
	environment := `
      - name: E
        script: {actions: {onEnter: ` + sh(killOnce+`echo entered`) + `, onExit: ` + sh(`echo left`) + `}}`
	for name, text := range map[string]string{
		"of a Step": `
steps:
  - name: A
    dependencies: [{service: V}]
    stepEnvironments:` + environment + `
    script: {actions: {onRun: ` + sh(`echo task`) + `}}
`,
		"of the Job": `
jobEnvironments:` + environment + `
        dependencies: [{service: V}]
steps:
  - name: A
    script: {actions: {onRun: ` + sh(`echo task`) + `}}
`,
	} {
		t.Run(name, func(t *testing.T) {
			_, inDir := folder(t)
			j := runJob(t, jobHead+mortal("KEEP")+text, inDir)
			require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
			assert.Empty(t, j.result.Failures, j.log())
			j.order("left", "entered", "task", "left") // one that was attempted is left
			assert.Len(t, j.said("it counts for nothing, and is tried again"), 1, j.log())
		})
	}
}

// No later instance comes: the Task's failure is one, and told beside the
// Service's.
func TestOutageForGoodExcusesNothing(t *testing.T) { // §9.2
	_, inDir := folder(t)
	j := runJob(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh(`cd $DIR; echo $$ > pid; echo 1 > n; `+announce)+`}}
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: `+sh(killOnce)+`}}
`, inDir)
	require.Equal(t, run.Failed, j.result.Outcome, j.log())
	assert.Len(t, j.result.Failures, 2, j.log())
	assert.EqualValues(t, 1, j.result.Steps[0].Failed)
	assert.EqualValues(t, 0, j.result.Steps[0].NotRun)
	assert.Empty(t, j.said("tried again"))
}
