//go:build unix

package cli

// This file defines the opening of files that a command line names, where one
// of them may be a named pipe.

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// writerWait is how long a named pipe that nobody writes to is waited for.
const writerWait = 5 * time.Second

// openInput opens a file to be read. Opening a named pipe waits for a writer
// without end; here reading one fails when no writer comes within writerWait.
// With a writer there it takes the time that the writer takes.
func openInput(path string) (input, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return os.Open(path)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return &pipeInput{File: f, until: time.Now().Add(writerWait)}, nil
}

// pipeInput reads a named pipe, in which no data and no writer read as an end.
type pipeInput struct {
	*os.File
	until   time.Time
	started bool // something was read
}

func (p *pipeInput) Read(b []byte) (int, error) {
	for {
		n, err := p.File.Read(b)
		p.started = p.started || n > 0
		if err != io.EOF || p.started {
			return n, err
		}
		if gone := p.await(100 * time.Millisecond); gone {
			return 0, io.EOF
		}
		if time.Now().After(p.until) {
			return 0, fmt.Errorf("nobody has written to the pipe for %v", writerWait)
		}
	}
}

// await waits for data, no longer than d. gone says that a writer was there and
// has left.
func (p *pipeInput) await(d time.Duration) (gone bool) {
	raw, err := p.SyscallConn()
	if err != nil {
		return true
	}
	err = raw.Control(func(fd uintptr) {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(poll, int(d.Milliseconds())); n > 0 && err == nil {
			gone = poll[0].Revents&unix.POLLIN == 0
		}
	})
	return gone || err != nil
}
