package cli

// This file tests that GPUs are asked for, as far as that can be without one.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// madeUpGPU is a CDI specification of /dev/null as a GPU.
const madeUpGPU = `{"cdiVersion": "0.5.0", "kind": "nvidia.com/gpu", "devices": [{"name": "all", "containerEdits": {
	"env": ["GPU_OF_THE_TEST=made up"],
	"deviceNodes": [{"path": "/dev/made-up-gpu", "hostPath": "/dev/null", "type": "c", "major": 1, "minor": 3}]}}]}
`

// Podman gives actions the devices of a CDI specification. Its variables only the
// container's first process has: podman exec does not pass them on.
func TestEnginesPodmanGpus(t *testing.T) {
	e := engines()[1]
	e.needed(t)
	if os.Getuid() != 0 {
		t.Skip("needs root, to write a CDI specification")
	}
	const dir = "/var/run/cdi"
	for _, there := range []string{dir, "/etc/cdi"} {
		files, err := filepath.Glob(there + "/*")
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err == nil && strings.Contains(string(text), "nvidia.com/gpu") {
				t.Skipf("%s is about real GPUs", file)
			}
		}
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	file := filepath.Join(dir, "runner-test.json")
	require.NoError(t, os.WriteFile(file, []byte(madeUpGPU), 0o644))
	t.Cleanup(func() { _ = os.Remove(file) })
	const job = `
specificationVersion: jobtemplate-2023-09
name: GPU
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'stat -c "%F %t:%T" /dev/made-up-gpu; tr "\0" "\n" </proc/1/environ | grep GPU; echo "${GPU_OF_THE_TEST-not here}"']}}}
`
	r := e.run(t, job, e.parameter("Gpus", "all")...)
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\tcharacter special file 1:3\n\S+\tGPU_OF_THE_TEST=made up\n\S+\tnot here$`, printed)
	e.nothingLeft(t, r)

	r = e.run(t, job, e.parameter("Gpus", "7")...)
	status, printed = r.run()
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "unresolvable CDI devices nvidia.com/gpu=7\n")
	e.nothingLeft(t, r)
}

// Docker without a driver says so, and leaves nothing.
func TestEnginesDockerGpus(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	r := e.run(t, shortJob, e.parameter("Gpus", "all")...)
	status, printed := r.run()
	if status == 0 {
		t.Skip("there are GPUs")
	}
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, `could not select device driver "" with capabilities: [[gpu]]`)
	assert.Contains(t, printed, "Failed: Environment Docker: onEnter exited with status 1\n")
	e.nothingLeft(t, r)
}
