package cli

// This file defines how tests start the real binary, wait for what it prints,
// and prove afterwards that nothing of it is left. It is for Linux, where /proc
// tells.

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// longEnough is how long anything may take on a busy machine.
const longEnough = 90 * time.Second

// wholeRun is one run of the real binary with a directory, a TMPDIR and a
// variable of its own, by which its processes can be found.
type wholeRun struct {
	t     *testing.T
	cmd   *exec.Cmd
	dir   string // working directory; tmp and state are in it
	token string

	mu     sync.Mutex
	output bytes.Buffer  // standard output and standard error
	grown  chan struct{} // closed and replaced when output grows
	ended  chan struct{} // closed when the process has ended and all was read
}

// newWholeRun prepares "runner ARGS" in a fresh directory.
func newWholeRun(t *testing.T, args ...string) *wholeRun {
	dir := t.TempDir()
	r := &wholeRun{t: t, dir: dir, token: "RUNNER_TEST_RUN=" + filepath.Base(filepath.Dir(dir)) + filepath.Base(dir),
		grown: make(chan struct{}), ended: make(chan struct{})}
	require.NoError(t, os.MkdirAll(r.tmp(), 0o755))
	r.cmd = exec.Command(program(t), args...)
	r.cmd.Dir = dir
	r.cmd.Env = append(os.Environ(), "TMPDIR="+r.tmp(), "XDG_STATE_HOME="+filepath.Join(dir, "state"), r.token)
	return r
}

func (r *wholeRun) tmp() string { return filepath.Join(r.dir, "tmp") }

// write puts a file into the run's directory.
func (r *wholeRun) write(name, text string) {
	require.NoError(r.t, os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o644))
}

// start starts the process. The test ends it if it is still there at the end.
func (r *wholeRun) start() {
	out, err := r.cmd.StdoutPipe()
	require.NoError(r.t, err)
	r.cmd.Stderr = r.cmd.Stdout
	require.NoError(r.t, r.cmd.Start())
	go func() {
		defer close(r.ended)
		buffer := make([]byte, 64<<10)
		for {
			n, err := out.Read(buffer)
			r.mu.Lock()
			r.output.Write(buffer[:n])
			close(r.grown)
			r.grown = make(chan struct{})
			r.mu.Unlock()
			if err != nil {
				break
			}
		}
		_ = r.cmd.Wait() // its status is in ProcessState
	}()
	r.t.Cleanup(func() {
		_ = r.cmd.Process.Kill()
		<-r.ended
	})
}

// text is what was printed so far.
func (r *wholeRun) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.output.String()
}

// until waits until enough says that the output has what it takes, or the
// process has ended; it returns the output.
func (r *wholeRun) until(what string, enough func(string) bool) string {
	r.t.Helper()
	limit := time.After(longEnough)
	for {
		r.mu.Lock()
		text, grown := r.output.String(), r.grown
		r.mu.Unlock()
		if enough(text) {
			return text
		}
		select {
		case <-grown:
		case <-r.ended:
			text := r.text()
			require.True(r.t, enough(text), "the run ended without %s:\n%s", what, text)
			return text
		case <-limit:
			require.Fail(r.t, "waited too long", "for %s:\n%s", what, text)
		}
	}
}

// line waits for a line that matches the pattern behind its time stamp.
func (r *wholeRun) line(pattern string) string {
	r.t.Helper()
	p := regexp.MustCompile(`(?m)\t` + pattern + `$`)
	return r.until("a line "+pattern, p.MatchString)
}

// lines waits until n lines were printed or the run is over.
func (r *wholeRun) lines(n int) {
	r.t.Helper()
	r.until(fmt.Sprintf("%d lines", n), func(s string) bool {
		select {
		case <-r.ended:
			return true
		default:
			return strings.Count(s, "\n") >= n
		}
	})
}

// signal sends a signal; a process that has ended just before is no fault.
func (r *wholeRun) signal(s os.Signal) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		require.NoError(r.t, err)
	}
}

// wait waits for the end and returns the exit status, -1 after a signal.
func (r *wholeRun) wait() (status int, output string) {
	r.t.Helper()
	select {
	case <-r.ended:
	case <-time.After(longEnough):
		require.Fail(r.t, "the run does not end", "%s", r.text())
	}
	return r.cmd.ProcessState.ExitCode(), r.text()
}

// run starts the process and waits for its end.
func (r *wholeRun) run() (status int, output string) {
	r.t.Helper()
	r.start()
	return r.wait()
}

// measured has the run started by a small process that notes its peak: what the
// system tells of a process begins with what its parent had at the time, and
// this parent is a test binary with other runs in hand.
func (r *wholeRun) measured() *wholeRun {
	python, err := exec.LookPath("python3")
	require.NoError(r.t, err)
	const script = `import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)`
	r.cmd.Args = append([]string{python, "-c", script, r.peakFile(), r.cmd.Path}, r.cmd.Args[1:]...)
	r.cmd.Path = python
	return r
}

func (r *wholeRun) peakFile() string { return filepath.Join(r.dir, "peak") }

// peak is the most memory in bytes that the measured run, or a child of it, had
// at a time.
func (r *wholeRun) peak() int64 {
	text, err := os.ReadFile(r.peakFile())
	require.NoError(r.t, err)
	kib, err := strconv.ParseInt(string(text), 10, 64)
	require.NoError(r.t, err)
	return kib << 10
}

// nothingLeft proves that no process and no file of the run is left, and that
// nobody listens at an address that its output names. The guardian of a killed
// run may take a moment.
func (r *wholeRun) nothingLeft() {
	r.t.Helper()
	var left []string
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(longEnough); ; <-tick.C {
		left = append(r.processes(), r.files()...)
		if len(left) == 0 || time.Now().After(end) {
			break
		}
	}
	require.Empty(r.t, left, "left behind by a run that printed:\n%s", r.text())
	for _, address := range regexp.MustCompile(`127\.0\.0\.1:\d+`).FindAllString(r.text(), -1) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		require.ErrorIs(r.t, err, syscall.ECONNREFUSED, "somebody listens at %s", address)
	}
}

// processes are those that have the run's variable.
func (r *wholeRun) processes() (found []string) {
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	require.NoError(r.t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(data, []byte(r.token+"\x00")) {
			continue // it has ended, or is somebody else's
		}
		line, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		if err == nil && len(line) > 0 { // a zombie has none
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

// files are those in the run's directory for temporary files.
func (r *wholeRun) files() (found []string) {
	entries, err := os.ReadDir(r.tmp())
	require.NoError(r.t, err)
	for _, e := range entries {
		found = append(found, filepath.Join(r.tmp(), e.Name()))
	}
	return found
}

// example is the path of a template of testdata/examples.
func example(t *testing.T, name string) string {
	path, err := filepath.Abs(filepath.Join("..", "..", "testdata", "examples", name))
	require.NoError(t, err)
	return path
}

// withStore puts redis-server on the run's PATH under the names that the
// example uses, where valkey is not installed.
func (r *wholeRun) withStore() *wholeRun {
	bin := filepath.Join(r.dir, "bin")
	require.NoError(r.t, os.Mkdir(bin, 0o755))
	for _, name := range []string{"server", "cli"} {
		path, err := exec.LookPath("valkey-" + name)
		if err != nil {
			path, err = exec.LookPath("redis-" + name)
		}
		if err != nil {
			r.t.Skip("neither valkey nor redis is installed; see scripts/test.sh")
		}
		require.NoError(r.t, os.Symlink(path, filepath.Join(bin, "valkey-"+name)))
	}
	r.cmd.Env = append(r.cmd.Env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return r
}
