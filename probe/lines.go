package probe

// This file is the Monitor of a service that reports by lines of its output
// (§9.4, STDOUT): the first line makes it ready, later ones are heartbeats.

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// inbox keeps what was fed and not yet looked at: of any number of lines, the
// first one's text and the times of the first and the last.
type inbox struct {
	mu          sync.Mutex
	count       int
	first, last time.Time
	text        string
	wake        chan struct{} // capacity 1: a second wake-up says nothing new
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{}, 1)} }

func (b *inbox) put(text string) {
	now := time.Now()
	b.mu.Lock()
	if b.count == 0 {
		b.first, b.text = now, oneLine(text)
	}
	b.count++
	b.last = now
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// heard is what take found.
type heard struct {
	count       int
	first, last time.Time
	text        string
}

func (b *inbox) take() heard {
	b.mu.Lock()
	defer b.mu.Unlock()
	got := heard{b.count, b.first, b.last, b.text}
	b.count = 0
	return got
}

// listen is Run without a Checker.
func (m *Monitor) listen(ctx context.Context, launch time.Time) {
	got, ok := m.firstLine(ctx, launch)
	if !ok {
		return
	}
	attempt := Attempt{Number: 1, Elapsed: got.first.Sub(launch)}
	m.report(Report{What: BecameReady, Attempt: attempt, Result: passed(got.text)})
	if m.config.HealthInterval > 0 {
		m.heartbeats(ctx, launch, got.last)
	}
}

// firstLine waits for readiness; false when it did not come.
func (m *Monitor) firstLine(ctx context.Context, launch time.Time) (heard, bool) {
	expiry := time.NewTimer(time.Until(launch.Add(m.config.ReadinessTimeout)))
	defer expiry.Stop()
	for {
		expired := false
		select {
		case <-ctx.Done():
			return heard{}, false
		case <-m.inbox.wake:
		case <-expiry.C:
			expired = true
		}
		if ctx.Err() != nil {
			return heard{}, false
		}
		if got := m.inbox.take(); got.count > 0 {
			return got, true
		}
		if expired {
			m.report(Report{What: NotReadyInTime, Result: failed("no openjd_service_ready line"), Limit: m.config.ReadinessTimeout})
			return heard{}, false
		}
	}
}

// heartbeats expects a line in each interval after the last one. A deadline
// that passes is one failure and arms the next; a line starts anew.
func (m *Monitor) heartbeats(ctx context.Context, launch, last time.Time) {
	interval := m.config.HealthInterval
	streak := NewStreak(m.config.FailureThreshold)
	deadline := last.Add(interval)
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	number := 1
	count := func(result Result) (over bool) {
		number++
		attempt := Attempt{Number: number, Ready: true, Elapsed: time.Since(launch)}
		return m.count(&streak, attempt, result)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.inbox.wake:
		case <-timer.C:
		}
		if ctx.Err() != nil {
			return
		}
		got := m.inbox.take()
		// What came before the deadline is in time, whenever it is looked at.
		missed := !time.Now().Before(deadline) && !(got.count > 0 && got.first.Before(deadline))
		if missed {
			quiet := deadline.Sub(last)
			if count(failed(fmt.Sprintf("no openjd_service_ready line for %v", quiet))) {
				return
			}
			deadline = deadline.Add(interval)
		}
		if got.count > 0 {
			count(passed(got.text))
			last = got.last
			deadline = last.Add(interval)
		}
		timer.Reset(time.Until(deadline))
	}
}
