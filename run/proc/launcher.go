package proc

// This file defines Launcher: it starts processes and answers for what they
// leave behind.

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Launcher starts processes. A program has one, which its runs share: orphaned
// children come to the program, and two launchers could take each other's. Close
// it after the last process. Its methods may be called from any goroutine.
type Launcher struct {
	opts    LauncherOptions
	buffers sync.Pool // of *[readSize]byte

	mu      sync.Mutex
	contain container   // nil until the first start
	spent   []container // those that the system refused to use
	null    *os.File    // stdin of every process
	live    map[*Process]struct{}
	kept    map[*keptFamily]struct{}
	closed  bool
}

// LauncherOptions are the choices of NewLauncher; the zero value serves.
type LauncherOptions struct {
	// Guard, if set, is told of everything that must not outlive the runner.
	Guard *Guard
	// NoCgroup keeps the launcher from using control groups.
	NoCgroup bool

	noFollow bool // wait by two goroutines, as where follow cannot be
}

var errClosed = errors.New("the run is over: no process can be started any more")

// NewLauncher makes a launcher. It never fails and does nothing costly:
// containment is set up by the first Start, and one that the system does not
// offer is replaced by the next best kind, see Containment.
func NewLauncher(o LauncherOptions) *Launcher {
	return &Launcher{
		opts:    o,
		buffers: sync.Pool{New: func() any { return new([readSize]byte) }},
		live:    map[*Process]struct{}{},
		kept:    map[*keptFamily]struct{}{},
	}
}

// Containment names the kind in use: "cgroup", "subreaper", "group" or "job".
// It sets the containment up if nothing was started yet.
func (l *Launcher) Containment() string {
	c, _, err := l.setup()
	if err != nil {
		return "none"
	}
	return c.name()
}

// setup gives the container and the stdin of processes, and makes them first
// if need be.
func (l *Launcher) setup() (container, *os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, nil, errClosed
	}
	if l.null == nil {
		null, err := os.Open(os.DevNull)
		if err != nil {
			return nil, nil, fmt.Errorf("no stdin for processes: %w", err)
		}
		l.null = null
	}
	if l.contain == nil {
		l.contain = newContainer(l.opts)
	}
	return l.contain, l.null, nil
}

// replace puts another container in the place of one that the system refused.
func (l *Launcher) replace(old, next container) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.contain == old {
		l.contain, next = next, old
	}
	l.spent = append(l.spent, next)
}

// enter notes a started process; it says false if the launcher is closed.
func (l *Launcher) enter(p *Process) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.live[p] = struct{}{}
	}
	return !l.closed
}

// leave forgets a process that is done.
func (l *Launcher) leave(p *Process) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.live, p)
}

// keep and unkeep follow the families that Survivors hold.
func (l *Launcher) keep(k *keptFamily) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept[k] = struct{}{}
}

func (l *Launcher) unkeep(k *keptFamily) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.kept, k)
}

// Close ends whatever is left of the launcher's processes, kept ones too, and
// removes what contained them. It returns an error if something remains.
func (l *Launcher) Close() error {
	l.mu.Lock()
	l.closed = true
	var live []*Process
	for p := range l.live {
		live = append(live, p)
	}
	var kept []*keptFamily
	for k := range l.kept {
		kept = append(kept, k)
	}
	contain, null := l.spent, l.null
	if l.contain != nil {
		contain = append(contain, l.contain)
	}
	l.contain, l.spent, l.null = nil, nil, nil
	l.mu.Unlock()

	var left []int
	for _, p := range live {
		p.Kill()
	}
	for _, p := range live {
		left = append(left, p.Exit().Unkillable...)
	}
	left = append(left, endKept(kept)...)
	var errs []error
	if len(left) > 0 {
		errs = append(errs, fmt.Errorf("processes %v are still there %v after SIGKILL", left, killPatience))
	}
	for _, c := range contain {
		errs = append(errs, c.close())
	}
	if null != nil {
		errs = append(errs, null.Close())
	}
	return errors.Join(errs...)
}

// backoff is a wait that grows from 1 ms to 50 ms, for states of the system
// that cannot be waited for otherwise. It says false once the deadline passed.
type backoff struct {
	deadline time.Time
	pause    time.Duration
}

func (b *backoff) wait() bool {
	if !time.Now().Before(b.deadline) {
		return false
	}
	b.pause = min(max(2*b.pause, time.Millisecond), 50*time.Millisecond)
	time.Sleep(b.pause)
	return true
}
