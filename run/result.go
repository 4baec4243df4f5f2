package run

import "time"

// Result is what a run came to.
type Result struct {
	Job      string
	Outcome  Outcome
	Started  time.Time
	Duration time.Duration
	// TaskRuns is how often a Task ran to its end: one that ran again after a
	// Service was lost counts again, a canceled one does not,
	// nor one whose process was never started.
	TaskRuns int64
	Steps    []StepResult
	Services []ServiceResult
	// Failures are the failed actions in the order in which they ended; the
	// first is the one to look at.
	Failures []Failure
	// Interrupted is the name of the signal that ended the run, if one did.
	Interrupted string
	// HostFault says that the run failed after the runner itself could not do
	// its work: a directory could not be made, or a file not be written.
	HostFault bool
	// Preserved are the working directories that were kept (--preserve).
	Preserved []string
	// Notes are warnings about the whole run.
	Notes []string
}

// StepResult counts a Step's Tasks.
type StepResult struct {
	Name    string
	Outcome Outcome
	// Total is the number of Tasks selected; -1 while it is not known.
	Total, Succeeded, Failed, Canceled, NotRun int64
	// Untrusted says that a Service with restartable: false died and that the
	// results of the Step's completed Tasks are not to be relied on.
	Untrusted bool
	// Why a Step was not run or failed, in one line.
	Reason string
	// Halted says that it does not depend on what failed: it was not run, or not
	// to its end, because the run stops at the first failure (Options.KeepGoing).
	Halted bool
}

// ServiceResult is what became of a Service.
type ServiceResult struct {
	Name     string
	Scope    []string // the Steps that need it
	State    string   // its last state; "FAILED" is final
	Launches int
	Reason   string
	Log      string
	// Ports are the endpoints of the last Session.
	Ports []ServiceEndpoint
}

// ServiceEndpoint is a named port of a Service.
type ServiceEndpoint struct {
	Name, Protocol, Address string
	Port                    int
}

// Failure is one failed action.
type Failure struct {
	Source Source
	Params []Param
	Exit   Exit
	// Cause says why an instance of a Service has failed: its exit may be no more
	// than what was done about that. Empty for other actions.
	Cause string
	// Message says what failed in one line, with the remedy where there is one.
	Message string
	// Tail are the last lines of the action's output.
	Tail []string
	// Log is the file with the whole output; empty when none was kept.
	Log string
}
