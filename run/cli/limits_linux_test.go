package cli

// This file tests what large jobs and outputs cost, and what happens when the
// machine has no more to give.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// requirePeak holds the ended run's memory against a bound; the race detector
// needs several times as much.
func requirePeak(t *testing.T, r *wholeRun, bound int64) {
	t.Helper()
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	for _, s := range info.Settings {
		if s.Key == "-race" && s.Value == "true" {
			return
		}
	}
	require.Less(t, r.peak(), bound)
	t.Logf("peak %d MiB", r.peak()>>20)
}

// https://github.com/F1bonacc1/process-compose/issues/57
func TestLongLineNeedsLittleMemory(t *testing.T) {
	t.Parallel()
	const length = 100_000_000
	for _, format := range []string{"human-readable", "json"} {
		r := newWholeRun(t, "run", "job.yaml", "--output", format).measured()
		r.write("job.yaml", fmt.Sprintf(`
specificationVersion: jobtemplate-2023-09
name: Long
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: ["-c", "head -c %d /dev/zero | tr '\\0' B; echo; echo after"]}
`, length))
		out, err := os.Create(filepath.Join(r.dir, "out"))
		require.NoError(t, err)
		defer out.Close()
		r.cmd.Stdout, r.cmd.Stderr = out, out
		require.NoError(t, r.cmd.Run())
		counted, err := exec.Command("sh", "-c", `tr -cd B <"$0" | wc -c; grep -c 'after"\{0,1\}' "$0"`, out.Name()).Output()
		require.NoError(t, err)
		require.Regexp(t, fmt.Sprintf(`^%d\n1\n$`, length), string(counted), "nothing of the line is lost")
		requirePeak(t, r, 128<<20)
		r.nothingLeft()
	}
}

func TestMillionTasksNeedLittleMemory(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "--maximum-tasks", "10").measured()
	r.write("job.yaml", `
specificationVersion: jobtemplate-2023-09
name: Many
steps:
  - name: S
    parameterSpace:
      taskParameterDefinitions:
        - {name: A, type: INT, range: "1-1000"}
        - {name: B, type: INT, range: "1-1000"}
    script:
      actions:
        onRun: {command: echo, args: ["task {{Task.Param.A}}-{{Task.Param.B}}"]}
`)
	status, output := r.run()
	require.Zero(t, status, output)
	require.Contains(t, output, "\ttask 1-10\n")
	require.Contains(t, output, "Chunks run: 10\n")
	requirePeak(t, r, 64<<20)
	r.nothingLeft()
}

// smallDisk changes a run to have a file system of its own at "disk" in its
// directory, with these mount options.
func smallDisk(t *testing.T, r *wholeRun, options string) {
	t.Helper()
	if out, err := exec.Command("unshare", "-rm", "true").CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v: %s", err, out)
	}
	disk := filepath.Join(r.dir, "disk")
	require.NoError(t, os.Mkdir(disk, 0o755))
	script := fmt.Sprintf(`set -e
mount -t tmpfs -o %s tmpfs "$1"
shift
status=0
"$@" || status=$?
find disk -mindepth 1
exit $status`, options)
	args := append([]string{"-rm", "sh", "-c", script, "sh", disk, r.cmd.Path}, r.cmd.Args[1:]...)
	env, dir := r.cmd.Env, r.cmd.Dir
	r.cmd = exec.Command("unshare", args...)
	r.cmd.Env, r.cmd.Dir = env, dir
}

// fillingJob fills the disk behind its working directory, in the Environment or
// the Task.
const fillingJob = `
specificationVersion: jobtemplate-2023-09
name: Full
parameterDefinitions:
  - {name: Enter, type: STRING, default: "true"}
  - {name: Do, type: STRING, default: "true"}
jobEnvironments:
  - name: E
    script:
      actions:
        onEnter: {command: sh, args: ["-c", "cd {{Session.WorkingDirectory}}; {{Param.Enter}}"]}
        onExit: {command: echo, args: [left]}
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: ["-c", "cd {{Session.WorkingDirectory}}; cat {{Task.File.F}}; {{Param.Do}}"]}
      embeddedFiles:
        - {name: F, type: TEXT, data: "the embedded file\n"}
`

// A full disk is runner's own trouble when runner needs it, told with the path
// and a way out; the Environments are left and nothing stays.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	const fill = "Enter=cat /dev/zero >fill 2>/dev/null; true"
	for _, c := range []struct {
		name   string
		disk   string // mount options
		args   []string
		status int
		want   string // a pattern
	}{
		{"nothing can be made", "nr_inodes=1", nil, 3,
			`^error: .*disk.*no space left on device`},
		{"the working directory cannot be made", "nr_inodes=3", nil, 3,
			`(?s)error: .*/disk/.*no space left on device; free some space`},
		{"the working directory cannot be filled", "nr_inodes=4", nil, 3,
			`(?s)error: .*/disk/.*no space left on device; free some space`},
		{"an embedded file cannot be written", "size=512k", []string{"-p", fill}, 3,
			`(?s)embedded file F could not be written: .*no space left on device; free some space.*\tleft\n`},
		{"the Task cannot write", "size=512k", []string{"-p", "Do=cat /dev/zero >fill"}, 1,
			`(?s)No space left on device\n.*\tleft\n`},
		{"the log cannot be kept", "size=64k", []string{"-p", "Do=head -c 1000000 /dev/zero | tr '\\0' x | fold -w 100; echo; echo done; exit 1"}, 1,
			`(?s)log of this action is not kept: .*no space left on device\n.*\tleft\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newWholeRun(t, append([]string{"run", "job.yaml", "--work-dir", "disk"}, c.args...)...)
			r.write("job.yaml", fillingJob)
			smallDisk(t, r, c.disk)
			status, output := r.run()
			require.Equal(t, c.status, status, output)
			require.Regexp(t, c.want, output)
			require.NotRegexp(t, `(?m)^disk/`, output, "something is left on the disk")
			r.nothingLeft()
		})
	}
	t.Run("a full disk for logs only", func(t *testing.T) {
		r := newWholeRun(t, "run", "job.yaml", "--log-dir", "disk", "-p", "Do=head -c 1000000 /dev/zero | tr '\\0' x; echo; echo done")
		r.write("job.yaml", fillingJob)
		smallDisk(t, r, "size=64k")
		status, output := r.run()
		require.Zero(t, status, "a log is no part of the job:\n%s", output[max(0, len(output)-2000):])
		require.Contains(t, output, "\tdone\n")
		require.NotRegexp(t, `(?m)^disk/`, output, "no log is kept of what went well")
		r.nothingLeft()
	})
}

// A limit on the size of files ends no run: the log is not kept, and says so.
func TestFileSizeLimit(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "-p", "Do=head -c 1000000 /dev/zero | tr '\\0' x; echo; echo done")
	r.write("job.yaml", fillingJob)
	args := append([]string{"-c", `ulimit -f 8; exec "$@"`, "sh", r.cmd.Path}, r.cmd.Args[1:]...)
	env, dir := r.cmd.Env, r.cmd.Dir
	r.cmd = exec.Command("sh", args...)
	r.cmd.Env, r.cmd.Dir = env, dir
	status, output := r.run()
	require.Zero(t, status, output[max(0, len(output)-2000):])
	require.Contains(t, output, "\tdone\n")
	require.Contains(t, output, "file too large")
	r.nothingLeft()
}
