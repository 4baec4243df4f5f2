package service

// This file defines what an Instance reports.

import (
	"fmt"
	"time"

	"runner/probe"
	"runner/run/proc"
)

// Event is one thing that an [Instance] reports: [Ready], [Probed],
// [Unhealthy], [ReadinessTimeout], [Ending] or [Exited]. Each bears the number of the
// instance, so that one that comes late cannot be taken for its successor's.
type Event interface {
	// InstanceNumber is the number that the instance was launched with.
	InstanceNumber() int
}

// Probed is one probe that changed nothing; for a verbose log.
type Probed struct {
	Instance int
	// OK and Detail are the answer, Took how long it was in coming.
	OK     bool
	Detail string
	Took   time.Duration
	// Failures in a row and how many make the instance UNHEALTHY; 0 of 0 before
	// READY.
	Failures, Threshold int
}

// Ready says that the instance passed its first probe while its process ran.
type Ready struct {
	Instance int
	// Detail is what the probe found: the text of a ready line, the ports.
	Detail string
	// After is the time from launch.
	After time.Duration
}

// Unhealthy says that a READY instance failed FailureThreshold probes in a row.
// The instance cancels onRun itself; [Exited] follows.
type Unhealthy struct {
	Instance            int
	Detail              string
	Failures, Threshold int
}

// ReadinessTimeout says that the instance was not READY in time. The instance
// cancels onRun itself; [Exited] follows.
type ReadinessTimeout struct {
	Instance int
	// Detail is the last failed probe's answer, if there was one.
	Detail string
	// Limit is the timeout; Part is the port that had it of its own, if one had.
	Limit time.Duration
	Part  string
}

// Reason says in words what was not in time.
func (e ReadinessTimeout) Reason() string {
	if e.Part != "" {
		return fmt.Sprintf("not READY: %s was not reached within %v", e.Part, e.Limit)
	}
	return fmt.Sprintf("not READY within %v", e.Limit)
}

// Text is the reason and the last answer before it.
func (e ReadinessTimeout) Text() string {
	switch {
	case e.Detail != probe.NoAnswer:
		return e.Reason() + "; the last probe: " + e.Detail
	case e.Part != "":
		return e.Reason() // it says what the probe would have said
	}
	return e.Reason() + "; " + e.Detail
}

// Ending says that onRun's own process has ended: nothing that is probed from
// here on counts. [Exited] follows when its children are gone and its output is
// at its end.
type Ending struct {
	Instance int
	// Failure and Detail are those of [Exited], as far as they are known.
	Failure Failure
	Detail  string
}

// Exited says that onRun's process is gone with all it left. It is the last
// event of an instance, and comes once.
type Exited struct {
	Instance int
	// Exit is how the process ended.
	Exit proc.Exit
	// Failure is why this counts as a failure; its Kind is [NoFailure] after
	// [Instance.Stop].
	Failure Failure
	// WasReady says whether the instance had been READY at any time.
	WasReady bool
	// Detail is the reason in words, for the log and for results.
	Detail string
}

// InstanceNumber implements [Event].
func (e Probed) InstanceNumber() int { return e.Instance }

// InstanceNumber implements [Event].
func (e Ready) InstanceNumber() int { return e.Instance }

// InstanceNumber implements [Event].
func (e Unhealthy) InstanceNumber() int { return e.Instance }

// InstanceNumber implements [Event].
func (e ReadinessTimeout) InstanceNumber() int { return e.Instance }

// InstanceNumber implements [Event].
func (e Ending) InstanceNumber() int { return e.Instance }

// InstanceNumber implements [Event].
func (e Exited) InstanceNumber() int { return e.Instance }
