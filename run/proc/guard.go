package proc

// This file defines Guard: the runner's side of the guardian process, which
// cleans up if the runner itself is killed.

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

// Guard tells a guardian process what must not outlive the runner. A nil Guard
// is valid and does nothing. Its methods may be called from any goroutine.
//
// The guardian reads lines of a word and a quoted value from a pipe: `cgroup`,
// `token`, `session`, `dir`, `empty`, each also with a dash before it to take it back,
// and `done`.
type Guard struct {
	started chan struct{} // closed when the start was tried
	startup error         // of the start; valid after started
	proc    *os.Process   // valid after started

	mu  sync.Mutex
	to  *os.File
	err error // the first failure of telling
}

// GuardOptions say how the guardian is started: this very program again.
type GuardOptions struct {
	// Path is the program, normally os.Executable().
	Path string
	// Argv0 is the program's name as the guardian sees it; default Path.
	Argv0 string
	// Args are its arguments without the program's name; main must come to
	// GuardianMain by them before it does anything else.
	Args []string
	// Env is the guardian's environment.
	Env []string
}

// tellPatience bounds the wait for a guardian that does not read.
const tellPatience = 200 * time.Millisecond

// NewGuard starts the guardian in the background and returns at once. What is
// registered before the guardian runs waits in the pipe.
func NewGuard(o GuardOptions) *Guard {
	g := &Guard{started: make(chan struct{})}
	r, w, err := os.Pipe()
	if err != nil {
		g.startup = fmt.Errorf("no pipe to the guardian: %w", err)
		close(g.started)
		return g
	}
	g.to = w
	go g.start(o, r) // ends by itself; Close waits for it
	return g
}

// start runs the guardian with the reading end as its stdin.
func (g *Guard) start(o GuardOptions, r *os.File) {
	defer close(g.started)
	defer r.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		g.startup = fmt.Errorf("the guardian was not started: %w", err)
		return
	}
	defer null.Close()
	argv0 := o.Argv0
	if argv0 == "" {
		argv0 = o.Path
	}
	attr := &os.ProcAttr{Dir: guardianDir, Env: o.Env, Files: []*os.File{r, null, null}, Sys: detached()}
	if attr.Env == nil {
		attr.Env = []string{}
	}
	g.proc, err = os.StartProcess(o.Path, append([]string{argv0}, o.Args...), attr)
	if err != nil {
		g.startup = fmt.Errorf("the guardian was not started: %w", err)
	}
}

// Await waits until the guardian is there, or could not be started. What is made
// before that outlives a runner that is killed before that.
func (g *Guard) Await() {
	if g != nil {
		<-g.started
	}
}

// processID is the guardian's id, 0 while it has none.
func (g *Guard) processID() int {
	if g == nil {
		return 0
	}
	select {
	case <-g.started:
		if g.proc != nil {
			return g.proc.Pid
		}
	default:
	}
	return 0
}

// tell sends one line.
func (g *Guard) tell(word, value string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.to == nil || g.err != nil {
		return
	}
	_ = g.to.SetWriteDeadline(time.Now().Add(tellPatience)) // not on Windows
	if _, err := fmt.Fprintf(g.to, "%s %s\n", word, strconv.Quote(value)); err != nil {
		g.err = fmt.Errorf("the guardian does not listen any more: %w", err)
	}
}

// lost is the failure that ended the telling, if there was one.
func (g *Guard) lost() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// Register names a directory that is removed, with all in it, if the runner
// dies. Unregister it after it was removed or when it shall be kept. The path
// must be absolute.
func (g *Guard) Register(dir string) { g.tell("dir", dir) }

// Unregister takes back Register.
func (g *Guard) Unregister(dir string) { g.tell("-dir", dir) }

// RegisterEmpty names a directory that is removed if the runner dies and nothing
// is in it then. The path must be absolute.
func (g *Guard) RegisterEmpty(dir string) { g.tell("empty", dir) }

// UnregisterEmpty takes back RegisterEmpty.
func (g *Guard) UnregisterEmpty(dir string) { g.tell("-empty", dir) }

// Close ends the guardian and waits for its end; nothing is cleaned up. Close
// the launchers first. An error says that the guardian could not be started or
// was not there any more, so that the run went without one.
func (g *Guard) Close() error {
	if g == nil {
		return nil
	}
	<-g.started
	g.tell("done", "")
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.to == nil {
		return g.startup
	}
	g.to.Close()
	g.to = nil
	if g.proc == nil {
		return g.startup
	}
	// It has read nothing that matters any more, so it need not be waited for.
	_ = g.proc.Kill()
	_, _ = g.proc.Wait()
	return g.err
}
