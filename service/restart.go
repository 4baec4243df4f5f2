package service

import (
	"fmt"
	"time"
)

// FailureKind is how an instance or the start of a Session failed.
type FailureKind int

// The kinds of failure. All but StartFailure are instance failures.
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

// Failure is one failure of a Service.
type Failure struct {
	Kind FailureKind
	// PortLost is true when the old process is gone and yet somebody holds one of
	// its ports: another process took it, so a relaunch needs new ports.
	PortLost bool
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

// Verdict is the answer of [Decide].
type Verdict struct {
	Action Action
	// Delay is how long to wait before the relaunch.
	Delay time.Duration
	// Relaunch is the relaunch's number from 1; 0 with GiveUp.
	Relaunch int
	// Reason says the verdict in words.
	Reason string
}

// Decide says what to do about a failure of a Service that has been relaunched
// used times in this run (§9, decision procedure). It has no clock: the caller
// waits.
func Decide(policy RestartPolicy, used int, failure Failure) Verdict {
	return Verdict{Reason: fmt.Sprint(policy, used, failure)}
}
