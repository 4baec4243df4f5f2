package run

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"runner/run/plan"
	"runner/template"
)

// maxFailures is how many failures a result keeps; the first ones matter.
const maxFailures = 100

// report gathers what a run comes to. Fields are guarded by the conductor's mu
// unless only its loop touches them.
type report struct {
	started     time.Time
	interrupts  int
	interrupted string
	steps       []StepResult
	shape       plan.Job
	failures    []Failure
	preserved   []string
	notes       []string
	runs        int64
	hostFault   bool
}

// prepare lists the Steps of the run.
func (r *report) prepare(c *conductor, shape plan.Job) {
	r.shape = shape
	for _, s := range shape.Steps {
		result := StepResult{Name: s.Name, Total: s.Tasks, Outcome: NotRun}
		if s.Open {
			result.Total = -1
		}
		if s.Skip {
			result.Reason = "not selected"
		}
		r.steps = append(r.steps, result)
	}
}

// failure puts together what tells why an action failed: its last lines and its
// log, which is kept. The exit's message is cleared of secrets already.
func (c *conductor) failure(source Source, params []Param, exit Exit, out *output) Failure {
	source = c.stream.clearSource(source)
	failure := Failure{Source: source, Params: c.stream.clearParams(params), Exit: exit, Message: failureText(source, exit)}
	if out != nil {
		failure.Tail = out.tail.Lines()
		failure.Log = out.log.keep()
	}
	return failure
}

// book keeps a failure for the result.
func (c *conductor) book(failure Failure) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.report.failures) < maxFailures {
		c.report.failures = append(c.report.failures, failure)
	}
}

// noteHost keeps in mind that the host, not the job, was in the way, if err says so.
func (c *conductor) noteHost(err error) {
	var host hostError
	if errors.As(err, &host) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.report.hostFault = true
	}
}

// fail books a failure that no process had part in.
func (c *conductor) fail(source Source, err error) {
	exit := c.notRun(err)
	c.stream.note(source, Failing, exit.Message)
	c.book(c.failure(source, nil, exit, nil))
}

// notRun is the end of what could not be run, with the line of the template that
// is in the way, unless a secret stands in it.
func (c *conductor) notRun(err error) Exit {
	exit := Exit{Outcome: Failed, Message: c.stream.fault(err)}
	var fault *template.Fault
	if !errors.As(err, &fault) || !fault.Pos.IsValid() {
		return exit
	}
	for _, d := range append(c.job.Attached[:len(c.job.Attached):len(c.job.Attached)], c.job.Document) {
		if d.Source.Name != fault.Pos.File {
			continue
		}
		if line := d.Source.Line(fault.Pos.Line); c.stream.clear(line) == line {
			exit.Place = &Place{Pos: fault.Pos, Line: line}
		}
	}
	return exit
}

// failureText says in one line what failed and how.
func failureText(source Source, exit Exit) string {
	text := subject(source) + " " + exitText(exit)
	if exit.Message != "" {
		text += ": " + exit.Message
	}
	return text
}

// subject names an action for people.
func subject(source Source) string {
	switch {
	case source.Task > 0:
		return fmt.Sprintf("Task %d of Step %s", source.Task, source.Step)
	case source.Service != "" && source.Environment != "":
		return fmt.Sprintf("%s of Environment %s for Service %s", source.Action, source.Environment, source.Service)
	case source.Service != "" && source.Action != "":
		return fmt.Sprintf("%s of Service %s", source.Action, source.Service)
	case source.Service != "":
		return "Service " + source.Service
	case source.Environment != "":
		return fmt.Sprintf("%s of Environment %s", source.Action, source.Environment)
	case source.Session != "":
		return "Session " + strings.TrimPrefix(source.Session, "session-")
	}
	return "the run"
}

// exitText says how an action ended.
func exitText(exit Exit) string {
	switch {
	case exit.Outcome == TimedOut:
		return "ran into its timeout and ended after " + exit.Duration.Round(time.Millisecond).String()
	case exit.Outcome == Canceled:
		return "was canceled"
	case !exit.Started:
		return "could not be run"
	case exit.Signal != "":
		return "was ended by signal " + exit.Signal
	case exit.Code != 0:
		return fmt.Sprintf("exited with status %d", exit.Code)
	}
	return "failed"
}

// stranded names a process that could not be killed.
func (c *conductor) stranded(source Source, pid int) {
	text := fmt.Sprintf("process %d of %s could not be killed; end it by hand", pid, subject(c.stream.clearSource(source)))
	c.stream.note(source, Warning, text)
	c.remark(text)
}

// remark keeps a note for the result.
func (c *conductor) remark(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.notes = append(c.report.notes, text)
}

// preserve books a working directory that is kept.
func (c *conductor) preserve(dir string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.preserved = append(c.report.preserved, dir)
}

// counted counts a Task's end.
func (c *conductor) counted(end *taskEnd, outcome Outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if end.exit.Started && end.exit.Outcome != Canceled {
		c.report.runs++
	}
	step := &c.report.steps[end.task.Step]
	switch outcome {
	case Succeeded:
		step.Succeeded++
	case Canceled:
		step.Canceled++
	case Requeued:
	default:
		step.Failed++
	}
}

// returned forgets the counts of a Step that runs again.
func (r *report) returned(step int) {
	s := &r.steps[step]
	s.Succeeded, s.Failed, s.Canceled, s.Outcome, s.Reason, s.Halted = 0, 0, 0, NotRun, "", false
}

// stepEnded books a Step's outcome and tells it.
func (c *conductor) stepEnded(d plan.StepEnded) {
	c.mu.Lock()
	s := &c.report.steps[d.Step]
	switch d.Outcome {
	case plan.StepSucceeded:
		s.Outcome = Succeeded
	case plan.StepFailed:
		s.Outcome = Failed
	case plan.StepCanceled:
		s.Outcome = Canceled
	case plan.StepNotRun:
		s.Outcome = NotRun
	}
	switch {
	case d.Service != plan.None:
		s.Reason = "Service " + c.stream.clear(c.report.shape.Services[d.Service].Name) + " failed"
	case d.Dependency != plan.None:
		s.Reason = "Step " + c.stream.clear(c.report.shape.Steps[d.Dependency].Name) + " did not succeed"
	case s.Outcome != Succeeded && s.Outcome != Failed && c.report.interrupts == 0:
		s.Reason, s.Halted = c.halt()
	}
	e := Event{Kind: StepEnded, Source: Source{Step: s.Name}, Outcome: s.Outcome, Text: s.Reason}
	c.mu.Unlock()
	c.stream.emit(e)
}

// halt says what failed that a Step was not run, or not to its end, although it
// does not depend on it; halted, whether it is only because the run stops at the
// first failure. It must be called with mu held.
func (c *conductor) halt() (reason string, halted bool) {
	for i, f := range c.report.failures {
		everywhere := f.Source.Task == 0 && f.Source.Service == "" && !c.ofAStep(f.Source.Environment)
		if c.opts.KeepGoing && !everywhere {
			continue // others go on after that one
		}
		if i == 0 || c.opts.KeepGoing {
			return whatFailed(f.Source) + " failed", !everywhere
		}
	}
	return "", false
}

// ofAStep says whether an Environment is a Step's own, which no other Step needs.
func (c *conductor) ofAStep(environment string) bool {
	for _, step := range c.job.Steps {
		for _, e := range step.Step.Environments {
			if e.Name == environment {
				return true
			}
		}
	}
	return false
}

// whatFailed names what a failed action is of.
func whatFailed(source Source) string {
	switch {
	case source.Task > 0:
		return "Step " + source.Step
	case source.Service != "":
		return "Service " + source.Service
	case source.Environment != "":
		return "Environment " + source.Environment
	}
	return subject(source)
}

// serviceFailed books a FAILED Service.
func (c *conductor) serviceFailed(d plan.ServiceFailed) {
	r := c.services[d.Service]
	r.mu.Lock()
	r.reason += relaunchText(d.Relaunches)
	reason, failures := r.reason, r.failures
	r.mu.Unlock()
	r.state("FAILED", reason)
	for _, f := range failures {
		c.book(f)
	}
	if !r.job.Service.DistrustCompleted {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.report.steps {
		c.report.steps[i].Untrusted = c.report.steps[i].Untrusted || c.scopeHas(d.Service, i)
	}
}

// relaunchText says why a Service that may be relaunched is FAILED all the same.
func relaunchText(used int) string {
	switch used {
	case 0:
		return ""
	case 1:
		return "; its 1 relaunch is used up"
	}
	return fmt.Sprintf("; its %d relaunches are used up", used)
}

// scopeHas says whether a Step is in a Service's scope.
func (c *conductor) scopeHas(index, step int) bool {
	s := c.report.shape.Services[index]
	if s.AllSteps || s.JobEnvs {
		return true
	}
	for _, i := range s.Scope {
		if i == step {
			return true
		}
	}
	return false
}

// result puts together what the run came to.
func (c *conductor) result(end plan.Finished) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := &Result{
		Job: c.stream.clear(c.job.Name), Started: c.report.started, Duration: c.opts.Now().Sub(c.report.started),
		Steps: c.report.steps, Failures: c.report.failures, Interrupted: c.report.interrupted,
		Preserved: c.report.preserved, Notes: c.report.notes, TaskRuns: c.report.runs,
	}
	switch end.Outcome {
	case plan.Succeeded:
		out.Outcome = Succeeded
	case plan.Failed:
		out.Outcome = Failed
	case plan.Canceled:
		out.Outcome = Canceled
	}
	out.HostFault = c.report.hostFault && out.Outcome == Failed
	if end.Stuck {
		out.Outcome = Failed
		out.Notes = append(out.Notes, "the run stopped because nothing could go on although it was not done; this is a fault of the runner")
	}
	for i := range out.Steps {
		s := &out.Steps[i]
		done := s.Succeeded + s.Failed + s.Canceled
		s.Untrusted = s.Untrusted && s.Succeeded > 0
		if s.Total < 0 {
			s.Total = done
		}
		s.NotRun = max(s.Total-done, 0)
		s.Name = c.stream.clear(s.Name)
	}
	for _, r := range c.services {
		out.Services = append(out.Services, r.result())
	}
	return out
}
