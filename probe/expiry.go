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

// expiry is closed when the whole service was not ready in time, or a part of
// it was not.
type expiry struct {
	over   chan struct{}
	once   sync.Once
	part   string // read after over is closed
	limit  time.Duration
	timers []*time.Timer
}

// newExpiry starts the clocks.
func newExpiry(launch time.Time, config Config) *expiry {
	e := &expiry{over: make(chan struct{})}
	e.watch(launch, Part{Timeout: config.ReadinessTimeout, Passed: func() bool { return false }})
	for _, p := range config.Parts {
		e.watch(launch, p)
	}
	return e
}

func (e *expiry) watch(launch time.Time, p Part) {
	e.timers = append(e.timers, time.AfterFunc(time.Until(launch.Add(p.Timeout)), func() {
		if p.Passed() {
			return
		}
		e.once.Do(func() {
			e.part, e.limit = p.Name, p.Timeout
			close(e.over)
		})
	}))
}

func (e *expiry) stop() {
	for _, t := range e.timers {
		t.Stop()
	}
}

// report tells of the expiry; last is the last answer before it.
func (e *expiry) report(last Result) Report {
	return Report{What: NotReadyInTime, Result: last, Part: e.part, Limit: e.limit}
}
