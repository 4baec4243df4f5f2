package plan

// Event is something that happened. The types of this file are all there are.
type Event interface{ isEvent() }

type (
	// Begin starts the run; the first event, sent once.
	Begin struct{}

	// Interrupt asks for the end of the run. The first cancels what runs and
	// unwinds, the second shortens every grace period, the third kills.
	Interrupt struct{}

	// SessionOpened answers OpenSession and ReenterSession. Not OK: an
	// attached or Job Environment could not be entered (or, entering again, not
	// be exited); nothing but exits happens in the Session from then on.
	SessionOpened struct {
		Worker, Session int
		OK              bool
	}

	// StepEntered answers EnterStep. Not OK: a Step Environment failed.
	StepEntered struct {
		Worker, Session int
		OK              bool
	}

	// TaskEnded answers RunTask. Before a Failed one is sent, the exits of
	// Services that are already known of must have been sent, or the failure is
	// booked as the Task's own (services may have died a moment before it).
	TaskEnded struct {
		Worker, Session int
		Step            int
		Task            int64
		Outcome         TaskOutcome
	}

	// StepExited answers ExitStep. Not OK: an onExit failed.
	StepExited struct {
		Worker, Session int
		OK              bool
	}

	// SessionClosed answers CloseSession: everything entered or attempted has
	// been exited and the directory is gone. Not OK: an onExit failed.
	SessionClosed struct {
		Worker, Session int
		OK              bool
	}

	// TasksAdded adds Count Tasks to a Step that is Open, in answer to MoreTasks
	// or by itself. Last: no more will come. A Count of 0 that is not Last means
	// "ask again when a Task of the Step has ended".
	TasksAdded struct {
		Step, Pass int
		Count      int64
		Last       bool
	}

	// ServiceLaunched says that onRun has been launched.
	ServiceLaunched struct{ Service, Session, Launch int }

	// ServiceReady says that the launched instance passed its check while alive.
	ServiceReady struct{ Service, Session, Launch int }

	// ServiceUnhealthy says that the instance's check has given it up though
	// onRun is alive: failureThreshold failures in a row after READY, or
	// readinessTimeoutSeconds over before it. The plan answers HaltService.
	ServiceUnhealthy struct{ Service, Session, Launch int }

	// ServiceEnding says that onRun's own process has ended by itself while its
	// children or its output have not: the loss counts from here, ServiceExited
	// follows. It may be left out.
	ServiceEnding struct{ Service, Session, Launch int }

	// ServiceExited says that onRun is gone: by itself, by its own timeout, by
	// HaltService, or because it could not be spawned. A probe in flight has
	// been canceled and its result discarded (constraint 11).
	ServiceExited struct {
		Service, Session, Launch int
		// NewSession says that a relaunch must not use the Session again: its
		// ports are suspected, since onRun never was READY, or lost.
		NewSession bool
	}

	// ServiceStartFailed is a start failure: a port, the directory, an
	// Environment, let, files, variables or onEnter. The Session still stands.
	ServiceStartFailed struct{ Service, Session int }

	// ServiceSessionEnded answers StopService (constraint 7 done).
	ServiceSessionEnded struct{ Service, Session int }

	// DelayOver answers Delay.
	DelayOver struct{ Service, Ticket int }
)

// TaskOutcome is how a Task's action came to its end.
type TaskOutcome uint8

// A Task that was canceled is Canceled even if its process then exited with 0.
const (
	TaskSucceeded TaskOutcome = iota
	TaskFailed
	TaskCanceled
)

func (Begin) isEvent()               {}
func (Interrupt) isEvent()           {}
func (SessionOpened) isEvent()       {}
func (StepEntered) isEvent()         {}
func (TaskEnded) isEvent()           {}
func (StepExited) isEvent()          {}
func (SessionClosed) isEvent()       {}
func (TasksAdded) isEvent()          {}
func (ServiceLaunched) isEvent()     {}
func (ServiceReady) isEvent()        {}
func (ServiceUnhealthy) isEvent()    {}
func (ServiceEnding) isEvent()       {}
func (ServiceExited) isEvent()       {}
func (ServiceStartFailed) isEvent()  {}
func (ServiceSessionEnded) isEvent() {}
func (DelayOver) isEvent()           {}
