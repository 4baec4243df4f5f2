// This file resolves how long actions may take and how they are canceled, when
// a Job is created (§5).

package template

import (
	"fmt"
	"time"

	"runner/template/expr"
)

// ActionTiming is how long an Action may run and how it is ended (§5, §5.3).
type ActionTiming struct {
	Timeout      time.Duration // 0: none
	Mode         string        // Terminate or NotifyThenTerminate
	NotifyPeriod time.Duration // of NotifyThenTerminate
}

// Timing is the resolved timing of one of the Job's actions. Wrap hooks have
// none: theirs depends on the action they wrap, see Action.Timing.
func (j *Job) Timing(a *Action) ActionTiming { return j.timings[a] }

// timingsOf resolves the actions' timings; hooks are left for the moment when
// they wrap something.
func (c *creator) timingsOf(actions []*Action, env *expr.Env) {
	for _, a := range actions {
		if a.Kind.IsHook() {
			continue
		}
		timing, err := a.Timing(env)
		if !c.fail(err, a.Pos, a.Path) {
			c.job.timings[a] = timing
		}
	}
}

// maxSeconds keeps durations inside time.Duration; a longer timeout never
// comes.
const maxSeconds = int64(1<<63-1) / int64(time.Second)

func seconds(n int64) time.Duration { return time.Duration(min(n, maxSeconds)) * time.Second }

// Timing resolves timeout and cancelation in env; what is absent or null has
// the default of the action's kind. The error is a *Fault.
func (a *Action) Timing(env *expr.Env) (ActionTiming, error) {
	t := ActionTiming{Timeout: seconds(a.Kind.DefaultTimeout()), Mode: Terminate}
	timeout, given, err := a.Timeout.Resolve(env)
	if err != nil {
		return t, err
	}
	if given {
		t.Timeout = seconds(timeout)
	}
	if a.Cancelation == nil {
		return t, nil
	}
	mode, given, err := a.Cancelation.mode(env)
	if err != nil || !given {
		return t, err
	}
	t.Mode = mode
	period, given, err := a.Cancelation.NotifyPeriod.Resolve(env)
	switch {
	case err != nil || mode == Terminate && !given:
		return t, err
	case mode == Terminate:
		return t, &Fault{Pos: a.Cancelation.NotifyPeriod.Pos, Path: a.Cancelation.NotifyPeriod.Path, Section: "5.3.1",
			Message: "notifyPeriodInSeconds does not go with the mode TERMINATE"}
	case !given:
		period = a.Kind.DefaultNotifyPeriod()
	}
	t.NotifyPeriod = seconds(period)
	return t, nil
}

// mode resolves the mode; not given when the whole field is null, which drops
// the cancelation object.
func (c *Cancelation) mode(env *expr.Env) (mode string, given bool, err error) {
	v, given, err := c.Mode.ResolveField(env, expr.String)
	if err != nil || !given {
		return "", false, err
	}
	if mode = v.Text(); mode != Terminate && mode != NotifyThenTerminate {
		return "", false, &Fault{Pos: c.Mode.Pos, Path: c.Mode.Path, Section: "5.3",
			Message: fmt.Sprintf("the mode is %s, it has to be %s or %s", quoteShort(mode), Terminate, NotifyThenTerminate)}
	}
	return mode, true, nil
}
