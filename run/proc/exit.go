package proc

// This file defines Exit: how a process ended.

import (
	"strconv"
	"time"
)

// Reason says why a process is no longer running.
type Reason int

const (
	// Exited: it ended by itself, by its code or by a signal that was not ours.
	Exited Reason = iota
	// Canceled: Cancel or Kill was called before it ended, whatever its code.
	Canceled
	// TimedOut: its timeout passed before it ended, whatever its code.
	TimedOut
	// NotStarted: nothing ran; Exit.Err says why.
	NotStarted
)

// String gives the reason in lower case words.
func (r Reason) String() string {
	switch r {
	case Exited:
		return "exited"
	case Canceled:
		return "canceled"
	case TimedOut:
		return "timed out"
	case NotStarted:
		return "not started"
	}
	return "reason " + strconv.Itoa(int(r))
}

// Exit is the end of a process. It is complete before Done is closed.
type Exit struct {
	Reason Reason
	// Code is the exit code. After a signal it is 128 plus the signal's number;
	// for a process that did not start it is what a shell gives: 127 not found,
	// 126 found but not executable or refused by the system.
	Code int
	// Signal is the name of the signal that ended the process (`SIGKILL`),
	// empty if none did.
	Signal string
	// Err says why nothing was started, naming the command and the remedy, or
	// that the system could not say how the process ended. Nil otherwise.
	Err error
	// OutputErr is the error of Command.Output's Write, or of reading the pipe.
	OutputErr error
	// NoticeErr says that cancel_info.json could not be written (§5.3.2). The
	// signals were sent all the same.
	NoticeErr error
	// Duration is the time from the start to the end of the main process.
	Duration time.Duration
	// Left is the number of processes that the main process left running and
	// that were killed after its end (at least 1 if the number is not known).
	Left int
	// Held is true if a process that was left running still held the output
	// when the grace period for late output was over.
	Held bool
	// Unkillable lists the ids of processes of the tree that were still there
	// 5 s after SIGKILL. It is empty but for faults of the system.
	Unkillable []int
}

// Success reports whether the process ran to its end by itself with code 0.
func (e Exit) Success() bool { return e.Reason == Exited && e.Code == 0 && e.Err == nil }

// CodeText is the exit in one word: the signal's name or the code's digits.
func (e Exit) CodeText() string {
	if e.Signal != "" {
		return e.Signal
	}
	return strconv.Itoa(e.Code)
}
