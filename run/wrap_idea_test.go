package run_test

// This file tests the idea form of wrapping, which is older than RFC 0008.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// idea is an Environment Template in the idea form: its file describes the
// wrapped Task.
const idea = `
specificationVersion: environment-2023-09
environment:
  name: I
  variables: {V: "it's"}
  script:
    actions:
      onEnter: {command: sh, args: ["{{Env.File.Enter}}"], timeout: 60}
      onWrapTaskRun: {command: sh, args: ["{{Env.File.Task}}"]}
      onExit: {command: sh, args: ["{{Env.File.Exit}}"]}
    embeddedFiles:
      - name: Enter
        type: TEXT
        data: |
          test ! -e '{{Env.File.Task}}' || echo too early
          echo "enter, timeout {{Env.Action.Timeout}}"
          echo 'openjd_env: SET=$x'
      - name: Task
        type: TEXT
        data: |
          echo "task, timeout {{Env.Action.Timeout}}"
          printf '[%s]\n' {{ shlex_join(Task.Environment) }}
          env {{ shlex_quote(Task.Command) }} {{ shlex_join(Task.Args) }}
      - name: Exit
        type: TEXT
        data: |
          echo "exit, timeout {{Env.Action.Timeout}}"
          grep -c '^env' '{{Env.File.Task}}'
`

// The hook replaces each Task's onRun and nothing else; what it is told comes
// through a shell as it is; its file is written for it alone.
func TestIdeaForm(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: idea
jobEnvironments:
  - name: J
    script: {actions: {onEnter: {command: echo, args: [enter J]}, onExit: {command: echo, args: [exit J]}}}
steps:
  - name: A
    parameterSpace:
      taskParameterDefinitions: [{name: I, type: STRING, range: ["a b", "-", "$HOME 'x' \"y\" 😀"]}]
    script:
      embeddedFiles: [{name: Task, type: TEXT, data: "echo file {{Task.Param.I}}"}]
      actions: {onRun: {command: printf, args: ["(%s)\\n", "{{Task.Param.I}}", "", "*"]}}
`, attach(idea))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	task := func(value string) []string {
		return []string{"task, timeout 0", "[V=it's]", "[SET=$x]", "(" + value + ")", "()", "(*)"}
	}
	want := []string{"enter, timeout 60", "openjd_env: SET=$x", "enter J"}
	for _, value := range []string{"a b", "-", `$HOME 'x' "y" 😀`} {
		want = append(want, task(value)...)
	}
	assert.Equal(t, append(want, "exit J", "exit, timeout 300", "1"), j.lines())
	told := 0
	for _, e := range j.all() {
		if e.Kind == run.Note && strings.Contains(e.Text, "RFC 0008") {
			told++
			assert.Contains(t, e.Text, "env1.yaml")
		}
	}
	assert.Equal(t, 1, told, "the portable form is named once")
}

// A Task that fails in the hook fails as itself, and the Environment is exited
// whether or not its file was ever written.
func TestIdeaFormFailure(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: idea
steps: [{name: A, script: {actions: {onRun: {command: sh, args: ["-c", "exit 7"]}}}}]
`, attach(idea))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, 7, j.result.Failures[0].Exit.Code)
	assert.Equal(t, int64(1), j.result.Failures[0].Source.Task)
	assert.Equal(t, 1, j.count("exit, timeout 300"))

	j = runJob(t, `
specificationVersion: jobtemplate-2023-09
name: idea
jobEnvironments: [{name: J, script: {actions: {onEnter: {command: "false"}}}}]
steps: [{name: A, script: {actions: {onRun: {command: "true"}}}}]
`, attach(idea))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, 1, j.count("exit, timeout 300"))
}

// §1.2.2: the form knows of no Services, so that it does not go with a Job that
// has any.
func TestIdeaFormAndServices(t *testing.T) {
	job := load(t, "job.yaml", `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: services
services:
  - name: Db
    ports: [{name: p}]
    script: {actions: {onRun: {command: sleep, args: ["100"]}}}
steps: [{name: A, dependencies: [{service: Db}], script: {actions: {onRun: {command: "true"}}}}]
`)
	_, err := template.CreateJob(job, []*template.Document{load(t, "i.yaml", idea)}, nil, template.CreateOptions{})
	require.ErrorContains(t, err, "does not declare SERVICE")
	require.ErrorContains(t, err, "write i.yaml in RFC 0008's form")
}
