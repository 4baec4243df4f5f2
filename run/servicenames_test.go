package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template"
)

// TestServiceNames pins the names that the lines of Services carry (§9.7.1).
func TestServiceNames(t *testing.T) {
	load := func(name, text string) *template.Document {
		d, err := template.Load(name, []byte(text), template.Options{})
		require.NoError(t, err)
		return d
	}
	job := load("job.yaml", `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: J
jobServices:
  - {name: V, ports: [{name: p}], script: {actions: {run: {command: x}}}}
steps:
  - name: S
    stepServices: [{name: Own, ports: [{name: p}], script: {actions: {run: {command: x}}}}]
    script: {actions: {onRun: {command: x}}}
  - name: T
    stepServices: [{name: Own, ports: [{name: p}], script: {actions: {run: {command: x}}}}]
    script: {actions: {onRun: {command: x}}}
`)
	attached := load("dir/e1.yaml", `specificationVersion: environment-2023-09
extensions: [SERVICE, EXPR]
services:
  - {name: V, ports: [{name: p}], script: {actions: {onRun: {command: x}}}}
`)
	created, err := template.CreateJob(job, []*template.Document{attached, attached}, nil,
		template.CreateOptions{TemplateDir: t.TempDir(), WorkingDir: t.TempDir()})
	require.NoError(t, err)
	assert.Equal(t, []string{"V", "Own of Step S", "Own of Step T", "V of e1.yaml", "V of e1.yaml (2)"}, serviceNames(created))
}
