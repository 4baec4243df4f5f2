package proc

// This file defines output: the pipe from a process to Command.Output.

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// readSize is as much as a pipe holds by default.
const readSize = 64 << 10

// output is the reading end of a process's stdout and stderr.
type output struct {
	raw      int                       // the pipe if follow reads it, else -1
	pipe     *os.File                  // the pipe if read, or a keeper's drain, reads it
	limit    atomic.Pointer[time.Time] // when the grace is over; nil while the process runs
	readDone chan struct{}             // closed when nothing more is read
	ended    atomic.Bool               // all holders of the pipe are gone

	sealMu sync.Mutex
	sealed bool  // what comes from now on is dropped
	err    error // the first error of Command.Output
}

// read delivers the output and then counts its end.
func (p *Process) read() {
	p.copyOutput()
	close(p.readDone)
	if p.arrive() {
		p.finish()
	}
}

// copyOutput delivers output until all holders of the pipe are gone or the
// grace after the main process's end is over.
func (p *Process) copyOutput() {
	buf := p.launcher.buffers.Get().(*[readSize]byte)
	defer p.launcher.buffers.Put(buf)
	for {
		n, err := p.pipe.Read(buf[:])
		if n > 0 {
			p.deliver(p.cmd.Output, buf[:n])
			if limit := p.limit.Load(); limit != nil {
				p.extend(*limit)
			}
		}
		if err != nil {
			p.output.ended.Store(!errors.Is(err, os.ErrDeadlineExceeded))
			return
		}
	}
}

// extend lets the reader wait for outputGrace from now, at most to limit. It
// says false on a system whose pipes know no deadline.
func (o *output) extend(limit time.Time) bool {
	until := time.Now().Add(outputGrace)
	if until.After(limit) {
		until = limit
	}
	return o.pipe.SetReadDeadline(until) == nil
}

// hurryOutput bounds the wait for the output of a process that has ended: until
// it has been quiet for outputGrace, at most to a limit. It says false if that
// is not to be waited for any more.
func (p *Process) hurryOutput() bool {
	if p.pipe == nil {
		return false // follow, which reads it, is stuck
	}
	limit := p.graceLimit()
	p.limit.Store(&limit)
	if p.extend(limit) {
		return true
	}
	// A system whose pipes know no deadline: only the grace without extension.
	timer := time.NewTimer(outputGrace)
	defer timer.Stop()
	select {
	case <-p.readDone:
	case <-timer.C:
	}
	return !p.arrive()
}

// graceLimit is when the grace is over, however much is written.
func (p *Process) graceLimit() time.Time {
	if p.res.reason != Exited {
		return p.res.at.Add(outputGrace)
	}
	return p.res.at.Add(outputGraceMax)
}

// deliver hands bytes on unless the output is sealed or has failed.
func (o *output) deliver(to io.Writer, b []byte) {
	o.sealMu.Lock()
	defer o.sealMu.Unlock()
	if to == nil || o.sealed || o.err != nil {
		return
	}
	_, o.err = to.Write(b)
}

// seal ends the delivery, after a Write that is under way.
func (o *output) seal() {
	o.sealMu.Lock()
	defer o.sealMu.Unlock()
	o.sealed = true
}

// closeOutput ends the delivery and the reader; follow closes its pipe itself.
// After it output.err is final.
func (o *output) closeOutput() {
	o.seal()
	if o.pipe == nil {
		return
	}
	o.pipe.Close()
	if closeUnblocksRead {
		<-o.readDone
	}
}
