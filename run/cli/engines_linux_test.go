package cli

// This file defines the container engines that tests run jobs in: the real ones,
// which scripts/engines.sh sets up. A test of an engine that cannot run here is
// skipped and says why.

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// engine is one way to run a job in a container.
type engine struct {
	name string
	// prefix begins the names of the wrapper's parameters.
	prefix string
	// args attach the wrapper.
	args []string
	// command is the engine's program where it keeps containers.
	command string
}

// engines are all of them, with the test's image; docker, podman and bwrap with
// the host's root and with that of the image.
func engines() []engine {
	image, root := os.Getenv("RUNNER_TEST_IMAGE"), os.Getenv("RUNNER_TEST_ROOT")
	return []engine{
		{"docker", "Docker", []string{"--env", "docker", "-p", "DockerImage=" + image}, "docker"},
		{"podman", "Podman", []string{"--env", "podman", "-p", "PodmanImage=" + image}, "podman"},
		{"bwrap", "Bwrap", []string{"--env", "bwrap"}, ""},
		{"bwrap with a root", "Bwrap", []string{"--env", "bwrap", "-p", "BwrapRoot=" + root}, ""},
		apptainer(),
	}
}

// inEngines runs a test in each engine that can run here.
func inEngines(t *testing.T, test func(t *testing.T, e engine)) {
	t.Helper()
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			e.needed(t)
			test(t, e)
		})
	}
}

// inContainers does so with those that keep containers from action to action.
func inContainers(t *testing.T, test func(t *testing.T, e engine)) {
	t.Helper()
	for _, e := range engines() {
		if e.command == "" {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			e.needed(t)
			test(t, e)
		})
	}
}

// needed skips the test where the engine cannot run.
func (e engine) needed(t *testing.T) {
	t.Helper()
	image, root := os.Getenv("RUNNER_TEST_IMAGE"), os.Getenv("RUNNER_TEST_ROOT")
	if image == "" || root == "" {
		t.Skip(`no container engines: eval "$(scripts/engines.sh start)" sets them up`)
	}
	try := []string{"bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "true"}
	if e.prefix == "Apptainer" {
		try = apptainerTry(t)
	}
	if e.command != "" {
		try = []string{e.command, "run", "--rm", "--network", "host", image, "true"}
	}
	var said bytes.Buffer
	cmd := exec.Command(try[0], try[1:]...)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		t.Skipf("%s cannot run here: %v: %s", e.name, err, lines[len(lines)-1])
	}
}

// run prepares a run of a job in the engine.
func (e engine) run(t *testing.T, job string, args ...string) *wholeRun {
	t.Helper()
	r := newWholeRun(t, append([]string{"run", "job.yaml"}, append(e.args, args...)...)...)
	r.write("job.yaml", job)
	return r
}

// parameter is -p with a parameter of the wrapper.
func (e engine) parameter(name, value string) []string {
	return []string{"-p", e.prefix + name + "=" + value}
}

// do runs the engine's program and returns what it prints.
func (e engine) do(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(e.command, args...).Output()
	require.NoError(t, err, "%s %v", e.command, args)
	return string(out)
}

// nothingLeft proves that no process, file, container or mount is left of a run.
func (e engine) nothingLeft(t *testing.T, r *wholeRun) {
	t.Helper()
	r.nothingLeft()
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	require.NoError(t, err)
	require.NotContains(t, string(mounts), r.dir)
	if e.command != "" {
		e.none(t, r)
	}
}

// none waits until there is no container that a wrapper has started.
func (e engine) none(t *testing.T, r *wholeRun) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(longEnough); ; <-tick.C {
		left := strings.Fields(e.do(t, "ps", "--all", "--filter", "name=openjd-", "--format", "{{.Names}}"))
		if len(left) == 0 {
			return
		}
		require.True(t, time.Now().Before(end), "containers left, %v, by a run that printed:\n%s", left, r.text())
	}
}

// outputOf is what the actions of a run with --output json printed, by Task
// number; 0 is for those that are none of a Task.
func outputOf(t *testing.T, text string) map[int64]string {
	t.Helper()
	var doc struct {
		Logs []logDocument `json:"logs"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &doc), "%s", text)
	out := map[int64]string{}
	for _, l := range doc.Logs {
		if l.Kind == "output" && l.Source.Action != "" {
			out[l.Source.Task] += l.Message + "\n"
		}
	}
	return out
}
