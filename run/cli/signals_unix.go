//go:build unix

package cli

// This file defines which signals end a run, and their exit statuses.

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// endingSignals are the signals that ask a run to end. A hangup that was
// ignored at the start (nohup) stays ignored. SIGPIPE is among them so that a
// reader of standard output that goes away does not end the process before its
// environments are left: the write fails instead, which ends the run.
func endingSignals() []os.Signal {
	list := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGPIPE}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// signalName is the signal's name, "SIGINT". SIGPIPE is not an end in itself:
// the failing write is noticed where it happens.
func signalName(s os.Signal) (name string, ends bool) {
	if n, ok := s.(syscall.Signal); ok {
		return unix.SignalName(n), n != syscall.SIGPIPE
	}
	return s.String(), true
}

// signalStatus is the exit status after the named signal, 128 + its number.
func signalStatus(name string) int {
	if n := unix.SignalNum(name); n > 0 {
		return statusSignal + int(n)
	}
	return StatusFailed
}
