package run

import (
	"time"

	"runner/template"
)

// EventVersion is the version of the event vocabulary. It changes when a field
// or a kind changes its meaning; added ones leave it alone.
const EventVersion = 1

// Kind says what an [Event] reports.
type Kind string

// The kinds of [Event], in the order in which a run usually shows them.
const (
	RunStarted     Kind = "run-started"     // Text: the Job's name
	SessionStarted Kind = "session-started" // Session, Worker or Service; Text: the working directory
	ActionStarted  Kind = "action-started"  // Source names the action; Params: the Task's parameters
	Setting        Kind = "setting"         // Text: NAME=value, as an entered Environment sets it
	Output         Kind = "output"          // Text: one line of an action's output, secrets hidden
	Progress       Kind = "progress"        // Percent
	Status         Kind = "status"          // Text
	Note           Kind = "note"            // Text: what the runner has to say; Level
	ActionEnded    Kind = "action-ended"    // Exit
	ServiceState   Kind = "service-state"   // Service, State, Text: why
	TaskEnded      Kind = "task-ended"      // Step, Task, Outcome
	StepEnded      Kind = "step-ended"      // Step, Outcome
	SessionEnded   Kind = "session-ended"   // Session
	Interrupted    Kind = "interrupted"     // Text: the signal's name; Count
	RunEnded       Kind = "run-ended"       // Outcome
)

// Level ranks a [Note].
type Level string

// The levels of a [Note].
const (
	Info    Level = "info"
	Debug   Level = "debug" // shown with --verbose only
	Warning Level = "warning"
	Failing Level = "error"
)

// Outcome is how a Task, a Step or a run ended.
type Outcome string

// The outcomes. A Task that RERUN put back is Requeued, not failed.
const (
	Succeeded Outcome = "succeeded"
	Failed    Outcome = "failed"
	Canceled  Outcome = "canceled"
	TimedOut  Outcome = "timed-out"
	Requeued  Outcome = "requeued"
	NotRun    Outcome = "not-run"
)

// Source names the action that an [Event] is about.
type Source struct {
	// Session is the name of the Session: "worker-1", "service-Cache".
	Session string
	// Worker is the local worker's number from 1; 0 in a Service Session.
	Worker int
	// Step, Task: the Step's name and the Task's ordinal from 1, for a Task's
	// action; Task is 0 elsewhere.
	Step string
	Task int64
	// Environment is the Environment's name, for an Environment's action.
	Environment string
	// Service is the Service's name in a Service Session.
	Service string
	// Action is the specification's name: onEnter, onRun, onExit, onHealthCheck …
	Action string
}

// Exit is how an action's process ended.
type Exit struct {
	// Code is the exit status; meaningless when Signal is set or when Started
	// is false.
	Code int
	// Signal is the name of the signal that ended the process, "SIGKILL".
	Signal string
	// Started is false when there was no process: the command could not be
	// resolved, found or started; Message says why.
	Started bool
	// Outcome tells a timeout and a cancelation from an ordinary end (§5, §5.3).
	Outcome Outcome
	// Message is the action's openjd_fail text, or why it was not started.
	Message string
	// Place is where the template is in the way, if that is why nothing was
	// started.
	Place *Place
	// Duration is the time from start to end.
	Duration time.Duration
}

// Place is a place in a template, with its line.
type Place struct {
	Pos  template.Position
	Line string
}

// Event is one thing that happened in a run. Console, record and result read
// the one stream of them and nothing else.
type Event struct {
	Seq    int64
	Time   time.Time
	Kind   Kind
	Source Source
	// Params are the Task's parameters in definition order.
	Params  []Param
	Text    string
	Level   Level
	Percent float64
	State   string
	Outcome Outcome
	Exit    *Exit
	// Continued marks a piece of a line that was too long to be kept whole.
	Continued bool
	Count     int
}

// Param is a Task parameter as it is shown: name, type, value.
type Param struct {
	Name, Type, Value string
}

// Sink receives the events of a run in order, one at a time.
type Sink func(*Event)
