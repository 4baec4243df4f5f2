package run

import (
	"time"

	"runner/run/proc"
	"runner/template"
	"runner/template/expr"
)

// Options say how to run a Job.
type Options struct {
	// Workers is the number of local workers, each with Sessions of its own; at
	// least 1.
	Workers int
	// KeepGoing lets Steps go on that do not need what failed.
	KeepGoing bool
	// Select restricts the run; nil runs every Step.
	Select []StepSelection
	// MaximumTasks limits the Tasks of each selected Step; 0 is no limit.
	MaximumTasks int64
	// Rules are the path mapping rules; nil has none.
	Rules *expr.Rules
	// WorkRoot is the folder in which Session directories are made.
	WorkRoot string
	// LogRoot, if given, gets a log file for each action; "" keeps logs only as
	// long as the run, in WorkRoot.
	LogRoot string
	// Preserve keeps the Session directories.
	Preserve bool
	// Environ is the host's process environment, NAME=value.
	Environ []string
	// Now is the clock of the events.
	Now func() time.Time
	// Interrupts brings the signals that ask the run to end: the first cancels
	// and unwinds, the second hurries, the third kills.
	Interrupts <-chan string
	// Guard says how the guardian process is started, which cleans up if the
	// runner itself is killed.
	Guard proc.GuardOptions
	// TailLines is how many last lines of output a failure shows; 0 means 20.
	TailLines int
}

// StepSelection picks a Step and, if Tasks is not nil, some of its Tasks.
type StepSelection struct {
	Step  int
	Tasks []template.TaskParameters
}
