package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// play runs a script against the plan of a Job. Each line is an event, "=>", and
// the decisions it must lead to, in order, separated by commas:
//
//	begin     => start V
//	ready V   => open 0
//	ok 0      => enter 0 A
//
// Events about workers are ok, bad (the answer of whatever the worker is doing)
// and canceled; about Services launched, ready, unhealthy, ending, gone, lost
// (gone, with a port), nostart, ended and delayed. They carry the identity of the live Session and launch. Each run
// is also held against the checker.
func play(t *testing.T, job Job, script string) *checker {
	t.Helper()
	p, err := New(job)
	require.NoError(t, err)
	c := newChecker(job, p.Order())
	for n, line := range strings.Split(strings.TrimSpace(script), "\n") {
		event, want, found := strings.Cut(line, "=>")
		require.True(t, found, "line %d: %s", n+1, line)
		e := c.read(t, strings.Fields(event))
		c.event(e)
		batch := p.Next(e)
		c.decisions(batch)
		var got []string
		for _, d := range batch {
			got = append(got, c.say(d))
		}
		require.Equal(t, strings.TrimSpace(want), strings.Join(got, ", "), "line %d: %s", n+1, line)
		require.Empty(t, c.wrong, "line %d: %s", n+1, line)
	}
	return c
}

func (c *checker) find(t *testing.T, name string) int {
	for i, s := range c.job.Services {
		if s.Name == name {
			return i
		}
	}
	for i, s := range c.job.Steps {
		if s.Name == name {
			return i
		}
	}
	require.Fail(t, "no such name", name)
	return None
}

// read turns the words of an event into the event.
func (c *checker) read(t *testing.T, words []string) Event {
	switch words[0] {
	case "begin":
		return Begin{}
	case "interrupt":
		return Interrupt{}
	case "ok", "bad", "canceled":
		var i int
		_, err := fmt.Sscan(words[1], &i)
		require.NoError(t, err)
		return c.answer(t, i, words[0])
	case "tasks", "last":
		var n int64
		_, err := fmt.Sscan(words[2], &n)
		require.NoError(t, err)
		step := c.find(t, words[1])
		return TasksAdded{Step: step, Pass: c.steps[step].pass, Count: n, Last: words[0] == "last"}
	}
	i := c.find(t, words[1])
	s := &c.services[i]
	switch words[0] {
	case "launched":
		return ServiceLaunched{i, s.session, s.launch}
	case "ready":
		return ServiceReady{i, s.session, s.launch}
	case "unhealthy":
		return ServiceUnhealthy{i, s.session, s.launch}
	case "gone":
		return ServiceExited{i, s.session, s.launch, !s.wasReady}
	case "lost": // with a port
		return ServiceExited{i, s.session, s.launch, true}
	case "ending":
		return ServiceEnding{i, s.session, s.launch}
	case "nostart":
		return ServiceStartFailed{i, s.session}
	case "ended":
		return ServiceSessionEnded{i, s.session}
	case "delayed":
		return DelayOver{i, s.verdicts - 1} // tickets count the delays, of which the first relaunch has none
	}
	require.Fail(t, "no such event", words[0])
	return nil
}

func (c *checker) answer(t *testing.T, i int, how string) Event {
	w := &c.workers[i]
	switch w.phase {
	case "opening":
		return SessionOpened{i, w.session, how == "ok"}
	case "entering":
		return StepEntered{i, w.session, how == "ok"}
	case "running":
		outcome := map[string]TaskOutcome{"ok": TaskSucceeded, "bad": TaskFailed, "canceled": TaskCanceled}[how]
		return TaskEnded{i, w.session, w.step, w.task, outcome}
	case "leaving":
		return StepExited{i, w.session, how == "ok"}
	case "closing":
		return SessionClosed{i, w.session, how == "ok"}
	}
	require.Fail(t, "the worker has nothing to answer", "worker %d is %q", i, w.phase)
	return nil
}

// say puts a decision into the words of a script.
func (c *checker) say(d Decision) string {
	step := func(i int) string { return c.job.Steps[i].Name }
	service := func(i int) string { return c.job.Services[i].Name }
	switch d := d.(type) {
	case OpenSession:
		return fmt.Sprintf("open %d", d.Worker)
	case ReenterSession:
		return fmt.Sprintf("reenter %d", d.Worker)
	case EnterStep:
		return fmt.Sprintf("enter %d %s", d.Worker, step(d.Step))
	case RunTask:
		return fmt.Sprintf("run %d %s %d", d.Worker, step(d.Step), d.Task)
	case Excused:
		return fmt.Sprintf("excuse %d", d.Worker)
	case CancelTask:
		why := []string{"interrupted", "down", "restarted", "dependency back"}[d.Why]
		return fmt.Sprintf("cancel %d %s", d.Worker, why)
	case CancelEntering:
		return fmt.Sprintf("cancel %d entering", d.Worker)
	case ExitStep:
		return fmt.Sprintf("exit %d", d.Worker)
	case CloseSession:
		return fmt.Sprintf("close %d", d.Worker)
	case MoreTasks:
		return "more " + step(d.Step)
	case StepEnded:
		return step(d.Step) + " " + []string{"succeeded", "failed", "canceled", "not run"}[d.Outcome]
	case StepReturned:
		if d.Dependent {
			return step(d.Step) + " returned too"
		}
		return step(d.Step) + " returned"
	case StartService:
		return fmt.Sprintf("start %s", service(d.Service))
	case RelaunchService:
		return fmt.Sprintf("relaunch %s", service(d.Service))
	case HaltService:
		return "halt " + service(d.Service)
	case StopService:
		if d.Restart {
			return "restart " + service(d.Service)
		}
		return "stop " + service(d.Service)
	case Delay:
		return fmt.Sprintf("delay %s %s", service(d.Service), d.For)
	case ServiceFailed:
		return "FAILED " + service(d.Service)
	case ServiceSkipped:
		return "skipped " + service(d.Service)
	case Finished:
		return "finished " + []string{"well", "failed", "canceled"}[d.Outcome]
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", d), "plan."), "{}"))
}
