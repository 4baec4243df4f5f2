//go:build unix

package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// guardianArg makes the test binary a guardian; runnerArg makes it a small
// runner with a guardian, for being killed.
const (
	guardianArg = "guardian-of-the-test"
	runnerArg   = "runner-of-the-test"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case guardianArg:
			os.Exit(GuardianMain(os.Stdin))
		case runnerArg:
			os.Exit(miniRunner(os.Args[2], os.Args[3], os.Args[4:]))
		}
	}
	goleak.VerifyTestMain(m)
}

// kinds are the containments that can be tried here.
var kinds = map[string]LauncherOptions{
	"best":           {},
	"fallback":       {NoCgroup: true},
	"two goroutines": {noFollow: true},
}

// eachKind runs a test with each containment and checks that nothing remains.
func eachKind(t *testing.T, test func(t *testing.T, l *Launcher)) {
	for name, opts := range kinds {
		t.Run(name, func(t *testing.T) {
			l := NewLauncher(opts)
			defer func() { require.NoError(t, l.Close()) }()
			test(t, l)
		})
	}
}

// sh is a shell command with a PATH and a directory of its own.
func sh(t testing.TB, script string) Command {
	return Command{
		Argv: []string{"sh", "-c", script}, Dir: t.TempDir(),
		Env: []string{"PATH=" + os.Getenv("PATH")},
	}
}

// watch is an Output that can be waited on.
type watch struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func newWatch() *watch { return &watch{more: make(chan struct{}, 1)} }

func (w *watch) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.more <- struct{}{}:
	default:
	}
	return w.text.Write(b)
}

func (w *watch) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// await waits until the output contains want.
func (w *watch) await(t testing.TB, want string) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for !strings.Contains(w.String(), want) {
		select {
		case <-w.more:
		case <-limit:
			require.Contains(t, w.String(), want, "the process never said so")
		}
	}
}

// marker is a name for a sleeping process that can be found again: a link to
// the sleep program.
func marker(t testing.TB) (path string, running func() bool) {
	t.Helper()
	real := ""
	for _, dir := range []string{"/bin/sleep", "/usr/bin/sleep"} {
		if _, err := os.Stat(dir); err == nil {
			real = dir
		}
	}
	if real == "" {
		t.Skip("no sleep program")
	}
	path = filepath.Join(t.TempDir(), "snooze")
	require.NoError(t, os.Symlink(real, path))
	return path, func() bool { return len(findByArg(path)) > 0 }
}

// gone waits until nothing of a marker runs.
func gone(t testing.TB, running func() bool, limit time.Duration) {
	t.Helper()
	require.Eventually(t, func() bool { return !running() }, limit, 5*time.Millisecond, "a process was left behind")
}

// exists says whether a process is there, zombies included.
func exists(pid int) bool { return syscall.Kill(pid, 0) == nil }
