package plan

// workerState is where a worker stands; doc.go has the diagram.
type workerState uint8

const (
	closed   workerState = iota // no Session
	opening                     // attached and Job Environments are being entered
	open                        // entered, in no Step
	entering                    // a Step's Environments are being entered
	inside                      // in a Step, no Task runs
	running                     // a Task runs
	leaving                     // a Step's Environments are being exited
	broken                      // something failed or was canceled: only exits are left
	closing                     // everything is being exited
)

// busy says that an answer of the worker is to come.
func (s workerState) busy() bool {
	switch s {
	case opening, entering, running, leaving, closing:
		return true
	}
	return false
}

type worker struct {
	state    workerState
	session  int
	step     int // the Step it is in, entering or leaving; None outside
	task     int64
	pass     int
	canceled bool // the action that runs is being canceled
	requeue  bool // the Task returns to the queue, whatever its outcome
	outages  int  // of the Services that the running action can rely on, at its start
	jobSeen  []int
	stepSeen []int // Sessions of the Services whose values the Environments were entered with
}

// at gives the worker that an event is about, if it waits in that state.
func (p *Plan) at(index, session int, state workerState) *worker {
	if index < 0 || index >= len(p.workers) {
		return nil
	}
	w := &p.workers[index]
	if w.session != session || w.state != state {
		return nil
	}
	return w
}

func (p *Plan) sessionOpened(e SessionOpened) {
	w := p.at(e.Worker, e.Session, opening)
	if w == nil {
		return
	}
	if e.OK {
		w.state = open
		return
	}
	w.state = broken
	if !w.canceled && w.outages == p.sessionOutages() {
		// Without its Job Environments no Step can run, here or elsewhere.
		p.faulty, p.halted = true, true
		return
	}
	p.excuse(e.Worker, None, None)
}

func (p *Plan) stepEntered(e StepEntered) {
	w := p.at(e.Worker, e.Session, entering)
	if w == nil {
		return
	}
	if e.OK {
		w.state = inside
		return
	}
	w.state = broken
	if !w.canceled && w.outages == p.stepOutages(w.step) {
		p.failStep(w.step, None)
		return
	}
	p.excuse(e.Worker, w.step, None)
}

// excuse tells that the end of what the worker did counts for nothing. An
// interrupt excuses nothing: there is no later.
func (p *Plan) excuse(index, step int, task int64) {
	if p.interrupts == 0 {
		p.decide(Excused{Worker: index, Session: p.workers[index].session, Step: step, Task: task})
	}
}

func (p *Plan) taskEnded(e TaskEnded) {
	w := p.at(e.Worker, e.Session, running)
	if w == nil || w.step != e.Step || w.task != e.Task {
		return
	}
	w.state = inside
	if e.Outcome != TaskSucceeded {
		w.state = broken
	}
	s := &p.steps[w.step]
	if w.pass != s.pass {
		s.old--
		p.excuse(e.Worker, e.Step, e.Task)
		return
	}
	s.running--
	if s.later {
		s.asked, s.later = false, false
	}
	switch {
	case w.requeue:
		s.requeue(w.task)
		p.excuse(e.Worker, e.Step, e.Task)
	case e.Outcome == TaskSucceeded:
		s.done++
	case w.canceled || w.outages != p.stepOutages(w.step):
		// Interrupted; or a Service of the scope went away under it, which is
		// nobody's failure: the Task runs once more when that one is READY.
		s.requeue(w.task)
		if !s.ended {
			p.excuse(e.Worker, e.Step, e.Task)
		}
	default:
		p.failStep(w.step, w.task)
	}
}

func (p *Plan) stepExited(e StepExited) {
	w := p.at(e.Worker, e.Session, leaving)
	if w == nil {
		return
	}
	w.step, w.state = None, open
	if !e.OK {
		w.state = broken
		p.fault()
	}
}

func (p *Plan) sessionClosed(e SessionClosed) {
	w := p.at(e.Worker, e.Session, closing)
	if w == nil {
		return
	}
	w.step, w.state = None, closed
	if !e.OK {
		p.fault()
	}
}

func (p *Plan) interruptWorker(i int) {
	w := &p.workers[i]
	switch {
	case w.canceled:
	case w.state == running:
		w.canceled = true
		p.decide(CancelTask{Worker: i, Session: w.session, Step: w.step, Task: w.task, Why: Interrupted, Service: None})
	case w.state == opening, w.state == entering:
		p.cancelEntering(i)
	}
}

// cancelTask cancels the worker's Task and lets it return to the queue.
func (p *Plan) cancelTask(i int, why CancelReason, service int) {
	w := &p.workers[i]
	w.requeue = true
	if w.canceled {
		return
	}
	w.canceled = true
	p.decide(CancelTask{Worker: i, Session: w.session, Step: w.step, Task: w.task, Why: why, Service: service,
		Lost: why == ServiceDown && p.services[service].relaunches >= p.job.Services[service].MaxAttempts})
}

// cancelScope cancels the running Tasks of a Service's scope, and the Environments
// being entered that may rely on it: they would come to nothing.
func (p *Plan) cancelScope(service int, why CancelReason) {
	for i := range p.workers {
		w := &p.workers[i]
		switch {
		case w.state == running && p.services[service].inScope[w.step]:
			p.cancelTask(i, why, service)
		case w.state == entering && p.services[service].inScope[w.step],
			w.state == opening && p.job.Services[service].JobEnvs:
			p.cancelEntering(i)
		}
	}
}

// cancelEntering cancels the Environment that the worker is entering.
func (p *Plan) cancelEntering(i int) {
	w := &p.workers[i]
	if !w.canceled {
		w.canceled = true
		p.decide(CancelEntering{Worker: i, Session: w.session})
	}
}

// driveWorkers lets every worker that waits for a decision go on.
func (p *Plan) driveWorkers() {
	for i := range p.workers {
		w := &p.workers[i]
		switch {
		case w.state == broken, p.stopping() && (w.state == open || w.state == inside):
			p.closeSession(i)
		case w.state == open, w.state == inside:
			p.advance(i)
		}
	}
	p.openSessions()
}

func (p *Plan) closeSession(i int) {
	w := &p.workers[i]
	w.state = closing
	p.decide(CloseSession{Worker: i, Session: w.session})
}

// advance gives a healthy worker its next piece of work, or sends it home.
func (p *Plan) advance(i int) {
	w := &p.workers[i]
	next := p.pick(i)
	switch {
	case next == None && w.state == inside:
		if p.steps[w.step].ended || !p.isReady(w.step) {
			p.exitStep(i)
		}
	case next == None:
		if !p.workLeft() {
			p.closeSession(i)
		}
	case w.state == inside && (w.step != next || p.sessionStale(w) || p.stepStale(w)):
		p.exitStep(i)
	case w.state == inside:
		p.runTask(i)
	case p.sessionStale(w):
		w.state, w.canceled = opening, false
		p.enterSession(w)
		p.decide(ReenterSession{Worker: i, Session: w.session})
	default:
		p.enterStep(i, next)
	}
}

func (p *Plan) exitStep(i int) {
	w := &p.workers[i]
	w.state = leaving
	p.decide(ExitStep{Worker: i, Session: w.session, Step: w.step})
}

func (p *Plan) enterStep(i, step int) {
	w := &p.workers[i]
	w.state, w.step, w.canceled = entering, step, false
	w.outages = p.stepOutages(step)
	w.stepSeen = w.stepSeen[:0]
	for _, sv := range p.job.Steps[step].Services {
		w.stepSeen = append(w.stepSeen, p.services[sv].session)
	}
	p.decide(EnterStep{Worker: i, Session: w.session, Step: step})
}

func (p *Plan) runTask(i int) {
	w := &p.workers[i]
	s := &p.steps[w.step]
	w.state, w.canceled, w.requeue = running, false, false
	w.task, w.pass = s.take(), s.pass
	w.outages = p.stepOutages(w.step)
	p.decide(RunTask{Worker: i, Session: w.session, Step: w.step, Pass: w.pass, Task: w.task})
}

// pick chooses the Step of the worker's next Task: the one it is in, else the
// first in order that has a Task for it; None if there is none.
func (p *Plan) pick(i int) int {
	w := &p.workers[i]
	if w.state == inside && p.isReady(w.step) && p.startable(w.step) > 0 {
		return w.step
	}
	for _, step := range p.ready {
		if p.startable(step) > p.claims(step, i) {
			return step
		}
	}
	return None
}

// startable is how many Tasks of a ready Step could start now: every Service of
// its scope is READY (constraint 3), and no Task of an earlier pass still runs.
func (p *Plan) startable(step int) int64 {
	s := &p.steps[step]
	if s.ended || s.old > 0 || p.awaitsStops(step) {
		return 0
	}
	for _, sv := range s.scopedBy {
		if !p.services[sv].isReady() {
			return 0
		}
	}
	return s.pending()
}

// awaitsStops says that Services which nothing needs any more are still up and a
// Step outside their scope is not to begin before they are gone. The draft lets
// the two overlap (constraint 7), and a pool does; one worker does one thing
// after the other, so that a Step finds what the one before it left behind: its
// Services stopped, their onExit run.
func (p *Plan) awaitsStops(step int) bool {
	if p.job.Workers > 1 {
		return false
	}
	for i := range p.services {
		s := &p.services[i]
		if s.state != down && !s.inScope[step] && !p.scopeLive(i) {
			return true
		}
	}
	return false
}

// claims counts the other workers that are about to take a Task of the Step.
func (p *Plan) claims(step, except int) int64 {
	var n int64
	for i := range p.workers {
		w := &p.workers[i]
		if i != except && w.step == step && (w.state == entering || w.state == inside) {
			n++
		}
	}
	return n
}

// workLeft says that a Task may still have to be started somewhere.
func (p *Plan) workLeft() bool {
	for i := range p.steps {
		if p.steps[i].work() {
			return true
		}
	}
	return false
}

// openSessions opens Sessions while there are more Tasks to start than workers
// that are free or about to be.
func (p *Plan) openSessions() {
	if p.stopping() {
		return
	}
	var tasks, free int64
	for _, step := range p.ready {
		tasks += min(p.startable(step), int64(len(p.workers)))
	}
	for i := range p.workers {
		switch p.workers[i].state {
		case opening, open, entering, inside, leaving:
			free++
		}
	}
	for i := range p.workers {
		w := &p.workers[i]
		if w.state != closed || tasks <= free {
			continue
		}
		p.sessions++
		*w = worker{state: opening, session: p.sessions, step: None, task: None}
		p.enterSession(w)
		free++
		p.decide(OpenSession{Worker: i, Session: w.session})
	}
}

// enterSession notes which endpoints the Job Environments are entered with.
func (p *Plan) enterSession(w *worker) {
	w.outages = p.sessionOutages()
	w.jobSeen = w.jobSeen[:0]
	for i := range p.services {
		if p.job.Services[i].JobEnvs {
			w.jobSeen = append(w.jobSeen, p.services[i].session)
		}
	}
}

func (p *Plan) sessionStale(w *worker) bool {
	at := 0
	for i := range p.services {
		if !p.job.Services[i].JobEnvs {
			continue
		}
		if w.jobSeen[at] != p.services[i].session {
			return true
		}
		at++
	}
	return false
}

func (p *Plan) stepStale(w *worker) bool {
	for i, sv := range p.job.Steps[w.step].Services {
		if w.stepSeen[i] != p.services[sv].session {
			return true
		}
	}
	return false
}
