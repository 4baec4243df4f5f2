package cli

// This file defines which signals end a run, and their exit statuses. Windows
// knows Ctrl-C and Ctrl-Break (SIGINT) and closing the console (SIGTERM).

import (
	"os"
	"syscall"
)

func endingSignals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

func signalName(s os.Signal) (name string, ends bool) {
	switch s {
	case os.Interrupt:
		return "SIGINT", true
	case syscall.SIGTERM:
		return "SIGTERM", true
	}
	return s.String(), true
}

func signalStatus(name string) int {
	switch name {
	case "SIGINT":
		return statusSignal + 2
	case "SIGTERM":
		return statusSignal + 15
	case "SIGPIPE":
		return statusSignal + 13
	}
	return StatusFailed
}
