package cli

// This file defines outlet: standard output and standard error as the commands
// have them. It remembers the first write that failed, for all commands in one
// place, and can be shut when a signal ends a command.

import (
	"errors"
	"io"
	"time"
)

// errShut is what a command gets that writes after it was given up.
var errShut = errors.New("the program is ending")

// outlet is a stream of the process. One write is under way at a time.
type outlet struct {
	w    io.Writer
	turn chan struct{} // capacity 1: full while somebody writes or looks
	err  error         // the first failure
	used bool          // something was written
	shut bool
}

func newOutlet(w io.Writer) *outlet { return &outlet{w: w, turn: make(chan struct{}, 1)} }

// Write writes p.
func (o *outlet) Write(p []byte) (int, error) {
	o.turn <- struct{}{}
	defer func() { <-o.turn }()
	if o.shut {
		return 0, errShut
	}
	o.used = true
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// failure is the first failed write's error.
func (o *outlet) failure() error {
	o.turn <- struct{}{}
	defer func() { <-o.turn }()
	return o.err
}

// close lets nobody write any more, after the write that is under way, but waits
// no longer than patience for that. used says whether anything was written; ok
// is false when the stream takes nothing.
func (o *outlet) close(patience time.Duration) (used, ok bool) {
	select {
	case o.turn <- struct{}{}:
	case <-time.After(patience):
		return true, false
	}
	defer func() { <-o.turn }()
	o.shut = true
	return o.used, true
}
