package cli

// This file tests that an action has just the variables in a container that it
// has without, and that nobody else can read them.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scopesJob defines variables that are gone in the next Task and Step, and such
// as the wrappers' scripts and engines use themselves.
const scopesJob = `
specificationVersion: jobtemplate-2023-09
name: Scopes
jobEnvironments:
  - name: Odd
    variables: {DOCKER_HOST: "tcp://127.0.0.1:1", CONTAINERS_STORAGE_CONF: /nowhere, CONTAINERS_CONF: /nowhere, HOME: /nowhere, state: "it's", name: "a'b''c'", mode: x, folder: y, status: z, left: "1", _state: p, _name: q, _openjd: r, mark: s, QUOTES: "'\\''\\\n'"}
    script: {actions: {onEnter: {command: /bin/sh, args: [-c, "echo openjd_env: HTTP_PROXY=http://127.0.0.1:1"]}}}
steps:
  - name: A
    stepEnvironments:
      - name: Step
        variables: {OF_STEP: "1"}
        script: {actions: {onEnter: {command: /bin/sh, args: [-c, "echo openjd_env: FROM_ENTER=1; echo openjd_env: PATH=/only/in/A"]}}}
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script:
      actions:
        onRun: {command: /bin/sh, args: [-c, 'echo "$OF_STEP $FROM_ENTER $PATH ${FROM_TASK-unset}"; echo openjd_env: FROM_TASK=1; echo openjd_env: HOME=/task']}
  - name: B
    dependencies: [{dependsOn: A}]
    script:
      actions:
        onRun: {command: sh, args: [-c, 'printf "[%s]\n" "${OF_STEP-unset}" "${FROM_ENTER-unset}" "${FROM_TASK-unset}" "$DOCKER_HOST" "$CONTAINERS_CONF" "$HOME" "$HTTP_PROXY" "$state" "$name" "$mode" "$folder" "$status" "$left" "$_state" "$_name" "$_openjd" "$mark" "$QUOTES"']}
`

// What a Task or a Step has defined is gone with it, what the job defines is
// there to the letter, and none of it disturbs the engine.
func TestEnginesKeepVariablesInTheirScopes(t *testing.T) {
	plain := engine{}.run(t, scopesJob, "--output", "json")
	status, printed := plain.run()
	require.Equal(t, 0, status, printed)
	want := outputOf(t, printed)
	for task := int64(1); task <= 2; task++ {
		require.Contains(t, want[task], "1 1 /only/in/A unset\n")
	}
	require.Contains(t, printed, `[it's]`)
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, scopesJob, "--output", "json")
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		got := outputOf(t, printed)
		for task := range want {
			if task > 0 {
				assert.Equal(t, want[task], got[task])
			}
		}
		e.nothingLeft(t, r)
	})
}

// An action's secrets are in no process's arguments and, once it runs, in no file.
func TestEnginesHideValues(t *testing.T) {
	const secret = "s3cr3t-of-this-test"
	inEngines(t, func(t *testing.T, e engine) {
		// The Task ends when the file is there.
		dir := t.TempDir()
		args := append(e.parameter("Paths", `["`+dir+`"]`), e.parameter("PassEnvironment", `["PASSED_SECRET"]`)...)
		if e.command == "" {
			args = append(args, e.parameter("Environment", "CLEAN")...)
		}
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Secret
parameterDefinitions: [{name: Dir, type: STRING}]
jobEnvironments:
  - name: Secret
    script: {actions: {onEnter: {command: sh, args: [-c, 'echo "openjd_redacted_env: SECRET=s3cr3t-of-"this-test']}}}
extensions: [REDACTED_ENV_VARS]
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: [-c, 'echo "lengths ${#SECRET} ${#PASSED_SECRET}"; until [ -e "$1/go" ]; do sleep 0.05; done', sh, "{{Param.Dir}}"]}
`, append(args, "-p", "Dir="+dir)...)
		r.cmd.Env = append(r.cmd.Env, "PASSED_SECRET="+secret)
		r.start()
		r.line("lengths 19 19")
		lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
		require.NoError(t, err)
		seen := false
		for _, name := range lines {
			line, err := os.ReadFile(name)
			if err != nil {
				continue // it has ended
			}
			seen = seen || strings.Contains(string(line), "lengths ")
			assert.NotContains(t, string(line), secret)
		}
		assert.True(t, seen, "the Task's own processes are among those that were looked at")
		files := 0
		require.NoError(t, filepath.WalkDir(r.tmp(), func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				text, err := os.ReadFile(path)
				if err == nil {
					files++
					assert.NotContains(t, string(text), secret, path)
				}
			}
			return nil
		}))
		assert.Positive(t, files)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "go"), nil, 0o644))
		status, printed := r.wait()
		assert.Equal(t, 0, status, printed)
		assert.NotRegexp(t, regexp.QuoteMeta(secret), printed)
		e.nothingLeft(t, r)
	})
}
