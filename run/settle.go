package run

import (
	"runner/run/plan"
)

// This file books what a worker's work has come to. The worker keeps its
// failures and its Task's end back until the plan has heard of them: only the
// plan knows whether they count, or belong to a Service that was lost meanwhile.

// taskEnd is the end of a Task that is not booked yet.
type taskEnd struct {
	task   plan.RunTask
	source Source
	exit   Exit
}

// hold keeps a failure back until the plan has judged it.
func (w *worker) hold(f Failure) { w.held = append(w.held, f) }

// settle books what the answer of a worker has come to, before anything that the
// plan has decided on it is carried out.
func (c *conductor) settle(answer plan.Event, decisions []plan.Decision) {
	var number int
	switch e := answer.(type) {
	case plan.SessionOpened:
		number = e.Worker
	case plan.StepEntered:
		number = e.Worker
	case plan.TaskEnded:
		number = e.Worker
	case plan.StepExited:
		number = e.Worker
	case plan.SessionClosed:
		number = e.Worker
	default:
		return
	}
	excused := false
	for _, d := range decisions {
		if x, ok := d.(plan.Excused); ok && x.Worker == number {
			excused = true
		}
	}
	c.workers[number].settle(excused)
}

// settle books the worker's failures and the end of its Task. Excused, they
// count for nothing.
func (w *worker) settle(excused bool) {
	failures, end := w.held, w.end
	w.held, w.end = nil, nil
	for _, f := range failures {
		if !excused {
			w.run.book(f)
			continue
		}
		w.run.stream.note(f.Source, Info, f.Message+", while a Service that it needs was lost: it counts for nothing, and is tried again")
	}
	if end == nil {
		return
	}
	outcome := end.exit.Outcome
	if excused {
		outcome = Requeued
		if w.lost {
			outcome = Canceled // it goes back to a queue that nobody works on
		}
	}
	w.lost = false
	w.run.counted(end, outcome)
	w.run.stream.emit(Event{Kind: TaskEnded, Source: end.source, Outcome: outcome})
}
