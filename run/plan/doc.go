// Package plan decides what happens next in a run and does nothing itself.
//
// A [Plan] holds the state of one Job's run. It is given one [Event] at a time
// (a Task ended, a Service became READY, the user pressed Ctrl-C) and answers
// with the [Decision]s that follow: open a Session, run Task 7 of Step 2, start
// a Service in a new Session, finish. It starts no process, reads no clock,
// starts no goroutine and writes nothing, so that a hundred thousand runs can be
// simulated in seconds. One goroutine owns it; Next must not be called by two
// at once.
//
// # The conversation
//
// The first event is [Begin]. Each decision that asks for work is answered by
// exactly one event (a Service's start by several, in its life's order):
//
//	OpenSession, ReenterSession   SessionOpened
//	EnterStep                     StepEntered
//	RunTask                       TaskEnded
//	ExitStep                      StepExited
//	CloseSession                  SessionClosed
//	MoreTasks                     TasksAdded
//	StartService                  ServiceLaunched | ServiceStartFailed
//	RelaunchService               ServiceLaunched | ServiceExited
//	(a launched Service)          ServiceReady, ServiceUnhealthy, ServiceEnding, ServiceExited
//	HaltService                   ServiceExited
//	StopService                   ServiceSessionEnded
//	Delay                         DelayOver
//
// CancelTask and CancelEntering only hasten the answer of a decision that is
// still open. Excused, StepEnded, StepReturned, ServiceFailed, ServiceSkipped, Shorten,
// Kill and Finished want no answer; Finished is the last decision of a run.
// Events name the Session (and launch) they belong to; one that belongs to a
// Session or launch that is over is dropped.
//
// # A worker
//
//	closed --OpenSession--> opening --ok--> open --EnterStep--> entering --ok--> inside
//	inside --RunTask--> running --succeeded--> inside
//	inside --ExitStep--> leaving --ok--> open --CloseSession--> closing --> closed
//	open --ReenterSession--> opening      (Job Environments hold old endpoints)
//	opening, entering, running, leaving --failed or canceled--> broken --CloseSession--> closing
//
// # A Service
//
//	down --StartService--> starting --launched--> probing --> ready
//	probing, ready --ServiceUnhealthy / HaltService--> halting
//	probing, ready --ServiceEnding--> halting
//	probing, ready, halting --exited--> idle --RelaunchService--> probing   (same Session)
//	any of them --StopService--> stopping --ServiceSessionEnded--> down
//	starting --start failure--> idle
//
// The specification's states are read from it: READY is ready; UNHEALTHY is
// halting after a failed health check; FAILED is a flag that no start follows;
// all else is UNREADY.
//
// # How it decides
//
// An event changes the state of what it names and may bring about a verdict
// (a Step failed, a Service relaunched, Steps returned). Then the whole state is
// looked over: Steps that are complete, Services that are wanted and may start
// or that nothing needs any more, workers that can go on, the end. Little is
// remembered as "to do later": what is due follows from the state, so that no
// order of events can lose it. A Step's Tasks are counters and never a list.
//
// # What the specification leaves open, and what is done here
//
//   - With one worker the Steps run strictly in [Plan.Order], and a Service is
//     started when its Step's turn has come; with more, Steps that wait for no
//     other one share the workers, earlier ones first.
//   - A Task Session is opened when a Task could start in it at once, so after
//     the Services of that Task's Step are READY, and closed when no Step has a
//     Task left to start.
//   - Any failure stops the start of Tasks everywhere; running ones end. With
//     KeepGoing Steps that do not depend on what failed go on; but a Job
//     Environment that cannot be entered always ends the run.
//   - A failure of a Task or of an onEnter that began before a Service of its
//     scope was lost is not its own: it is tried again when that one is READY.
//   - FAILED fails every Step of the scope, completed ones too. The Session is
//     ended when the scope's running Tasks have ended and their Environments are
//     exited, or at once if it stands in the way of a restart.
//   - An instance that is given up with no attempt left fails its scope even if
//     the scope's last Task succeeds while it is being halted.
//   - A Step that returns to pending takes along the Steps that depend on it, and
//     the Services that list it are restarted after it; failed Steps stay failed.
//   - The first relaunch of a Service is immediate, later ones wait 200 ms, twice
//     as long each time, at most 5 s. One counter a Service and run, never reset.
//   - Suspension and relocation, which the draft allows, never happen.
//
// # How it is tested
//
// Scripts of single scenarios, by their section; and simulated runs of random
// Jobs under random faults, each held against the draft's constraints by a
// checker that sees only events and decisions. PLAN_SEED=n runs one and shows it.
//
// May be added: further rules of scheduling and supervision. It imports nothing
// but the standard library, and neither os, nor sync, nor time beyond Duration.
package plan
