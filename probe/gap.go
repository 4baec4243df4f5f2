package probe

import "time"

// Gap gives the time to wait after a failed readiness probe that ended elapsed
// after launch and took took.
type Gap func(elapsed, took time.Duration) time.Duration

// Every waits the same time after each probe: an interval that the author gave.
func Every(interval time.Duration) Gap {
	return func(time.Duration, time.Duration) time.Duration { return interval }
}
