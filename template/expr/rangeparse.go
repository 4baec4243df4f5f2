// This file reads range expressions.

package expr

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// RangeError says what is wrong with the text of a range expression.
type RangeError struct {
	// Offset and End are the faulty part of the text in bytes. For an empty
	// text both are 0.
	Offset, End int
	// Message says what is wrong, without the position.
	Message string
	// Hint says what to write instead, if that is known.
	Hint string
}

func (e *RangeError) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + "; " + e.Hint
}

// ParseRange reads a range expression (§3.4.1.1.1):
//
//	Range   := Element ("," Element)*
//	Element := Int | Int "-" Int | Int "-" Int ":" Int
//	Int     := "-"? digit+
//
// Blanks and tabs may stand around numbers, "-", ":" and ",", and any white
// space around the whole. Each error is a *RangeError: a syntax fault, a
// number that needs more than 64 bits, a step of 0, a step against the
// direction, two elements that overlap, or more values than an int64 counts.
// Elements overlap if their written bounds do, as the specification's table
// has it: "1-10:4,10-15" is an error although 10 is no value of the first.
func ParseRange(text string) (*Range, error) {
	start := len(text) - len(strings.TrimLeft(text, rangeWhitespace))
	p := rangeParser{src: strings.TrimRight(text, rangeWhitespace), pos: start}
	if p.pos >= len(p.src) {
		return nil, &RangeError{Message: "the range expression is empty", Hint: `write for example "1-10"`}
	}
	var elements []rangeElement
	for {
		e, err := p.element()
		if err != nil {
			return nil, err
		}
		elements = append(elements, e)
		if p.pos == len(p.src) {
			break
		}
		p.pos++ // the comma, or element() had failed
	}
	return p.combine(elements)
}

// rangeWhitespace may surround a whole range expression; inside only blank
// and tab may stand.
const rangeWhitespace = " \t\r\n\v\f"

// rangeElement is one element as written, and its values.
type rangeElement struct {
	begin, end int   // in the text
	low, high  int64 // the written bounds, in order
	run        []Run
}

type rangeParser struct {
	src string
	pos int
}

func (p *rangeParser) fault(begin, end int, hint, format string, args ...any) error {
	return &RangeError{Offset: begin, End: end, Message: fmt.Sprintf(format, args...), Hint: hint}
}

func (p *rangeParser) blanks() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\t') {
		p.pos++
	}
}

// next is the byte at the position, or 0 at the end.
func (p *rangeParser) next() byte {
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// element reads one element and leaves the position at a comma or the end.
func (p *rangeParser) element() (rangeElement, error) {
	p.blanks()
	begin := p.pos
	first, err := p.integer()
	if err != nil {
		return rangeElement{}, err
	}
	last, step := first, int64(1)
	isRange := p.next() == '-'
	if isRange {
		p.pos++
		p.blanks()
		if last, err = p.integer(); err != nil {
			return rangeElement{}, err
		}
	}
	hasStep := p.next() == ':'
	if hasStep {
		if !isRange {
			return rangeElement{}, p.fault(begin, p.pos+1, `write "first-last:step"`, "a step needs a range before it")
		}
		p.pos++
		p.blanks()
		if step, err = p.integer(); err != nil {
			return rangeElement{}, err
		}
	}
	if p.next() != ',' && p.pos < len(p.src) {
		return rangeElement{}, p.unexpected("a comma or the end")
	}
	end := begin + len(strings.TrimRight(p.src[begin:p.pos], " \t"))
	return p.makeElement(begin, end, first, last, step, hasStep)
}

func (p *rangeParser) makeElement(begin, end int, first, last, step int64, hasStep bool) (rangeElement, error) {
	e := rangeElement{begin: begin, end: end, low: min(first, last), high: max(first, last)}
	written := p.src[begin:end]
	switch {
	case step == 0:
		return e, p.fault(begin, end, "", "the step of %q is 0", written)
	case first > last && step > 0:
		hint := fmt.Sprintf(`write "%d-%d", or a negative step`, last, first)
		if hasStep {
			hint = fmt.Sprintf(`write "%d-%d:%d"`, first, last, -step)
		}
		return e, p.fault(begin, end, hint, "the range %q goes down from %d to %d, but its step is %d", written, first, last, step)
	case first < last && step < 0:
		return e, p.fault(begin, end, "write a positive step", "the range %q goes up from %d to %d, but its step is %d", written, first, last, step)
	}
	size := uint64(step)
	if step < 0 {
		size = -size
	}
	gaps := (uint64(e.high) - uint64(e.low)) / size
	if gaps >= math.MaxInt64 {
		return e, p.fault(begin, end, "", "the range %q has more than %d values", written, int64(math.MaxInt64))
	}
	lowest := first
	if step < 0 {
		lowest = int64(uint64(first) - gaps*size)
	}
	e.run = appendRun(nil, lowest, size, 1, gaps+1)
	return e, nil
}

// integer reads a number and the blanks after it.
func (p *rangeParser) integer() (int64, error) {
	begin := p.pos
	if p.next() == '-' {
		p.pos++
	}
	digits := p.pos
	for p.pos < len(p.src) && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
		p.pos++
	}
	if p.pos == digits {
		return 0, p.unexpected("an integer")
	}
	v, err := strconv.ParseInt(p.src[begin:p.pos], 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, p.fault(begin, p.pos, "", "the number %s does not fit into 64 bits", abbreviate(p.src[begin:p.pos]))
	}
	p.blanks()
	return v, nil
}

// abbreviate keeps a message short when a number has thousands of digits.
func abbreviate(number string) string {
	const most = 40
	if len(number) <= most {
		return number
	}
	return number[:most] + "…"
}

func (p *rangeParser) unexpected(wanted string) error {
	if p.pos >= len(p.src) {
		return p.fault(p.pos, p.pos, "", "the range expression ends where %s should stand", wanted)
	}
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	return p.fault(p.pos, p.pos+size, "", "%q stands where %s should", r, wanted)
}

// combine puts the elements in order and refuses overlaps.
func (p *rangeParser) combine(elements []rangeElement) (*Range, error) {
	slices.SortStableFunc(elements, func(a, b rangeElement) int {
		switch {
		case a.low < b.low:
			return -1
		case a.low > b.low:
			return 1
		}
		return 0
	})
	runs := make([]Run, 0, len(elements))
	var total uint64
	for i, e := range elements {
		if i > 0 && elements[i-1].high >= e.low {
			return nil, p.overlap(elements[i-1], e)
		}
		for _, s := range e.run {
			total += uint64(s.Len())
			runs = append(runs, s)
		}
		if total > math.MaxInt64 {
			return nil, p.fault(0, len(p.src), "", "the range expression has more than %d values", int64(math.MaxInt64))
		}
	}
	return newRange(mergeRuns(runs)), nil
}

func (p *rangeParser) overlap(a, b rangeElement) error {
	if b.begin < a.begin {
		a, b = b, a
	}
	return p.fault(b.begin, b.end, "each value may be written once",
		"the ranges %q and %q overlap: they reach from %d to %d and from %d to %d",
		p.src[a.begin:a.end], p.src[b.begin:b.end], a.low, a.high, b.low, b.high)
}
