package plan

import (
	"fmt"
	"slices"
)

// checker holds a run, as seen from outside, against the draft's constraints
// (services.md names them by number: C1..C11, §9) and the rules of a base run.
// It sees events and decisions only, and keeps its own books of both; nothing
// of the plan's state is used.
type checker struct {
	job      Job
	order    []int
	deps     [][]int // effective
	steps    []stepBook
	workers  []workerBook
	services []serviceBook

	now        int // number of the event
	last       Event
	interrupts int
	halted     bool
	failures   int
	sessions   int
	finished   bool
	excuse     *Excused // what the last event's answer is owed
	wrong      []string
}

type stepBook struct {
	pass     int
	total    int64
	open     bool
	running  int            // whatever the pass
	active   map[int64]bool // running, whatever the pass
	done     map[int64]int  // when, of this pass
	ended    bool
	outcome  StepOutcome
	begun    bool
	failedAt int // of an event that may fail it
}

type workerBook struct {
	phase    string // "", opening, open, entering, inside, running, leaving, broken, closing
	session  int
	step     int
	task     int64
	pass     int
	canceled bool
	requeued bool
	since    int // event at which the current action began
	jobSeen  map[int]int
	stepSeen map[int]int
}

type serviceBook struct {
	phase     string // "", starting, probing, ready, halting, idle, stopping
	session   int
	launch    int
	wasReady  bool // the last launch got READY, or was ended by us
	lostAt    int  // last event that lost it while its scope was live, or by which it is restarted
	rerunAt   int  // Tasks of the scope done before that event do not count any more
	verdicts  int  // failures that the decision procedure was due for
	verdictAt int
	doomed    bool // halting, and no attempt left
	forced    bool // to be restarted on another one's account
	quiet     bool // ended when its scope had no work
	needsNew  bool // the next launch has to be in a new Session
	failed    bool
	ticket    int         // of a Delay that is not over
	against   map[int]int // Sessions of the Services it lists, at its start
}

func newChecker(job Job, order []int) *checker {
	job.Workers = max(job.Workers, 1)
	c := &checker{job: job, order: order}
	c.services = make([]serviceBook, len(job.Services))
	c.workers = make([]workerBook, job.Workers)
	for i := range c.workers {
		c.workers[i].step = None
	}
	for i, s := range job.Steps {
		c.steps = append(c.steps, stepBook{pass: 1, total: s.Tasks, open: s.Open, ended: s.Skip,
			active: map[int64]bool{}, done: map[int64]int{}})
		deps := slices.Clone(s.Dependencies)
		for sv := range job.Services {
			if c.inScope(sv, i) {
				deps = append(deps, job.Services[sv].DependsSteps...)
			}
		}
		c.deps = append(c.deps, deps)
	}
	return c
}

func (c *checker) inScope(service, step int) bool {
	s := c.job.Services[service]
	return s.AllSteps || s.JobEnvs || slices.Contains(s.Scope, step)
}

func (c *checker) wide(service int) bool {
	for i := range c.steps {
		if !c.inScope(service, i) {
			return false
		}
	}
	return true
}

func (c *checker) fail(rule, format string, args ...any) {
	c.wrong = append(c.wrong, rule+": "+fmt.Sprintf(format, args...))
}

func (c *checker) want(ok bool, rule, format string, args ...any) {
	if !ok {
		c.fail(rule, format, args...)
	}
}

func (c *checker) pending(step int) int64 {
	s := &c.steps[step]
	current := int64(0)
	for i := range c.workers {
		if c.workers[i].phase == "running" && c.workers[i].step == step && c.workers[i].pass == s.pass {
			current++
		}
	}
	return s.total - int64(len(s.done)) - current
}

// live: a Task of the Service's scope runs or could still run.
func (c *checker) live(service int) bool {
	if c.interrupts > 0 {
		return false
	}
	for i := range c.steps {
		s := &c.steps[i]
		if c.inScope(service, i) && (s.running > 0 || !c.halted && !s.ended && (s.open || c.pending(i) > 0)) {
			return true
		}
	}
	return false
}

func (c *checker) depsDone(step int) bool { return c.succeeded(c.deps[step]) }

func (c *checker) succeeded(list []int) bool {
	for _, d := range list {
		if !c.steps[d].ended || c.steps[d].outcome != StepSucceeded {
			return false
		}
	}
	return true
}

// up: READY, and not about to be replaced together with a Service it lists.
func (c *checker) up(service int) bool {
	return c.services[service].phase == "ready" && !c.services[service].forced
}

// lostSince says that a Service of the Step's scope (or, for None, one that Job
// Environments see) was lost at or after an event.
func (c *checker) lostSince(step, event int) bool {
	for i := range c.services {
		concerns := c.job.Services[i].JobEnvs
		if step != None {
			concerns = c.inScope(i, step)
		}
		if concerns && c.services[i].lostAt >= event && c.services[i].lostAt > 0 {
			return true
		}
	}
	return false
}

func (c *checker) stopping() bool { return c.halted || c.interrupts > 0 }

func (c *checker) fault() {
	c.failures++
	if !c.job.KeepGoing {
		c.halted = true
	}
}

// event books what happened.
func (c *checker) event(e Event) {
	c.now++
	c.last, c.excuse = e, nil
	switch e := e.(type) {
	case Interrupt:
		c.interrupts++
	case SessionOpened:
		c.opened(e)
	case StepEntered:
		if w := c.worker(e.Worker, e.Session, "entering"); w != nil {
			w.phase = "inside"
			if !e.OK {
				w.phase = "broken"
				if !w.canceled && !c.lostSince(w.step, w.since) {
					c.steps[w.step].failedAt = c.now
					c.fault()
				} else {
					c.owe(e.Worker, w.step, None)
				}
			}
		}
	case StepExited:
		if w := c.worker(e.Worker, e.Session, "leaving"); w != nil {
			w.phase, w.step = "open", None
			if !e.OK {
				w.phase = "broken"
				c.fault()
			}
		}
	case SessionClosed:
		if w := c.worker(e.Worker, e.Session, "closing"); w != nil {
			w.phase, w.step = "", None
			if !e.OK {
				c.fault()
			}
		}
	case TaskEnded:
		c.taskEnded(e)
	case TasksAdded:
		c.added(e)
	default:
		c.serviceEvent(e)
	}
}

func (c *checker) worker(i, session int, phase string) *workerBook {
	if i < 0 || i >= len(c.workers) || c.workers[i].session != session || c.workers[i].phase != phase {
		return nil
	}
	return &c.workers[i]
}

func (c *checker) opened(e SessionOpened) {
	w := c.worker(e.Worker, e.Session, "opening")
	if w == nil {
		return
	}
	w.phase = "open"
	if !e.OK {
		w.phase = "broken"
		if !w.canceled && !c.lostSince(None, w.since) {
			c.failures++
			c.halted = true
		} else {
			c.owe(e.Worker, None, None)
		}
	}
}

// owe books that the plan has to excuse what a worker has just ended, which an
// interrupt never does.
func (c *checker) owe(worker, step int, task int64) {
	if c.interrupts == 0 {
		c.excuse = &Excused{Worker: worker, Session: c.workers[worker].session, Step: step, Task: task}
	}
}

func (c *checker) added(e TasksAdded) {
	if e.Step < 0 || e.Step >= len(c.steps) {
		return
	}
	s := &c.steps[e.Step]
	if e.Pass != s.pass || !s.open || s.ended {
		return
	}
	s.total += e.Count
	if e.Last || e.Count == 0 && s.running == 0 {
		s.open = false
	}
}

func (c *checker) taskEnded(e TaskEnded) {
	w := c.worker(e.Worker, e.Session, "running")
	if w == nil || w.step != e.Step || w.task != e.Task {
		return
	}
	s := &c.steps[w.step]
	s.running--
	delete(s.active, w.task)
	w.phase = "inside"
	if e.Outcome != TaskSucceeded {
		w.phase = "broken"
	}
	if w.pass != s.pass || w.requeued {
		c.owe(e.Worker, e.Step, e.Task)
		return
	}
	switch {
	case e.Outcome == TaskSucceeded:
		s.done[w.task] = c.now
	case !w.canceled && !c.lostSince(w.step, w.since):
		s.failedAt = c.now
		c.fault()
	case !s.ended:
		c.owe(e.Worker, e.Step, e.Task)
	}
}

// serviceEvent books a Service's event, and whether it is a failure.
func (c *checker) serviceEvent(e Event) {
	switch e := e.(type) {
	case ServiceLaunched:
		c.service(e.Service, e.Session, e.Launch)
	case ServiceReady:
		if s := c.service(e.Service, e.Session, e.Launch); s != nil && s.phase == "probing" {
			s.phase, s.wasReady = "ready", true
		}
	case ServiceUnhealthy:
		if s := c.service(e.Service, e.Session, e.Launch); s != nil && (s.phase == "probing" || s.phase == "ready") {
			s.phase, s.wasReady = "halting", true
			if c.lose(e.Service) {
				s.doomed = s.verdicts >= c.job.Services[e.Service].MaxAttempts
			}
		}
	case ServiceEnding:
		if s := c.service(e.Service, e.Session, e.Launch); s != nil && (s.phase == "probing" || s.phase == "ready") {
			s.phase = "halting"
			if c.lose(e.Service) {
				s.doomed = s.verdicts >= c.job.Services[e.Service].MaxAttempts
			}
		}
	case ServiceExited:
		if s := c.service(e.Service, e.Session, e.Launch); s != nil && s.phase != "idle" && s.phase != "stopping" {
			if s.phase != "halting" {
				c.lose(e.Service)
			}
			s.phase = "idle"
			c.verdict(e.Service, e.NewSession)
		}
	case ServiceStartFailed:
		if e.Service >= 0 && c.services[e.Service].session == e.Session && c.services[e.Service].phase == "starting" {
			c.lose(e.Service)
			c.services[e.Service].phase = "idle"
			c.verdict(e.Service, true)
		}
	case DelayOver:
		if e.Ticket > 0 && c.services[e.Service].ticket == e.Ticket {
			c.services[e.Service].ticket = 0
		}
	case ServiceSessionEnded:
		if s := &c.services[e.Service]; s.phase == "stopping" && s.session == e.Session {
			s.phase = ""
		}
	}
}

func (c *checker) service(i, session, launch int) *serviceBook {
	s := &c.services[i]
	if s.session != session || s.launch != launch || s.phase == "" {
		return nil
	}
	if s.phase == "starting" {
		s.phase = "probing"
	}
	return s
}

// lose books that a Service went away under its scope's work.
func (c *checker) lose(i int) bool {
	s := &c.services[i]
	if s.forced || !c.live(i) {
		return false
	}
	s.lostAt = c.now
	return true
}

// verdict books that the decision procedure is due: onRun is gone and the scope
// has work, or no attempt was left when it was given up.
func (c *checker) verdict(i int, needsNew bool) {
	s, j := &c.services[i], c.job.Services[i]
	if s.forced && !s.doomed {
		return
	}
	if !s.doomed && !c.live(i) {
		s.quiet = true
		return
	}
	if c.interrupts > 0 {
		return
	}
	s.doomed = false
	s.verdicts++
	s.verdictAt = c.now
	if s.verdicts > j.MaxAttempts {
		return
	}
	s.needsNew = needsNew
	if j.CompletedTasks == Rerun {
		s.rerunAt = c.now
	}
	if needsNew {
		c.forceDependents(i)
	}
}

// forceDependents: who lists a Service that gets a new Session gets one too.
func (c *checker) forceDependents(i int) {
	for d := range c.job.Services {
		if slices.Contains(c.job.Services[d].DependsServices, i) {
			c.force(d, true)
			c.forceDependents(d)
		}
	}
}

func (c *checker) force(i int, policy bool) {
	s := &c.services[i]
	if s.forced || s.doomed || s.phase == "" || s.phase == "stopping" {
		return
	}
	s.forced = true
	s.ticket = 0
	s.lostAt = c.now
	if policy && !s.failed && c.job.Services[i].CompletedTasks != Keep && c.live(i) {
		s.rerunAt = c.now
	}
}
