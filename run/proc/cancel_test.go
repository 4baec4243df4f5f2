//go:build unix

package proc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// started starts a script and waits until it says `up`.
func started(t *testing.T, l *Launcher, script string, c Cancelation) (*Process, *watch, Command) {
	t.Helper()
	out := newWatch()
	cmd := sh(t, script)
	cmd.Output, cmd.Cancelation, cmd.InfoDir = out, c, cmd.Dir
	p := l.Start(cmd)
	out.await(t, "up")
	return p, out, cmd
}

// notifyEnd reads cancel_info.json as a process would.
func notifyEnd(t *testing.T, dir string) time.Time {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "cancel_info.json"))
	require.NoError(t, err)
	assert.Regexp(t, regexp.MustCompile(`^\{"NotifyEnd": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\}\n$`), string(data))
	var info struct{ NotifyEnd time.Time }
	require.NoError(t, json.Unmarshal(data, &info))
	return info.NotifyEnd
}

// §5.3.1: the entire process tree, also what has left the group (bug case 24).
func TestTerminate(t *testing.T) {
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		p, out, cmd := started(t, l, strings.ReplaceAll(
			`trap 'echo told' TERM; sh -c 'X 925 & X 926' & setsid X 927 & (setsid sh -c 'X 928; true' &); echo up; wait; wait`, "X", snooze), Cancelation{})
		require.Eventually(t, func() bool { return len(findByArg(snooze)) >= 4 }, 5*time.Second, 5*time.Millisecond)
		p.Cancel(time.Hour)
		start := time.Now()
		e := p.Exit()
		assert.Less(t, time.Since(start), time.Second)
		assert.Equal(t, Canceled, e.Reason)
		assert.Equal(t, "SIGKILL", e.CodeText())
		assert.Empty(t, e.Unkillable)
		assert.NotContains(t, out.String(), "told")
		assert.False(t, running())
		assert.NoFileExists(t, filepath.Join(cmd.Dir, "cancel_info.json"))
	})
}

// §5.3.2: notice to the main process alone, file before signal.
func TestNotify(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		p, out, cmd := started(t, l,
			`sh -c 'trap "echo child told" TERM; while :; do sleep 0.05; done' & trap 'cat cancel_info.json; sleep 0.3; echo tidy; exit 0' TERM; echo up; while :; do sleep 0.05; done`,
			Cancelation{NotifyThenTerminate, 30 * time.Second})
		before := time.Now()
		p.Cancel(0)
		e := p.Exit()
		assert.Equal(t, Canceled, e.Reason, "B8: even if it exits 0")
		assert.Equal(t, 0, e.Code)
		assert.False(t, e.Success())
		assert.NoError(t, e.NoticeErr)
		assert.Contains(t, out.String(), "NotifyEnd")
		assert.Contains(t, out.String(), "tidy")
		assert.NotContains(t, out.String(), "child told", "B10: to the main process only")
		assert.Less(t, time.Since(before), 4*time.Second, "its end is not waited for after it came")
		assert.WithinDuration(t, before.Add(30*time.Second), notifyEnd(t, cmd.Dir), 2*time.Second)
		files, err := os.ReadDir(cmd.Dir)
		require.NoError(t, err)
		assert.Len(t, files, 1, "no temporary file stays")
	})
}

func TestDeafProcessIsKilledAfterThePeriod(t *testing.T) {
	snooze, running := marker(t)
	eachKind(t, func(t *testing.T, l *Launcher) {
		p, _, _ := started(t, l, "trap '' TERM; setsid "+snooze+" 900 & echo up; while :; do sleep 0.05; done",
			Cancelation{NotifyThenTerminate, 300 * time.Millisecond})
		start := time.Now()
		p.Cancel(0)
		e := p.Exit()
		assert.Equal(t, "SIGKILL", e.CodeText())
		assert.InDelta(t, 0.3, time.Since(start).Seconds(), 0.25)
		gone(t, running, time.Second)
	})
}

// A second cancelation in the notify period: new signal, new file, never later.
func TestCancelAgain(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		p, out, cmd := started(t, l, `n=0; trap 'n=$((n+1)); echo told $n' TERM; echo up; while :; do sleep 0.02; done`,
			Cancelation{NotifyThenTerminate, time.Minute})
		p.Cancel(20 * time.Second)
		out.await(t, "told 1")
		first := notifyEnd(t, cmd.Dir)
		assert.WithinDuration(t, time.Now().Add(20*time.Second), first, 2*time.Second, "a limit shortens the declared period")

		require.NoError(t, os.Remove(filepath.Join(cmd.Dir, "cancel_info.json")))
		p.Cancel(0)
		out.await(t, "told 2")
		assert.Equal(t, first, notifyEnd(t, cmd.Dir), "never later than before, and written again")

		p.Cancel(400 * time.Millisecond)
		out.await(t, "told 3")
		assert.True(t, notifyEnd(t, cmd.Dir).Before(first))
		start := time.Now()
		assert.Equal(t, "SIGKILL", p.Exit().CodeText())
		assert.Less(t, time.Since(start), 2*time.Second)
	})
}

func TestKillCutsTheNoticeShort(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		p, out, _ := started(t, l, `trap 'echo told' TERM; echo up; while :; do sleep 0.02; done`, Cancelation{NotifyThenTerminate, time.Hour})
		p.Cancel(0)
		out.await(t, "told")
		p.Kill()
		p.Cancel(0)
		e := p.Exit()
		assert.Equal(t, "SIGKILL", e.CodeText())
		assert.Equal(t, Canceled, e.Reason)
	})
}

// Bug case 2, B9: a timeout is a cancelation by the action's own method.
func TestTimeout(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		out := newWatch()
		cmd := sh(t, "trap 'echo told; sleep 0.2; echo tidy; exit 0' TERM; while :; do sleep 0.02; done")
		cmd.Output, cmd.InfoDir, cmd.Timeout = out, cmd.Dir, 500*time.Millisecond
		cmd.Cancelation = Cancelation{NotifyThenTerminate, 10 * time.Second}
		p := l.Start(cmd)
		<-p.Done()
		p.Cancel(0) // after the end: nothing
		e := p.Exit()
		assert.Equal(t, TimedOut, e.Reason)
		assert.Equal(t, 0, e.Code)
		assert.False(t, e.Success())
		assert.Equal(t, "told\ntidy\n", out.String())
		assert.FileExists(t, filepath.Join(cmd.Dir, "cancel_info.json"))

		cmd = sh(t, "sleep 30; exit 0")
		cmd.Timeout = 100 * time.Millisecond
		e = l.Start(cmd).Exit()
		assert.Equal(t, TimedOut, e.Reason)
		assert.Equal(t, "SIGKILL", e.CodeText())

		cmd = sh(t, "exit 0")
		cmd.Timeout = time.Minute
		assert.True(t, l.Start(cmd).Exit().Success())
	})
}

func TestNoticeThatCannotBeWritten(t *testing.T) {
	l := NewLauncher(LauncherOptions{})
	defer l.Close()
	out := newWatch()
	cmd := sh(t, "trap 'exit 5' TERM; echo up; while :; do sleep 0.02; done")
	cmd.Output, cmd.InfoDir = out, filepath.Join(cmd.Dir, "gone")
	cmd.Cancelation = Cancelation{NotifyThenTerminate, time.Minute}
	p := l.Start(cmd)
	out.await(t, "up")
	p.Cancel(0)
	e := p.Exit()
	assert.Equal(t, 5, e.Code, "the signal is sent all the same")
	assert.ErrorContains(t, e.NoticeErr, "cancel_info.json was not written")
}

// Canceling in the very moment of the end: no panic, no hang, one reason.
func TestCancelRacesWithTheEnd(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		for i := range 60 {
			cmd := Command{Argv: []string{"/bin/true"}, Dir: "/", InfoDir: t.TempDir(),
				Cancelation: Cancelation{Mode(i % 2), time.Minute}}
			p := l.Start(cmd)
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() { p.Cancel(0) })
			}
			wg.Go(p.Kill)
			wg.Wait()
			assert.Contains(t, []Reason{Exited, Canceled}, p.Exit().Reason)
			p.Kill()
		}
	})
	p := NewLauncher(LauncherOptions{}).Start(Command{})
	p.Cancel(0)
	p.Kill()
	assert.Equal(t, NotStarted, p.Exit().Reason)
}

// deaf is a container whose processes do not mind SIGKILL, as one that waits
// for a broken disk does not.
type deaf struct{}

func (deaf) name() string                             { return "deaf" }
func (d deaf) newFamily(*os.ProcAttr) (family, error) { return d, nil }
func (deaf) refused(error) (container, bool)          { return nil, false }
func (deaf) close() error                             { return nil }
func (deaf) kill()                                    {}
func (deaf) strike(bool) bool                         { return false }
func (deaf) dismiss() bool                            { return false }
func (deaf) reaped()                                  {}
func (deaf) alive() []int                             { return nil }
func (deaf) release()                                 {}
func (deaf) fork(_ family, start func() (*os.Process, error)) (*os.Process, error) {
	return start()
}

func TestUnkillable(t *testing.T) {
	for _, noFollow := range []bool{false, true} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			l := NewLauncher(LauncherOptions{noFollow: noFollow})
			l.contain = deaf{}
			p := l.Start(sh(t, "exec sleep 600"))
			p.Kill()
			start := time.Now()
			e := p.Exit()
			assert.InDelta(t, killPatience.Seconds(), time.Since(start).Seconds(), 2.5)
			assert.Equal(t, []int{p.PID()}, e.Unkillable)
			assert.Equal(t, Canceled, e.Reason)
			assert.ErrorContains(t, e.Err, "is still there 5s after SIGKILL")
			require.NoError(t, p.os.Kill(), "for real now")
			require.NoError(t, l.Close())
		})
	}
}
