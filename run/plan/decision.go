package plan

import "time"

// None stands where a Step, Service or Task could be named and none is meant.
const None = -1

// Decision is something to be done or told. The types of this file are all
// there are. They are to be carried out in the order given; those that ask for
// work run beside each other.
type Decision interface{ isDecision() }

// Decisions about a worker. Session numbers the Task Sessions of the run from 1.
type (
	// OpenSession asks for a new Task Session in the worker: its directory made,
	// the attached and Job Environments entered.
	OpenSession struct{ Worker, Session int }

	// ReenterSession asks to exit the attached and Job Environments in reverse
	// order, with the values they were entered with, and to enter them again: a
	// Service they can see has a new endpoint. The worker is in no Step.
	ReenterSession struct{ Worker, Session int }

	// EnterStep asks to enter the Step's Step Environments (there may be none).
	EnterStep struct{ Worker, Session, Step int }

	// RunTask asks to run one Task. Pass counts how often its Step has begun
	// from scratch (1, and one more for every StepReturned).
	RunTask struct {
		Worker, Session int
		Step, Pass      int
		Task            int64
	}

	// CancelTask asks to cancel the running Task by its own cancelation method.
	CancelTask struct {
		Worker, Session int
		Step            int
		Task            int64
		Why             CancelReason
		// Service is the one that failed or is restarted, else None.
		Service int
		// Lost: the Service has no attempt left, so that the Task, which returns to
		// the queue, will not be run from there.
		Lost bool
	}

	// CancelEntering asks to cancel the onEnter that OpenSession, ReenterSession
	// or EnterStep has running, and to enter no further Environment.
	CancelEntering struct{ Worker, Session int }

	// ExitStep asks to exit the Step Environments in reverse order.
	ExitStep struct{ Worker, Session, Step int }

	// CloseSession asks to exit every Environment entered or attempted, in
	// reverse order, those of a Step included, and to end the Session.
	CloseSession struct{ Worker, Session int }
)

// Excused tells that what the worker was just answered for counts for nothing.
// The Task, however it ended, returns to the queue: it was canceled for that, or
// it failed while a Service of its scope was lost. With Task None, Environments
// could not be entered (the Step's; with Step None the Session's) because a
// Service went away meanwhile, and are entered again later. It precedes every
// other decision about the worker.
type Excused struct {
	Worker, Session int
	Step            int
	Task            int64
}

// CancelReason says why a running Task is canceled.
type CancelReason uint8

// Only an interrupted Task is lost; the others return to the queue.
const (
	Interrupted      CancelReason = iota // the user wants the run to end
	ServiceDown                          // a Service of its scope with RERUN failed
	ServiceRestarted                     // a Service of its scope is restarted with an upstream one
	DependencyBack                       // its Step depends on a Step that returned to pending
)

// Decisions about a Step.
type (
	// MoreTasks asks for the next Tasks of an Open Step: answer TasksAdded.
	MoreTasks struct{ Step, Pass int }

	// StepEnded tells a Step's outcome. A Succeeded one may still be revoked by
	// StepReturned. With Failed, Tasks of the Step may still be running.
	StepEnded struct {
		Step    int
		Outcome StepOutcome
		// Task is the failed Task, else None.
		Task int64
		// Service is the FAILED Service whose scope the Step is in, else None.
		Service int
		// Dependency is the failed Step because of which it is not run, else None.
		Dependency int
	}

	// StepReturned tells that a begun Step is pending again from its first
	// Task; Open ones get their Tasks anew, under the new Pass.
	StepReturned struct {
		Step, Pass int
		// Service is the relaunched or restarted one.
		Service int
		// Dependent: the Step is not in the Service's scope but depends on one that
		// returned.
		Dependent bool
	}
)

// StepOutcome is how a Step ended.
type StepOutcome uint8

// Outcomes of a Step.
const (
	StepSucceeded StepOutcome = iota
	StepFailed                // a Task, a Step Environment or a Service of its scope failed
	StepCanceled              // begun, and cut off by an interrupt or by a failure elsewhere
	StepNotRun                // no Task of it was started
)

// Decisions about a Service. Session numbers the Service's Sessions from 1,
// Launch the launches of its onRun from 1; both rise through the whole run.
type (
	// StartService asks for a new Service Session: ports, directory, the
	// Environments with SERVICE in their runScope, onEnter, then launch onRun and
	// probe it (constraints 1 and 2).
	StartService struct {
		Service, Session, Launch int
		// Relaunches is how many of its attempts are used.
		Relaunches int
	}

	// RelaunchService asks to launch onRun again in the same Session.
	RelaunchService struct {
		Service, Session, Launch int
		Relaunches               int
	}

	// HaltService asks to cancel onRun by its own method; the Session stays.
	HaltService struct{ Service, Session, Launch int }

	// StopService asks to end the Session: constraint 7.
	StopService struct {
		Service, Session int
		// Restart: it is started again afterwards.
		Restart bool
	}

	// Delay asks for a DelayOver after For. A Ticket that is no longer wanted
	// may be forgotten or answered, as is easier.
	Delay struct {
		Service, Ticket int
		For             time.Duration
	}

	// ServiceFailed tells that the Service is FAILED: its scope fails with it.
	ServiceFailed struct{ Service, Relaunches int }

	// ServiceSkipped tells that the Service was never started because no Task of
	// its scope came to be run.
	ServiceSkipped struct{ Service int }
)

// Decisions about the whole run.
type (
	// Shorten asks to cut every grace and notice period short (second Interrupt).
	Shorten struct{}
	// Kill asks to kill what still runs, and from then on also what the
	// unwinding would start (third Interrupt).
	Kill struct{}
	// Finished is the last decision: no Session is live, nothing is running.
	Finished struct {
		Outcome Outcome
		// Stuck: the plan found nothing that could happen any more although the
		// Job was not done. It is a fault of this package.
		Stuck bool
	}
)

// Outcome is how the run ended.
type Outcome uint8

// Outcomes of a run.
const (
	Succeeded Outcome = iota // every Step succeeded and every Environment was exited well
	Failed                   // a Task, an Environment or a Service failed
	Canceled                 // interrupted before every Step was done
)

func (OpenSession) isDecision()     {}
func (ReenterSession) isDecision()  {}
func (EnterStep) isDecision()       {}
func (RunTask) isDecision()         {}
func (CancelTask) isDecision()      {}
func (CancelEntering) isDecision()  {}
func (ExitStep) isDecision()        {}
func (CloseSession) isDecision()    {}
func (Excused) isDecision()         {}
func (MoreTasks) isDecision()       {}
func (StepEnded) isDecision()       {}
func (StepReturned) isDecision()    {}
func (StartService) isDecision()    {}
func (RelaunchService) isDecision() {}
func (HaltService) isDecision()     {}
func (StopService) isDecision()     {}
func (Delay) isDecision()           {}
func (ServiceFailed) isDecision()   {}
func (ServiceSkipped) isDecision()  {}
func (Shorten) isDecision()         {}
func (Kill) isDecision()            {}
func (Finished) isDecision()        {}
