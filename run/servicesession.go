package run

import (
	"fmt"
	"sync"
	"time"

	"runner/run/plan"
	"runner/service"
	"runner/template"
	"runner/template/expr"
)

// serviceRun is one Service of the run: its resolved form, and the Service
// Session it has at the moment. The plan asks for one thing at a time, but may
// ask for a stop while a start is under way; each piece of work waits for the
// one before it.
type serviceRun struct {
	run   *conductor
	index int
	job   *template.JobService
	spec  service.Spec

	mu sync.Mutex
	// live is the Session, nil when there is none.
	live *serviceSession
	// last is closed when the last piece of work begun is done.
	last     chan struct{}
	launches int
	// relaunches is how many of its attempts are used.
	relaunches int
	watched    *watched // the last launched instance
	current    string   // state as last reported
	log        string
	reason     string
	failures   []Failure
	ports      []service.Port
}

// serviceSession is one Service Session (services §8).
type serviceSession struct {
	service *serviceRun
	number  int // as the plan counts
	session *session
	lease   *service.Lease
	scope   *expr.Env
	// op covers the start's actions; a stop cancels it. runOp covers onRun.
	op, runOp *operation
	// instance is the launched onRun; nil before the first launch.
	instance *service.Instance
	// checkSaid is what the instance's last passing onHealthCheck printed; of the
	// one check that runs at a time.
	checkSaid string
	// acted: an action of the Service itself has run, so that onExit is due
	// (constraint 7b).
	acted bool
}

// name is the Service as events name it, an external one with its document.
func (r *serviceRun) name() string { return r.spec.Name }

// do queues a piece of work behind the one before it.
func (r *serviceRun) do(op *operation, work func() []plan.Event) {
	r.mu.Lock()
	before := r.last
	done := make(chan struct{})
	r.last = done
	r.mu.Unlock()
	r.run.doMany(op, func() []plan.Event {
		if before != nil {
			<-before
		}
		defer close(done)
		return work()
	})
}

// start opens a new Service Session and launches onRun in it (constraints 1, 2).
func (r *serviceRun) start(d plan.StartService) {
	op := r.run.operation()
	live := &serviceSession{service: r, number: d.Session, op: op, runOp: r.run.operation()}
	r.mu.Lock()
	r.live = live
	r.mu.Unlock()
	r.state("starting", r.attempt(d.Launch, d.Relaunches))
	r.do(op, func() []plan.Event {
		if err := live.prepare(); err != nil {
			r.startFailed(live.source(), err)
			return []plan.Event{plan.ServiceStartFailed{Service: r.index, Session: d.Session}}
		}
		return live.launch(d.Launch)
	})
}

// source names the Session in events.
func (l *serviceSession) source() Source {
	name := l.service.name()
	return Source{Session: fmt.Sprintf("service-%s-%d", fileName(name), l.number), Service: name}
}

// enteringError says why a Session could not be entered, of an action that has
// been reported as failed already.
type enteringError string

func (e enteringError) Error() string { return string(e) }

// errStopped says that a start was ended for good by a stop.
const errStopped = enteringError("stopped while it was starting")

// prepare does all that comes before the first launch: ports, directory, the
// Environments with SERVICE in their runScope, variables, let, files, onEnter.
func (l *serviceSession) prepare() error {
	r := l.service
	lease, err := r.run.ports.Allocate(r.name(), r.spec.Ports)
	if err != nil {
		return err
	}
	l.lease = lease
	r.publish(lease.Ports())
	if l.session, err = r.run.openSession(l.source(), template.ServiceScope); err != nil {
		return err
	}
	l.session.service = r
	for _, e := range r.run.job.Environments {
		if !e.RunScope.Has(template.ServiceScope) {
			r.run.stream.note(l.session.source, Info, "Environment "+r.run.stream.clear(e.Name)+" is not entered here: it is for Task Sessions only")
			continue
		}
		if l.op.isCanceled() {
			return errStopped
		}
		if !l.session.enter(l.op, e) {
			return enteringError("the Environment " + r.run.stream.clear(e.Name) + " could not be entered")
		}
	}
	if err := l.bind(); err != nil {
		return err
	}
	lease.Release()
	return l.enter()
}

// bind resolves what the Service's actions refer to, and writes its files: once
// a Session, at one path each, so that what one action is given stays as it is
// while another runs (§9.7.1) and a path can be handed on by openjd_env.
func (l *serviceSession) bind() error {
	r, s := l.service, l.session
	def := r.job.Service
	symbols := r.run.serviceScope(s.symbols, r)
	script := expr.NewSymbols(symbols)
	files := placeFiles(s.scriptDir(def.Name), def.Files, "Service.File.", script)
	l.scope = s.scope(def.Document, script)
	let, err := template.EvalLet(def.ScriptLet, l.scope)
	if err != nil {
		return err
	}
	l.scope = s.scope(def.Document, let)
	if err := files.write(l.scope); err != nil {
		return err
	}
	s.layer = &variableLayer{}
	variables, err := s.resolveVariables(s.source, def.Variables, s.scope(def.Document, symbols))
	if err != nil {
		return err
	}
	s.layer.variables = variables
	s.environ = nil
	return nil
}

// enter runs the Service's onEnter, once a Session.
func (l *serviceSession) enter() error {
	def, s := l.service.job.Service, l.session
	if def.OnEnter == nil {
		return nil
	}
	if l.op.isCanceled() {
		return errStopped
	}
	l.acted = true
	source := s.source
	source.Action = "onEnter"
	exit := s.runAction(l.op, actionCall{
		action: def.OnEnter, scope: l.scope, source: source, depth: len(s.stack), owner: def.Name,
		messages: &environmentMessages{session: s, source: source, document: def.Document, layer: s.layer},
	})
	if exit.Outcome != Succeeded {
		text := "onEnter " + exitText(exit)
		if exit.Message != "" {
			text += ": " + exit.Message
		}
		return enteringError(text)
	}
	return nil
}

// launch launches onRun and begins to supervise it.
func (l *serviceSession) launch(number int) []plan.Event {
	r, s := l.service, l.session
	launched := plan.ServiceLaunched{Service: r.index, Session: l.number, Launch: number}
	// Without an instance that was READY the ports are suspected.
	exited := plan.ServiceExited{Service: r.index, Session: l.number, Launch: number, NewSession: true}
	if l.op.isCanceled() {
		return []plan.Event{launched, exited} // the stop that canceled is on its way
	}
	l.acted = true
	l.checkSaid = ""
	source := s.source
	source.Action = "onRun"
	if detail, lost := l.lease.Lost(); lost {
		// The check would meet the stranger and take it for the Service.
		detail = r.run.stream.clear(detail)
		r.failed(detail)
		s.run.stream.note(source, Warning, detail)
		return []plan.Event{launched, exited}
	}
	call := actionCall{action: r.job.Service.OnRun, scope: l.scope, source: source, depth: len(s.stack), owner: r.job.Service.Name}
	s.run.stream.emit(Event{Kind: ActionStarted, Source: source})
	l.tellLaunch()
	cmd, err := s.command(call)
	if err != nil {
		s.notStarted(call, err)
		r.failed(r.run.stream.fault(err))
		return []plan.Event{launched, exited}
	}
	out := s.run.newOutput(call)
	out.listens = r.spec.Check.Type == service.Stdout
	out.messages = &environmentMessages{session: s, source: source, document: r.job.Service.Document}
	w := &watched{session: l, number: number, call: call, out: out, began: time.Now(), told: make(chan struct{})}
	w.process = s.start(cmd, out, nil)
	out.bind(w.process)
	l.runOp.attach(w.process)
	r.mu.Lock()
	r.launches++
	r.mu.Unlock()
	// The plan hears of the launch before anything that supervision may find:
	// READY can be a matter of a millisecond.
	r.run.send(launched)
	if err := w.supervise(); err != nil {
		// The check does not fit the ports: validation has let something pass.
		r.run.fail(source, err)
		w.process.Kill()
		<-w.process.Done()
		return []plan.Event{exited}
	}
	return nil
}

// stop ends the Service Session (constraint 7).
func (r *serviceRun) stop(d plan.StopService) {
	r.mu.Lock()
	live := r.live
	r.mu.Unlock()
	live.op.cancel()
	live.quit()
	op := r.run.operation()
	r.do(op, func() []plan.Event {
		live.end(op)
		r.mu.Lock()
		r.live = nil
		r.mu.Unlock()
		r.state("ended", "")
		return []plan.Event{plan.ServiceSessionEnded{Service: r.index, Session: d.Session}}
	})
}

// quit begins to cancel onRun, if it is launched, and gives the instance back.
func (l *serviceSession) quit() *service.Instance {
	l.service.mu.Lock()
	instance := l.instance
	l.service.mu.Unlock()
	if instance != nil {
		instance.Stop(0)
	}
	return instance
}

// end runs onExit, exits the Environments and gives directory and ports back. A
// failing exit is reported only (§9.7).
func (l *serviceSession) end(op *operation) {
	def, s := l.service.job.Service, l.session
	if instance := l.quit(); instance != nil {
		<-instance.Done()
	}
	l.service.run.release(l.runOp)
	if s != nil {
		if l.acted && def.OnExit != nil {
			source := s.source
			source.Action = "onExit"
			s.runAction(op, actionCall{action: def.OnExit, scope: l.scope, source: source, depth: len(s.stack), owner: def.Name, lenient: true,
				messages: &environmentMessages{session: s, source: source, document: def.Document}})
		}
		s.exitTo(op, 0)
		s.close()
	}
	if l.lease != nil {
		l.lease.Close()
	}
}

// relaunch launches onRun again in the Session that is there.
func (r *serviceRun) relaunch(d plan.RelaunchService) {
	r.mu.Lock()
	live := r.live
	r.mu.Unlock()
	r.state("relaunching", r.attempt(d.Launch, d.Relaunches))
	r.do(live.op, func() []plan.Event {
		if live.instance != nil {
			<-live.instance.Done()
		}
		return live.launch(d.Launch)
	})
}
