package probe

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trace is what a Monitor reported, a line each with the time since launch.
type trace struct {
	launch time.Time
	lines  []string
}

func (tr *trace) report(r Report) {
	line := fmt.Sprintf("%v %v", time.Since(tr.launch), r.What)
	if r.What == Answered {
		line = fmt.Sprintf("%v ok=%v", time.Since(tr.launch), r.Result.OK)
	}
	if r.Threshold > 0 {
		line += fmt.Sprintf(" %d/%d", r.Failures, r.Threshold)
	}
	tr.lines = append(tr.lines, line)
}

// script answers one probe after another: each takes a time and says yes or no.
type step struct {
	takes time.Duration
	ok    bool
}

func script(steps ...step) Checker {
	return CheckerFunc(func(ctx context.Context, attempt Attempt) Result {
		s := steps[min(attempt.Number, len(steps))-1]
		if !pause(ctx, s.takes) {
			return Result{OK: true, Detail: "late"}
		}
		return Result{OK: s.ok}
	})
}

const (
	sec = time.Second
	yes = true
	no  = false
)

// monitorCase is one Monitor's life with scripted answers.
type monitorCase struct {
	name    string
	config  Config
	steps   []step
	stopAt  time.Duration
	want    []string
	endedAt time.Duration
}

func (c monitorCase) run(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := &trace{launch: time.Now()}
		c.config.Checker = script(c.steps...)
		c.config.Report = tr.report
		ctx, cancel := context.WithTimeout(t.Context(), c.stopAt)
		defer cancel()
		NewMonitor(c.config).Run(ctx, tr.launch)
		assert.Equal(t, c.want, tr.lines)
		assert.Equal(t, c.endedAt, time.Since(tr.launch))
	})
}

func TestMonitorUntilReady(t *testing.T) {
	tests := []monitorCase{
		{
			name:   "§9.4 first probe at launch, interval from the end of the previous probe",
			config: Config{ReadinessGap: Every(5 * sec), ReadinessTimeout: 300 * sec},
			steps:  []step{{2 * sec, no}, {3 * sec, no}, {1 * sec, yes}},
			stopAt: 1000 * sec,
			want:   []string{"2s ok=false", "10s ok=false", "16s became ready"}, endedAt: 16 * sec,
		},
		{
			name:   "§9.4 the readiness timeout runs from launch, between probes",
			config: Config{ReadinessGap: Every(10 * sec), ReadinessTimeout: 25 * sec},
			steps:  []step{{0, no}},
			stopAt: 1000 * sec,
			want:   []string{"0s ok=false", "10s ok=false", "20s ok=false", "25s not ready in time"}, endedAt: 25 * sec,
		},
		{
			name:   "§9.4 the readiness timeout cuts a probe short and drops its answer",
			config: Config{ReadinessGap: Every(1 * sec), ReadinessTimeout: 25 * sec},
			steps:  []step{{60 * sec, yes}},
			stopAt: 1000 * sec,
			want:   []string{"25s not ready in time"}, endedAt: 25 * sec,
		},
		{
			name:   "constraint 11: an answer after the end is dropped, the probe is waited for",
			config: Config{ReadinessGap: Every(sec), ReadinessTimeout: 300 * sec},
			steps:  []step{{60 * sec, yes}},
			stopAt: 7 * sec,
			want:   nil, endedAt: 7 * sec,
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

// TestParts pins that a part with a readiness timeout of its own ends the phase
// when it has not passed by then, and only then.
func TestParts(t *testing.T) {
	tests := map[string]struct {
		a, b  time.Duration // when each passes
		part  string
		limit time.Duration
	}{
		"the first is late":                    {3 * sec, 1 * sec, "a", 2 * sec},
		"the second is late":                   {1 * sec, 30 * sec, "b", 20 * sec},
		"both are late, the shorter is told":   {25 * sec, 30 * sec, "a", 2 * sec},
		"each in time, never both at one time": {1 * sec, 19 * sec, "", 60 * sec},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				launch := time.Now()
				part := func(name string, limit, at time.Duration) Part {
					return Part{Name: name, Timeout: limit, Passed: func() bool { return time.Since(launch) >= at }}
				}
				var got []Report
				NewMonitor(Config{
					Checker: script(step{0, no}), ReadinessGap: Every(5 * sec), ReadinessTimeout: 60 * sec,
					Parts: []Part{part("b", 20*sec, test.b), part("a", 2*sec, test.a)},
					Report: func(r Report) {
						if r.What != Answered {
							got = append(got, r)
						}
					},
				}).Run(t.Context(), launch)
				require.Len(t, got, 1)
				assert.Equal(t, NotReadyInTime, got[0].What)
				assert.Equal(t, test.part, got[0].Part)
				assert.Equal(t, test.limit, got[0].Limit)
				assert.Equal(t, test.limit, time.Since(launch))
			})
		})
	}
}

func TestMonitorWhileReady(t *testing.T) {
	tests := []monitorCase{
		{
			name:   "§9.4 health: consecutive failures, a success starts anew",
			config: Config{ReadinessGap: Every(sec), ReadinessTimeout: 300 * sec, HealthInterval: 30 * sec, FailureThreshold: 3},
			steps:  []step{{0, yes}, {0, no}, {0, no}, {0, yes}, {sec, no}, {0, no}, {0, no}},
			stopAt: 1000 * sec,
			want: []string{
				"0s became ready", "30s ok=false 1/3", "1m0s ok=false 2/3", "1m30s ok=true 0/3",
				"2m1s ok=false 1/3", "2m31s ok=false 2/3", "3m1s became unhealthy 3/3",
			}, endedAt: 181 * sec,
		},
		{
			name:   "§9.4 failures before READY count for nothing afterwards",
			config: Config{ReadinessGap: Every(sec), ReadinessTimeout: 300 * sec, HealthInterval: 10 * sec, FailureThreshold: 2},
			steps:  []step{{0, no}, {0, no}, {0, yes}, {0, no}, {0, yes}},
			stopAt: 30 * sec,
			want: []string{
				"0s ok=false", "1s ok=false", "2s became ready", "12s ok=false 1/2", "22s ok=true 0/2",
			}, endedAt: 30 * sec,
		},
		{
			name:   "a success at READY's deadline in the health phase is not cut by the readiness timeout",
			config: Config{ReadinessGap: Every(sec), ReadinessTimeout: 20 * sec, HealthInterval: 15 * sec, FailureThreshold: 1},
			steps:  []step{{0, yes}, {10 * sec, yes}, {0, no}},
			stopAt: 1000 * sec,
			want:   []string{"0s became ready", "25s ok=true 0/1", "40s became unhealthy 1/1"}, endedAt: 40 * sec,
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

// A check whose own cancelation takes a while must not delay the report of the
// timeout, and Run must outlast it.
func TestTimeoutIsToldBeforeTheCheckIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := &trace{launch: time.Now()}
		var cause error
		slow := CheckerFunc(func(ctx context.Context, _ Attempt) Result {
			<-ctx.Done()
			cause = context.Cause(ctx)
			time.Sleep(30 * sec) // its notify period, in virtual time
			return Result{OK: true}
		})
		NewMonitor(Config{Checker: slow, ReadinessGap: Every(sec), ReadinessTimeout: 5 * sec, Report: tr.report}).
			Run(t.Context(), tr.launch)
		assert.Equal(t, []string{"5s not ready in time"}, tr.lines)
		assert.Equal(t, 35*sec, time.Since(tr.launch))
		assert.ErrorIs(t, cause, ErrReadinessTimeout)
	})
}

func TestTheCauseOfTheEndReachesTheCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("the process is gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		var cause error
		checker := CheckerFunc(func(ctx context.Context, _ Attempt) Result {
			<-ctx.Done()
			cause = context.Cause(ctx)
			return Result{}
		})
		time.AfterFunc(sec, func() { cancel(gone) })
		NewMonitor(Config{Checker: checker, ReadinessGap: Every(sec), ReadinessTimeout: 5 * sec}).Run(ctx, time.Now())
		assert.ErrorIs(t, cause, gone)
	})
}

func TestAttemptsAreNumberedAndTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempts []Attempt
		checker := CheckerFunc(func(_ context.Context, attempt Attempt) Result {
			attempts = append(attempts, attempt)
			return Result{OK: attempt.Number != 1}
		})
		ctx, cancel := context.WithTimeout(t.Context(), 11*sec)
		defer cancel()
		NewMonitor(Config{
			Checker: checker, ReadinessGap: Every(2 * sec), ReadinessTimeout: 5 * sec, HealthInterval: 5 * sec,
		}).Run(ctx, time.Now())
		assert.Equal(t, []Attempt{
			{Number: 1}, {Number: 2, Elapsed: 2 * sec},
			{Number: 3, Ready: true, Elapsed: 7 * sec},
		}, attempts)
	})
}

func TestCommand(t *testing.T) {
	run := func(result CommandResult) Command {
		return Command{Run: func(context.Context) CommandResult { return result }}
	}
	assert.Equal(t, Result{OK: true, Detail: "exited with status 0"},
		run(CommandResult{Succeeded: true, Detail: "exited with status 0"}).Check(t.Context(), Attempt{}))
	assert.Equal(t, Result{Detail: "exited with status 3"},
		run(CommandResult{Detail: "exited with status 3"}).Check(t.Context(), Attempt{}))
	assert.Equal(t, Result{Detail: "the check has no command to run"}, Command{}.Check(t.Context(), Attempt{}))
}
