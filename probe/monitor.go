package probe

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Why a probe under way was canceled; found with [context.Cause].
var (
	ErrStopped          = errors.New("no longer asked: the service is being stopped or its process has ended")
	ErrReadinessTimeout = errors.New("the service was not ready within its readiness timeout")
)

// Config says what a [Monitor] asks and how often.
type Config struct {
	// Checker asks; nil means that the service reports by lines of its output
	// (§9.4, STDOUT), see [Monitor.Line].
	Checker Checker
	// ReadinessGap is the time from the end of a failed readiness probe to the
	// start of the next; see [Every] and the Soon functions. Required with a Checker.
	ReadinessGap Gap
	// ReadinessTimeout runs from launch, also during a probe; required.
	ReadinessTimeout time.Duration
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

// Report is one thing that a [Monitor] found.
type Report struct {
	What What
	// Attempt is the probe that was answered.
	Attempt Attempt
	// Result is its answer; for a missed heartbeat a made-up one.
	Result Result
	// Failures is the number of failures in a row, Threshold how many are allowed
	// to come to; both 0 before the service is ready.
	Failures, Threshold int
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

// Monitor asks one question of one instance. A new instance needs a new one.
type Monitor struct {
	config Config

	mu    sync.Mutex
	lines int       // fed and not yet looked at
	last  time.Time // when the last of them came
	text  string    // the first of them
	wake  chan struct{}
}

// NewMonitor returns a Monitor that has not begun.
func NewMonitor(config Config) *Monitor {
	return &Monitor{config: config, wake: make(chan struct{}, 1)}
}

// Line feeds one openjd_service_ready line of the instance's output. It never
// blocks and may be called from any goroutine, before, during and after Run.
func (m *Monitor) Line(text string) {
	panic("not yet")
}

// Run asks from launch on until the service is unhealthy, was not ready in
// time, or ctx ends, and returns when the last probe has ended too. Call once.
func (m *Monitor) Run(ctx context.Context, launch time.Time) {
	panic("not yet")
}
