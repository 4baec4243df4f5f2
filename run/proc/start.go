package proc

// This file defines Launcher.Start: from a Command to a running Process.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Start starts a command. It always gives a Process: one that could not be
// started is done already and its Exit has the reason NotStarted.
func (l *Launcher) Start(c Command) *Process {
	p := &Process{launcher: l, cmd: c, main: make(chan struct{}), done: make(chan struct{})}
	if err := p.start(); err != nil {
		p.res = waitResult{reason: NotStarted, err: err}
		p.exit = Exit{Reason: NotStarted, Code: startCode(err), Err: err}
		close(p.main)
		close(p.done)
	}
	return p
}

// StartError says why nothing was started; Code is a shell's exit code for it.
type StartError struct {
	Code int
	Text string
	Err  error
	// Searched is the PATH that the command was looked for in, which is too long
	// to be told each time; empty if it was not that.
	Searched string
}

func (e *StartError) Error() string { return e.Text }

// Unwrap gives the system's error, if there is one.
func (e *StartError) Unwrap() error { return e.Err }

func startCode(err error) int {
	if se := (*StartError)(nil); errors.As(err, &se) {
		return se.Code
	}
	return 126
}

func (p *Process) start() error {
	c := &p.cmd
	if err := checkCommand(c); err != nil {
		return err
	}
	path, err := lookPath(c.Argv[0], c.Env, c.Dir)
	if err != nil {
		return err
	}
	w, err := makePipe(&p.output)
	if err != nil {
		return systemError(c, path, err)
	}
	err = p.launch(path, w)
	w.Close() // the child has its own
	if err != nil {
		p.asFile()
		p.pipe.Close()
		return err
	}
	p.begin()
	return nil
}

// launch forks, with the containment that the launcher has, or after a refusal
// of the system with the next best one.
func (p *Process) launch(path string, w *os.File) error {
	for {
		contain, null, err := p.launcher.setup()
		if err != nil {
			return err
		}
		attr := &os.ProcAttr{Dir: p.cmd.Dir, Env: p.cmd.Env, Files: []*os.File{null, w, w}}
		if attr.Env == nil {
			attr.Env = []string{}
		}
		f, err := contain.newFamily(attr)
		if err == nil {
			p.started = time.Now()
			p.os, err = contain.fork(f, func() (*os.Process, error) {
				return startProcess(path, p.cmd.Argv, attr)
			})
			if err == nil {
				p.family, p.pid = f, p.os.Pid
				return nil
			}
			f.release()
		}
		next, refused := contain.refused(err)
		if !refused {
			return systemError(&p.cmd, path, err)
		}
		p.launcher.replace(contain, next)
	}
}

// startProcess is os.StartProcess but for two faults that a shell or a second
// attempt mends: a script without a first line that names its interpreter, and
// a file that another, just forked child still holds open for writing.
func startProcess(path string, argv []string, attr *os.ProcAttr) (*os.Process, error) {
	busy := backoff{deadline: time.Now().Add(2 * time.Second)}
	for {
		proc, err := os.StartProcess(path, argv, attr)
		if err == nil {
			return proc, nil
		}
		if errors.Is(err, errTextBusy) && busy.wait() {
			continue
		}
		if errors.Is(err, syscall.ENOEXEC) && shellPath != "" {
			return os.StartProcess(shellPath, append([]string{shellPath, path}, argv[1:]...), attr)
		}
		return nil, err
	}
}

func checkCommand(c *Command) error {
	refuse := func(format string, args ...any) error {
		return &StartError{Code: 126, Text: fmt.Sprintf(format, args...)}
	}
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return &StartError{Code: 127, Text: "the command is empty: name a program to run"}
	}
	for i, a := range c.Argv {
		if strings.ContainsRune(a, 0) {
			if i == 0 {
				return refuse("the command %q contains a NUL character, which cannot be passed to a program", a)
			}
			return refuse("argument %d of command %q contains a NUL character, which cannot be passed to a program", i, c.Argv[0])
		}
	}
	for _, e := range c.Env {
		if strings.ContainsRune(e, 0) {
			name, _, _ := strings.Cut(e, "=")
			return refuse("the value of environment variable %q contains a NUL character, which cannot be passed to a program", name)
		}
	}
	if c.Dir != "" && !filepath.IsAbs(c.Dir) {
		return refuse("the working directory %q of command %q is not absolute", c.Dir, c.Argv[0])
	}
	return nil
}

// systemError puts an error of fork or exec into words.
func systemError(c *Command, path string, err error) error {
	name := c.Argv[0]
	if c.Dir != "" {
		if info, statErr := os.Stat(c.Dir); statErr != nil || !info.IsDir() {
			return &StartError{Code: 126, Text: fmt.Sprintf("command %q was not started: its working directory %s is not there any more", name, c.Dir), Err: err}
		}
	}
	code, why := 126, err.Error()
	switch {
	case errors.Is(err, syscall.ENOENT):
		code, why = 127, "the interpreter named in its first line, or a library it needs, was not found"
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		why = "permission denied: it must be executable by this user and its file system must allow programs"
	case errors.Is(err, syscall.E2BIG):
		why = fmt.Sprintf("its arguments (%d bytes) and environment (%d bytes) are more than the system passes on: put long values into an embedded file",
			size(c.Argv), size(c.Env))
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		why = "too many files are open: raise the limit (ulimit -n) or run fewer tasks at once"
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM):
		why = "the system has no room for another process: raise the limit (ulimit -u) or run fewer tasks at once"
	case errors.Is(err, syscall.ENOEXEC):
		why = "it is not a program for this system"
	}
	if path != name {
		name += " (" + path + ")"
	}
	return &StartError{Code: code, Text: fmt.Sprintf("command %s was not started: %s", name, why), Err: err}
}

func size(list []string) int {
	n := 0
	for _, s := range list {
		n += len(s) + 1
	}
	return n
}
