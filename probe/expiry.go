package probe

// This file defines expiry: the moment at which a service that is not ready is
// given up.

import (
	"sync"
	"time"
)

// Part is a part of the service that has a readiness timeout of its own, such
// as one port of several.
type Part struct {
	// Name is what the part is called in messages.
	Name string
	// Timeout runs from launch.
	Timeout time.Duration
	// Passed says whether the part has been found ready at any time. It is called
	// from any goroutine.
	Passed func() bool
}

// expiry is over when the whole service was not ready in time, or a part of it
// was not.
type expiry struct {
	launch time.Time
	parts  []Part
	timers []*time.Timer
	over   chan struct{}
	once   sync.Once
	late   Part // read after over is closed
}

// newExpiry starts the clocks.
func newExpiry(launch time.Time, config Config) *expiry {
	whole := Part{Timeout: config.ReadinessTimeout, Passed: func() bool { return false }}
	e := &expiry{launch: launch, parts: append([]Part{whole}, config.Parts...), over: make(chan struct{})}
	for _, p := range e.parts {
		e.timers = append(e.timers, time.AfterFunc(time.Until(launch.Add(p.Timeout)), func() { e.timeUp(p) }))
	}
	return e
}

// timeUp ends the phase unless the part has passed.
func (e *expiry) timeUp(p Part) {
	if p.Passed() {
		return
	}
	e.once.Do(func() {
		e.late = p
		close(e.over)
	})
}

// due says whether it is over, to the moment: a clock may be about to tell.
func (e *expiry) due() bool {
	for _, p := range e.parts {
		if time.Since(e.launch) >= p.Timeout {
			e.timeUp(p)
		}
	}
	select {
	case <-e.over:
		return true
	default:
		return false
	}
}

func (e *expiry) stop() {
	for _, t := range e.timers {
		t.Stop()
	}
}

// report tells of the expiry; last is the last answer before it.
func (e *expiry) report(last Result) Report {
	return Report{What: NotReadyInTime, Result: last, Part: e.late.Name, Limit: e.late.Timeout}
}
