package run

import (
	"strconv"

	"runner/run/plan"
	"runner/template"
	"runner/template/expr"
)

// worker is one place of the local pool: it has one Task Session at a time. Its
// session belongs to the goroutine of the open decision; the plan gives a worker
// one at a time.
type worker struct {
	run     *conductor
	number  int // from 1
	session *session
	// op is the open decision's operation; only the conductor's loop sets it.
	op *operation
	// stepDepth is how many Environments were entered before the Step's own.
	stepDepth int
	// held and end wait for the plan's judgment, see settle. The goroutine of the
	// open decision writes them, the loop reads them once it is answered.
	held []Failure
	end  *taskEnd
	// lost: the running Task was canceled by a Service without attempts left.
	lost bool
	// step is the entered Step's scope.
	step *stepScope
}

// stepScope is what the Tasks of a Step have in common in one Session.
type stepScope struct {
	step    *template.JobStep
	symbols *expr.Symbols
	// dir is where the Tasks' embedded files lie, at the same paths for each.
	dir string
}

// begin makes the operation of a decision and runs work in a goroutine that the
// conductor waits for; the event it returns goes to the plan.
func (w *worker) begin(work func(op *operation) plan.Event) {
	op := w.run.operation()
	w.op = op
	w.run.do(op, func() plan.Event { return work(op) })
}

// open opens a Task Session and enters the attached and Job Environments.
func (w *worker) open(d plan.OpenSession) {
	w.begin(func(op *operation) plan.Event {
		source := Source{Session: "session-" + strconv.Itoa(d.Session), Worker: w.number}
		s, err := w.run.openSession(source, template.TaskScope)
		if err != nil {
			w.run.fail(source, err)
			return plan.SessionOpened{Worker: d.Worker, Session: d.Session}
		}
		s.hold = w.hold
		w.session = s
		return plan.SessionOpened{Worker: d.Worker, Session: d.Session, OK: w.enterJob(op)}
	})
}

// enterJob enters the Environments that every Task Session has.
func (w *worker) enterJob(op *operation) bool {
	return w.enter(op, w.run.job.Environments)
}

// enter enters Environments in order until one fails or the operation is
// canceled.
func (w *worker) enter(op *operation, environments []*template.Environment) bool {
	for _, e := range environments {
		if !e.RunScope.Has(template.TaskScope) {
			continue
		}
		if op.isCanceled() {
			return false
		}
		if !w.session.enter(op, e) {
			w.run.settleServices()
			return false
		}
	}
	return true
}

// reenter exits the Job Environments and enters them again: they hold endpoints
// that are no more.
func (w *worker) reenter(d plan.ReenterSession) {
	w.begin(func(op *operation) plan.Event {
		ok := w.session.exitTo(op, 0) && w.enterJob(op)
		return plan.SessionOpened{Worker: d.Worker, Session: d.Session, OK: ok}
	})
}

// enterStep enters the Step's own Environments.
func (w *worker) enterStep(d plan.EnterStep) {
	w.begin(func(op *operation) plan.Event {
		step := w.run.job.Steps[d.Step]
		w.stepDepth = len(w.session.stack)
		w.step = &stepScope{step: step, dir: w.session.scriptDir(step.Step.Name)}
		ok := w.enter(op, step.Step.Environments)
		if ok {
			w.step.symbols = w.run.taskScope(w.session, step)
		}
		return plan.StepEntered{Worker: d.Worker, Session: d.Session, OK: ok}
	})
}

// exitStep exits the Step's own Environments.
func (w *worker) exitStep(d plan.ExitStep) {
	w.begin(func(op *operation) plan.Event {
		ok := w.session.exitTo(op, w.stepDepth)
		w.step = nil
		return plan.StepExited{Worker: d.Worker, Session: d.Session, OK: ok}
	})
}

// closeSession exits everything and ends the Session.
func (w *worker) closeSession(d plan.CloseSession) {
	w.begin(func(op *operation) plan.Event {
		ok := true
		if w.session != nil {
			ok = w.session.exitTo(op, 0)
			w.session.close()
		}
		w.session, w.step = nil, nil
		return plan.SessionClosed{Worker: d.Worker, Session: d.Session, OK: ok}
	})
}
