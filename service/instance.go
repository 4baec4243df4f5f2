package service

// This file supervises one launched onRun: it probes and watches, and says what
// comes of it.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"runner/probe"
	"runner/run/proc"
)

// Why a check under way was canceled, besides [probe.ErrReadinessTimeout].
var (
	ErrExited  = errors.New("onRun has exited")
	ErrStopped = errors.New("the Service is being stopped")
)

// Process is the running onRun of an instance.
type Process interface {
	// Ended is closed as soon as the process itself has ended; Status is how, as
	// far as that is known by then.
	Ended() <-chan struct{}
	Status() proc.Exit
	// Done is closed when its output has come to an end too and its children are
	// gone; Exit is the whole end.
	Done() <-chan struct{}
	Exit() proc.Exit
	// Cancel ends the process by its action's own cancelation method, within
	// limit if limit is above zero. It does not wait.
	Cancel(limit time.Duration)
}

var _ Process = (*proc.Process)(nil)

// Launch is a launched instance to be supervised.
type Launch struct {
	// Instance is the instance's number, from 1 and never used twice for one
	// Service in a run.
	Instance int
	// Process is the launched onRun, At the moment of its launch.
	Process Process
	At      time.Time
	// Check is the health check, Ports the Session's ports.
	Check HealthCheck
	Ports []Port
	// RunCheck is needed for COMMAND.
	RunCheck RunCheck
	// Lease is asked after a failure whether a port was lost to another process.
	// Nil where that cannot be told: when a wrapping Environment may hold the
	// ports itself, as a container engine does.
	Lease *Lease
	// Emit receives the instance's events in order, from one goroutine. Required.
	Emit func(Event)
}

// Instance supervises one launched onRun.
type Instance struct {
	launch     Launch
	monitor    *probe.Monitor
	listens    bool // the check is STDOUT
	endProbing context.CancelCauseFunc
	done       chan struct{}

	mu       sync.Mutex
	stopped  bool // Stop was called
	canceled bool // onRun was given its notice

	// Of the watching goroutine alone.
	ready   bool        // the instance has been READY
	failure FailureKind // what the check found, NoFailure so far
	detail  string      // in words
	last    string      // the last failed probe before READY
}

// Supervise begins to probe and to watch. It fails when the check does not fit
// the ports or has no command to run, which a checked template excludes; the
// process is then the caller's to end.
func Supervise(launch Launch) (*Instance, error) {
	config, err := launch.Check.probing(launch.Ports, launch.RunCheck)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancelCause(context.Background())
	reports := make(chan probe.Report)
	config.Report = func(r probe.Report) {
		select {
		case reports <- r:
		case <-ctx.Done():
		}
	}
	i := &Instance{
		launch: launch, monitor: probe.NewMonitor(config), listens: config.Checker == nil,
		endProbing: end, done: make(chan struct{}),
	}
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		i.monitor.Run(ctx, launch.At)
	}()
	go func() {
		defer close(i.done)
		i.watch(ctx, reports)
		<-asked
	}()
	return i, nil
}

// ReadyLine feeds an openjd_service_ready line of onRun's output. It says
// whether the line is heard: only under a STDOUT check, and not after the end.
func (i *Instance) ReadyLine(text string) bool {
	if !i.listens || isClosed(i.launch.Process.Ended()) {
		return false
	}
	i.monitor.Line(text)
	return true
}

// Stop ends the instance because it is not wanted any more: probing ends, onRun
// is canceled by its own method within limit (if above zero), and its exit is
// no failure. It does not wait. It may be called again with a shorter limit.
func (i *Instance) Stop(limit time.Duration) {
	i.mu.Lock()
	i.stopped = true
	i.mu.Unlock()
	i.endProbing(ErrStopped)
	i.cancel(limit)
}

// cancel cancels onRun by its own method. The notice is given once: to many
// programs a second SIGTERM says "now, without saving". Only a limit that is
// to shorten the grace cancels again.
func (i *Instance) cancel(limit time.Duration) {
	i.mu.Lock()
	again := i.canceled
	i.canceled = true
	i.mu.Unlock()
	if !again || limit > 0 {
		i.launch.Process.Cancel(limit)
	}
}

// Done is closed when onRun is gone, no check is running any more and [Exited]
// has been emitted. Exited itself does not wait for a check that takes its time
// to be canceled: no other action of the Session may begin before Done
// (constraints 5 and 11).
func (i *Instance) Done() <-chan struct{} { return i.done }

// watch hears the probes until the process is gone.
func (i *Instance) watch(ctx context.Context, reports <-chan probe.Report) {
	ended := i.launch.Process.Ended()
	for {
		select {
		case <-ended:
			i.endProbing(ErrExited)
			exited := i.ended()
			i.launch.Emit(Ending{Instance: i.launch.Instance, Failure: exited.Failure, Detail: exited.Detail})
			<-i.launch.Process.Done()
			i.launch.Emit(i.exited())
			return
		case report := <-reports:
			// What is answered after the exit, or after Stop, counts for nothing.
			if !isClosed(ended) && ctx.Err() == nil {
				i.hear(report)
			}
		}
	}
}

// hear turns a report into an event, and ends an instance that is given up.
func (i *Instance) hear(report probe.Report) {
	number, detail := i.launch.Instance, report.Result.Detail
	switch report.What {
	case probe.Answered:
		if !i.ready {
			i.last = detail
		}
		i.launch.Emit(Probed{
			Instance: number, OK: report.Result.OK, Detail: detail, Took: report.Result.Took,
			Failures: report.Failures, Threshold: report.Threshold,
		})
	case probe.BecameReady:
		i.ready = true
		i.launch.Emit(Ready{Instance: number, Detail: detail, After: report.Attempt.Elapsed + report.Result.Took})
	case probe.BecameUnhealthy:
		i.failure = BecameUnhealthy
		i.detail = fmt.Sprintf("%d probes in a row failed; the last: %s", report.Failures, detail)
		i.launch.Emit(Unhealthy{Instance: number, Detail: detail, Failures: report.Failures, Threshold: report.Threshold})
		i.cancel(0)
	case probe.NotReadyInTime:
		event := ReadinessTimeout{Instance: number, Detail: detail, Limit: report.Limit, Part: report.Part}
		i.failure = NotReadyInTime
		i.detail = event.Text()
		i.launch.Emit(event)
		i.cancel(0)
	}
}

// exited is ended once nothing of the process is left: only then can it be told
// whether somebody else has its ports.
func (i *Instance) exited() Exited {
	event := i.ended()
	event.Exit = i.launch.Process.Exit()
	if n := event.Exit.Left; n > 0 && event.Exit.Success() && event.Failure.Kind != NoFailure {
		if event.WasReady {
			event.Detail += "; " + foreground
		}
		event.Detail += "; " + leftText(n)
	}
	if i.launch.Lease != nil && event.Failure.Kind != NoFailure {
		if detail, lost := i.launch.Lease.Lost(); lost {
			event.Failure.PortLost = true
			event.Detail += "; " + detail
		}
	}
	return event
}

// ended says how the process's end counts (§9).
func (i *Instance) ended() Exited {
	exit := i.launch.Process.Status()
	event := Exited{Instance: i.launch.Instance, WasReady: i.ready, Exit: exit, Detail: "onRun " + inWords(exit)}
	i.mu.Lock()
	stopped := i.stopped
	i.mu.Unlock()
	switch {
	case stopped:
		// An exit that is not waited for any more is no failure, even if it came
		// before the cancelation reached the process.
		return event
	case i.failure != NoFailure:
		event.Failure.Kind = i.failure
		// That it was canceled then is the runner's doing and explains nothing.
		if exit.Reason == proc.Canceled {
			event.Detail = i.detail
		} else {
			event.Detail = i.detail + "; " + event.Detail
		}
	case i.ready:
		event.Failure.Kind = ExitedAfterReady
	default:
		event.Failure.Kind = ExitedBeforeReady
		if exit.Reason == proc.NotStarted {
			return event
		}
		event.Detail += " before READY"
		if exit.Success() {
			event.Detail += "; " + foreground
		}
		if i.last != "" {
			event.Detail += "; the last probe: " + i.last
		}
	}
	return event
}

// foreground is the advice for an onRun that ends well by itself, as a command
// does that starts a daemon.
const foreground = "a Service stays in the foreground until it is stopped"

// leftText tells of processes that onRun left running.
func leftText(n int) string {
	if n == 1 {
		return "the process that it left running was ended"
	}
	return fmt.Sprintf("the %d processes that it left running were ended", n)
}

// inWords tells an end. It keeps clear of the words that tell a Task's end, by
// which others find that one in a log.
func inWords(exit proc.Exit) string {
	switch {
	case exit.Reason == proc.NotStarted:
		return "could not be started"
	case exit.Reason == proc.TimedOut:
		return "ran into its own timeout"
	case exit.Reason == proc.Canceled:
		return "was canceled"
	case exit.Signal != "":
		return "was ended by " + exit.Signal
	}
	return fmt.Sprintf("exited with status %d", exit.Code)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
