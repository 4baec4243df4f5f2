package probe

// This file defines Gap: how long to wait between readiness probes.

import "time"

// Gap gives the time to wait after a failed readiness probe that ended elapsed
// after launch and took took.
type Gap func(elapsed, took time.Duration) time.Duration

// Every waits the same time after each probe: an interval that the author gave.
func Every(interval time.Duration) Gap {
	return func(time.Duration, time.Duration) time.Duration { return interval }
}

// The bounds of the Soon functions.
const (
	soonest      = 2 * time.Millisecond
	soonSteady   = 6 * time.Millisecond
	soonCommand  = 50 * time.Millisecond
	commandShare = 4 // a check's command runs at most one part of this many
)

// SoonTCP is for a TCP check whose author gave no interval: it looks every few
// milliseconds at first and backs off to interval. The wait stays below 10 ms
// for the first 16 s and below a thousandth of the time since launch after that,
// so that what a slow server pays is out of proportion to its own start.
func SoonTCP(interval time.Duration) Gap {
	return func(elapsed, _ time.Duration) time.Duration { return min(soonAgain(elapsed), interval) }
}

// soonAgain is the wait before a refused connection is tried again.
func soonAgain(elapsed time.Duration) time.Duration {
	return max(soonest, min(elapsed/200, soonSteady), elapsed/1600)
}

// SoonCommand is for a COMMAND check whose author gave no interval: it runs
// the command soon and backs off to interval as time goes by, and sooner for a
// command that is slow, so that the check never takes more than a fifth of the
// time from the service that it waits for.
func SoonCommand(interval time.Duration) Gap {
	return func(elapsed, took time.Duration) time.Duration {
		return min(max(soonCommand, elapsed/commandShare, took*commandShare), interval)
	}
}
