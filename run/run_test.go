package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"runner/run"
)

// How Jobs Are Run, Sessions: Environments are entered in order and exited in
// reverse; Tasks run in between.
func TestOrderOfASession(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: order
jobEnvironments:
  - name: J
    script:
      actions:
        onEnter: {command: sh, args: ["-c", "echo enter J"]}
        onExit: {command: sh, args: ["-c", "echo exit J"]}
steps:
  - name: A
    stepEnvironments:
      - name: S
        script:
          actions:
            onEnter: {command: sh, args: ["-c", "echo enter S"]}
            onExit: {command: sh, args: ["-c", "echo exit S"]}
    parameterSpace:
      taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]
    script:
      actions:
        onRun: {command: sh, args: ["-c", "echo task A {{Task.Param.I}}"]}
  - name: B
    dependencies: [{dependsOn: A}]
    script:
      actions:
        onRun: {command: sh, args: ["-c", "echo task B"]}
`)
	require.Equal(t, []string{"enter J", "enter S", "task A 1", "task A 2", "exit S", "task B", "exit J"}, j.lines())
	require.Equal(t, run.Succeeded, j.result.Outcome)
}
