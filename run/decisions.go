package run

import (
	"fmt"
	"time"

	"runner/run/plan"
)

// carryOut carries out one decision of the plan.
func (c *conductor) carryOut(d plan.Decision) {
	switch d := d.(type) {
	case plan.OpenSession:
		c.workers[d.Worker].open(d)
	case plan.ReenterSession:
		c.workers[d.Worker].reenter(d)
	case plan.EnterStep:
		c.workers[d.Worker].enterStep(d)
	case plan.RunTask:
		c.workers[d.Worker].runTask(d)
	case plan.CancelTask:
		c.cancelTask(d)
	case plan.CancelEntering:
		c.workers[d.Worker].op.cancel()
	case plan.ExitStep:
		c.workers[d.Worker].exitStep(d)
	case plan.CloseSession:
		c.workers[d.Worker].closeSession(d)
	case plan.Excused:
		// settle has read it.
	case plan.MoreTasks:
		c.answers = append(c.answers, c.tasks[d.Step].more(d))
	case plan.StepEnded:
		c.stepEnded(d)
	case plan.StepReturned:
		c.stepReturned(d)
	case plan.Shorten:
		c.hurry()
	case plan.Kill:
		c.kill()
	default:
		c.carryOutService(d)
	}
}

// carryOutService carries out a decision about a Service.
func (c *conductor) carryOutService(d plan.Decision) {
	switch d := d.(type) {
	case plan.StartService:
		c.services[d.Service].start(d)
	case plan.RelaunchService:
		c.services[d.Service].relaunch(d)
	case plan.HaltService:
		// The supervision that gave the instance up has begun to cancel it.
	case plan.StopService:
		c.services[d.Service].stop(d)
	case plan.Delay:
		c.delay(d)
	case plan.ServiceFailed:
		c.serviceFailed(d)
	case plan.ServiceSkipped:
		r := c.services[d.Service]
		c.stream.note(Source{Service: r.name()}, Info, "not started: no Task that needs it is run")
	default:
		panic(fmt.Sprintf("the plan decided %T, which nothing here carries out", d))
	}
}

// cancelTask cancels a running Task by its own method.
func (c *conductor) cancelTask(d plan.CancelTask) {
	w := c.workers[d.Worker]
	w.lost = d.Lost
	why := ""
	switch d.Why {
	case plan.ServiceDown:
		why = "canceled and put back: Service " + c.stream.clear(c.services[d.Service].name()) + " is down"
		if d.Lost {
			why = "canceled: Service " + c.stream.clear(c.services[d.Service].name()) + " is down and has no attempt left"
		}
	case plan.ServiceRestarted:
		why = "canceled and put back: Service " + c.stream.clear(c.services[d.Service].name()) + " is restarted"
	case plan.DependencyBack:
		why = "canceled and put back: a Step it depends on runs again"
	}
	if why != "" {
		source := Source{Session: fmt.Sprintf("session-%d", d.Session), Worker: w.number,
			Step: c.job.Steps[d.Step].Step.Name, Task: d.Task + 1, Action: "onRun"}
		c.stream.note(source, Info, why)
	}
	w.op.cancel()
}

// delay answers after a time, or at once when the run is being hurried.
func (c *conductor) delay(d plan.Delay) {
	c.working.Go(func() {
		timer := time.NewTimer(d.For)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-c.ending:
		}
		c.send(plan.DelayOver{Service: d.Service, Ticket: d.Ticket})
	})
}

// stepReturned tells that RERUN put a Step back.
func (c *conductor) stepReturned(d plan.StepReturned) {
	c.tasks[d.Step].restart(d.Pass)
	step := c.job.Steps[d.Step].Step.Name
	c.report.returned(d.Step)
	why := "its completed Tasks run again, because Service " + c.stream.clear(c.services[d.Service].name()) + " was restarted"
	if d.Dependent {
		why = "runs again, because a Step it depends on does"
	}
	c.stream.note(Source{Step: step}, Info, "Step "+c.stream.clear(step)+": "+why)
}
