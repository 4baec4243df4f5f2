package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template"
)

// created checks the documents of a wrapping job and creates its Job.
func created(made wrapJob) error {
	load := func(name string, document object) (*template.Document, error) {
		return template.Load(name, asJSON(document), template.Options{})
	}
	job, err := load("job.json", made.Job)
	if err != nil {
		return err
	}
	var attached []*template.Document
	for _, env := range made.Environments {
		document, err := load("env.json", env)
		if err != nil {
			return err
		}
		attached = append(attached, document)
	}
	_, err = template.CreateJob(job, attached, nil, template.CreateOptions{TemplateDir: jobFolder, WorkingDir: jobFolder})
	return err
}

// The generated wrapping jobs are valid for this side unless two of their
// Environments wrap; there are such with none, one and two.
func TestGeneratedWrappingJobs(t *testing.T) {
	w := &wraps{rand: newRand(5), probe: "/probe"}
	seen := map[int]int{}
	for range 400 {
		made := w.job()
		err := created(made)
		if made.Layers < 2 {
			require.NoError(t, err, "%s", asJSON(made))
		} else {
			require.ErrorContains(t, err, "both define wrap hooks and would meet in one Session", "%s", asJSON(made))
		}
		seen[made.Layers]++
	}
	assert.Len(t, seen, 3)
	assert.Greater(t, seen[1], 300)

	again, first := &wraps{rand: newRand(5), probe: "/probe"}, &wraps{rand: newRand(5), probe: "/probe"}
	assert.Equal(t, first.job(), again.job(), "the same seed makes the same")
}

// The probe tells what it was given, without paths that are others in each run,
// and hands on the status of what it runs.
func TestProbe(t *testing.T) {
	folder := t.TempDir()
	trace, file := filepath.Join(folder, "trace"), filepath.Join(folder, "f")
	t.Setenv(traceVariable, trace)
	for _, name := range variableNames {
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	t.Setenv("VB", "b=c")
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o600))
	status := probe([]string{"at=W.onWrapTaskRun", "file=" + file, "let=l", `value=Args=["file=` + file + `"]`, "run=yes", "--", "sh", "-c", "exit 7", "file=" + file, "at=x"})
	assert.Equal(t, 7, status)
	assert.Equal(t, 4, probe([]string{"at=E.onExit", "exit=4", "file=/nowhere/f"}))
	told, err := os.ReadFile(trace)
	require.NoError(t, err)
	assert.Equal(t, `{"at":"W.onWrapTaskRun","given":["sh","-c","exit 7","file=\u003cfile\u003e","at=x"],"values":{"Args":"[\"file=\u003cfile\u003e\"]","let":"l"},"file":"text","variables":{"VB":"b=c"}}
{"at":"E.onExit","given":[],"values":{},"file":"open /nowhere/f: no such file or directory","variables":{"VB":"b=c"}}
`, string(told))
}

// A rule of wrapping jobs sees what else differs.
func TestWrapFormsHideNothingElse(t *testing.T) {
	task := object{"command": "p", "args": []any{probeCommand, "at=S0.onRun", "say=openjd_env: VA=x"}}
	made := &wrapJob{Job: object{"steps": []any{object{"script": object{"actions": object{"onRun": task}}}}}, Layers: 1}
	outcome := func(list, name string) answer {
		r := record{At: "W.onWrapTaskRun", Values: map[string]string{"Environment": list, "Name": name}}
		return answer{OK: true, Value: asJSON(wrapOutcome{Succeeded: true, Records: []record{r}})}
	}
	d := func(ours, theirs answer) *difference {
		return &difference{Wrap: made, With: "Python", Ours: ours, Theirs: theirs}
	}
	rules := wrapRules("Python")
	assert.Equal(t, "wrap-environment-task", known(rules, d(outcome(`["VA=x", "VB=y"]`, "S"), outcome(`["VB=y"]`, "S"))))
	assert.Empty(t, known(rules, d(outcome(`["VA=x", "VB=y"]`, "S"), outcome(`["VB=z"]`, "S"))))
	assert.Empty(t, known(rules, d(outcome(`["VA=x", "VB=y"]`, "S"), outcome(`[]`, "S"))))
	assert.Empty(t, known(rules, d(outcome(`["VA=x"]`, "S"), outcome(`[]`, "T"))))
	assert.Equal(t, "wrap-environment-list", known(wrapRules("Rust"), d(outcome(`["VC=x", "VB=y"]`, "S"), outcome(`["VB=z"]`, "S"))))
	assert.Empty(t, known(wrapRules("Rust"), d(outcome(`["VC=x", "VB=y"]`, "S"), outcome(`["VB=z"]`, "T"))))
}
