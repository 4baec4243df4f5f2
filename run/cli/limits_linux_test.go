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
		r := newWholeRun(t, "run", "job.yaml", "--output", format)
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
	r := newWholeRun(t, "run", "job.yaml", "--maximum-tasks", "10")
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
