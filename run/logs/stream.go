package logs

// This file defines Stream: from bytes, however they are cut, to lines.

import (
	"bytes"
	"unicode/utf8"
)

// maxBatch bounds the number of lines in one call of the Sink.
const maxBatch = 4096

// Stream is an io.Writer that makes lines of what is written to it. It belongs
// to one goroutine; Close delivers a last line that has no line end. What is
// written without a line end waits for one, or for Close.
type Stream struct {
	o    Options
	sink Sink

	carry []byte   // the beginning of a line whose end has not come yet
	long  longLine // of a line that is too long to wait for its end

	batch   []Line
	scratch []byte // texts of this batch that differ from what was written
	find    spanFinder
}

// NewStream makes a stream that delivers to sink.
func NewStream(o Options, sink Sink) *Stream {
	return &Stream{o: o.withDefaults(), sink: sink}
}

// Write takes the next bytes. It never fails and keeps none of p.
func (s *Stream) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		switch {
		case s.long.active:
			p = s.writeLong(p)
		case len(s.carry) > 0:
			p = s.writeCarry(p)
		default:
			last := bytes.LastIndexByte(p, '\n')
			if last < 0 {
				p = s.writeCarry(p)
				break
			}
			s.lines(p[:last+1])
			p = p[last+1:]
		}
	}
	return written, nil
}

// Close delivers what is left. Writing after it begins a new line.
func (s *Stream) Close() error {
	switch {
	case s.long.active:
		s.feedLong(nil, true)
	case len(s.carry) > 0:
		s.lines(s.carry)
		s.carry = s.carry[:0]
	}
	return nil
}

// writeCarry completes the carried line, or carries more of it up to the
// limit. It gives what is left of p.
func (s *Stream) writeCarry(p []byte) []byte {
	part, ended := p, false
	if i := bytes.IndexByte(p, '\n'); i >= 0 {
		part, ended = p[:i+1], true
	}
	limit := s.o.MaxLine
	if couldBeMessage(s.carry) || len(s.carry) < minMaxLine {
		// Of a line that has just begun it is not known yet what it will be;
		// the next round knows.
		limit = s.o.MaxMessage
	}
	if room := limit + 2 - len(s.carry); len(part) > room {
		part, ended = p[:max(room, 0)], false
	}
	s.carry = append(s.carry, part...)
	switch {
	case ended:
		s.lines(s.carry)
		s.resetCarry()
	case len(s.carry) > s.o.MaxLine && !couldBeMessage(s.carry), len(s.carry) > s.o.MaxMessage:
		s.beginLong(s.carry)
		s.resetCarry()
	}
	return p[len(part):]
}

// resetCarry empties the carry, and gives a large one back.
func (s *Stream) resetCarry() {
	s.carry = s.carry[:0]
	if cap(s.carry) > 4*DefaultMaxLine {
		s.carry = nil
	}
}

// lines delivers whole lines; only the last one may lack its line end.
func (s *Stream) lines(chunk []byte) {
	for len(chunk) > 0 {
		taken, special := s.cut(chunk)
		s.mask(chunk[:taken], special)
		s.deliver()
		chunk = chunk[taken:]
	}
}

// cut makes a batch of the lines at the beginning of chunk and finds their
// messages. It gives the length of these lines and whether any of them is other
// than written, or too long.
func (s *Stream) cut(chunk []byte) (taken int, special bool) {
	for taken < len(chunk) && len(s.batch) < maxBatch {
		text := chunk[taken:]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[:i]
			taken++
		}
		taken += len(text)
		text = dropCR(text)
		l := Line{Text: text}
		if len(text) > s.o.MaxLine {
			special = true
		}
		if len(text) > len(messagePrefix) && startsLikeMessage(text[0]) && couldBeMessage(text) {
			special = s.message(&l) || special
		}
		s.batch = append(s.batch, l)
	}
	return taken, special
}

// message parses a line that could be one, learns its secrets and puts what may
// be shown in the place of its text. It says whether the line was one.
func (s *Stream) message(l *Line) bool {
	found, ok := parse(l.Text, s.o.MaxMessage)
	if !ok {
		return false
	}
	for _, secret := range found.secrets {
		s.o.Redactor.Add(secret)
	}
	if found.keep >= 0 {
		at := len(s.scratch)
		s.scratch = append(append(s.scratch, l.Text[:found.keep]...), Mask...)
		l.Text = s.scratch[at:len(s.scratch):len(s.scratch)]
	}
	if !s.o.NoMessages {
		l.Message = found.message
	}
	return true
}

// mask puts the batch of the lines of chunk into the form that is shown.
func (s *Stream) mask(chunk []byte, special bool) {
	set := s.o.Redactor.secrets()
	secret := len(set.whole) > 0 || bytes.Contains(chunk, redactedToken) || len(s.find.spans(chunk, set)) > 0
	valid := utf8.Valid(chunk)
	if !special && !secret && valid {
		return
	}
	for i := range s.batch {
		l := &s.batch[i]
		if secret || special {
			l.Text = s.maskLine(l.Text, set)
			if m := l.Message; m != nil && m.Text != "" {
				m.Text = string(appendText(nil, appendRedacted(nil, []byte(m.Text), set, &s.find)))
			}
		}
		l.Text = s.decode(l.Text)
	}
	if special {
		s.batch = s.split(s.batch)
	}
}

// maskLine masks the secrets of one line.
func (s *Stream) maskLine(text []byte, set *secretSet) []byte {
	at := len(s.scratch)
	if set.isWhole(text) {
		s.scratch = append(s.scratch, Mask...)
		return s.scratch[at:len(s.scratch):len(s.scratch)]
	}
	if i := bytes.Index(text, redactedToken); i > 0 && !bytes.Equal(bytes.TrimSpace(text[i+len(redactedToken):]), maskBytes) {
		// The trace of a shell, say: a secret on its way into a message.
		s.scratch = append(append(append(s.scratch, text[:i]...), redactedToken...), ' ')
		s.scratch = append(s.scratch, Mask...)
		text = s.scratch[at:len(s.scratch):len(s.scratch)]
		at = len(s.scratch)
	}
	if len(s.find.spans(text, set)) == 0 {
		return text
	}
	s.scratch = s.find.appendMasked(s.scratch, text)
	return s.scratch[at:len(s.scratch):len(s.scratch)]
}

// decode makes a text valid UTF-8.
func (s *Stream) decode(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	at := len(s.scratch)
	s.scratch = appendText(s.scratch, text)
	return s.scratch[at:len(s.scratch):len(s.scratch)]
}

// split cuts the lines that are too long into pieces.
func (s *Stream) split(batch []Line) []Line {
	var out []Line
	for _, l := range batch {
		for len(l.Text) > s.o.MaxLine {
			n := cutAt(l.Text, s.o.MaxLine)
			out = append(out, Line{Text: l.Text[:n], Continued: l.Continued, More: true, Message: l.Message})
			l = Line{Text: l.Text[n:], Continued: true}
		}
		out = append(out, l)
	}
	return out
}

// deliver hands the batch on and begins another.
func (s *Stream) deliver() {
	if len(s.batch) > 0 {
		s.sink(s.batch)
	}
	clear(s.batch) // for the messages and long texts to be freed
	s.batch = s.batch[:0]
	s.scratch = s.scratch[:0]
	if cap(s.scratch) > 16*DefaultMaxLine {
		s.scratch = nil
	}
}

func dropCR(text []byte) []byte {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		return text[:n-1]
	}
	return text
}
