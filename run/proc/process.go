package proc

// This file defines Process: one started process, from its start to its end.

import (
	"os"
	"sync/atomic"
	"time"
)

const (
	// outputGrace is how long the output must be quiet after the main process's
	// end for a child that holds the pipe to be given up; also the time that
	// children get to end by themselves.
	outputGrace = time.Second
	// outputGraceMax bounds the grace for children that write all the time.
	outputGraceMax = 5 * time.Second
	// killPatience is how long the system may take to carry out SIGKILL.
	killPatience = 5 * time.Second
	// leaveGrace is how long what outlives its main process may take to end once
	// it was asked to. A daemon often has something to put away that nobody else
	// knows of: a container engine's monitor unmounts and removes its container.
	leaveGrace = 5 * time.Second
)

// Process is a started command. Its methods may be called from any goroutine,
// also after its end.
type Process struct {
	launcher *Launcher
	cmd      Command
	os       *os.Process
	pid      int
	family   family
	started  time.Time

	output
	stop

	parts atomic.Int32 // of the end that are still to come: the exit, the output's end
	res   waitResult   // complete before main is closed and parts counts it
	main  chan struct{}
	done  chan struct{}
	exit  Exit // complete before done is closed
}

// waitResult is what the system says of the main process's end.
type waitResult struct {
	state  *os.ProcessState
	err    error
	at     time.Time
	reason Reason
}

// exit is what it comes to as an Exit.
func (r waitResult) exit(started time.Time) Exit {
	out := Exit{Reason: r.reason, Err: r.err, Duration: r.at.Sub(started), Code: 126}
	if r.state != nil {
		out.Code, out.Signal = exitStatus(r.state)
	}
	return out
}

// setResult makes the main process's end known.
func (p *Process) setResult(r waitResult) {
	p.res = r
	close(p.main)
}

// PID is the main process's id, 0 if nothing was started.
func (p *Process) PID() int { return p.pid }

// Ended is closed as soon as the main process has ended (or could not be
// started), whatever it leaves behind: children, output that is still to come.
func (p *Process) Ended() <-chan struct{} { return p.main }

// Status waits for the main process's end and says how it was: the part of Exit
// that is known by then.
func (p *Process) Status() Exit {
	<-p.main
	if p.res.reason == NotStarted {
		return p.exit
	}
	return p.res.exit(p.started)
}

// Done is closed when the main process has ended, its output is delivered and
// its family is gone (or handed to Command.Keep).
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit waits for the end and says how it was.
func (p *Process) Exit() Exit {
	<-p.done
	return p.exit
}

// begin starts what waits for a process that was just forked: one goroutine,
// see follow, or where that cannot be two, one for the exit and one for the
// output's end, of which the later finishes the process.
func (p *Process) begin() {
	p.readDone = make(chan struct{})
	p.parts.Store(2)
	entered := p.launcher.enter(p)
	p.arm(p.cmd.Timeout)
	if p.launcher.opts.noFollow || !p.followed() {
		p.asFile()
		go p.read()
		go p.wait()
	}
	if !entered {
		p.Kill() // the launcher was closed meanwhile
	}
}

// wait waits for the main process. A process that even SIGKILL does not end
// keeps this goroutine until the system lets go of it.
func (p *Process) wait() {
	state, err := p.os.Wait()
	at := time.Now()
	reason, first := p.ended()
	if !first {
		return // given up meanwhile
	}
	p.family.reaped()
	p.setResult(waitResult{state, err, at, reason})
	if p.arrive() || !p.hurryOutput() {
		p.finish()
	}
}

// arrive says whether all parts of the end have come.
func (p *Process) arrive() bool { return p.parts.Add(-1) == 0 }

// finish carries a process from its end to done.
func (p *Process) finish() {
	unkillable := p.exit.Unkillable
	p.exit = p.res.exit(p.started)
	p.exit.Unkillable = unkillable
	if !p.settle() {
		p.sweep()
	} else {
		p.closeOutput()
		p.family.release()
	}
	p.exit.OutputErr, p.exit.NoticeErr = p.output.err, p.noticeErr
	p.launcher.leave(p)
	close(p.done)
}

// settle gives the children time to end by themselves. It says whether they and
// the output have come to their end within the grace.
func (p *Process) settle() bool {
	p.exit.Held = !p.output.ended.Load()
	if p.exit.Held || len(p.exit.Unkillable) > 0 {
		return false
	}
	// A child that has just closed the output is probably about to end.
	deadline := p.res.at.Add(outputGrace)
	if soon := time.Now().Add(outputGrace / 10); soon.After(deadline) {
		deadline = soon
	}
	tick := backoff{deadline: deadline}
	for {
		alive := p.family.alive()
		if len(alive) == 0 {
			return true
		}
		if p.keeps() || !tick.wait() {
			return false
		}
	}
}

// keeps says whether children that are left running are to be kept.
func (p *Process) keeps() bool { return p.cmd.Keep != nil && p.res.reason == Exited }

// sweep ends what is left of the family, or hands it to its keeper.
func (p *Process) sweep() {
	left := p.family.alive()
	if p.keeps() && len(left) > 0 {
		p.seal()
		p.cmd.Keep.add(p.launcher, p.family, &p.output)
		return
	}
	if len(p.exit.Unkillable) == 0 {
		p.exit.Left = len(left)
		p.exit.Unkillable = endFamily(p.family, p.asked)
	}
	p.closeOutput()
	p.family.release()
}

// endFamily ends what is left of a family. Daemons are asked first, unless all
// members or they were at the time given; after leaveGrace it kills until nothing
// is left. It gives the ids of those that the system did not end in time.
func endFamily(f family, asked time.Time) []int {
	if len(f.alive()) == 0 {
		return nil
	}
	if asked.IsZero() && f.strike(true) {
		asked = time.Now()
	}
	grace := backoff{deadline: asked.Add(leaveGrace)}
	for len(f.alive()) > 0 && grace.wait() {
	}
	tick := backoff{deadline: time.Now().Add(killPatience)}
	for {
		left := f.alive()
		if len(left) == 0 {
			return nil
		}
		f.kill()
		if !tick.wait() {
			return left
		}
	}
}
