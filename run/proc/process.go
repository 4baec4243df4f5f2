package proc

// This file defines Process: one started process, from its start to its end.

import (
	"fmt"
	"os"
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

	waited chan waitResult // the main process's end, from wait
	done   chan struct{}
	exit   Exit // complete before done is closed
}

// waitResult is what the system says of the main process's end.
type waitResult struct {
	state *os.ProcessState
	err   error
	at    time.Time
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

// begin starts the goroutines of a process that was just forked. They end with
// it: supervise, which closes done, waits for the other two.
func (p *Process) begin() {
	p.waited = make(chan waitResult, 1)
	p.readDone = make(chan struct{})
	p.stuck = make(chan struct{})
	entered := p.launcher.enter(p)
	p.arm(p.cmd.Timeout)
	go p.read()
	go p.wait()
	go p.supervise()
	if !entered {
		p.Kill() // the launcher was closed meanwhile
	}
}

// wait waits for the main process. A process that even SIGKILL does not end
// keeps this goroutine until the system lets go of it.
func (p *Process) wait() {
	state, err := p.os.Wait()
	p.waited <- waitResult{state, err, time.Now()}
}

// supervise carries a process from the main process's end to done.
func (p *Process) supervise() {
	var res waitResult
	select {
	case res = <-p.waited:
		p.family.reaped()
	case <-p.stuck:
		res = waitResult{err: fmt.Errorf("process %d is still there %v after SIGKILL", p.pid, killPatience), at: time.Now()}
		p.exit.Unkillable = []int{p.pid}
	}
	reason := p.ended()
	p.exit.Reason = reason
	p.exit.Duration = res.at.Sub(p.started)
	p.exit.Err = res.err
	if res.state != nil {
		p.exit.Code, p.exit.Signal = exitStatus(res.state)
	} else {
		p.exit.Code = 126
	}
	if !p.settle(res.at, reason) {
		p.sweep(reason)
	} else {
		p.closeOutput()
		p.family.release()
	}
	p.exit.OutputErr, p.exit.NoticeErr = p.output.err, p.noticeErr
	p.launcher.leave(p)
	close(p.done)
}

// settle waits for the output's end and for the children that are about to
// end. It says whether both came within the grace.
func (p *Process) settle(end time.Time, reason Reason) bool {
	if len(p.exit.Unkillable) > 0 {
		return false
	}
	limit := end.Add(outputGraceMax)
	if reason != Exited {
		limit = end.Add(outputGrace)
	}
	alive := p.family.alive()
	if p.awaitEOF(end, limit) {
		tick := backoff{deadline: end.Add(outputGrace)}
		for len(alive) > 0 && !(p.cmd.Keep != nil && reason == Exited) {
			if !tick.wait() {
				break
			}
			alive = p.family.alive()
		}
		return len(alive) == 0
	}
	p.exit.Held = true
	return false
}

// sweep ends what is left of the family, or hands it to its keeper.
func (p *Process) sweep(reason Reason) {
	left := p.family.alive()
	if p.cmd.Keep != nil && reason == Exited && len(left) > 0 {
		p.seal()
		p.cmd.Keep.add(p.launcher, p.family, &p.output)
		return
	}
	p.exit.Left = len(left)
	p.exit.Unkillable = append(p.exit.Unkillable, endFamily(p.family)...)
	p.closeOutput()
	p.family.release()
}

// endFamily kills a family until nothing of it is left, and gives the ids of
// those that the system did not end in time.
func endFamily(f family) []int {
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
