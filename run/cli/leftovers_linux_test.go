package cli

// This file tests that a run leaves nothing, however it ends.

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// familyJob has processes of all kinds: an Environment's left in the background,
// a Service's with one that left its session, a Task's with a shell in between.
const familyJob = `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: Family
parameterDefinitions:
  - {name: Last, type: STRING, default: wait}
services:
  - name: Tree
    ports: [{name: main}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onRun: {command: bash, args: ["-c", "bash -c 'sleep 900 & sleep 900' & setsid sleep 900 & echo 'openjd_service_ready: up'; wait"]}
steps:
  - name: S
    dependencies: [{service: Tree}]
    stepEnvironments:
      - name: E
        script:
          actions:
            onEnter: {command: bash, args: ["-c", "setsid sleep 900 >/dev/null 2>&1 </dev/null & echo entered"]}
            onExit: {command: bash, args: ["-c", "echo left"]}
    script:
      actions:
        onRun: {command: bash, args: ["-c", "sleep 900 & setsid bash -c 'sleep 900; true' & touch {{Session.WorkingDirectory}}/file; echo up; {{Param.Last}}"]}
`

// https://github.com/aws-deadline/deadline-cloud-worker-agent/issues/983
func TestKilledRunLeavesNothing(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "--work-dir", "tmp/new/deeper")
	r.write("job.yaml", familyJob)
	r.start()
	r.line("up")
	require.NotEmpty(t, r.processes())
	require.DirExists(t, filepath.Join(r.dir, "tmp", "new", "deeper"))
	r.signal(syscall.SIGKILL)
	r.wait()
	r.nothingLeft()
}

// The same at random moments, of both jobs.
func TestKillAtAnyMoment(t *testing.T) {
	t.Parallel()
	for i := range interrupts(t, 4) {
		moment := rand.IntN(40)
		r := newWholeRun(t, "run", example(t, "shared-store.yaml"), "-p", "FrameEnd=10", "-j2").withStore()
		if i%2 == 0 {
			moment = rand.IntN(12)
			r = newWholeRun(t, "run", "job.yaml", "-p", "Last=sleep 0.05", "--work-dir", "tmp/new/deeper")
			r.write("job.yaml", familyJob)
		}
		r.start()
		r.lines(moment)
		r.signal(syscall.SIGKILL)
		r.wait()
		r.nothingLeft()
	}
}

// https://github.com/Supervisor/supervisor/issues/1396
func TestFamiliesOfAnEndedRunLeaveNothing(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]int{"true": 0, "exit 3": 1, "kill -9 $$": 1, "kill -9 0": 1} {
		r := newWholeRun(t, "run", "job.yaml", "-p", "Last="+last)
		r.write("job.yaml", familyJob)
		status, output := r.run()
		assert.Equal(t, want, status, "%s:\n%s", last, output)
		assert.Contains(t, output, "\tleft\n", last)
		r.nothingLeft()
	}
}

// The main job: many Tasks share a store, three times in a row.
func TestSharedStoreAgainAndAgain(t *testing.T) {
	t.Parallel()
	for range 3 {
		r := newWholeRun(t, "run", example(t, "shared-store.yaml")).withStore()
		status, output := r.run()
		require.Zero(t, status, output)
		require.Contains(t, output, "the store holds 100 frames, their sum is 338350\n")
		require.Regexp(t, `127\.0\.0\.1:\d+`, output, "the result names the port")
		r.nothingLeft()
	}
}

// Two runs at once do not get into each other's way.
func TestTwoRunsAtOnce(t *testing.T) {
	t.Parallel()
	var runs []*wholeRun
	for i := range 2 {
		runs = append(runs, newWholeRun(t, "run", example(t, "shared-store.yaml"), "-p", fmt.Sprintf("FrameEnd=%d", 20+i), "-j", "2").withStore())
	}
	for _, r := range runs {
		r.start()
	}
	for i, r := range runs {
		status, output := r.wait()
		require.Zero(t, status, output)
		require.Contains(t, output, fmt.Sprintf("the store holds %d frames", 20+i))
		r.nothingLeft()
	}
}

// A reader of the output that goes away ends a run with a Service as a signal
// does.
func TestReaderThatGoesAwayLeavesNothing(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", example(t, "shared-store.yaml")).withStore()
	script := fmt.Sprintf(`(%q "$@"; echo status $? >status) | head -n 1`, r.cmd.Path)
	args := r.cmd.Args[1:]
	env := r.cmd.Env
	r.cmd = exec.Command("sh", append([]string{"-c", script, "sh"}, args...)...)
	r.cmd.Dir, r.cmd.Env = r.dir, env
	r.run()
	status, err := os.ReadFile(filepath.Join(r.dir, "status"))
	require.NoError(t, err)
	require.Equal(t, "status 141\n", string(status))
	r.nothingLeft()
}

// Directories that their owner may not read or write any more are removed all
// the same. Root may everything, so it is done as somebody else where it can.
// https://github.com/OpenJobDescription/openjd-sessions-for-python/pull/13
func TestLockedDirectoriesAreRemoved(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml")
	r.write("job.yaml", `
specificationVersion: jobtemplate-2023-09
name: Locks
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: ["-ec", "cd {{Session.WorkingDirectory}}; mkdir -p a/b/c d; echo x >a/b/f; chmod 000 a/b/f a/b a; chmod 555 d .; id -u"]}
`)
	if os.Getuid() == 0 {
		// The binary and its directories have to be within the other's reach.
		const nobody = 65534
		data, err := os.ReadFile(r.cmd.Path)
		require.NoError(t, err)
		r.cmd.Path = filepath.Join(r.dir, programName)
		require.NoError(t, os.WriteFile(r.cmd.Path, data, 0o755))
		for _, dir := range []string{r.dir, r.tmp()} {
			require.NoError(t, os.Chmod(dir, fs.ModePerm))
		}
		require.NoError(t, os.Chmod(filepath.Dir(r.dir), 0o755))
		r.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	status, output := r.run()
	require.Zero(t, status, output)
	require.NotContains(t, output, "warning")
	require.NotContains(t, output, "\t0\n", "it ran as root")
	r.nothingLeft()
}
