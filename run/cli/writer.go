package cli

// This file defines floodWriter: output that is written at once when it comes
// alone and in large pieces when it comes in floods.

import (
	"errors"
	"io"
	"sync"
	"time"
)

const (
	floodChunk = 64 << 10         // a piece of this size is written without waiting for more
	floodLimit = 1 << 20          // what may wait before the writing side has to wait
	floodPause = time.Millisecond // how long a piece that follows another at once gathers
)

// floodWriter gathers what is written to it and hands it on from a goroutine of
// its own, which ends with Close. What comes after a silence is handed on at
// once; what comes right after that is gathered for floodPause, so that a
// million lines are a few thousand writes and one line is one.
//
// The first error of the stream is kept, told once to the broken function, and
// everything after it is dropped. A stream that takes nothing any more holds
// its writers up, until Release is called.
type floodWriter struct {
	w      io.Writer
	broken func(error)

	mu       sync.Mutex
	changed  *sync.Cond // pending, writing, closed or released has changed
	pending  []byte
	spare    []byte
	writing  bool
	closed   bool
	released bool
	dropped  int64
	err      error
	footer   string // the line that stays below everything, on a terminal
	drawn    string // the one that is there now

	wake chan struct{} // capacity 1: there is something to do
	full chan struct{} // capacity 1: do not gather any longer
	done chan struct{} // closed when the goroutine has ended
	free chan struct{} // closed by Release
}

func newFloodWriter(w io.Writer, broken func(error)) *floodWriter {
	f := &floodWriter{w: w, broken: broken,
		wake: make(chan struct{}, 1), full: make(chan struct{}, 1), done: make(chan struct{}), free: make(chan struct{})}
	f.changed = sync.NewCond(&f.mu)
	go f.loop()
	return f
}

// Write takes p over. It never fails: an error of the stream is told to the
// broken function.
func (f *floodWriter) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.pending) >= floodLimit && !f.released && f.err == nil {
		f.changed.Wait()
	}
	switch {
	case f.err != nil:
		return len(p), nil
	case len(f.pending) >= floodLimit:
		f.dropped += int64(len(p))
		return len(p), nil
	}
	f.pending = append(f.pending, p...)
	note(f.wake)
	if len(f.pending) >= floodChunk {
		note(f.full)
	}
	return len(p), nil
}

// Footer sets the line that stays below everything that is written; "" is none.
// Only a terminal can show one: it is erased and drawn again by control
// characters.
func (f *floodWriter) Footer(line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.footer = line
	note(f.wake)
}

// Flush waits until everything is handed on, or cannot be.
func (f *floodWriter) Flush() {
	f.mu.Lock()
	defer f.mu.Unlock()
	note(f.wake)
	note(f.full)
	for (len(f.pending) > 0 || f.writing || f.footer != f.drawn) && f.err == nil && !f.released {
		f.changed.Wait()
	}
}

// Release lets nobody wait for the stream any more: what does not fit is
// dropped. It is called when the run has been told to end.
func (f *floodWriter) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.released {
		f.released = true
		close(f.free)
	}
	f.changed.Broadcast()
}

// errNotTaken says that the stream has not taken everything in time.
var errNotTaken = errors.New("standard output takes nothing any more")

// Close hands on what is left, waits for that, but from a Release on no longer
// than patience, and returns the stream's error.
func (f *floodWriter) Close(patience time.Duration) error {
	f.mu.Lock()
	f.closed, f.footer = true, ""
	f.mu.Unlock()
	note(f.wake)
	note(f.full)
	select {
	case <-f.done:
	case <-f.free:
		select {
		case <-f.done:
		case <-time.After(patience):
			return errNotTaken
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

func (f *floodWriter) loop() {
	defer close(f.done)
	pause := time.NewTimer(floodPause)
	defer pause.Stop()
	var last time.Time
	for range f.wake {
		if time.Since(last) < floodPause {
			pause.Reset(floodPause)
			select {
			case <-f.full:
			case <-pause.C:
			}
		}
		if f.handOn() {
			return
		}
		last = time.Now()
	}
}

// handOn writes everything that is pending and reports whether that was the end.
func (f *floodWriter) handOn() (ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for (len(f.pending) > 0 || f.footer != f.drawn) && f.err == nil {
		chunk := f.pending
		f.pending, f.spare = f.spare[:0], nil
		footer, drawn := f.footer, f.drawn
		f.writing = true
		f.changed.Broadcast()
		f.mu.Unlock()
		_, err := f.w.Write(framed(chunk, drawn, footer))
		if err != nil && f.broken != nil {
			f.broken(err)
		}
		f.mu.Lock()
		f.writing, f.spare, f.drawn = false, chunk, footer
		if err != nil {
			f.err, f.pending = err, nil
		}
		f.changed.Broadcast()
		if len(f.pending) < floodChunk {
			break
		}
	}
	if len(f.pending) > 0 && f.err == nil {
		note(f.wake)
		return false
	}
	return f.closed
}

// eraseLine goes to the line's start and clears it.
const eraseLine = "\r\x1b[K"

// framed is chunk with the footer that is there erased before it and the new
// one after it; chunk itself where there are none.
func framed(chunk []byte, drawn, footer string) []byte {
	if drawn == "" && footer == "" {
		return chunk
	}
	var b []byte
	if drawn != "" {
		b = append(b, eraseLine...)
	}
	return append(append(b, chunk...), footer...)
}

// note leaves a note on a channel of capacity 1 unless one is there.
func note(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
