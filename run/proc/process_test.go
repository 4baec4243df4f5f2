//go:build unix

package proc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExit(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		for script, want := range map[string]struct {
			code int
			text string
			ok   bool
		}{
			"exit 0":        {0, "0", true},
			"exit 3":        {3, "3", false},
			"exit 255":      {255, "255", false},
			"kill -9 $$":    {137, "SIGKILL", false},
			"kill -TERM $$": {143, "SIGTERM", false},
		} {
			e := l.Start(sh(t, script)).Exit()
			assert.Equal(t, Exited, e.Reason, script)
			assert.Equal(t, want.code, e.Code, script)
			assert.Equal(t, want.text, e.CodeText(), script)
			assert.Equal(t, want.ok, e.Success(), script)
			assert.NoError(t, e.Err, script)
			assert.Positive(t, e.Duration, script)
			assert.Less(t, e.Duration, 5*time.Second, script)
		}
	})
}

func TestSurroundings(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		out := newWatch()
		c := sh(t, `cat; echo out; echo err >&2; echo "A=$A"; pwd -P; cut -d' ' -f5,6 /proc/$$/stat 2>/dev/null; echo $$; exec sleep 0`)
		c.Env = append(c.Env, "A=b")
		c.Output = out
		require.True(t, l.Start(c).Exit().Success())
		lines := strings.Split(out.String(), "\n")
		require.GreaterOrEqual(t, len(lines), 5)
		assert.Equal(t, []string{"out", "err", "A=b"}, lines[:3], "stdin is empty, stdout and stderr are in order")
		assert.Equal(t, c.Dir, lines[3])
		if len(lines) == 7 {
			assert.Equal(t, lines[5]+" "+lines[5], lines[4], "group and session are its own")
		}
	})
}

func TestEnvironmentIsExactlyTheCommands(t *testing.T) {
	t.Setenv("OF_THE_RUNNER", "1")
	eachKind(t, func(t *testing.T, l *Launcher) {
		out := newWatch()
		env, err := lookPath("env", []string{"PATH=" + os.Getenv("PATH")}, "/")
		require.NoError(t, err)
		require.True(t, l.Start(Command{Argv: []string{env}, Env: []string{"B=2", "A=1"}, Output: out}).Exit().Success())
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if l.Containment() == "subreaper" {
			require.Contains(t, lines[len(lines)-1], "RUNNER_FAMILY=")
			lines = lines[:len(lines)-1]
		}
		assert.Equal(t, []string{"B=2", "A=1"}, lines)
		out = newWatch()
		require.True(t, l.Start(Command{Argv: []string{env}, Output: out}).Exit().Success())
		assert.NotContains(t, out.String(), "OF_THE_RUNNER", "nil is empty")
	})
}

// B7: the action ends with its main process.
func TestBackgroundChildren(t *testing.T) {
	cases := map[string]struct {
		script string
		out    string
		held   bool
		left   int
		within time.Duration
	}{
		"none":                 {"echo a", "a\n", false, 0, time.Second},
		"ends at once":         {"(:) & echo a", "a\n", false, 0, time.Second},
		"ends soon, silent":    {"sleep 0.1 >/dev/null 2>&1 & echo a", "a\n", false, 0, 900 * time.Millisecond},
		"late output counts":   {"(sleep 0.3; echo late) & echo a", "a\nlate\n", false, 0, 900 * time.Millisecond},
		"late output extends":  {"(for x in b c d; do sleep 0.4; echo $x; done) & echo a", "a\nb\nc\nd\n", false, 0, 1900 * time.Millisecond},
		"holds the pipe":       {"X 900 & echo a", "a\n", true, 1, 2 * time.Second},
		"does not":             {"X 900 >/dev/null 2>&1 & echo a", "a\n", false, 1, 2 * time.Second},
		"in another session":   {"setsid X 900 & setsid X 901 >/dev/null 2>&1 & echo a; sleep 0.2", "a\n", true, 2, 2 * time.Second},
		"a whole daemon":       {"(setsid sh -c 'X 900 & X 901' >/dev/null 2>&1 &) ; sleep 0.2; echo a", "a\n", false, 3, 2 * time.Second},
		"without surroundings": {"(setsid env -i sh -c 'X 900; true' >/dev/null 2>&1 &) ; sleep 0.2; echo a", "a\n", false, 2, 2 * time.Second},
	}
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		t.Run("side by side", func(t *testing.T) {
			for name, tc := range cases {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					if l.Containment() == "subreaper" && name == "without surroundings" {
						tc.left = 0 // they are found when the launcher closes
					}
					out := newWatch()
					c := sh(t, strings.ReplaceAll(tc.script, "X", snooze))
					c.Output = out
					if !strings.Contains(tc.script, "sleep 0.2;") {
						c.Timeout = 800 * time.Millisecond // no timeout after the end
					}
					start := time.Now()
					e := l.Start(c).Exit()
					assert.Less(t, time.Since(start), tc.within+time.Second)
					assert.True(t, e.Success(), "%+v", e)
					assert.Equal(t, tc.out, out.String())
					assert.Equal(t, tc.held, e.Held, "held")
					assert.Equal(t, tc.left, e.Left, "left")
					assert.Empty(t, e.Unkillable)
				})
			}
		})
	})
	assert.False(t, running(), "nothing outlives the launcher")
}

func TestAChattyChildIsGivenUp(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		c := sh(t, "(while :; do echo x; sleep 0.1; done) & echo a")
		start := time.Now()
		e := l.Start(c).Exit()
		assert.True(t, e.Success())
		assert.True(t, e.Held)
		assert.Less(t, time.Since(start), 2*outputGraceMax)
	})
}

// A process that closes its output and works on is waited for without limit.
func TestClosedOutput(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		e := l.Start(sh(t, "exec >&- 2>&-; sleep 1.5; exit 4")).Exit()
		assert.Equal(t, 4, e.Code)
		assert.Equal(t, Exited, e.Reason)
		assert.Greater(t, e.Duration, 1400*time.Millisecond)
	})
}

type failing struct{ calls int }

func (f *failing) Write([]byte) (int, error) { f.calls++; return 0, errors.New("disk full") }

func TestOutputThatFailsDoesNotStopTheProcess(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		f := &failing{}
		c := sh(t, "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done")
		c.Output = f
		e := l.Start(c).Exit()
		assert.True(t, e.Success())
		assert.ErrorContains(t, e.OutputErr, "disk full")
		assert.Equal(t, 1, f.calls)
	})
}

func TestMuchOutputArrivesWhole(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		out := newWatch()
		c := sh(t, "yes 0123456789abcdef | head -n 200000")
		c.Output = out
		require.True(t, l.Start(c).Exit().Success())
		assert.Equal(t, 200000*17, len(out.String()))
	})
}

func TestKeptChildren(t *testing.T) {
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		var keep Survivors
		for _, script := range []string{"X 900 >/dev/null 2>&1 & exit 0", "setsid sh -c 'sleep 1.2; yes | head -c 1000000; X 901' & sleep 0.1"} {
			c := sh(t, strings.ReplaceAll(script, "X", snooze))
			c.Keep = &keep
			e := l.Start(c).Exit()
			require.True(t, e.Success())
			require.Zero(t, e.Left)
		}
		assert.Equal(t, 2, keep.Count())
		require.Eventually(t, func() bool { return len(findByArg("901")) > 0 }, 5*time.Second, 10*time.Millisecond,
			"a kept child is not stopped by a full or closed pipe")
		require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
		assert.True(t, running(), "another action's end does not touch it")
		assert.Empty(t, keep.End())
		gone(t, running, time.Second)
		assert.Zero(t, keep.Count())

		c := sh(t, snooze+" 902 >/dev/null 2>&1 & exit 0")
		c.Keep = &keep
		require.True(t, l.Start(c).Exit().Success())
		require.Eventually(t, running, 5*time.Second, 5*time.Millisecond)
	})
	assert.False(t, running(), "Close of the launcher ends what is kept")
}

func TestCanceledProcessLeavesNothingToKeep(t *testing.T) {
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		var keep Survivors
		out := newWatch()
		c := sh(t, "setsid "+snooze+" 900 & echo up; wait")
		c.Keep, c.Output = &keep, out
		p := l.Start(c)
		out.await(t, "up")
		p.Cancel(0)
		assert.Equal(t, Canceled, p.Exit().Reason)
		assert.Zero(t, keep.Count())
		gone(t, running, time.Second)
	})
}

// What has cut itself off from its action may have to put something away: it is
// asked to end, and killed only when it does not.
func TestDaemonsAreAskedFirst(t *testing.T) {
	const daemon = `(setsid sh -c 'trap "echo bye >>$PWD/words; exit" TERM; touch $0; while :; do sleep 0.01; done' $PWD/ready >/dev/null 2>&1 &); `
	const child = `setsid sh -c 'trap "echo child >>$PWD/words" TERM; touch $PWD/child; while :; do sleep 0.01; done' & `
	const ready = `while [ ! -e ready ]; do sleep 0.01; done; `
	eachKind(t, func(t *testing.T, l *Launcher) {
		words := func(c Command) string {
			text, _ := os.ReadFile(filepath.Join(c.Dir, "words"))
			return string(text)
		}
		t.Run("left", func(t *testing.T) {
			c := sh(t, daemon+ready+"exit 3")
			e := l.Start(c).Exit()
			assert.Equal(t, 3, e.Code)
			assert.Equal(t, "bye\n", words(c))
		})
		t.Run("killed", func(t *testing.T) {
			out := newWatch()
			c := sh(t, daemon+child+ready+"while [ ! -e child ]; do sleep 0.01; done; echo up; wait")
			c.Output = out
			p := l.Start(c)
			out.await(t, "up")
			p.Kill()
			p.Kill()
			assert.Equal(t, "SIGKILL", p.Exit().CodeText())
			assert.Equal(t, "bye\n", words(c), "once, and what descends from the main process is killed with it")
		})
		t.Run("kept", func(t *testing.T) {
			var keep Survivors
			c := sh(t, daemon+ready)
			c.Keep = &keep
			require.True(t, l.Start(c).Exit().Success())
			assert.Empty(t, words(c))
			assert.Empty(t, keep.End())
			assert.Equal(t, "bye\n", words(c))
		})
		t.Run("deaf", func(t *testing.T) {
			snooze, running := marker(t)
			var keep Survivors
			deaf := "(setsid sh -c 'trap \"\" TERM; touch ready; X 1; X 2; X 3' >/dev/null 2>&1 &); "
			for range 2 {
				c := sh(t, strings.ReplaceAll(deaf, "X", snooze)+ready)
				c.Keep = &keep
				require.True(t, l.Start(c).Exit().Success())
			}
			start := time.Now()
			assert.Empty(t, keep.End())
			assert.InDelta(t, leaveGrace.Seconds(), time.Since(start).Seconds(), 0.8, "side by side")
			assert.False(t, running())
		})
	})
}

func TestLauncherCloseEndsEverything(t *testing.T) {
	snooze, running := marker(t)
	for name, opts := range kinds {
		l := NewLauncher(opts)
		out := newWatch()
		c := sh(t, "setsid "+snooze+" 900 & echo up; trap '' TERM; wait; wait")
		c.Output = out
		c.Cancelation = Cancelation{Mode: NotifyThenTerminate, NotifyPeriod: time.Hour}
		p := l.Start(c)
		out.await(t, "up")
		require.NoError(t, l.Close(), name)
		assert.Equal(t, Canceled, p.Exit().Reason, name)
		assert.False(t, running(), name)

		e := l.Start(c).Exit()
		assert.Equal(t, NotStarted, e.Reason, name)
		assert.ErrorContains(t, e.Err, "the run is over")
		assert.Equal(t, "none", l.Containment())
		require.NoError(t, l.Close(), "twice")
	}
}

func TestSideBySide(t *testing.T) {
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		var ps []*Process
		for i := range 40 {
			script := fmt.Sprintf("exit %d", i)
			if i%4 == 0 {
				script = fmt.Sprintf("(setsid %s 900 >/dev/null 2>&1 &); (setsid sleep 0.0%d &) ; exit %d", snooze, i%10, i)
			}
			ps = append(ps, l.Start(sh(t, script)))
		}
		for i, p := range ps {
			e := p.Exit()
			require.Equal(t, i, e.Code)
			require.NoError(t, e.Err)
			require.Equal(t, Exited, e.Reason)
		}
		gone(t, running, time.Second)
	})
}

func TestReasonsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for r := Exited; r <= NotStarted; r++ {
		seen[r.String()] = true
	}
	assert.Len(t, seen, 4)
	assert.Equal(t, "reason 9", Reason(9).String())
	assert.Equal(t, "TERMINATE NOTIFY_THEN_TERMINATE", Terminate.String()+" "+NotifyThenTerminate.String())
}
