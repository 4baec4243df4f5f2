package template

import (
	"testing"

	"runner/template/expr"
)

const manyTasks = `
parameterDefinitions:
- {name: Out, type: STRING, default: frames}
steps:
- name: Render
  parameterSpace:
    taskParameterDefinitions:
    - {name: Frame, type: INT, range: "1-10000"}
    - {name: Layer, type: STRING, range: [a, b, c]}
  script:
    actions:
      onRun: {command: render, args: ["-f", "{{Task.Param.Frame}}", "-o", "{{Param.Out}}/{{Task.Param.Layer}}.{{Task.Param.Frame}}.exr"]}
`

// BenchmarkTaskCommandLines resolves the command lines of 10,000 different
// Tasks, as a run does one by one.
func BenchmarkTaskCommandLines(b *testing.B) {
	for _, extensions := range []string{"FEATURE_BUNDLE_1", "EXPR"} {
		b.Run(extensions, func(b *testing.B) {
			document, err := Load("t.yaml", []byte(jobText(extensions, manyTasks)), Options{})
			if err != nil {
				b.Fatal(err)
			}
			job, err := CreateJob(document, nil, nil, here)
			if err != nil {
				b.Fatal(err)
			}
			step := job.Steps[0]
			symbols := step.Symbols(job.Symbols(nil))
			action := step.Step.Script.OnRun
			for b.Loop() {
				for i := range int64(10_000) {
					task, err := step.Space.At(i)
					if err != nil {
						b.Fatal(err)
					}
					env := &expr.Env{Symbols: task.Symbols(symbols, nil), Library: expr.Base()}
					if _, err := action.Command.Resolve(env); err != nil {
						b.Fatal(err)
					}
					if _, err := ResolveArgs(action.Args, env); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkCreateJobOfAMillionTasks(b *testing.B) {
	document, err := Load("t.yaml", []byte(jobText("", `
steps:
- name: S
  parameterSpace:
    taskParameterDefinitions:
    - {name: A, type: INT, range: "1-1000000"}
    - {name: B, type: INT, range: "1-1000000"}
  script: {actions: {onRun: {command: a}}}
`)), Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		job, err := CreateJob(document, nil, nil, here)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := job.Steps[0].Space.At(999_999_999_999); err != nil {
			b.Fatal(err)
		}
	}
}
