package service

// This file decides what follows a failure of a Service. It has no clock and
// starts nothing.

import (
	"fmt"
	"time"
)

// FailureKind is how an instance or the start of a Session failed (§9).
type FailureKind int

// The kinds of failure. All but NoFailure and StartFailure are instance failures.
const (
	// NoFailure: the instance was stopped because it was not wanted any more.
	NoFailure FailureKind = iota
	// StartFailure: the Service Session failed before onRun was launched.
	StartFailure
	// ExitedBeforeReady: onRun exited, or could not be started, without ever
	// having been READY.
	ExitedBeforeReady
	// ExitedAfterReady: onRun exited, with whatever status, after READY.
	ExitedAfterReady
	// NotReadyInTime: the readiness timeout expired.
	NotReadyInTime
	// BecameUnhealthy: failureThreshold probes in a row failed.
	BecameUnhealthy
)

// String names k in words.
func (k FailureKind) String() string {
	switch k {
	case NoFailure:
		return "no failure"
	case StartFailure:
		return "the start failed"
	case ExitedBeforeReady:
		return "onRun exited before READY"
	case ExitedAfterReady:
		return "onRun exited"
	case NotReadyInTime:
		return "not READY in time"
	case BecameUnhealthy:
		return "UNHEALTHY"
	}
	return fmt.Sprintf("failure %d", int(k))
}

// Failure is one failure of a Service.
type Failure struct {
	Kind FailureKind
	// PortLost is true when the old process is gone and yet somebody has one of
	// its ports, so that a relaunch needs new ones.
	PortLost bool
}

// NeedsNewSession says whether a relaunch must have a new Session: after a
// start failure the draft demands it, and where the ports are suspected it is
// the only way to new ones. Otherwise the Session is used again.
func (f Failure) NeedsNewSession() bool {
	return f.Kind == StartFailure || f.Kind == ExitedBeforeReady || f.PortLost
}

// Action is what to do about a failure.
type Action int

// The actions.
const (
	// GiveUp: no attempt is left, the Service is FAILED.
	GiveUp Action = iota
	// SameSession: launch onRun again in the Session that is there.
	SameSession
	// NewSession: end the Session and open a new one, with new ports.
	NewSession
)

// String names a in words.
func (a Action) String() string {
	switch a {
	case GiveUp:
		return "give up"
	case SameSession:
		return "relaunch in the same Session"
	case NewSession:
		return "relaunch in a new Session"
	}
	return fmt.Sprintf("action %d", int(a))
}

// Verdict is the answer of [Decide].
type Verdict struct {
	Action Action
	// Delay is how long to wait before the relaunch.
	Delay time.Duration
	// Relaunch is the relaunch's number from 1; 0 with GiveUp.
	Relaunch int
	// Reason says the verdict and its cause in words.
	Reason string
}

// Decide says what to do about a failure of a Service that has been relaunched
// used times in this run (§9, decision procedure). Start failures and instance
// failures count alike; restarts for the sake of another Service do not count.
// It must not be asked about NoFailure: stop intent beats the policy.
func Decide(policy RestartPolicy, used int, failure Failure) Verdict {
	if used >= policy.MaxAttempts {
		return Verdict{
			Action: GiveUp,
			Reason: fmt.Sprintf("%v; %s", failure.Kind, spent(policy.MaxAttempts)),
		}
	}
	verdict := Verdict{Action: SameSession, Delay: RelaunchDelay(used), Relaunch: used + 1}
	why := failure.Kind.String()
	if failure.PortLost {
		why += " and a port was lost to another process"
	}
	if failure.NeedsNewSession() {
		verdict.Action = NewSession
	}
	verdict.Reason = fmt.Sprintf("%s; %v, %d of %d", why, verdict.Action, verdict.Relaunch, policy.MaxAttempts)
	return verdict
}

// spent says that no attempt is left.
func spent(maxAttempts int) string {
	switch maxAttempts {
	case 0:
		return "its restart policy allows no relaunch"
	case 1:
		return "its 1 relaunch is used up"
	}
	return fmt.Sprintf("its %d relaunches are used up", maxAttempts)
}

// The bounds of RelaunchDelay.
const (
	firstDelay   = 100 * time.Millisecond
	longestDelay = 5 * time.Second
)

// RelaunchDelay is the wait before the relaunch after used earlier ones: none
// for the first, then 100 ms, doubled each time up to 5 s.
func RelaunchDelay(used int) time.Duration {
	if used <= 0 {
		return 0
	}
	delay := firstDelay
	for range used - 1 {
		if delay *= 2; delay >= longestDelay {
			return longestDelay
		}
	}
	return delay
}
