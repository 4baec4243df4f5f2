package proc

// This file defines output: the pipe from a process to Command.Output.

import (
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
	pipe     *os.File
	lastRead atomic.Int64  // of the latest read, in ns since process start
	readDone chan struct{} // closed when nothing more can come

	sealMu sync.Mutex
	sealed bool  // what comes from now on is dropped
	err    error // the first error of Command.Output
}

// read delivers output until all holders of the pipe are gone or it is closed.
func (p *Process) read() {
	defer close(p.readDone)
	buf := p.launcher.buffers.Get().(*[readSize]byte)
	defer p.launcher.buffers.Put(buf)
	for {
		n, err := p.pipe.Read(buf[:])
		if n > 0 {
			p.lastRead.Store(int64(time.Since(p.started)))
			p.deliver(p.cmd.Output, buf[:n])
		}
		if err != nil {
			return // end of file, or closed by closeOutput
		}
	}
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

// closeOutput ends the delivery and the reader. After it output.err is final.
func (o *output) closeOutput() {
	o.seal()
	o.pipe.Close()
	if closeUnblocksRead {
		<-o.readDone
	}
}

// awaitEOF waits for the end of the output: until it has been quiet for
// outputGrace, at most to limit. It says whether the end came.
func (p *Process) awaitEOF(end, limit time.Time) bool {
	select {
	case <-p.readDone:
		return true
	default:
	}
	for {
		quiet := p.started.Add(time.Duration(p.lastRead.Load()))
		if quiet.Before(end) {
			quiet = end
		}
		until := quiet.Add(outputGrace)
		if until.After(limit) {
			until = limit
		}
		wait := time.Until(until)
		if wait <= 0 {
			return false
		}
		timer := time.NewTimer(wait)
		select {
		case <-p.readDone:
			timer.Stop()
			return true
		case <-timer.C:
		}
	}
}
