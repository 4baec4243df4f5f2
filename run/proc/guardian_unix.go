//go:build unix

package proc

// This file keeps the guardian apart from the runner it outlives.

import (
	"os/signal"
	"syscall"
)

// guardianDir is its working directory: one that nobody wants to unmount.
const guardianDir = "/"

// detached puts the guardian into a session of its own, out of the reach of
// the terminal and of whoever kills the runner's group.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// ignoreSignals makes the guardian deaf to what is meant for the runner.
func ignoreSignals() {
	nameProcess()
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE)
}

const closeUnblocksRead = true
