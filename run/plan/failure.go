package plan

// This file is the decision procedure of §9: what an instance failure or a start
// failure of a Service leads to.

func (p *Plan) serviceUnhealthy(e ServiceUnhealthy) {
	s := p.launched(e.Service, e.Session, e.Launch)
	if s == nil || s.state != probing && s.state != ready {
		return
	}
	p.decide(HaltService{Service: e.Service, Session: s.session, Launch: s.launch})
	p.going(e.Service)
}

func (p *Plan) serviceEnding(e ServiceEnding) {
	s := p.launched(e.Service, e.Session, e.Launch)
	if s == nil || s.state != probing && s.state != ready {
		return
	}
	p.going(e.Service)
}

// going books an instance that is lost and not quite gone: what it means for its
// scope does not wait for that, and what comes meanwhile does not undo it.
func (p *Plan) going(i int) {
	s := &p.services[i]
	s.state = halting
	if !s.recycle && p.scopeLive(i) {
		p.lose(i)
		s.doomed = s.relaunches >= p.job.Services[i].MaxAttempts
	}
}

func (p *Plan) serviceExited(e ServiceExited) {
	s := p.launched(e.Service, e.Session, e.Launch)
	if s == nil {
		return
	}
	was := s.state
	s.state = idle
	if s.recycle || !s.doomed && !p.scopeLive(e.Service) {
		return // it is to be replaced, or its work was done: no failure
	}
	if was != halting {
		p.lose(e.Service)
	}
	p.verdict(e.Service, e.NewSession)
}

func (p *Plan) serviceStartFailed(e ServiceStartFailed) {
	s := p.up(e.Service, e.Session)
	if s == nil || s.state != starting {
		return
	}
	// One that nothing needs any more would have been stopped while it started.
	s.state = idle
	p.lose(e.Service)
	p.verdict(e.Service, true)
}

// lose books that a Service was lost while its scope had work: under RERUN the
// running Tasks are canceled and return to the queue (§9.2-1), also when no
// attempt is left.
func (p *Plan) lose(i int) {
	p.services[i].outages++
	if p.job.Services[i].CompletedTasks == Rerun {
		p.cancelScope(i, ServiceDown)
	}
}

// verdict decides between a relaunch and FAILED, once onRun is gone (§9.2-3, 4).
func (p *Plan) verdict(i int, newSession bool) {
	s, j := &p.services[i], &p.job.Services[i]
	if s.relaunches >= j.MaxAttempts {
		p.failService(i)
		return
	}
	s.relaunches++
	if d := delayBefore(s.relaunches); d > 0 {
		s.ticket++
		s.waiting = true
		p.decide(Delay{Service: i, Ticket: s.ticket, For: d})
	}
	if newSession {
		s.recycle = true
		p.restartDependents(i)
	} else {
		s.relaunch = true
	}
	if j.CompletedTasks == Rerun {
		p.returnSteps(i)
	}
}

func (p *Plan) failService(i int) {
	s := &p.services[i]
	s.failed, s.doomed = true, false
	p.fault()
	p.decide(ServiceFailed{Service: i, Relaunches: s.relaunches})
	var failed []int
	for _, step := range s.scope {
		if !p.job.Steps[step].Skip && (!p.steps[step].ended || p.steps[step].succeeded()) {
			failed = append(failed, step)
			p.bookStep(StepEnded{Step: step, Outcome: StepFailed, Task: None, Service: i, Dependency: None})
		}
	}
	for _, step := range failed {
		p.giveUpDependents(step)
	}
}

// restartDependents gives every Service that lists this one, directly or not, a
// new Session too: it holds endpoints that are no more (§9.4). It uses none of
// its attempts; without KEEP its own scope begins anew.
func (p *Plan) restartDependents(upstream int) {
	for _, d := range p.dependents(upstream) {
		if !p.recycle(d) {
			continue
		}
		if p.job.Services[d].CompletedTasks != Keep && p.scopeLive(d) {
			p.cancelScope(d, ServiceRestarted)
			p.returnSteps(d)
		}
	}
}

// recycle marks a Service's Session to be ended and replaced. It says whether
// that is news for a Service that will be started again.
func (p *Plan) recycle(i int) bool {
	s := &p.services[i]
	if s.state == down || s.state == stopping || s.recycle || s.doomed {
		return false
	}
	s.recycle = true
	s.relaunch, s.waiting = false, false
	s.outages++
	return !s.failed
}
