package logs

// This file streams lines that are too long to be held in memory.

import "bytes"

// longLine is the state of such a line.
type longLine struct {
	active  bool
	begun   bool     // a piece of it was delivered
	message *Message // for the first piece
	pending []byte   // not yet looked through to the end
	covered int      // bytes at the beginning of pending that a mask stands for
	open    bool     // the text ends in a mask that goes on
	swallow bool     // the rest of the line is masked
	text    []byte   // masked, not yet delivered
}

// beginLong goes over to a long line that starts with b.
func (s *Stream) beginLong(b []byte) {
	s.long = longLine{active: true}
	if couldBeMessage(b) {
		if found, ok := parse(b, s.o.MaxMessage); ok {
			if !s.o.NoMessages {
				s.long.message = found.message
			}
			if found.keep >= 0 {
				s.long.text = append(append(s.long.text, b[:found.keep]...), Mask...)
				s.long.open, s.long.swallow = true, true
				b = nil
			}
		}
	}
	s.feedLong(b, false)
}

// writeLong takes what p has of the long line and gives the rest.
func (s *Stream) writeLong(p []byte) []byte {
	if i := bytes.IndexByte(p, '\n'); i >= 0 {
		s.feedLong(p[:i], true)
		return p[i+1:]
	}
	n := min(len(p), s.o.MaxLine)
	s.feedLong(p[:n], false)
	return p[n:]
}

// feedLong takes the next bytes of the line and delivers full pieces, at its
// end all.
func (s *Stream) feedLong(b []byte, end bool) {
	l := &s.long
	if !l.swallow {
		l.pending = append(l.pending, b...)
		if end {
			l.pending = dropCR(l.pending)
		}
		set := s.o.Redactor.secrets()
		// What begins here may be a secret whose rest has not come.
		hold := max(set.longest, len(redactedToken), minMaxLine)
		if end || len(l.pending) >= 2*hold+s.o.MaxLine {
			s.maskLong(set, hold, end)
		}
	}
	for len(l.text) > s.o.MaxLine {
		n := cutAt(l.text, s.o.MaxLine)
		s.piece(l.text[:n], true)
		l.text = append(l.text[:0], l.text[n:]...)
	}
	if end {
		s.piece(l.text, false)
		s.long = longLine{}
	}
}

// maskLong moves pending bytes to the text, but for the last hold bytes.
func (s *Stream) maskLong(set *secretSet, hold int, end bool) {
	l := &s.long
	n := len(l.pending)
	if !end {
		n -= hold
	}
	token := bytes.Index(l.pending, redactedToken)
	if token >= 0 && token < n {
		n = token // up to it as usual
	}
	spans := s.find.spans(l.pending, set)
	at := l.covered
	for _, sp := range spans {
		if sp.start >= n {
			break
		}
		if sp.start > at || !l.open {
			if from := min(at, n); sp.start > from {
				l.text = append(l.text, l.pending[from:sp.start]...)
			}
			l.text = append(l.text, Mask...)
			l.open = true
		}
		at = max(at, sp.end)
	}
	if at < n {
		l.text = append(l.text, l.pending[at:n]...)
		l.open = false
		at = n
	}
	l.covered = at - n
	l.pending = append(l.pending[:0], l.pending[n:]...)
	if token >= 0 && n == token {
		if !touches(spans, token, token+len(redactedToken)) && l.covered == 0 {
			l.text = append(append(l.text, redactedToken...), ' ')
		}
		l.text = append(l.text, Mask...)
		l.open, l.swallow, l.pending, l.covered = true, true, nil, 0
	}
}

// touches says whether a secret lies in or across a range.
func touches(spans []span, start, end int) bool {
	for _, sp := range spans {
		if sp.start < end && sp.end > start {
			return true
		}
	}
	return false
}

// piece delivers one piece of the long line.
func (s *Stream) piece(text []byte, more bool) {
	l := &s.long
	s.batch = append(s.batch, Line{Text: s.decode(text), Continued: l.begun, More: more, Message: l.message})
	l.begun, l.message = true, nil
	s.deliver()
}
