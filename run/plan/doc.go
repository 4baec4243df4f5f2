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
//	(a launched Service)          ServiceReady, ServiceUnhealthy, ServiceExited
//	HaltService                   ServiceExited
//	StopService                   ServiceSessionEnded
//	Delay                         DelayOver
//
// CancelTask and CancelEntering only hasten the answer of a decision that is
// still open. StepEnded, StepReturned, ServiceFailed, ServiceSkipped, Shorten,
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
// looked over, until nothing more follows: Services that are wanted and may
// start, workers that can go on, Services that nothing needs any more, the end.
// Nothing is remembered as "to do later": what is due follows from the state
// alone, so that no order of events can lose it.
//
// May be added: further rules of scheduling and supervision. It imports nothing
// but the standard library, and neither os, nor sync, nor time beyond Duration.
package plan
