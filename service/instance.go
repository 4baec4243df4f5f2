package service

import (
	"context"
	"time"

	"runner/probe"
)

// Process is the running onRun of an instance, as *proc.Process of package
// run/proc is one.
type Process interface {
	// Done is closed when the process has exited and its end is known.
	Done() <-chan struct{}
	// Cancel ends the process by its action's own cancelation method, within
	// limit if limit is above zero. It does not wait.
	Cancel(limit time.Duration)
}

// Launch is a launched instance to be supervised.
type Launch struct {
	// Instance is the instance's number, from 1 and never used twice in a run.
	Instance int
	// Process is the launched onRun, At the moment of its launch.
	Process Process
	At      time.Time
	// Ending says in words how Process ended ("exited with status 3"); called
	// after Done is closed. Nil: "exited".
	Ending func() string
	// Check is the health check and Ports are the Session's ports.
	Check HealthCheck
	Ports []Port
	// RunCheck runs onHealthCheck once, for COMMAND: it observes ctx by the
	// action's own cancelation method, applies its timeout and returns when the
	// process is gone.
	RunCheck func(ctx context.Context) probe.CommandResult
	// Lease is asked after the exit whether a port was lost to another process.
	// Nil where that cannot be told: when a wrapper may hold the ports itself.
	Lease *Lease
	// Emit receives the instance's events in order, from one goroutine.
	Emit func(Event)
}

// Instance supervises one launched onRun.
type Instance struct {
	launch Launch
	done   chan struct{}
}

// Supervise begins to probe and to watch. It fails when the check does not fit
// the ports or has no command to run.
func Supervise(launch Launch) (*Instance, error) {
	return &Instance{launch: launch, done: make(chan struct{})}, nil
}

// ReadyLine feeds an openjd_service_ready line of onRun's output; without
// effect under another check than STDOUT.
func (i *Instance) ReadyLine(text string) {}

// Stop ends the instance because it is not wanted any more: probing ends, onRun
// is canceled, and its end is no failure. It does not wait; it may be called
// again with a shorter limit.
func (i *Instance) Stop(limit time.Duration) {}

// Done is closed when onRun is gone, no check is running any more and [Exited]
// has been emitted. No other action of the Session may begin before.
func (i *Instance) Done() <-chan struct{} { return i.done }
