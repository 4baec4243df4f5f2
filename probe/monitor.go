package probe

// This file defines Monitor: the loop that asks until it is told to stop or
// has something to say.

import (
	"context"
	"errors"
	"time"
)

// ErrReadinessTimeout is why a readiness probe under way was canceled; found
// with [context.Cause] of the probe's context.
var ErrReadinessTimeout = errors.New("the readiness timeout expired")

// Config says what a [Monitor] asks and how often.
type Config struct {
	// Checker asks; nil means that the service reports by lines of its output
	// (§9.4, STDOUT), see [Monitor.Line].
	Checker Checker
	// ReadinessGap is the time from the end of a failed readiness probe to the
	// start of the next; see [Every], [SoonTCP] and [SoonCommand]. Required with a
	// Checker.
	ReadinessGap Gap
	// ReadinessTimeout runs from launch, also during a probe. Required.
	ReadinessTimeout time.Duration
	// Parts have readiness timeouts of their own: one that has not passed by then
	// ends the readiness phase. Not for a service that reports by lines.
	Parts []Part
	// HealthInterval is the time from the end of a health probe to the start of
	// the next, or the longest silence of a service that reports by lines. Zero
	// or less: no health phase.
	HealthInterval time.Duration
	// FailureThreshold is the number of failures in a row that make a ready
	// service unhealthy; below 1 is taken as 1.
	FailureThreshold int
	// Report is told each answer and each change, one at a time, from Run's
	// goroutine; it must not block for long. Nil: nothing is reported.
	Report func(Report)
}

// What says what a [Report] is about.
type What int

// The kinds of [Report].
const (
	// Answered: one probe ended and nothing changes.
	Answered What = iota
	// BecameReady: the first success.
	BecameReady
	// BecameUnhealthy: FailureThreshold failures in a row; Run ends.
	BecameUnhealthy
	// NotReadyInTime: the readiness timeout expired; Run ends.
	NotReadyInTime
)

// String names w in words.
func (w What) String() string {
	switch w {
	case Answered:
		return "answered"
	case BecameReady:
		return "became ready"
	case BecameUnhealthy:
		return "became unhealthy"
	case NotReadyInTime:
		return "not ready in time"
	}
	return "unknown report"
}

// NoAnswer is the Detail of a timeout that came before the first answer.
const NoAnswer = "no probe ended before that"

// Report is one thing that a [Monitor] found.
type Report struct {
	What What
	// Attempt is the probe that was answered; zero with NotReadyInTime.
	Attempt Attempt
	// Result is its answer: for a missed heartbeat a made-up one, with
	// NotReadyInTime the last one before it.
	Result Result
	// Failures is the number of failures in a row, Threshold the number at which
	// the service is unhealthy; both 0 before it is ready.
	Failures, Threshold int
	// Limit is the timeout that expired, with NotReadyInTime; Part is whose it
	// was, "" for the service's.
	Limit time.Duration
	Part  string
}

// Monitor asks one question of one instance. A new instance needs a new one.
type Monitor struct {
	config Config
	inbox  *inbox
}

// NewMonitor returns a Monitor that has not begun.
func NewMonitor(config Config) *Monitor {
	return &Monitor{config: config, inbox: newInbox()}
}

// Line feeds one openjd_service_ready line of the instance's output. It never
// blocks and may be called from any goroutine, before, during and after Run.
func (m *Monitor) Line(text string) { m.inbox.put(text) }

// Run asks from launch on until the service is unhealthy, was not ready in
// time, or ctx ends, and returns when the last probe has ended too; at once
// after BecameReady if there is no health phase. Nothing is reported after ctx
// has ended. Call it once.
func (m *Monitor) Run(ctx context.Context, launch time.Time) {
	if m.config.Checker == nil {
		m.listen(ctx, launch)
		return
	}
	if number, ok := m.untilReady(ctx, launch); ok && m.config.HealthInterval > 0 {
		m.whileReady(ctx, launch, number)
	}
}

// untilReady is the readiness phase: how many probes it took, and whether one
// succeeded.
func (m *Monitor) untilReady(ctx context.Context, launch time.Time) (int, bool) {
	expiry := newExpiry(launch, m.config)
	defer expiry.stop()
	last := Result{Detail: NoAnswer}
	for number := 1; ; number++ {
		attempt := Attempt{Number: number, Elapsed: time.Since(launch)}
		result, how := m.probe(ctx, attempt, expiry, last)
		if how != answered {
			return number, false
		}
		if result.OK {
			m.report(Report{What: BecameReady, Attempt: attempt, Result: result})
			return number, true
		}
		last = result
		m.report(Report{What: Answered, Attempt: attempt, Result: result})
		gap := m.config.ReadinessGap(time.Since(launch), result.Took)
		how = wait(ctx, gap, expiry.over)
		if how == answered && expiry.due() {
			how = expired
		}
		if how == expired {
			m.report(expiry.report(last))
		}
		if how != answered {
			return number, false
		}
	}
}

// whileReady is the health phase; asked is the number of the last probe.
func (m *Monitor) whileReady(ctx context.Context, launch time.Time, asked int) {
	streak := NewStreak(m.config.FailureThreshold)
	for number := asked + 1; ; number++ {
		if wait(ctx, m.config.HealthInterval, nil) != answered {
			return
		}
		attempt := Attempt{Number: number, Ready: true, Elapsed: time.Since(launch)}
		result, how := m.probe(ctx, attempt, nil, Result{})
		if how != answered || m.count(&streak, attempt, result) {
			return
		}
	}
}

// count adds one answer of the health phase and reports it; true when the
// service is unhealthy by it.
func (m *Monitor) count(streak *Streak, attempt Attempt, result Result) bool {
	over := streak.Add(result.OK)
	report := Report{
		What: Answered, Attempt: attempt, Result: result,
		Failures: streak.Failures(), Threshold: streak.Threshold(),
	}
	if over {
		report.What = BecameUnhealthy
	}
	m.report(report)
	return over
}

// ending is how a wait or a probe ended.
type ending int

const (
	answered ending = iota // the time is over, the answer is there
	stopped                // ctx ended
	expired                // the readiness timeout expired
)

// probe asks once in a goroutine of its own and waits for its end in any case.
// A timeout is reported before that, since a check's own cancelation may take a
// while.
func (m *Monitor) probe(ctx context.Context, attempt Attempt, expiry *expiry, last Result) (Result, ending) {
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	answers := make(chan Result, 1)
	var over <-chan struct{}
	if expiry != nil {
		over = expiry.over
	}
	start := time.Now()
	go func() { answers <- m.config.Checker.Check(asking, attempt) }()
	select {
	case result := <-answers:
		if ctx.Err() != nil {
			return Result{}, stopped
		}
		result.Took = time.Since(start)
		return result, answered
	case <-ctx.Done():
		<-answers
		return Result{}, stopped
	case <-over:
		m.report(expiry.report(last))
		cancel(ErrReadinessTimeout)
		<-answers
		return Result{}, expired
	}
}

func (m *Monitor) report(report Report) {
	if m.config.Report != nil {
		m.config.Report(report)
	}
}

// wait waits for d, the end of ctx, or the expiry, whichever comes first.
func wait(ctx context.Context, d time.Duration, over <-chan struct{}) ending {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return stopped
	case <-over:
		return expired
	case <-timer.C:
		if ctx.Err() != nil {
			return stopped
		}
		return answered
	}
}
