//go:build unix

package proc

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func testGuard(t testing.TB) *Guard {
	self, err := os.Executable()
	require.NoError(t, err)
	return NewGuard(GuardOptions{Path: self, Args: []string{guardianArg}, Env: os.Environ()})
}

// miniRunner runs a shell script under guard until it is killed.
func miniRunner(kind, dir string, script []string) int {
	if procs := os.Getenv("JOIN_CGROUP"); procs != "" {
		if err := os.WriteFile(procs, []byte("0"), 0); err != nil {
			fmt.Println(err)
			return 1
		}
	}
	self, _ := os.Executable()
	opts := kinds[kind]
	opts.Guard = NewGuard(GuardOptions{Path: self, Args: []string{guardianArg}, Env: os.Environ()})
	opts.Guard.Register(dir)
	l := NewLauncher(opts)
	p := l.Start(Command{Argv: append([]string{"sh", "-c"}, script...), Dir: dir, Env: os.Environ(), Output: os.Stdout})
	<-opts.Guard.started
	fmt.Println("guardian", opts.Guard.processID())
	if c, ok := l.contain.(interface{ place() string }); ok {
		fmt.Println("place", c.place())
	}
	fmt.Println("exit", p.Exit().CodeText(), l.Containment())
	fmt.Println("left", l.Close(), opts.Guard.Close())
	return 0
}

// Bug case 18: the runner is killed, and everything it started goes with it.
func TestGuardianCleansUpAfterTheRunner(t *testing.T) {
	for kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			self, err := os.Executable()
			require.NoError(t, err)
			snooze, running := marker(t)
			dir := filepath.Join(t.TempDir(), "work")
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o700))
			script := strings.ReplaceAll(`X 918 & sh -c 'X 919; true' & setsid X 920 & setsid sh -c 'X 921 & X 922' &
				(setsid sh -c "trap : TERM; X 923; touch $BYE" >/dev/null 2>&1 &) ; echo up; wait`, "X", snooze)
			bye := filepath.Join(t.TempDir(), "bye")
			runner := exec.Command(self, runnerArg, kind, dir, script)
			runner.Env = append(os.Environ(), "BYE="+bye)
			out, err := runner.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, runner.Start())
			guardian, place := 0, ""
			lines := bufio.NewScanner(out)
			for up := false; (!up || guardian == 0) && lines.Scan(); {
				up = up || lines.Text() == "up"
				_, _ = fmt.Sscanf(lines.Text(), "guardian %d", &guardian)
				_, _ = fmt.Sscanf(lines.Text(), "place %s", &place)
			}
			require.NotZero(t, guardian)
			if _, err := os.Stat("/proc/self/comm"); err == nil {
				require.Eventually(t, func() bool {
					name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", guardian))
					return string(name) == "run-guardian\n"
				}, 5*time.Second, 5*time.Millisecond, "killing the runner by its name must spare the guardian")
			}
			require.Eventually(t, func() bool { return len(findByArg(snooze)) >= 6 }, 5*time.Second, 5*time.Millisecond)

			require.NoError(t, runner.Process.Kill())
			killed := time.Now()
			gone(t, running, 3*time.Second)
			require.Eventually(t, func() bool { return len(findByArg(guardianArg)) == 0 || !exists(guardian) }, 3*time.Second, 5*time.Millisecond,
				"the guardian stays")
			t.Logf("all gone after %v", time.Since(killed))
			assert.NoDirExists(t, dir)
			assert.FileExists(t, bye, "everything is asked to end before it is killed")
			if place != "" {
				assert.NoDirExists(t, place)
			}
			_ = runner.Wait()
		})
	}
}

func TestGuardEndsWithTheRun(t *testing.T) {
	g := testGuard(t)
	dir := t.TempDir()
	g.Register(dir)
	l := NewLauncher(LauncherOptions{Guard: g})
	require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
	require.NoError(t, l.Close())
	<-g.started
	pid := g.processID()
	require.NotZero(t, pid)
	require.NoError(t, g.Close())
	require.NoError(t, g.Close(), "a second Close is harmless")
	assert.False(t, exists(pid), "the guardian has ended and was waited for")
	assert.DirExists(t, dir, "an orderly end cleans nothing up")
}

func TestGuardSaysThatItCannotBeStarted(t *testing.T) {
	g := NewGuard(GuardOptions{Path: "/nonexistent/runner"})
	g.Register(t.TempDir())
	assert.ErrorContains(t, g.Close(), "the guardian was not started")

	var none *Guard
	none.Register("/x")
	none.Unregister("/x")
	assert.NoError(t, none.Close())
}

func TestGuardSaysThatTheGuardianDied(t *testing.T) {
	g := testGuard(t)
	<-g.started
	require.NoError(t, g.proc.Kill())
	gone(t, func() bool { g.Register("/x/y/z"); return g.lost() == nil }, 5*time.Second)
	assert.ErrorContains(t, g.Close(), "does not listen")
}

func TestGuardianReadsRegistrations(t *testing.T) {
	base := t.TempDir()
	dir := func(name string) string {
		d := filepath.Join(base, name)
		require.NoError(t, os.MkdirAll(filepath.Join(d, "locked"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(d, "locked", "file"), nil, 0o600))
		require.NoError(t, os.Chmod(filepath.Join(d, "locked"), 0o500))
		return d
	}
	full := dir("full")
	outer := filepath.Join(base, "outer")
	inner := filepath.Join(outer, "inner")
	require.NoError(t, os.MkdirAll(inner, 0o700))
	kept, taken, cut, odd := dir("kept"), dir("taken back"), dir("cut"), dir("odd \"name\"\n")
	for name, tc := range map[string]struct {
		in   string
		gone []string
		stay []string
	}{
		"done":    {fmt.Sprintf("dir %q\ndone \"\"\n", kept), nil, []string{kept}},
		"garbage": {"dir\n\ndir \"\nnonsense \"x\"\n-dir \"never\"\ndir \"relative\"\ndir \"/tmp\"\ndir \"/\"\n", nil, []string{kept, "/tmp"}},
		"cut off": {fmt.Sprintf("dir %q", cut), nil, []string{cut}},
		"empty":   {fmt.Sprintf("empty %q\nempty %q\nempty %q\n", outer, full, inner), []string{outer}, []string{full}},
		"end":     {fmt.Sprintf("dir %q\ndir %q\n-dir %q\n", odd, taken, taken), []string{odd}, []string{taken}},
	} {
		// In a process of its own, for it changes how signals are taken.
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.Command(self, guardianArg)
		cmd.Stdin = strings.NewReader(tc.in)
		require.NoError(t, cmd.Run(), name)
		for _, d := range tc.gone {
			assert.NoDirExists(t, d, name)
		}
		for _, d := range tc.stay {
			assert.DirExists(t, d, name)
		}
	}
	for _, d := range []string{kept, taken, cut, full} {
		require.NoError(t, os.Chmod(filepath.Join(d, "locked"), 0o700))
	}
}
