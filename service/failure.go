package service

// This file tells the failures of a Service apart. What follows from one is
// decided in run/plan.

import "fmt"

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
