package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run/plan"
	"runner/template"
)

// A chunk of a pass that RERUN has ended says nothing of the chunks that are cut
// now, whatever its ordinal.
func TestChunkOfAnOldPass(t *testing.T) {
	doc, err := template.Load("job.yaml", []byte(`
specificationVersion: jobtemplate-2023-09
extensions: [TASK_CHUNKING]
name: chunks
steps:
  - name: A
    parameterSpace:
      taskParameterDefinitions:
        - name: F
          type: CHUNK[INT]
          range: "1-100"
          chunks: {defaultTaskCount: 10, targetRuntimeSeconds: 60, rangeConstraint: CONTIGUOUS}
    script:
      actions:
        onRun: {command: "true"}
`), template.Options{})
	require.NoError(t, err)
	job, err := template.CreateJob(doc, nil, nil, template.CreateOptions{TemplateDir: t.TempDir(), WorkingDir: t.TempDir()})
	require.NoError(t, err)
	space := job.Steps[0].Space
	done := Exit{Outcome: Succeeded, Duration: 1}

	list := newTaskList(0, space, StepSelection{}, 0)
	require.True(t, list.open())
	list.more(plan.MoreTasks{Pass: 1})
	list.restart(2)
	list.more(plan.MoreTasks{Pass: 2})
	list.ended(1, 0, done)
	assert.Contains(t, list.cut, int64(0), "the old pass took a chunk of the new one away")
	list.ended(2, 0, done)
	assert.Empty(t, list.cut)
}
