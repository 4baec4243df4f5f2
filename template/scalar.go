// This file maps offsets in decoded strings to places in the file, for each
// style in which a string can be written.

package template

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// cursor walks over a text and counts lines and columns (in runes) as it goes.
// A line ends at LF, CRLF or a lone CR.
type cursor struct {
	src          []byte
	at           int // byte offset of the next character
	line, column int
}

func newCursor(src []byte, at, line, column int) cursor { return cursor{src, at, line, column} }

func (c *cursor) end() bool { return c.at >= len(c.src) }

// peek returns the next character, 0 at the end.
func (c *cursor) peek() rune {
	if c.end() {
		return 0
	}
	if b := c.src[c.at]; b < utf8.RuneSelf {
		return rune(b)
	}
	r, _ := utf8.DecodeRune(c.src[c.at:])
	return r
}

// take returns the next character and steps over it; CRLF comes as one LF, a
// lone CR as LF.
func (c *cursor) take() rune {
	if c.end() {
		return 0
	}
	r, size := utf8.DecodeRune(c.src[c.at:])
	c.at += size
	c.column++
	if r == '\r' {
		if c.peek() == '\n' {
			c.at++
		}
		r = '\n'
	}
	if r == '\n' {
		c.line, c.column = c.line+1, 1
	}
	return r
}

// blank reports whether the next character is a space or a tab.
func (c *cursor) blank() bool { return c.peek() == ' ' || c.peek() == '\t' }

// lineEnd reports whether the next character ends the line.
func (c *cursor) lineEnd() bool { return c.peek() == '\n' || c.peek() == '\r' }

// escape reads an escape sequence of a double-quoted string, from its
// backslash on; json takes JSON's rules instead of YAML's. false: there is
// none, and nothing but the backslash is consumed.
func (c *cursor) escape(json bool) (rune, bool) {
	const simple = "\"\"\\\\//b\bf\fn\nr\rt\t"
	const yamlOnly = "0\x00a\aev\vN\u0085_\u00a0L\u2028P\u2029  \t\t"
	start := *c
	c.take()
	r := c.take()
	if size := map[rune]int{'x': 2, 'u': 4, 'U': 8}[r]; size > 0 && (r == 'u' || !json) {
		if v, ok := c.hex(size); ok {
			return c.surrogates(v, json), true
		}
		*c = start
		return 0, false
	}
	if r == 'e' && !json {
		return 0x1b, true
	}
	table := simple
	if !json {
		table += strings.Replace(yamlOnly, "e", "", 1)
	}
	runes := []rune(table)
	for i := 0; i+1 < len(runes); i += 2 {
		if runes[i] == r {
			return runes[i+1], true
		}
	}
	*c = start
	return 0, false
}

// hex reads exactly size hexadecimal digits.
func (c *cursor) hex(size int) (rune, bool) {
	var v rune
	for range size {
		switch r := c.peek(); {
		case r >= '0' && r <= '9':
			v = v<<4 | (r - '0')
		case r >= 'a' && r <= 'f':
			v = v<<4 | (r - 'a' + 10)
		case r >= 'A' && r <= 'F':
			v = v<<4 | (r - 'A' + 10)
		default:
			return 0, false
		}
		c.take()
	}
	return v, true
}

// surrogates joins the two halves of a JSON surrogate pair; a lone half
// becomes the replacement character, as in the standard library.
func (c *cursor) surrogates(v rune, json bool) rune {
	if !json || !utf16.IsSurrogate(v) {
		return v
	}
	ahead := *c
	if ahead.take() == '\\' && ahead.take() == 'u' {
		if low, ok := ahead.hex(4); ok {
			if joined := utf16.DecodeRune(v, low); joined != utf8.RuneError {
				*c = ahead
				return joined
			}
		}
	}
	return utf8.RuneError
}

// scalarMap maps rune offsets in the decoded text of a string to places in the
// file. It reads the file's text again, because decoding folds lines, undoes
// escapes and cuts indentation.
type scalarMap struct {
	start  Position
	places []place // one a rune, and one for the end; nil: only start is known
}

type place struct{ line, column int32 }

// mapScalar builds the map for a string node. A text that cannot be followed
// maps to its start.
func mapScalar(source *Source, n *node) *scalarMap {
	m := &scalarMap{start: n.pos}
	at, ok := source.offset(n.pos)
	if !ok {
		return m
	}
	f := &follower{cursor: newCursor(source.Bytes, at, n.pos.Line, n.pos.Column), text: n.text, want: n.text}
	f.skipProperties()
	start := f.cursor
	switch n.style {
	case literalBlock, foldedBlock:
		for indent := f.blockIndent(); indent >= 0; indent-- {
			f.restart(start)
			if f.block(n.style == foldedBlock, indent); f.complete() {
				break
			}
		}
	case plainStyle:
		f.flow(0)
	case singleQuoted:
		f.take()
		f.flow('\'')
	case doubleQuoted, jsonQuoted:
		f.take()
		f.json = n.style == jsonQuoted
		f.flow('"')
	}
	if f.complete() {
		m.places = append(f.places, place{int32(f.line), int32(f.column)})
	}
	return m
}

// at is the place of a rune offset.
func (m *scalarMap) at(offset int) Position {
	if offset < 0 || offset >= len(m.places) {
		return m.start
	}
	p := m.places[offset]
	return Position{m.start.File, int(p.line), int(p.column)}
}

// scalarPosition maps one rune offset in a decoded string to its place.
func scalarPosition(source *Source, n *node, offset int) Position {
	return mapScalar(source, n).at(offset)
}

// follower decodes a scalar beside the text that it is known to decode to, and
// notes the place of every character. The known text tells it where to end.
type follower struct {
	cursor
	text   string // what it decodes to
	want   string // the part of text that is still to come
	places []place
	lost   bool // the decoded text differs: the places mean nothing
	json   bool
}

func (f *follower) complete() bool { return !f.lost && f.want == "" }

// restart begins again at a place of the file.
func (f *follower) restart(at cursor) {
	f.cursor, f.want, f.places, f.lost = at, f.text, nil, false
}

// emit notes that the next wanted character is r and stands at the place from.
func (f *follower) emit(r rune, from cursor) {
	if f.want == "" {
		return
	}
	next, size := utf8.DecodeRuneInString(f.want)
	if next != r {
		f.lost = true
		return
	}
	f.want = f.want[size:]
	f.places = append(f.places, place{int32(from.line), int32(from.column)})
}

// going reports whether there is more to follow.
func (f *follower) going() bool { return !f.lost && f.want != "" && !f.end() }

// skipProperties steps over an anchor and a tag in front of the value.
func (f *follower) skipProperties() {
	for f.peek() == '&' || f.peek() == '!' {
		for !f.end() && !f.blank() && !f.lineEnd() {
			f.take()
		}
		for f.blank() || f.lineEnd() {
			f.take()
		}
	}
}

// flow follows a plain or quoted scalar: blanks around a line break vanish,
// the first break of several too, and a single one becomes a space.
func (f *follower) flow(quote rune) {
	for f.going() {
		from := f.cursor
		switch {
		case f.json:
			f.flowCharacter(quote, from)
		case f.blank() || f.lineEnd():
			f.fold(from)
		default:
			f.flowCharacter(quote, from)
		}
	}
}

// fold follows a run of blanks and line breaks.
func (f *follower) fold(from cursor) {
	breaks := 0
	run := f.cursor
	for f.blank() || f.lineEnd() {
		if f.take() == '\n' {
			breaks++
		}
	}
	switch breaks {
	case 0:
		for run.at < f.at {
			f.emit(run.peek(), run)
			run.take()
		}
	case 1:
		f.emit(' ', from)
	default:
		for range breaks - 1 {
			f.emit('\n', from)
		}
	}
}

// flowCharacter follows one character that is no blank, or one escape.
func (f *follower) flowCharacter(quote rune, from cursor) {
	r := f.peek()
	switch {
	case quote == '\'' && r == '\'':
		f.take()
		f.take()
		f.emit('\'', from)
	case quote == '"' && r == '\\':
		if decoded, ok := f.escape(f.json); ok {
			f.emit(decoded, from)
			return
		}
		f.take()
		if !f.lineEnd() {
			f.lost = true
			return
		}
		for f.lineEnd() || f.blank() {
			f.take() // an escaped line break and the next line's indentation are nothing
		}
	default:
		f.take()
		f.emit(r, from)
	}
}

// skipHeader steps over the first line of a block scalar.
func (f *follower) skipHeader() {
	for !f.end() && !f.lineEnd() {
		f.take()
	}
	f.take()
}

// blockIndent is the indentation of a block scalar's first line with text. A
// header that gives the indentation may mean less; then less is tried.
func (f *follower) blockIndent() int {
	ahead := f.cursor
	for !ahead.end() && !ahead.lineEnd() {
		ahead.take()
	}
	ahead.take()
	for {
		for ahead.peek() == ' ' {
			ahead.take()
		}
		if ahead.end() || !ahead.lineEnd() {
			return ahead.column - 1
		}
		ahead.take()
	}
}

// block follows a block scalar of the given indentation.
func (f *follower) block(folded bool, indent int) {
	f.skipHeader()
	var pending []cursor // line breaks not yet emitted, where they stand
	previousBlank := true
	for first := true; f.going(); first = false {
		for f.column <= indent && f.peek() == ' ' {
			f.take()
		}
		if f.lineEnd() {
			pending = append(pending, f.cursor)
			f.take()
			continue
		}
		if f.column <= indent {
			break
		}
		blank := f.blank()
		f.breaks(pending, folded && !first && !previousBlank && !blank)
		pending, previousBlank = pending[:0], blank
		for !f.end() && !f.lineEnd() && f.want != "" && !f.lost {
			from := f.cursor
			f.emit(f.take(), from)
		}
		if f.lineEnd() {
			pending = append(pending, f.cursor)
			f.take()
		}
	}
	f.breaks(pending, false)
}

// breaks emits the line breaks between two lines with text; where lines fold,
// one break becomes a space and the first of several vanishes.
func (f *follower) breaks(pending []cursor, fold bool) {
	switch {
	case fold && len(pending) == 1:
		f.emit(' ', pending[0])
		return
	case fold && len(pending) > 1:
		pending = pending[1:]
	}
	for _, at := range pending {
		f.emit('\n', at)
	}
}
