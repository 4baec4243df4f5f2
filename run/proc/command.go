package proc

// This file defines Command: what is to be run, fully resolved.

import (
	"io"
	"time"
)

// Mode says how an action is canceled (§5.3).
type Mode int

const (
	// Terminate ends the whole process tree with SIGKILL at once (§5.3.1). It
	// is the zero value because it is what an absent `cancelation` means.
	Terminate Mode = iota
	// NotifyThenTerminate writes cancel_info.json, sends SIGTERM to the main
	// process, waits and then ends the whole tree (§5.3.2).
	NotifyThenTerminate
)

// String gives the specification's spelling of the mode.
func (m Mode) String() string {
	if m == NotifyThenTerminate {
		return "NOTIFY_THEN_TERMINATE"
	}
	return "TERMINATE"
}

// Cancelation is an action's own cancelation method (§5.3).
type Cancelation struct {
	Mode Mode
	// NotifyPeriod is the time between the notice and the end of the tree. The
	// caller resolves the default (120 s for a Step's onRun, else 30 s).
	NotifyPeriod time.Duration
}

// Command describes one process. Every field is a resolved value: no format
// string, nothing taken from the runner's own environment.
type Command struct {
	// Argv is the command and its arguments; Argv[0] is looked up in the PATH
	// of Env, a name with a separator relative to Dir.
	Argv []string
	// Env is the whole environment as NAME=value (see Environment.List). Nil is
	// an empty environment, not the runner's.
	Env []string
	// Dir is the absolute working directory.
	Dir string
	// Output receives stdout and stderr, in the order in which the process
	// wrote them, from one goroutine, and never after Done is closed; the rest
	// of a kept child's output is dropped. Nil drops all. An error from Write
	// stops the delivery, not the process; it is in Exit.OutputErr.
	Output io.Writer
	// Timeout, if positive, is the time after which the process is canceled by
	// its own method (§5); its Exit then says TimedOut, whatever its code.
	Timeout time.Duration
	// Cancelation is the method used by Cancel and by Timeout.
	Cancelation Cancelation
	// InfoDir is the directory that cancel_info.json is written into (§5.3.2);
	// empty writes none.
	InfoDir string
	// Keep, if set, takes over the children that the main process leaves
	// running, instead of their being killed: an Environment's onEnter may
	// start a daemon that its onExit ends. A canceled or timed-out process
	// leaves nothing to keep.
	Keep *Survivors
}
