package cli

// This file defines desk: who hears the process's signals, from the first moment
// of Main until the process ends, so that none of them ever ends the process by
// itself.

import (
	"os"
	"sync"
)

// desk takes the signals that ask the program to end. Whom it tells depends on
// whether a run is on:
//
//	no run ──begin──► run ──over──► no run any more
//	early             handler       late
//
// A nil desk hears nothing.
type desk struct {
	early chan string   // capacity 1: the first signal, when it came before a run
	late  chan struct{} // closed by the first signal after a run

	mu      sync.Mutex
	first   string // the first signal's name
	begun   bool
	ended   bool
	waiting []string     // came after begin and before attach
	handler func(string) // of the run, by the signal's name
	release func()       // called by the first late signal
}

// listen opens the desk. The function that it returns ends its goroutine; the
// signals stay caught.
func listen(signals <-chan os.Signal) (d *desk, stop func()) {
	d = &desk{early: make(chan string, 1), late: make(chan struct{})}
	over := make(chan struct{})
	var owner sync.WaitGroup
	owner.Go(func() {
		for {
			select {
			case sig := <-signals:
				if name, ends := signalName(sig); ends {
					d.take(name)
				}
			case <-over:
				return
			}
		}
	})
	return d, func() {
		close(over)
		owner.Wait()
	}
}

// take hands one signal on.
func (d *desk) take(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	first := d.first == ""
	if first {
		d.first = name
	}
	switch {
	case d.ended:
		if d.release != nil {
			d.first = name // those of the run are the run's
			d.release()
			d.release = nil
			close(d.late)
		}
	case d.handler != nil:
		d.handler(name)
	case d.begun:
		d.waiting = append(d.waiting, name)
	case first:
		d.early <- name
	}
}

// begin says that a run begins; false when a signal has come before it, which
// Main answers.
func (d *desk) begin() bool {
	if d == nil {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begun = d.first == ""
	return d.begun
}

// attach has the run's signals told to handler, those first that have come
// meanwhile.
func (d *desk) attach(handler func(name string)) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handler = handler
	for _, name := range d.waiting {
		handler(name)
	}
	d.waiting = nil
}

// over says that the run has ended: it hears of no signal any more. The first
// one that comes from now on calls release.
func (d *desk) over(release func()) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended, d.release = true, release
}

// name is the signal that the desk's user has to answer for.
func (d *desk) name() string {
	if d == nil {
		return ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.first
}
