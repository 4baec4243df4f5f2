package cli

// This file runs the public conformance cases of whole jobs: a template, its
// parameters, Environment Templates and path mapping rules, and what the output
// has to hold.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// caseFile is one *.test.yaml.
type caseFile struct {
	Template     any
	Parameters   map[string]any
	Environments []any
	PathMapping  []any    `yaml:"pathMapping"`
	RunOn        []string `yaml:"runOn"`
	Expected     struct {
		TaskFailure *struct {
			ExitCode *int `yaml:"exitCode"`
		} `yaml:"taskFailure"`
		HasTaskFailure bool     `yaml:"-"`
		Output         []any    `yaml:"output"`
		OutputPOSIX    []any    `yaml:"output_posix"`
		Forbidden      []string `yaml:"forbidden"`
		ForbiddenPOSIX []string `yaml:"forbidden_posix"`
	}
	invalid   bool // has to be refused
	wraps     bool // has a wrapping Environment
	elsewhere bool // is for another system
}

// conformanceFolders are the specification without and with each extension.
var conformanceFolders = []string{"base", "EXPR", "FEATURE_BUNDLE_1", "TASK_CHUNKING", "REDACTED_ENV_VARS", "SERVICE", "WRAP_ACTIONS"}

func TestConformanceJobs(t *testing.T) {
	eachCase(t, func(caseFile) bool { return true }, func(t *testing.T, c caseFile) { runCase(t, c) })
}

// forwarding is a wrapping Environment that runs every action as it is.
const forwarding = `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR, SERVICE, FEATURE_BUNDLE_1]
environment:
  name: Forwarding of the test
  script:
    actions:
      onWrapEnvEnter: &go
        command: "{{WrappedAction.Command}}"
        args: ["{{WrappedAction.Args}}"]
        timeout: "{{WrappedAction.Timeout}}"
        cancelation: {mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"}
      onWrapTaskRun: *go
      onWrapEnvExit: *go
      onWrapServiceEnter: *go
      onWrapServiceRun: *go
      onWrapServiceHealthCheck: *go
      onWrapServiceExit: *go
`

// A job need not know that it is wrapped (RFC 0008): every case holds with a
// wrapping Environment around it, too.
func TestConformanceJobsWrapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "forwarding.yaml")
	require.NoError(t, os.WriteFile(path, []byte(forwarding), 0o600))
	eachCase(t, caseFile.wrappable, func(t *testing.T, c caseFile) { runCase(t, c, "--env", path) })
}

// wrappable says whether something of the case is run, and it does not have a
// wrapping Environment already.
func (c caseFile) wrappable() bool { return !c.invalid && !c.wraps && !c.elsewhere }

// eachCase goes through the cases that are wanted.
func eachCase(t *testing.T, wanted func(caseFile) bool, test func(t *testing.T, c caseFile)) {
	root := os.Getenv("OPENJD_CONFORMANCE")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "conformance")
	}
	root = filepath.Join(root, "2023-09")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("the conformance cases are not at %s; set OPENJD_CONFORMANCE", root)
	}
	for _, folder := range conformanceFolders {
		files, err := filepath.Glob(filepath.Join(root, folder, "jobs", "*.test.yaml"))
		require.NoError(t, err)
		require.NotEmpty(t, files, folder)
		for _, file := range files {
			c := readCase(t, file)
			if !wanted(c) {
				continue
			}
			t.Run(folder+"/"+strings.TrimSuffix(filepath.Base(file), ".test.yaml"), func(t *testing.T) {
				t.Parallel()
				if c.elsewhere {
					t.Skip("the case is for another system")
				}
				test(t, c)
			})
		}
	}
}

// readCase reads a case.
func readCase(t *testing.T, file string) caseFile {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var c caseFile
	require.NoError(t, yaml.Unmarshal(data, &c))
	var raw struct {
		Expected map[string]any
	}
	require.NoError(t, yaml.Unmarshal(data, &raw))
	_, c.Expected.HasTaskFailure = raw.Expected["taskFailure"]
	c.elsewhere = len(c.RunOn) > 0 && !strings.Contains(strings.Join(c.RunOn, " "), "posix")
	c.invalid = strings.Contains(filepath.Base(file), ".invalid.")
	c.wraps = strings.Contains(string(data), "onWrap")
	return c
}

// runCase runs one case in a folder of its own, with further arguments.
func runCase(t *testing.T, c caseFile, args ...string) {
	status, output := runTemplate(t, c, args...)
	require.NotContains(t, output, "goroutine 1 [", "a crash")
	if c.invalid {
		require.NotZero(t, status, "accepted what it has to reject:\n%s", output)
		return
	}
	if c.Expected.HasTaskFailure {
		checkFailure(t, c, status, output)
	}
	for _, want := range append(c.Expected.Output, c.Expected.OutputPOSIX...) {
		require.True(t, containsAny(output, want), "the output lacks %v:\n%s", want, output)
	}
	for _, bad := range append(c.Expected.Forbidden, c.Expected.ForbiddenPOSIX...) {
		require.NotContains(t, output, bad)
	}
}

// exitedWith finds how the actions ended; the first that is not 0 is the Task's.
var exitedWith = regexp.MustCompile(`exited with code: (-?\d+)`)

func checkFailure(t *testing.T, c caseFile, status int, output string) {
	require.NotZero(t, status, output)
	if c.Expected.TaskFailure == nil || c.Expected.TaskFailure.ExitCode == nil {
		return
	}
	for _, m := range exitedWith.FindAllStringSubmatch(output, -1) {
		if m[1] != "0" {
			require.Equal(t, fmt.Sprint(*c.Expected.TaskFailure.ExitCode), m[1], output)
			return
		}
	}
	require.Fail(t, "no action ended with a status other than 0", output)
}

// runTemplate writes the case's documents and runs them with the real binary.
func runTemplate(t *testing.T, c caseFile, more ...string) (status int, output string) {
	dir := t.TempDir()
	write := func(name string, v any) string {
		data, err := yaml.Marshal(v)
		require.NoError(t, err)
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		return path
	}
	args := append([]string{"run", write("template.yaml", c.Template)}, more...)
	if c.Parameters != nil {
		args = append(args, "-p", "file://"+write("parameters.yaml", c.Parameters))
	}
	for i, e := range c.Environments {
		args = append(args, "--env", write(fmt.Sprintf("env%d.yaml", i), e))
	}
	if c.PathMapping != nil {
		rules, err := json.Marshal(map[string]any{"version": "pathmapping-1.0", "path_mapping_rules": c.PathMapping})
		require.NoError(t, err)
		args = append(args, "--path-mapping-rules", string(rules))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "TMPDIR="+t.TempDir())
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// containsAny says whether the output has the text, or one of its alternatives.
func containsAny(output string, want any) bool {
	if m, ok := want.(map[string]any); ok {
		for _, alternative := range m["anyOf"].([]any) {
			if strings.Contains(output, fmt.Sprint(alternative)) {
				return true
			}
		}
		return false
	}
	return strings.Contains(output, fmt.Sprint(want))
}

// program is the real binary: the test binary under the program's name, which
// testscript.Main has put on the PATH.
func program(t *testing.T) string {
	path, err := exec.LookPath(programName)
	require.NoError(t, err)
	return path
}
