package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withCgroups gives a launcher that uses control groups, or skips.
func withCgroups(t *testing.T) (*Launcher, *cgroups) {
	l := NewLauncher(LauncherOptions{})
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	if l.Containment() != "cgroup" {
		t.Skip("no control groups to be had here")
	}
	return l, l.contain.(*cgroups)
}

func TestCellsAreUsedAgain(t *testing.T) {
	l, c := withCgroups(t)
	for range 20 {
		require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
	}
	assert.Equal(t, 1, c.made)
	p := l.Start(sh(t, "sleep 60"))
	p.Kill()
	p.Exit()
	require.True(t, l.Start(sh(t, "exit 0")).Exit().Success(), "a killed cell would kill it")
	assert.Equal(t, 2, c.made)
	root := c.root
	require.NoError(t, l.Close())
	assert.NoDirExists(t, root)
}

// A process with the right to do so may make groups below its cell.
func TestGroupsBelowACell(t *testing.T) {
	l, c := withCgroups(t)
	snooze, running := marker(t)
	cmd := sh(t, `d=$(find "$ROOT" -mindepth 1 -type d | head -1)/sub && mkdir "$d" && mkdir "$d/sub" &&
		sh -c 'echo 0 >"$0"/sub/cgroup.procs && exec `+snooze+` 900' "$d" >/dev/null 2>&1 & sleep 0.3; exit 6`)
	cmd.Env = append(cmd.Env, "ROOT="+c.root)
	e := l.Start(cmd).Exit()
	assert.Equal(t, 6, e.Code)
	assert.Equal(t, 1, e.Left)
	assert.False(t, running())
	assert.Empty(t, c.idle)
	require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
}

// A group that was killed before the runner came into it: the system kills
// whatever is cloned into another group, before it runs.
func TestStillbornChildren(t *testing.T) {
	own := ownCgroup()
	if own == "" {
		t.Skip("no control groups here")
	}
	group, err := os.MkdirTemp(own, "killed-*")
	if err != nil {
		t.Skip(err)
	}
	defer func() { require.NoError(t, removeCgroup(group, time.Second)) }()
	if err := os.WriteFile(group+"/cgroup.kill", []byte("1"), 0); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, runnerArg, "best", t.TempDir(), "echo ran; exit 5")
	cmd.Env = append(os.Environ(), "JOIN_CGROUP="+group+"/cgroup.procs")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err)
	assert.Contains(t, string(out), "ran\n")
	assert.Contains(t, string(out), "exit 5 ")
	assert.Contains(t, string(out), "left <nil> <nil>")
	t.Logf("%s", out)
}

// refusing is a container that the system does not like.
type refusing struct {
	container
	next   container
	closed bool
}

func (r *refusing) newFamily(*os.ProcAttr) (family, error) { return nil, syscall.EPERM }
func (r *refusing) refused(error) (container, bool)        { return r.next, true }
func (r *refusing) close() error                           { r.closed = true; return nil }

func TestRefusedContainment(t *testing.T) {
	l := NewLauncher(LauncherOptions{})
	r := &refusing{next: newTree(nil)}
	l.contain = r
	require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
	assert.Equal(t, "subreaper", l.Containment())
	require.NoError(t, l.Close())
	assert.True(t, r.closed)

	c := &cgroups{}
	_, refused := c.refused(errors.Join(syscall.EBUSY))
	assert.True(t, refused)
	_, refused = c.refused(syscall.ENOENT)
	assert.False(t, refused, "a program that is not there is no reason")
	c.proven.Store(true)
	_, refused = c.refused(syscall.EACCES)
	assert.False(t, refused)
}

// Somebody else may remove the run's group, or move it out of our reach.
func TestLostControlGroup(t *testing.T) {
	l, c := withCgroups(t)
	require.NoError(t, os.Remove(c.root))
	require.True(t, l.Start(sh(t, "exit 0")).Exit().Success())
	assert.Equal(t, "subreaper", l.Containment())
}

// As subreaper the runner reaps what comes to it, and nothing else.
func TestReaping(t *testing.T) {
	l := NewLauncher(LauncherOptions{NoCgroup: true})
	defer func() { require.NoError(t, l.Close()) }()
	for range 10 {
		mine := exec.Command("sh", "-c", "exit 7")
		require.NoError(t, mine.Start())
		e := l.Start(sh(t, "(setsid true &); (true &); exit 0")).Exit()
		require.True(t, e.Success())
		var exit *exec.ExitError
		require.ErrorAs(t, mine.Wait(), &exit, "a child started without the launcher is waited for by its owner")
		require.Equal(t, 7, exit.ExitCode())
	}
	require.True(t, l.Start(sh(t, "sleep 0.1")).Exit().Success())
	for _, p := range allProcs() {
		if p.ppid == os.Getpid() {
			assert.False(t, p.dead(), "zombie %d", p.pid)
		}
	}
}

func TestReadProc(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "a) b (c")
	data, err := os.ReadFile("/bin/cat")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(odd, data, 0o755))
	cmd := exec.Command(odd)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = []string{"TOKEN=run.1"}
	require.NoError(t, cmd.Start())
	// Its answer says that its exec is over and its environment in place.
	_, err = in.Write([]byte("?"))
	require.NoError(t, err)
	_, err = io.ReadFull(out, make([]byte, 1))
	require.NoError(t, err)
	p, ok := readProc(cmd.Process.Pid)
	require.True(t, ok)
	assert.Equal(t, os.Getpid(), p.ppid)
	assert.Equal(t, cmd.Process.Pid, p.pgid)
	assert.False(t, p.dead())
	assert.NotEmpty(t, p.start)
	assert.Equal(t, "TOKEN=run.1", envEntry(p.pid, "TOKEN=run."))
	assert.Empty(t, envEntry(p.pid, "TOKEN=other"))
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	_, ok = readProc(cmd.Process.Pid)
	assert.False(t, ok)
	assert.Equal(t, "/a b\\c", unescapeMount(`/a\040b\134c`))
}
