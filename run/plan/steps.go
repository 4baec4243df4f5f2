package plan

import "slices"

// step is the state of one Step. Its Tasks are counters: those from next on have
// not been started in this pass, those in requeued came back from it.
type step struct {
	deps, dependents []int // effective: also through Services
	scopedBy         []int // Services whose scope it is in

	total    int64
	next     int64
	done     int64
	requeued []int64 // sorted, never longer than there are workers
	running  int     // Tasks of this pass
	old      int     // Tasks of earlier passes that are still being canceled
	pass     int
	open     bool
	asked    bool // a MoreTasks is unanswered, or was answered with "later"
	later    bool

	begun   bool // a Task was started, in whatever pass
	ended   bool
	outcome StepOutcome
}

func (s *step) pending() int64 { return s.total - s.next + int64(len(s.requeued)) }

// work says that a Task of it could still be started.
func (s *step) work() bool { return !s.ended && (s.open || s.pending() > 0) }

func (s *step) succeeded() bool { return s.ended && s.outcome == StepSucceeded }

// take gives the first Task in parameter-space order that is not started.
func (s *step) take() int64 {
	s.begun = true
	s.running++
	if len(s.requeued) > 0 {
		t := s.requeued[0]
		s.requeued = slices.Delete(s.requeued, 0, 1)
		return t
	}
	s.next++
	return s.next - 1
}

func (s *step) requeue(task int64) {
	at, _ := slices.BinarySearch(s.requeued, task)
	s.requeued = slices.Insert(s.requeued, at, task)
}

// completeSteps ends the Steps all of whose Tasks succeeded; in order, so that
// a Step without Tasks makes way at once for those that depend on it.
func (p *Plan) completeSteps() {
	for again := true; again; {
		again = false
		p.findReady()
		for _, i := range p.ready {
			s := &p.steps[i]
			if s.ended || s.work() || s.running+s.old > 0 || p.awaitsVerdict(s) || (p.stopping() && !s.begun) {
				continue
			}
			p.bookStep(StepEnded{Step: i, Outcome: StepSucceeded, Task: None, Service: None, Dependency: None})
			again = true
		}
	}
}

// awaitsVerdict says that a Service of its scope is about to be FAILED: its
// Tasks may all have succeeded, the Step will not.
func (p *Plan) awaitsVerdict(s *step) bool {
	for _, sv := range s.scopedBy {
		if p.services[sv].doomed {
			return true
		}
	}
	return false
}

// findReady lists the Steps that wait for no other one. With a single worker
// that is the first in the order that has not ended.
func (p *Plan) findReady() {
	if !p.stale {
		return
	}
	p.stale = false
	p.ready = p.ready[:0]
	for _, i := range p.order {
		if p.steps[i].ended {
			continue
		}
		if p.stepsSucceeded(p.steps[i].deps) {
			p.ready = append(p.ready, i)
		}
		if p.job.Workers == 1 {
			return
		}
	}
}

func (p *Plan) stepsSucceeded(list []int) bool {
	for _, i := range list {
		if !p.steps[i].succeeded() {
			return false
		}
	}
	return true
}

func (p *Plan) isReady(step int) bool { return slices.Contains(p.ready, step) }

// askForTasks asks for Tasks of Open Steps when a worker could take one.
func (p *Plan) askForTasks() {
	if p.stopping() {
		return
	}
	free := slices.ContainsFunc(p.workers, func(w worker) bool {
		return w.state == closed || w.state == open || w.state == inside
	})
	for _, i := range p.ready {
		s := &p.steps[i]
		if free && s.open && !s.asked && s.old == 0 && s.pending() == 0 {
			s.asked, s.later = true, false
			p.decide(MoreTasks{Step: i, Pass: s.pass})
		}
	}
}

func (p *Plan) tasksAdded(e TasksAdded) {
	if e.Step < 0 || e.Step >= len(p.steps) || e.Count < 0 {
		return
	}
	s := &p.steps[e.Step]
	if s.ended || !s.open || e.Pass != s.pass {
		return
	}
	s.total += e.Count
	s.later = e.Count == 0 && !e.Last
	s.asked = s.later
	// "Later" without a Task that could end would be for ever.
	if e.Last || (s.later && s.running == 0) {
		s.open, s.asked, s.later = false, false, false
	}
}

// bookStep books and tells an outcome.
func (p *Plan) bookStep(e StepEnded) {
	s := &p.steps[e.Step]
	s.ended, s.outcome, s.asked = true, e.Outcome, false
	p.stale = true
	p.decide(e)
}

// giveUpDependents ends the Steps that depended on one that did not succeed.
func (p *Plan) giveUpDependents(step int) {
	for _, d := range p.steps[step].dependents {
		if !p.steps[d].ended {
			p.endUnfinished(d, step)
		}
	}
}

// failStep books the failure of a Step by a Task, or by a Step Environment
// (then task is None). One that has ended stays as it is; the run failed anyway.
func (p *Plan) failStep(step int, task int64) {
	p.fault()
	if p.steps[step].ended {
		return
	}
	p.bookStep(StepEnded{Step: step, Outcome: StepFailed, Task: task, Service: None, Dependency: None})
	p.giveUpDependents(step)
}

func (p *Plan) endUnfinished(step, dependency int) {
	outcome := StepNotRun
	if p.steps[step].begun {
		outcome = StepCanceled
	}
	p.bookStep(StepEnded{Step: step, Outcome: outcome, Task: None, Service: None, Dependency: dependency})
	p.giveUpDependents(step)
}

// returnSteps sends the Steps of the Service's scope back to pending, and every
// Step that depends on one of them (§9.5, RERUN).
func (p *Plan) returnSteps(service int) {
	back := make([]bool, len(p.steps))
	for _, i := range p.order {
		inScope := p.services[service].inScope[i]
		dependent := slices.ContainsFunc(p.steps[i].deps, func(d int) bool { return back[d] })
		s := &p.steps[i]
		if !inScope && !dependent || p.job.Steps[i].Skip || (s.ended && s.outcome != StepSucceeded) {
			continue
		}
		if s.next == 0 && !(s.ended && dependent) {
			// Nothing of it has begun, or it has no Tasks: nothing is to be done again.
			continue
		}
		back[i] = true
		p.returnStep(i, service, !inScope)
		for _, d := range p.steps[i].deps {
			// It had succeeded before the one it depends on was failed by a Service.
			if p.steps[d].ended && !p.steps[d].succeeded() && !s.ended {
				p.endUnfinished(i, d)
			}
		}
	}
	for i := range p.services {
		if slices.ContainsFunc(p.job.Services[i].DependsSteps, func(d int) bool { return back[d] }) {
			p.replace(i)
			for _, d := range p.dependents(i) {
				p.replace(d)
			}
		}
	}
}

// replace restarts a Service that lists a returned Step. The Steps of its scope
// depend on that one and return with it; Tasks of a failed one may still run.
func (p *Plan) replace(service int) {
	if p.recycle(service) && p.job.Services[service].CompletedTasks != Keep {
		p.cancelScope(service, ServiceRestarted)
	}
}

func (p *Plan) returnStep(i, service int, dependent bool) {
	s, j := &p.steps[i], p.job.Steps[i]
	for w := range p.workers {
		if p.workers[w].state == running && p.workers[w].step == i {
			p.cancelTask(w, DependencyBack, service)
		}
	}
	s.old += s.running
	s.running, s.next, s.done, s.requeued = 0, 0, 0, nil
	s.total, s.open, s.asked, s.later = j.Tasks, j.Open, false, false
	s.ended = false
	s.pass++
	p.stale = true
	p.decide(StepReturned{Step: i, Pass: s.pass, Service: service, Dependent: dependent})
}
