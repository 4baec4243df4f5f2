package plan

import "slices"

// decisions holds a batch of decisions against the rules, one after another,
// and then what the whole batch owes to the event.
func (c *checker) decisions(batch []Decision) {
	for _, d := range batch {
		c.want(!c.finished, "base", "a decision after Finished: %+v", d)
		c.decision(d)
	}
	c.want(c.excuse == nil, "§9.6", "not told: %+v", c.excuse)
	c.owed(batch)
}

func (c *checker) decision(d Decision) {
	switch d := d.(type) {
	case OpenSession:
		c.openSession(d)
	case ReenterSession:
		w := &c.workers[d.Worker]
		c.want(w.phase == "open" && w.session == d.Session, "base", "%+v while %q", d, w.phase)
		c.want(c.jobStale(w), "§9.4", "entered again without need: %+v", d)
		c.enterSession(w)
	case EnterStep:
		c.enterStep(d)
	case RunTask:
		c.runTask(d)
	case CancelTask:
		c.cancelTask(d)
	case CancelEntering:
		w := &c.workers[d.Worker]
		c.want(w.phase == "opening" || w.phase == "entering", "base", "%+v while %q", d, w.phase)
		lost := c.lostSince(w.step, w.since) || w.phase == "opening" && c.lostSince(None, w.since)
		c.want((c.interrupts > 0 || lost) && !w.canceled, "base", "%+v without an interrupt or a lost Service, or twice", d)
		w.canceled = true
	case ExitStep:
		w := &c.workers[d.Worker]
		c.want(w.phase == "inside" && w.session == d.Session && w.step == d.Step, "base", "%+v while %q in %d", d, w.phase, w.step)
		w.phase = "leaving"
	case CloseSession:
		c.closeSession(d)
	case MoreTasks:
		s := &c.steps[d.Step]
		c.want(s.open && !s.ended && s.pass == d.Pass && !c.stopping(), "base", "%+v is not to be asked", d)
	case Excused:
		c.want(c.excuse != nil && *c.excuse == d, "§9.6", "%+v without need, or twice", d)
		c.excuse = nil
	case Finished:
		c.finish(d)
	default:
		c.stepDecision(d)
	}
}

func (c *checker) openSession(d OpenSession) {
	w := &c.workers[d.Worker]
	c.want(w.phase == "", "base", "%+v while %q", d, w.phase)
	c.want(!c.stopping(), "base", "%+v though the run is to end", d)
	c.sessions++
	c.want(d.Session == c.sessions, "base", "%+v: want Session %d", d, c.sessions)
	free, tasks := int64(0), int64(0)
	for i := range c.workers {
		if slices.Contains([]string{"opening", "open", "entering", "inside", "leaving"}, c.workers[i].phase) {
			free++
		}
	}
	for i := range c.steps {
		if c.startable(i) {
			tasks += c.pending(i)
		}
	}
	c.want(tasks > free, "base", "%+v: %d free workers for %d Tasks", d, free, tasks)
	*w = workerBook{session: d.Session, step: None}
	c.enterSession(w)
}

func (c *checker) startable(step int) bool {
	if c.steps[step].ended || !c.depsDone(step) {
		return false
	}
	for i := range c.services {
		if c.inScope(i, step) && !c.up(i) {
			return false
		}
	}
	return true
}

func (c *checker) enterSession(w *workerBook) {
	w.phase, w.since, w.canceled = "opening", c.now, false
	w.jobSeen = map[int]int{}
	for i := range c.services {
		if c.job.Services[i].JobEnvs {
			c.want(c.up(i), "C3", "Job Environments entered while Service %d is %q", i, c.services[i].phase)
			w.jobSeen[i] = c.services[i].session
		}
	}
}

func (c *checker) jobStale(w *workerBook) bool {
	for i, session := range w.jobSeen {
		if c.services[i].session != session {
			return true
		}
	}
	return false
}

func (c *checker) enterStep(d EnterStep) {
	w := &c.workers[d.Worker]
	c.want(w.phase == "open" && w.session == d.Session, "base", "%+v while %q", d, w.phase)
	c.want(!c.stopping(), "base", "%+v though the run is to end", d)
	c.want(c.startable(d.Step), "C3", "%+v: not all of its Steps and Services are there", d)
	c.want(!c.jobStale(w), "§9.4", "%+v in a Session with old endpoints", d)
	w.phase, w.step, w.since, w.canceled = "entering", d.Step, c.now, false
	w.stepSeen = map[int]int{}
	for _, sv := range c.job.Steps[d.Step].Services {
		w.stepSeen[sv] = c.services[sv].session
	}
}

func (c *checker) runTask(d RunTask) {
	w, s := &c.workers[d.Worker], &c.steps[d.Step]
	c.want(w.phase == "inside" && w.session == d.Session && w.step == d.Step, "base", "%+v while %q in %d", d, w.phase, w.step)
	c.want(!c.stopping(), "base", "%+v though the run is to end", d)
	c.want(!s.ended && d.Pass == s.pass, "base", "%+v: the Step has ended, or is in pass %d", d, s.pass)
	c.want(d.Task >= 0 && d.Task < s.total, "base", "%+v: no such Task", d)
	c.want(!s.active[d.Task], "base", "%+v runs already", d)
	c.want(len(s.active) == c.current(d.Step), "§9.5", "%+v beside Tasks of an earlier pass", d)
	_, done := s.done[d.Task]
	c.want(!done, "base", "%+v is done already", d)
	c.want(c.depsDone(d.Step), "base", "%+v before a Step it depends on", d)
	for i := range c.services {
		if !c.inScope(i, d.Step) {
			continue
		}
		c.want(c.up(i), "C3", "%+v while Service %d is %q", d, i, c.services[i].phase)
		for up, session := range c.services[i].against {
			c.want(c.services[up].session == session, "§9.4", "%+v while Service %d holds endpoints of an old Session of %d", d, i, up)
		}
	}
	c.want(!c.jobStale(w), "§9.4", "%+v in Job Environments with old endpoints", d)
	for sv, session := range w.stepSeen {
		c.want(c.services[sv].session == session, "§9.4", "%+v in Step Environments with old endpoints", d)
	}
	c.inOrder(d)
	w.phase, w.task, w.pass, w.since = "running", d.Task, d.Pass, c.now
	w.canceled, w.requeued = false, false
	s.begun = true
	s.running++
	s.active[d.Task] = true
}

func (c *checker) current(step int) int {
	n := 0
	for i := range c.workers {
		w := &c.workers[i]
		if w.phase == "running" && w.step == step && w.pass == c.steps[step].pass {
			n++
		}
	}
	return n
}

// inOrder: the first Task that neither runs nor is done; with one worker also
// the first Step that has not ended.
func (c *checker) inOrder(d RunTask) {
	s := &c.steps[d.Step]
	for t := int64(0); t < d.Task; t++ {
		_, done := s.done[t]
		c.want(done || s.active[t], "order", "%+v before Task %d", d, t)
	}
	if len(c.workers) > 1 {
		return
	}
	for _, i := range c.order {
		if !c.steps[i].ended {
			c.want(i == d.Step, "order", "%+v before Step %d", d, i)
			return
		}
	}
}

func (c *checker) cancelTask(d CancelTask) {
	w := &c.workers[d.Worker]
	c.want(w.phase == "running" && w.session == d.Session && w.step == d.Step && w.task == d.Task, "base", "%+v does not run", d)
	c.want(!w.canceled, "base", "%+v: canceled twice", d)
	w.canceled = true
	w.requeued = d.Why != Interrupted
	switch d.Why {
	case Interrupted:
		c.want(c.interrupts > 0, "base", "%+v without an interrupt", d)
	case ServiceDown:
		c.want(c.inScope(d.Service, d.Step) && c.job.Services[d.Service].CompletedTasks == Rerun, "§9.2-1", "%+v: not in the scope of a RERUN Service", d)
		c.want(c.services[d.Service].lostAt == c.now, "§9.2-1", "%+v: the Service did not fail now", d)
	case ServiceRestarted:
		c.want(c.inScope(d.Service, d.Step) && c.job.Services[d.Service].CompletedTasks != Keep, "§9.4", "%+v: KEEP, or not in scope", d)
	case DependencyBack:
		c.want(!c.inScope(d.Service, d.Step), "§9.5", "%+v: is itself in the scope", d)
	}
}

func (c *checker) closeSession(d CloseSession) {
	w := &c.workers[d.Worker]
	c.want(slices.Contains([]string{"open", "inside", "broken"}, w.phase) && w.session == d.Session, "base", "%+v while %q", d, w.phase)
	if w.phase != "broken" && !c.stopping() {
		for i := range c.steps {
			c.want(c.steps[i].ended || !c.steps[i].open && c.pending(i) == 0, "base", "%+v though Step %d has Tasks left", d, i)
		}
	}
	w.phase = "closing"
}

// idle: a run that is to end and has nothing live has finished.
func (c *checker) idle() {
	live := !c.stopping() || c.finished
	for i := range c.workers {
		live = live || c.workers[i].phase != ""
	}
	for i := range c.services {
		live = live || c.services[i].phase != ""
		if c.services[i].phase == "" && !c.live(i) {
			c.services[i].ticket = 0
		}
	}
	_, begun := c.last.(Interrupt)
	c.want(live || begun && c.now == 1, "base", "nothing is left to wait for")
}

// owed: what an event must bring about at once.
func (c *checker) owed(batch []Decision) {
	for i := range c.workers {
		w := &c.workers[i]
		acts := w.phase == "running" || w.phase == "opening" || w.phase == "entering"
		c.want(c.interrupts == 0 || !acts || w.canceled, "base", "worker %d is not canceled by an interrupt", i)
		c.want(w.phase != "broken", "base", "worker %d goes on in a broken Session", i)
		if w.phase != "running" {
			continue
		}
		for sv := range c.services {
			lost := c.services[sv].lostAt == c.now && c.job.Services[sv].CompletedTasks == Rerun
			c.want(!lost || !c.inScope(sv, w.step) || w.canceled, "§9.2-1", "worker %d runs on in the scope of Service %d", i, sv)
		}
	}
	for i := range c.steps {
		s := &c.steps[i]
		c.want(s.failedAt != c.now || s.ended, "base", "Step %d has failed and is not told", i)
	}
	for i := range c.services {
		s := &c.services[i]
		over := s.verdictAt == c.now && s.verdicts > c.job.Services[i].MaxAttempts
		c.want(!over || s.failed, "§9.2-4", "Service %d has no attempt left and is not FAILED", i)
	}
	c.idle()
	if c.finished && len(batch) > 0 {
		_, last := batch[len(batch)-1].(Finished)
		c.want(last, "base", "Finished is not the last decision")
	}
}
