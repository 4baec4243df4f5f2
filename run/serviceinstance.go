package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"runner/probe"
	"runner/run/logs"
	"runner/run/plan"
	"runner/run/proc"
	"runner/service"
)

// watched is one launched instance of a Service: its process and output.
type watched struct {
	session *serviceSession
	number  int
	process *proc.Process
	call    actionCall
	out     *output
	began   time.Time
	// said is the last answer of a check that was told; of the watching goroutine
	// alone.
	said string
	// told is closed when the plan knows that the process has ended.
	told chan struct{}
}

// supervise watches the instance until its end; what happens goes to the plan.
func (w *watched) supervise() error {
	l := w.session
	instance, err := service.Supervise(service.Launch{
		Instance: w.number, Process: w.process, At: w.began,
		Check: l.service.spec.Check, Ports: l.lease.Ports(), Lease: l.lease,
		RunCheck: l.healthCheck,
		Emit:     w.report,
	})
	if err != nil {
		return err
	}
	l.service.mu.Lock()
	l.instance = instance
	l.service.watched = w
	l.service.mu.Unlock()
	w.out.setReadyLine(func(text string) { instance.ReadyLine(l.service.run.stream.clear(text)) })
	return nil
}

// report turns what supervision found into events.
func (w *watched) report(e service.Event) {
	r := w.session.service
	id := plan.ServiceReady{Service: r.index, Session: w.session.number, Launch: w.number}
	switch e := e.(type) {
	case service.Probed:
		// Before READY the same answer comes many times a second.
		if text := probedText(e); e.Threshold > 0 || text != w.said {
			w.said = text
			r.run.stream.note(w.call.source, Debug, text)
		}
	case service.Ready:
		r.state("READY", e.Detail)
		r.run.send(id)
	case service.Unhealthy:
		r.state("UNHEALTHY", fmt.Sprintf("%d failed health checks in a row%s", e.Failures, detail(e.Detail)))
		r.run.send(plan.ServiceUnhealthy(id))
	case service.ReadinessTimeout:
		r.state("UNREADY", e.Text())
		r.run.send(plan.ServiceUnhealthy(id))
	case service.Ending:
		switch e.Failure.Kind {
		case service.NoFailure, service.NotReadyInTime: // the latter is said already
		default:
			r.state("UNREADY", e.Detail)
		}
		r.run.send(plan.ServiceEnding(id))
		close(w.told)
	case service.Exited:
		w.exited(e)
		r.run.send(plan.ServiceExited{Service: r.index, Session: w.session.number, Launch: w.number,
			NewSession: e.Failure.NeedsNewSession()})
	}
}

// settleServices waits until the plan knows of every instance that is gone: an
// action that fails because its Service died a moment before must not be booked
// as the action's own failure, nor one that succeeds hide that death.
func (c *conductor) settleServices() {
	for _, r := range c.services {
		r.mu.Lock()
		w := r.watched
		r.mu.Unlock()
		if w == nil {
			continue
		}
		if w.process.Ending() {
			<-w.told
		}
	}
}

// detail appends what a probe found.
func detail(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

// exited reports the end of the instance.
func (w *watched) exited(e service.Exited) {
	r := w.session.service
	w.out.finish()
	exit := exitOf(w.process.Exit(), w.out)
	exit.Outcome = Failed
	if e.Failure.Kind == service.NoFailure {
		exit.Outcome = Canceled
	}
	r.run.stream.emit(Event{Kind: ActionEnded, Source: w.call.source, Exit: &exit, Outcome: exit.Outcome, Text: e.Detail})
	if exit.Outcome == Canceled {
		w.out.log.drop()
		return
	}
	cause := e.Detail
	if e.Failure.PortLost {
		cause = r.run.stream.clear(cause) // it names a process of others
		r.run.stream.note(w.call.source, Warning, cause)
	}
	r.failed(cmp.Or(exit.Message, cause))
	failure := r.run.failure(w.call.source, nil, exit, w.out)
	failure.Cause = withMessage(cause, exit)
	failure.Message = "Service " + failure.Source.Service + ": " + failure.Cause
	r.hold(failure, false)
}

// withMessage adds what the action itself has said, or why it did not start.
func withMessage(cause string, exit Exit) string {
	if exit.Message == "" {
		return cause
	}
	return cause + ": " + exit.Message
}

// healthCheck runs onHealthCheck once (§9.7.1). Its messages are not honored.
func (l *serviceSession) healthCheck(ctx context.Context) probe.CommandResult {
	def, s := l.service.job.Service, l.session
	source := s.source
	source.Action = "onHealthCheck"
	call := actionCall{action: def.OnHealthCheck, scope: l.scope, source: source, depth: len(s.stack), owner: def.Name}
	cmd, err := s.command(call)
	if err != nil {
		return probe.CommandResult{Detail: s.run.stream.fault(err)}
	}
	out := s.run.newOutput(call)
	out.deaf = true
	out.check = &checkOutput{show: func(batch []logs.Line) { s.run.stream.lines(source, batch) }}
	process := s.start(cmd, out, nil)
	stop := context.AfterFunc(ctx, func() { process.Cancel(0) })
	end := process.Exit()
	stop()
	out.finish()
	out.log.drop()
	cause := context.Cause(ctx)
	passed := end.Success() && cause == nil
	if !passed {
		out.check.release()
	} else if said, folded := out.check.passed(l.checkSaid); folded {
		s.run.stream.note(source, Debug, "said the same as before")
	} else {
		l.checkSaid = said
	}
	if cause != nil {
		level := Info
		if errors.Is(cause, service.ErrStopped) {
			level = Debug
		}
		s.run.stream.note(source, level, "canceled: "+cause.Error()+"; its answer counts for nothing")
	}
	if end.Success() {
		return probe.CommandResult{Succeeded: true, Detail: "exited with status 0"}
	}
	return probe.CommandResult{Detail: checkEnding(end, out)}
}

// checkEnding says how an onHealthCheck ended. "exited with code" is kept for
// Tasks: readers of a run's output look for it.
func checkEnding(e proc.Exit, out *output) string {
	switch {
	case e.Reason == proc.NotStarted:
		return "could not be started: " + out.startFault(e.Err)
	case e.Reason == proc.TimedOut:
		return "ran into its timeout"
	case e.Signal != "":
		return "was ended by " + e.Signal
	}
	return "exited with status " + strconv.Itoa(e.Code)
}
