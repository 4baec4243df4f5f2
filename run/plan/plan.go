package plan

// Plan is the state of one run. Make it with New; one goroutine owns it.
type Plan struct {
	job      Job
	steps    []step
	services []service
	workers  []worker

	order []int // every Step, depth-first
	ready []int // Steps that have not ended and wait for no other, in order
	stale bool  // a Step ended or returned: ready must be made anew

	sessions   int // Task Sessions opened so far
	interrupts int
	begun      bool
	cut        bool // the first Interrupt came before every Step had ended
	halted     bool // no new Task starts anywhere
	faulty     bool // something failed
	finished   bool

	out []Decision
}

// New makes the plan of a Job whose run has not begun. It reports Services that
// have to be apart and could meet ([*ApartError]); and an index out of range, a
// circle of dependencies, and scopes that §9.1 does not allow, for which a
// checked template gives no reason.
func New(job Job) (*Plan, error) {
	job.Workers = max(job.Workers, 1)
	p := &Plan{job: job, stale: true}
	if err := p.build(); err != nil {
		return nil, err
	}
	return p, nil
}

// Order is the order of the Steps: each one's dependencies before it, in the
// order of the template where that leaves a choice. A Step also depends on the
// Steps that a Service of its scope lists.
func (p *Plan) Order() []int { return append([]int(nil), p.order...) }

// Next takes one event and returns what follows from it, in the order in which
// it is to be carried out. An event that belongs to nothing that is live, or
// comes after Finished, has no consequences.
func (p *Plan) Next(event Event) []Decision {
	if p.finished {
		return nil
	}
	p.out = nil
	p.apply(event)
	if p.begun {
		p.lookOver()
	}
	return p.out
}

func (p *Plan) apply(event Event) {
	switch e := event.(type) {
	case Begin:
		p.begun = true
	case Interrupt:
		p.interrupt()
	case SessionOpened:
		p.sessionOpened(e)
	case StepEntered:
		p.stepEntered(e)
	case TaskEnded:
		p.taskEnded(e)
	case StepExited:
		p.stepExited(e)
	case SessionClosed:
		p.sessionClosed(e)
	case TasksAdded:
		p.tasksAdded(e)
	default:
		p.applyToService(event)
	}
}

func (p *Plan) applyToService(event Event) {
	switch e := event.(type) {
	case ServiceLaunched:
		p.serviceLaunched(e)
	case ServiceReady:
		p.serviceReady(e)
	case ServiceUnhealthy:
		p.serviceUnhealthy(e)
	case ServiceEnding:
		p.serviceEnding(e)
	case ServiceExited:
		p.serviceExited(e)
	case ServiceStartFailed:
		p.serviceStartFailed(e)
	case ServiceSessionEnded:
		p.serviceSessionEnded(e)
	case DelayOver:
		p.delayOver(e)
	}
}

// lookOver derives everything that is due from the state.
func (p *Plan) lookOver() {
	p.reviveServices()
	p.completeSteps()
	p.driveServices()
	p.driveWorkers()
	p.askForTasks()
	p.finish()
}

func (p *Plan) decide(d Decision) { p.out = append(p.out, d) }

// stopping says that no new Task starts anywhere.
func (p *Plan) stopping() bool { return p.halted || p.interrupts > 0 }

// fault books a failure of the run: without KeepGoing no new Task starts.
func (p *Plan) fault() {
	p.faulty = true
	if !p.job.KeepGoing {
		p.halted = true
	}
}

// interrupt cancels what runs and lets everything else unwind: actions of the
// unwinding are not touched by the first signal.
func (p *Plan) interrupt() {
	p.interrupts++
	switch p.interrupts {
	case 1:
		p.cut = !p.halted && p.unfinished()
		for i := range p.workers {
			p.interruptWorker(i)
		}
		for i := range p.services {
			p.services[i].doomed = false // a canceled scope has no failures
		}
	case 2:
		p.decide(Shorten{})
	case 3:
		p.decide(Kill{})
	}
}

// finish ends the run once nothing is live and nothing more can come.
func (p *Plan) finish() {
	if p.outstanding() {
		return
	}
	stuck := p.live() || (!p.stopping() && p.unfinished())
	canceled := p.cut && p.unfinished()
	for _, i := range p.order {
		if !p.steps[i].ended {
			p.endUnfinished(i, None)
		}
	}
	for i := range p.services {
		if p.services[i].session == 0 {
			p.decide(ServiceSkipped{Service: i})
		}
	}
	p.finished = true
	p.decide(Finished{Outcome: p.outcome(canceled, stuck), Stuck: stuck})
}

func (p *Plan) outcome(canceled, stuck bool) Outcome {
	switch {
	case canceled:
		return Canceled
	case p.faulty || stuck:
		return Failed
	}
	return Succeeded
}

// outstanding says that a decision waits for its answer. A READY Service and a
// worker that has nothing to do are not waited for.
func (p *Plan) outstanding() bool {
	for i := range p.workers {
		if p.workers[i].state.busy() {
			return true
		}
	}
	for i := range p.services {
		if p.services[i].state.busy() || p.services[i].waiting {
			return true
		}
	}
	for i := range p.steps {
		if p.steps[i].asked && !p.stopping() {
			return true
		}
	}
	return false
}

// live says that a Session is live, of Tasks or of a Service.
func (p *Plan) live() bool {
	for i := range p.workers {
		if p.workers[i].state != closed {
			return true
		}
	}
	for i := range p.services {
		if p.services[i].state != down {
			return true
		}
	}
	return false
}

func (p *Plan) unfinished() bool {
	for i := range p.steps {
		if !p.steps[i].ended {
			return true
		}
	}
	return false
}
