package plan

import "slices"

// stepDecision holds what is told of Steps and Services, and asked of Services,
// against §8.2 and §9.
func (c *checker) stepDecision(d Decision) {
	switch d := d.(type) {
	case StepEnded:
		c.stepEnded(d)
	case StepReturned:
		c.stepReturned(d)
	case StartService:
		c.startService(d)
	case RelaunchService:
		c.relaunchService(d)
	case HaltService:
		s := &c.services[d.Service]
		e, ok := c.last.(ServiceUnhealthy)
		c.want(ok && e.Service == d.Service && s.phase == "halting" && s.launch == d.Launch, "C11", "%+v while %q", d, s.phase)
	case StopService:
		c.stopService(d)
	case Delay:
		c.services[d.Service].ticket = d.Ticket
		c.want(d.For > 0 && c.services[d.Service].verdicts > 1, "§9.2-3", "%+v: the first relaunch waits for nothing", d)
	case ServiceFailed:
		s := &c.services[d.Service]
		c.want(s.verdictAt == c.now && s.verdicts == c.job.Services[d.Service].MaxAttempts+1, "§9.2-4",
			"%+v after %d failures", d, s.verdicts)
		c.want(d.Relaunches == c.job.Services[d.Service].MaxAttempts, "§9.2-4", "%+v: attempts were left", d)
		s.failed = true
		c.fault()
	case ServiceSkipped:
		c.want(c.services[d.Service].session == 0, "C10", "%+v was started", d)
	case Shorten:
		c.want(c.interrupts == 2, "base", "Shorten after %d interrupts", c.interrupts)
	case Kill:
		c.want(c.interrupts == 3, "base", "Kill after %d interrupts", c.interrupts)
	default:
		c.fail("base", "unknown decision %+v", d)
	}
}

func (c *checker) stepEnded(d StepEnded) {
	s := &c.steps[d.Step]
	failsWithService := d.Outcome == StepFailed && d.Service != None
	c.want(!s.ended || s.outcome == StepSucceeded && failsWithService, "base", "%+v has ended already", d)
	c.want(!c.job.Steps[d.Step].Skip, "base", "%+v is skipped", d)
	switch d.Outcome {
	case StepSucceeded:
		c.want(int64(len(s.done)) == s.total && !s.open && s.running == 0, "base", "%+v: %d of %d Tasks done, %d running", d, len(s.done), s.total, s.running)
		c.want(c.depsDone(d.Step), "base", "%+v before a Step it depends on", d)
	case StepFailed:
		if d.Service != None {
			c.want(c.services[d.Service].failed && c.inScope(d.Service, d.Step), "§9.2-4", "%+v: that Service is not FAILED", d)
		} else {
			c.want(s.failedAt == c.now, "base", "%+v: nothing of it failed now", d)
		}
	case StepCanceled, StepNotRun:
		c.want((d.Outcome == StepCanceled) == s.begun, "base", "%+v: begun is %v", d, s.begun)
		if d.Dependency != None {
			dep := &c.steps[d.Dependency]
			c.want(slices.Contains(c.deps[d.Step], d.Dependency) && dep.ended && dep.outcome != StepSucceeded, "base", "%+v: that one is well", d)
		} else {
			c.want(c.stopping(), "base", "%+v: nothing keeps it from running", d)
		}
	}
	s.ended, s.outcome = true, d.Outcome
}

func (c *checker) stepReturned(d StepReturned) {
	s := &c.steps[d.Step]
	c.want(d.Pass == s.pass+1, "§9.5", "%+v: was in pass %d", d, s.pass)
	c.want(!s.ended || s.outcome == StepSucceeded, "§9.5", "%+v: has failed", d)
	c.want(d.Dependent != c.inScope(d.Service, d.Step), "§9.5", "%+v: scope", d)
	c.want(c.job.Services[d.Service].CompletedTasks != Keep, "§9.2-1", "%+v: KEEP returns nothing", d)
	if d.Dependent {
		returned := func(dep int) bool { return !c.steps[dep].ended }
		c.want(slices.ContainsFunc(c.deps[d.Step], returned), "§9.5", "%+v: depends on none that returned", d)
	}
	s.pass, s.ended = d.Pass, false
	s.total, s.open = c.job.Steps[d.Step].Tasks, c.job.Steps[d.Step].Open
	s.done = map[int64]int{}
	for i := range c.job.Services {
		if slices.Contains(c.job.Services[i].DependsSteps, d.Step) {
			c.force(i, false)
			c.forceDependents(i)
		}
		if s := &c.services[i]; s.phase == "idle" && s.quiet && !s.failed && c.live(i) {
			c.forceDependents(i) // it is needed again, in a new Session
		}
	}
}

// dependenciesHold: constraint 2, for any action of a Service Session.
func (c *checker) dependenciesHold(i int) bool {
	for _, up := range c.job.Services[i].DependsServices {
		if !c.up(up) {
			return false
		}
	}
	return c.succeeded(c.job.Services[i].DependsSteps)
}

func (c *checker) startService(d StartService) {
	s := &c.services[d.Service]
	c.want(s.phase == "", "C5", "%+v while its Session is %q", d, s.phase)
	c.want(c.dependenciesHold(d.Service), "C2", "%+v: its dependencies do not hold", d)
	c.want(d.Session == s.session+1 && d.Launch == s.launch+1, "C9", "%+v: after Session %d, launch %d", d, s.session, s.launch)
	c.want(c.live(d.Service), "C10", "%+v: its scope has no work", d)
	c.want(!s.failed, "§9.2-4", "%+v is FAILED", d)
	for _, other := range c.job.Services[d.Service].Apart {
		c.want(c.services[other].phase == "", "apart", "%+v: Service %d has its port", d, other)
	}
	c.want(s.ticket == 0, "§9.2-3", "%+v before its delay is over", d)
	c.want(d.Relaunches == s.verdicts && d.Relaunches <= c.job.Services[d.Service].MaxAttempts, "§9.2-3", "%+v: %d failures", d, s.verdicts)
	if s.session == 0 {
		wanted := false
		for i := range c.steps {
			wanted = wanted || c.inScope(d.Service, i) && !c.steps[i].ended && c.depsDone(i) && c.pending(i) > 0
		}
		c.want(wanted && !c.stopping(), "C10", "%+v: no Step of its scope waits for it", d)
	}
	s.phase, s.session, s.launch = "starting", d.Session, d.Launch
	s.wasReady, s.needsNew, s.forced, s.quiet, s.doomed = false, false, false, false, false
	s.against = map[int]int{}
	for _, up := range c.job.Services[d.Service].DependsServices {
		s.against[up] = c.services[up].session
	}
}

func (c *checker) relaunchService(d RelaunchService) {
	s := &c.services[d.Service]
	c.want(s.phase == "idle", "C5", "%+v while it is %q", d, s.phase)
	c.want(s.session == d.Session && d.Launch == s.launch+1, "C5", "%+v: in Session %d, launch %d", d, s.session, s.launch)
	c.want(c.dependenciesHold(d.Service), "C2", "%+v: its dependencies do not hold", d)
	c.want(!s.needsNew && !s.forced, "§9.2-3", "%+v: it needs a new Session", d)
	c.want(s.ticket == 0, "§9.2-3", "%+v before its delay is over", d)
	c.want(d.Relaunches == s.verdicts && d.Relaunches <= c.job.Services[d.Service].MaxAttempts && !s.failed, "§9.2-3", "%+v: %d failures", d, s.verdicts)
	c.want(c.live(d.Service), "C6", "%+v: its scope has no work", d)
	s.phase, s.launch, s.wasReady = "probing", d.Launch, false
}

func (c *checker) stopService(d StopService) {
	s := &c.services[d.Service]
	c.want(s.phase != "" && s.phase != "stopping" && s.session == d.Session, "C6", "%+v while its Session is %q", d, s.phase)
	for i := range c.services {
		lists := slices.Contains(c.job.Services[i].DependsServices, d.Service)
		c.want(!lists || c.services[i].phase == "", "C4", "%+v before Service %d, which lists it", d, i)
	}
	replaced := s.forced || s.needsNew || s.quiet
	if s.failed && c.upstreamReplaced(d.Service) {
		replaced, s.forced = true, true // it is in the way of another one's restart
	}
	if !replaced || !c.live(d.Service) && !s.forced && !s.needsNew {
		c.want(!c.live(d.Service), "C6", "%+v: its scope has work", d)
		for i := range c.workers {
			w := &c.workers[i]
			uses := w.phase != "" && (c.wide(d.Service) || w.step != None && c.inScope(d.Service, w.step))
			c.want(!uses || s.phase == "starting", "C7", "%+v before worker %d has exited the Environments", d, i)
		}
	}
	c.want(!d.Restart || replaced && c.live(d.Service) && !s.failed, "§9.4", "%+v: no reason to start it again", d)
	s.phase = "stopping"
	if !d.Restart {
		s.ticket = 0
	}
	s.forced, s.needsNew, s.quiet, s.doomed = false, false, false, false
}

func (c *checker) upstreamReplaced(i int) bool {
	for _, up := range c.job.Services[i].DependsServices {
		s := &c.services[up]
		if s.forced || s.needsNew || s.quiet || c.upstreamReplaced(up) {
			return true
		}
	}
	return false
}

// finish holds the end of the run against its course.
func (c *checker) finish(d Finished) {
	c.finished = true
	c.want(!d.Stuck, "base", "stuck")
	for i := range c.workers {
		c.want(c.workers[i].phase == "", "C6", "finished while worker %d is %q", i, c.workers[i].phase)
	}
	for i := range c.services {
		c.want(c.services[i].phase == "", "C6", "finished while Service %d is %q", i, c.services[i].phase)
	}
	all, canceled := true, false
	for i := range c.steps {
		s := &c.steps[i]
		c.want(s.ended, "base", "finished and Step %d has no outcome", i)
		all = all && s.outcome == StepSucceeded
		canceled = canceled || s.outcome == StepCanceled || s.outcome == StepNotRun
		if s.outcome == StepSucceeded && !c.job.Steps[i].Skip {
			c.trusted(i)
		}
	}
	switch d.Outcome {
	case Succeeded:
		c.want(all && c.failures == 0, "base", "Succeeded with %d failures, all Steps well: %v", c.failures, all)
	case Failed:
		c.want(c.failures > 0, "base", "Failed, and nothing has failed")
	case Canceled:
		c.want(c.interrupts > 0 && canceled, "base", "Canceled with %d interrupts", c.interrupts)
	}
}

// trusted: every Task of a succeeded Step is done, and was done after the last
// failure that sends completed Tasks back (§9.2-3, §9.4), and no Service of its
// scope is FAILED.
func (c *checker) trusted(step int) {
	s := &c.steps[step]
	c.want(int64(len(s.done)) == s.total && !s.open, "base", "Step %d succeeded with %d of %d Tasks", step, len(s.done), s.total)
	for i := range c.services {
		if !c.inScope(i, step) {
			continue
		}
		c.want(!c.services[i].failed, "§9.2-4", "Step %d succeeded and Service %d of its scope is FAILED", step, i)
		for task, at := range s.done {
			c.want(at > c.services[i].rerunAt, "§9.2-3", "Task %d of Step %d stands, done before Service %d failed", task, step, i)
		}
	}
}
