package plan

import "time"

// serviceState is where a Service's Session stands; doc.go has the diagram.
type serviceState uint8

const (
	down     serviceState = iota // no Session
	starting                     // ports, Environments, onEnter
	probing                      // onRun launched, not yet READY
	ready                        // READY
	halting                      // onRun is being canceled (after READY that is UNHEALTHY) or its children end
	idle                         // the Session stands, onRun is gone or never came
	stopping                     // the Session is being ended
)

// busy says that an event of the Service must come without a further decision.
func (s serviceState) busy() bool {
	switch s {
	case starting, probing, halting, stopping:
		return true
	}
	return false
}

type service struct {
	scope    []int
	inScope  []bool // by Step
	allSteps bool
	listedBy []int // Services that list it

	state      serviceState
	session    int // Sessions so far; the number of the live one
	launch     int
	relaunches int
	outages    int // how often it was lost while its scope had work
	ticket     int

	waiting  bool // a Delay is unanswered
	relaunch bool // to be launched again in its Session
	recycle  bool // its Session is to be ended and a new one started
	resume   bool // to be started, wanted by a Step or not: it was up before
	doomed   bool // being halted, no attempt left: it will be FAILED
	failed   bool
}

// isReady says that Tasks and dependents may rely on it.
func (s *service) isReady() bool { return s.state == ready && !s.recycle }

// scopeLive says that the Service's scope still has work: a Task of it runs or
// could still run (constraint 6). A canceled run has none.
func (p *Plan) scopeLive(i int) bool {
	if p.interrupts > 0 {
		return false
	}
	for _, step := range p.services[i].scope {
		s := &p.steps[step]
		if s.running+s.old > 0 || (!p.halted && s.work()) {
			return true
		}
	}
	return false
}

// inUse says that a worker may still talk to the Service: it is in a Step of the
// scope, or, if that is every Step, has a Session at all. Environments are
// exited before the Services they may talk to are stopped.
func (p *Plan) inUse(i int) bool {
	s := &p.services[i]
	for w := range p.workers {
		w := &p.workers[w]
		if w.state != closed && (s.allSteps || w.step != None && s.inScope[w.step]) {
			return true
		}
	}
	return false
}

// sessionOutages and stepOutages count the losses of the Services that a Job
// Environment, or a Step's Environments and Tasks, may rely on. A failure during
// which the count rose is not the failing action's own.
func (p *Plan) sessionOutages() int {
	n := 0
	for i := range p.services {
		if p.job.Services[i].JobEnvs {
			n += p.services[i].outages
		}
	}
	return n
}

func (p *Plan) stepOutages(step int) int {
	n := 0
	for _, sv := range p.steps[step].scopedBy {
		n += p.services[sv].outages
	}
	return n
}

// reviveServices has those started again whose onRun ended when nothing needed
// them, and whose scope has work again before their Session was ended.
func (p *Plan) reviveServices() {
	for i := range p.services {
		s := &p.services[i]
		if s.state == idle && !s.relaunch && !s.recycle && !s.failed && p.scopeLive(i) {
			s.recycle = true
			p.restartDependents(i)
		}
	}
}

// driveServices starts, launches again and stops what is due.
func (p *Plan) driveServices() {
	for i := range p.services {
		s := &p.services[i]
		switch {
		case s.state == down && !p.scopeLive(i):
			s.resume, s.waiting = false, false
		case s.state == down:
			if p.mayStart(i) {
				p.startService(i)
			}
		case s.state == stopping:
		case p.mayStop(i):
			p.stopService(i)
		case s.state == idle && s.relaunch && !s.waiting && p.dependenciesReady(i) && p.scopeLive(i):
			s.relaunch = false
			s.launch++
			s.state = probing
			p.decide(RelaunchService{Service: i, Session: s.session, Launch: s.launch, Relaunches: s.relaunches})
		}
	}
}

// mayStart: its dependencies hold (constraint 2), its scope has work, and it was
// up before or a Step of its scope waits for nothing else (constraint 10).
func (p *Plan) mayStart(i int) bool {
	s := &p.services[i]
	if s.waiting || !p.dependenciesReady(i) || !p.apartDown(i) {
		return false
	}
	return s.resume || !p.halted && p.wanted(i)
}

func (p *Plan) wanted(i int) bool {
	for _, step := range p.ready {
		if p.services[i].inScope[step] && !p.steps[step].ended && p.steps[step].pending() > 0 {
			return true
		}
	}
	return false
}

func (p *Plan) dependenciesReady(i int) bool {
	j := &p.job.Services[i]
	for _, up := range j.DependsServices {
		if !p.services[up].isReady() {
			return false
		}
	}
	return p.stepsSucceeded(j.DependsSteps)
}

// mayStop: it is to be started anew, or nothing needs it any more (constraint 6),
// and every Service that lists it is down (constraint 4).
func (p *Plan) mayStop(i int) bool {
	s := &p.services[i]
	for _, d := range s.listedBy {
		if p.services[d].state != down {
			return false
		}
	}
	if s.doomed {
		return false // it is about to end, and the verdict must not be lost
	}
	if s.recycle || p.upstreamRestarts(i) {
		return true
	}
	// One that is starting is nobody's to talk to yet.
	return !p.scopeLive(i) && (s.state == starting || !p.inUse(i))
}

// upstreamRestarts says that a Service that this one lists, directly or not, is
// to get a new Session, which it must not outlive.
func (p *Plan) upstreamRestarts(i int) bool {
	for _, up := range p.job.Services[i].DependsServices {
		if p.services[up].recycle || p.upstreamRestarts(up) {
			return true
		}
	}
	return false
}

func (p *Plan) startService(i int) {
	s := &p.services[i]
	s.resume = false
	s.session++
	s.launch++
	s.state = starting
	p.decide(StartService{Service: i, Session: s.session, Launch: s.launch, Relaunches: s.relaunches})
}

func (p *Plan) stopService(i int) {
	s := &p.services[i]
	restart := s.recycle && !s.failed && p.scopeLive(i)
	s.state = stopping
	s.resume = restart
	s.recycle, s.relaunch, s.doomed = false, false, false
	if !restart {
		s.waiting = false
	}
	p.decide(StopService{Service: i, Session: s.session, Restart: restart})
}

// up gives the Service that an event is about, if that Session is live.
func (p *Plan) up(i, session int) *service {
	if i < 0 || i >= len(p.services) {
		return nil
	}
	s := &p.services[i]
	if s.session != session || s.state == down || s.state == stopping {
		return nil
	}
	return s
}

// launched gives the Service if that launch of its onRun is the current one.
// Whatever is told of a launch says that it has taken place: READY is not lost
// when it overtakes ServiceLaunched.
func (p *Plan) launched(i, session, launch int) *service {
	s := p.up(i, session)
	if s == nil || s.launch != launch || s.state == idle {
		return nil
	}
	if s.state == starting {
		s.state = probing
	}
	return s
}

func (p *Plan) serviceLaunched(e ServiceLaunched) { p.launched(e.Service, e.Session, e.Launch) }

func (p *Plan) serviceReady(e ServiceReady) {
	if s := p.launched(e.Service, e.Session, e.Launch); s != nil && s.state == probing {
		s.state = ready
	}
}

func (p *Plan) serviceSessionEnded(e ServiceSessionEnded) {
	if e.Service < 0 || e.Service >= len(p.services) {
		return
	}
	if s := &p.services[e.Service]; s.state == stopping && s.session == e.Session {
		s.state = down
	}
}

func (p *Plan) delayOver(e DelayOver) {
	if e.Service < 0 || e.Service >= len(p.services) {
		return
	}
	if s := &p.services[e.Service]; s.ticket == e.Ticket {
		s.waiting = false
	}
}

// Delays before the second and later relaunches of a Service.
const (
	firstDelay   = 200 * time.Millisecond
	longestDelay = 5 * time.Second
)

// delayBefore is how long the n-th relaunch waits: the first not at all, each
// later one twice as long as the one before.
func delayBefore(n int) time.Duration {
	if n < 2 {
		return 0
	}
	d := firstDelay
	for ; n > 2 && d < longestDelay; n-- {
		d *= 2
	}
	return min(d, longestDelay)
}
