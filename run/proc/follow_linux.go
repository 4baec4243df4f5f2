package proc

// This file lets one goroutine wait for a process's exit and its output both,
// by poll(2) on the pipe and the process's descriptor. It spares a short process
// most of what it costs over a bare fork: two goroutines, the poller's set-up
// and the threads that are woken one after the other.

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// makePipe gives the reading end as a bare descriptor, for follow.
func makePipe(o *output) (w *os.File, err error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return nil, os.NewSyscallError("pipe2", err)
	}
	o.raw = fds[0]
	return os.NewFile(uintptr(fds[1]), "|1"), nil
}

// asFile makes a file of the bare descriptor that can be read and closed side
// by side.
func (o *output) asFile() {
	if o.raw >= 0 {
		_ = unix.SetNonblock(o.raw, true) // cannot fail on a pipe of ours
		o.pipe = os.NewFile(uintptr(o.raw), "|0")
		o.raw = -1
	}
}

// followed starts follow. It says false on a system without descriptors for
// processes (before Linux 5.3, or behind a filter).
func (p *Process) followed() bool {
	pidfd, err := unix.PidfdOpen(p.pid, 0)
	if err != nil {
		return false
	}
	p.parts.Store(1)
	close(p.readDone) // nobody else reads
	go p.follow(pidfd)
	return true
}

// follow takes a process from its start to its end.
func (p *Process) follow(pidfd int) {
	buf := p.launcher.buffers.Get().(*[readSize]byte)
	ended := p.readUntilExit(pidfd, buf)
	unix.Close(pidfd)
	state, err := p.os.Wait()
	at := time.Now()
	if reason, first := p.ended(); first {
		p.family.reaped()
		p.setResult(waitResult{state, err, at, reason})
		p.output.ended.Store(ended || p.readGrace(buf))
		p.finish()
	}
	p.launcher.buffers.Put(buf)
	if p.raw >= 0 {
		unix.Close(p.raw)
	}
}

// readUntilExit delivers output until the process has ended, or the output has,
// which it says.
func (p *Process) readUntilExit(pidfd int, buf *[readSize]byte) bool {
	fds := []unix.PollFd{{Fd: int32(p.raw), Events: unix.POLLIN}, {Fd: int32(pidfd), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(fds, -1); err != nil && err != unix.EINTR {
			return false // out of memory: the exit is waited for all the same
		}
		if fds[0].Revents != 0 && !p.readSome(buf) {
			return true
		}
		if fds[1].Revents != 0 {
			return false // also while a child goes on writing
		}
	}
}

// readGrace delivers what children still write after the end; it says whether
// the output has ended.
func (p *Process) readGrace(buf *[readSize]byte) bool {
	limit := p.graceLimit()
	fds := []unix.PollFd{{Fd: int32(p.raw), Events: unix.POLLIN}}
	quiet := p.res.at.Add(outputGrace)
	for {
		until := quiet
		if until.After(limit) {
			until = limit
		}
		wait := time.Until(until)
		if wait <= 0 {
			return false
		}
		n, err := unix.Poll(fds, int(wait/time.Millisecond)+1)
		if err != nil && err != unix.EINTR {
			return false
		}
		if n > 0 && err == nil {
			if !p.readSome(buf) {
				return true
			}
			quiet = time.Now().Add(outputGrace)
		}
	}
}

// readSome delivers one read from a pipe that is ready. It says false at the
// pipe's end.
func (p *Process) readSome(buf *[readSize]byte) bool {
	for {
		n, err := syscall.Read(p.raw, buf[:])
		if err == syscall.EINTR {
			continue
		}
		if n > 0 {
			p.deliver(p.cmd.Output, buf[:n])
		}
		return n > 0
	}
}
