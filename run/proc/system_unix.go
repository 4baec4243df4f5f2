//go:build unix

package proc

// This file holds what differs between Unix and Windows in starting programs.

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// defaultPath is searched if the action has no PATH at all, as execvp does.
	defaultPath = "/usr/bin:/bin"
	// shellPath runs scripts that do not name an interpreter, as execvp does.
	shellPath = "/bin/sh"

	errTextBusy = syscall.ETXTBSY
)

// executable says whether path is a file that this user may execute.
func executable(path string, _ []string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "", syscall.EISDIR
	}
	// The set-up of access(2) asks about the real user, exec about the effective
	// one; without any execute bit even root is refused, which access knows.
	if err := unix.Faccessat(unix.AT_FDCWD, path, unix.X_OK, unix.AT_EACCESS); err != nil {
		return "", err
	}
	return path, nil
}

// envKey is the form in which two names of variables are compared.
func envKey(name string) string { return name }

// notify asks the main process to end (§5.3.2).
func notify(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// exitStatus reads the code and the signal's name out of a wait's result.
func exitStatus(s *os.ProcessState) (code int, signal string) {
	ws, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !ws.Signaled() {
		return s.ExitCode(), ""
	}
	name := unix.SignalName(ws.Signal())
	if name == "" {
		name = "signal " + ws.Signal().String()
	}
	return 128 + int(ws.Signal()), name
}
