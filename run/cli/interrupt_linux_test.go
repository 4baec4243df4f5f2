package cli

// This file tests what signals do to a run: at any moment, several of them, and
// to actions that take their time to end.

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// interrupts is how many runs are interrupted; RUNNER_TEST_INTERRUPTS makes it
// more.
func interrupts(t *testing.T, least int) int {
	n, err := strconv.Atoi(os.Getenv("RUNNER_TEST_INTERRUPTS"))
	if os.Getenv("RUNNER_TEST_INTERRUPTS") == "" {
		return least
	}
	require.NoError(t, err, "RUNNER_TEST_INTERRUPTS")
	return n
}

// checkInterrupted holds the end of a run that got SIGINT at some moment against
// what it may be: before the program's first line of Go it dies of the signal,
// after its last Task it may succeed.
func checkInterrupted(t *testing.T, r *wholeRun, moment int) {
	t.Helper()
	status, output := r.wait()
	switch status {
	case 130:
		assert.NotContains(t, output, "panic", output)
	case -1:
		assert.Equal(t, syscall.SIGINT, r.cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(), "line %d", moment)
		assert.Empty(t, output, "line %d", moment)
	case 0:
		assert.Contains(t, output, "Session ended successfully", "line %d", moment)
	default:
		assert.Fail(t, "unexpected status", "%d after SIGINT at line %d:\n%s", status, moment, output)
	}
	r.nothingLeft()
}

// SIGINT at a random moment of the main job leaves nothing.
// https://github.com/OpenJobDescription/openjd-cli/issues/105
// https://github.com/OpenJobDescription/openjd-sessions-for-python/pull/186
func TestInterruptAtAnyMoment(t *testing.T) {
	t.Parallel()
	for range interrupts(t, 4) {
		moment := rand.IntN(60)
		jobs := 1 + rand.IntN(3)
		r := newWholeRun(t, "run", example(t, "shared-store.yaml"), "-p", "FrameEnd=15", "-j", strconv.Itoa(jobs)).withStore()
		r.start()
		r.lines(moment)
		r.signal(os.Interrupt)
		checkInterrupted(t, r, moment)
	}
}

// SIGINT near the end of a run: the document is whole, and says of the end what
// the status says. The moments are those of the run's own output.
func TestInterruptNearTheEnd(t *testing.T) {
	t.Parallel()
	for range interrupts(t, 12) {
		r := newWholeRun(t, "run", "job.yaml", "--output", "json", "--verbose")
		r.write("job.yaml", quickJob)
		r.start()
		r.lines(1 + rand.IntN(24))
		for range 1 + rand.IntN(3) {
			_ = r.cmd.Process.Signal(os.Interrupt) // it may have ended
		}
		status, output := r.wait()
		var doc struct {
			Exit        int     `json:"exit_status"`
			Interrupted *string `json:"interrupted"`
		}
		require.NoError(t, json.Unmarshal([]byte(output), &doc), output)
		require.Equal(t, status, doc.Exit, output)
		if doc.Interrupted == nil {
			require.Equal(t, 0, status, output)
		} else {
			require.Equal(t, 130, status, output)
		}
		r.nothingLeft()
	}
}

const quickJob = `
specificationVersion: jobtemplate-2023-09
name: Quick
steps:
  - name: S
    script:
      actions:
        onRun: {command: echo, args: [hello]}
`

// The same with processes that stay and Environments to leave.
func TestInterruptOfFamiliesAtAnyMoment(t *testing.T) {
	t.Parallel()
	for range interrupts(t, 3) {
		moment := rand.IntN(12)
		r := newWholeRun(t, "run", "job.yaml", "-p", "Last=sleep 0.05")
		r.write("job.yaml", familyJob)
		r.start()
		r.lines(moment)
		r.signal(os.Interrupt)
		checkInterrupted(t, r, moment)
		output := r.text()
		assert.Equal(t, strings.Count(output, "Environment E: onEnter\n"), strings.Count(output, "\tleft\n"),
			"an Environment that was entered is left:\n%s", output)
	}
}

// slowJob has a Task that takes its time to end and an Environment that does so
// to be left.
const slowJob = `
specificationVersion: jobtemplate-2023-09
name: Slow
parameterDefinitions:
  - {name: End, type: STRING}
  - {name: Leave, type: STRING, default: "sleep 1.5; echo left"}
steps:
  - name: S
    stepEnvironments:
      - name: E
        script:
          actions:
            onExit: {command: bash, args: ["-c", "echo leaving; {{Param.Leave}}"]}
    script:
      actions:
        onRun:
          command: bash
          args: ["-c", "trap 'echo told; {{Param.End}}; exit 0' TERM; trap 'echo interrupted' INT; echo up; while :; do sleep 0.05; done"]
          cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 500}
`

// An interrupted action has the whole period that it asks for, its output is
// read to the end, and the Environment's onExit is not cut short.
func TestInterruptedActionsHaveTheirTime(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "-p", "End=sleep 7; echo tidy")
	r.write("job.yaml", slowJob)
	// A terminal sends SIGINT to all processes of its foreground group.
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.start()
	r.line("up")
	require.NoError(t, syscall.Kill(-r.cmd.Process.Pid, syscall.SIGINT))
	status, output := r.wait()
	require.Equal(t, 130, status, output)
	require.Regexp(t, `(?s)\ttold\n.*\ttidy\n.*\tleaving\n.*\tleft\n`, output)
	require.NotContains(t, output, "interrupted\n", "the Task is told by the runner only")
	r.nothingLeft()
}

// A second signal hurries what takes long, and the Environments are still left;
// a third one ends that too.
func TestSecondAndThirdInterrupt(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "-p", "End=sleep 800; echo tidy")
	r.write("job.yaml", slowJob)
	r.start()
	r.line("up")
	r.signal(os.Interrupt)
	r.line("told")
	r.signal(os.Interrupt)
	status, output := r.wait()
	require.Equal(t, 130, status, output)
	require.NotContains(t, output, "\ttidy\n")
	require.Contains(t, output, "\tleft\n")
	r.nothingLeft()

	r = newWholeRun(t, "run", "job.yaml", "-p", "End=sleep 800; echo tidy", "-p", "Leave=sleep 800; echo left")
	r.write("job.yaml", slowJob)
	r.start()
	r.line("up")
	start := time.Now()
	r.signal(os.Interrupt)
	r.line("told")
	r.signal(syscall.SIGTERM)
	r.line("leaving")
	r.signal(os.Interrupt)
	status, output = r.wait()
	require.Equal(t, 130, status, "the first signal's:\n%s", output)
	require.NotContains(t, output, "\tleft\n")
	require.Less(t, time.Since(start), longEnough/2)
	r.nothingLeft()
}

// A terminal that is closed hangs the run up: what runs is canceled, the
// Environments are left, and nothing stays although nothing can be shown any
// more.
// https://github.com/DarthSim/overmind/issues/50
func TestClosedTerminal(t *testing.T) {
	t.Parallel()
	r := newWholeRun(t, "run", "job.yaml", "-p", "End=true", "-p", "Leave=touch $LEFT")
	r.write("job.yaml", slowJob)
	left := filepath.Join(r.dir, "left")
	r.cmd.Env = append(r.cmd.Env, "LEFT="+left)
	terminal, inside := pseudoTerminal(t)
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = inside, inside, inside
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, r.cmd.Start())
	require.NoError(t, inside.Close())
	t.Cleanup(func() { _ = r.cmd.Process.Kill() })
	shown := bufio.NewReader(terminal)
	var err error
	for line := ""; !strings.HasSuffix(line, "\tup\r\n"); {
		line, err = shown.ReadString('\n')
		require.NoError(t, err)
	}
	require.NoError(t, terminal.Close())
	err = r.cmd.Wait()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 129, exit.ExitCode())
	require.FileExists(t, left)
	r.nothingLeft()
}

// pseudoTerminal makes a terminal: what is outside of it and what is inside.
func pseudoTerminal(t *testing.T) (outside, inside *os.File) {
	t.Helper()
	outside, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetPointerInt(int(outside.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(outside.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	inside, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	return outside, inside
}
