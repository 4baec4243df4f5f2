package proc

// This file defines Process: one started process, from outside.

import "time"

// Process is a started command. Its methods may be called from any goroutine,
// also after its end.
type Process struct {
	done chan struct{}
	exit Exit
	pid  int
}

// PID is the main process's id, 0 if nothing was started.
func (p *Process) PID() int { return p.pid }

// Done is closed when the main process has ended, its output is delivered and
// its family is gone (or handed to Command.Keep).
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit waits for the end and says how it was.
func (p *Process) Exit() Exit {
	<-p.done
	return p.exit
}

// Cancel runs the action's own cancelation method. A positive limit shortens
// the notify period. A second call during the notify period sends SIGTERM
// again and rewrites cancel_info.json; it may bring the end nearer, never put
// it off. It does not wait, and does nothing once the process has ended.
func (p *Process) Cancel(limit time.Duration) {}

// Kill ends the whole process tree at once, whatever the cancelation method. It
// does not wait.
func (p *Process) Kill() {}
