package service

// This file defines the states of a Service and what leads from one to another.

import "fmt"

// State is a Service's state (§9, lifecycle); it has exactly one at a time.
type State int

// The states.
const (
	// Unready: there is no READY instance. The state from the Job's creation on.
	Unready State = iota
	// ReadyState: the current instance has passed a probe and nothing has gone
	// wrong with it since.
	ReadyState
	// UnhealthyState: failureThreshold probes in a row failed, onRun has been
	// canceled and has not exited yet.
	UnhealthyState
	// FailedState: the Service is not launched again.
	FailedState
)

// String is the state as the specification writes it.
func (s State) String() string {
	switch s {
	case Unready:
		return "UNREADY"
	case ReadyState:
		return "READY"
	case UnhealthyState:
		return "UNHEALTHY"
	case FailedState:
		return "FAILED"
	}
	return fmt.Sprintf("state %d", int(s))
}

// Cause is what changes a Service's state.
type Cause int

// The causes.
const (
	// ProbePassed: the current instance passed a probe while onRun ran.
	ProbePassed Cause = iota
	// ThresholdReached: failureThreshold probes in a row failed.
	ThresholdReached
	// TimedOut: the readiness timeout expired.
	TimedOut
	// RunExited: onRun exited, by itself or canceled.
	RunExited
	// StartFailed: the Service Session failed before onRun was launched.
	StartFailed
	// SessionEnded: the Session was ended because the scope is complete, or for
	// the sake of another Service.
	SessionEnded
	// GivenUp: no attempt is left.
	GivenUp
)

// String names c in words.
func (c Cause) String() string {
	switch c {
	case ProbePassed:
		return "a probe passed"
	case ThresholdReached:
		return "the failure threshold is reached"
	case TimedOut:
		return "the readiness timeout expired"
	case RunExited:
		return "onRun exited"
	case StartFailed:
		return "the start failed"
	case SessionEnded:
		return "the Session ended"
	case GivenUp:
		return "no attempt is left"
	}
	return fmt.Sprintf("cause %d", int(c))
}

// Next is the state after cause, and whether cause can come in s at all. What
// cannot come is stale, from an instance that is gone, and changes nothing.
func (s State) Next(cause Cause) (State, bool) {
	switch s {
	case Unready:
		switch cause {
		case ProbePassed:
			return ReadyState, true
		case TimedOut, RunExited, StartFailed, SessionEnded:
			return Unready, true
		case GivenUp:
			return FailedState, true
		}
	case ReadyState:
		switch cause {
		case ProbePassed:
			return ReadyState, true
		case ThresholdReached:
			return UnhealthyState, true
		case RunExited, SessionEnded:
			return Unready, true
		}
	case UnhealthyState:
		switch cause {
		case RunExited, SessionEnded:
			return Unready, true
		}
	case FailedState:
		if cause == SessionEnded {
			return FailedState, true
		}
	}
	return s, false
}
