package logs

// This file defines Tail: the last lines of a stream, for reports of a failure.

import "sync"

// Tail keeps the last lines of a stream in memory. It is safe for concurrent
// use.
type Tail struct {
	mu       sync.Mutex
	maxBytes int
	ring     [][]byte
	next     int  // where the next line goes
	full     bool // the ring has gone round
	open     bool // the latest line may be continued
	cut      bool // the latest line was cut
}

// cutMark ends a line that Tail has cut.
const cutMark = " [cut]"

// NewTail keeps n lines (at least 1). Of a line longer than maxBytes it keeps
// the beginning, and marks it as cut; maxBytes 0 is 1,000.
func NewTail(n, maxBytes int) *Tail {
	if maxBytes <= 0 {
		maxBytes = 1000
	}
	return &Tail{maxBytes: maxBytes, ring: make([][]byte, max(n, 1))}
}

// Add is a Sink.
func (t *Tail) Add(batch []Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	// Lines that this very batch pushes out need not be copied. The pieces of
	// one line count as several, so enough is kept.
	if skip := len(batch) - len(t.ring); skip > 0 && wholeLines(batch[skip-1:]) {
		batch = batch[skip:]
		t.open = false
	}
	for _, l := range batch {
		if !l.Continued || !t.open {
			t.ring[t.next] = t.ring[t.next][:0]
			t.next = (t.next + 1) % len(t.ring)
			t.full = t.full || t.next == 0
			t.cut = false
		}
		t.open = l.More
		t.extend(l.Text)
	}
}

func wholeLines(batch []Line) bool {
	for _, l := range batch {
		if l.Continued || l.More {
			return false
		}
	}
	return true
}

// extend adds text to the latest line.
func (t *Tail) extend(text []byte) {
	i := (t.next + len(t.ring) - 1) % len(t.ring)
	line := t.ring[i]
	if t.cut {
		return
	}
	if room := t.maxBytes - len(line); len(text) > room {
		line = append(append(line, text[:cutAt(text, room)]...), cutMark...)
		t.cut = true
	} else {
		line = append(line, text...)
	}
	t.ring[i] = line
}

// Lines gives the last lines, oldest first.
func (t *Tail) Lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	ring := t.ring[:t.next]
	if t.full {
		ring = append(append([][]byte(nil), t.ring[t.next:]...), ring...)
	}
	out := make([]string, len(ring))
	for i, l := range ring {
		out[i] = string(l)
	}
	return out
}
