// This file reads combination expressions (§3.4.3).

package template

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxCombination is the greatest length of a combination (§3.4.3).
const maxCombination = 1280

// Combination is how task parameters are combined (§3.4.3): one parameter, a
// product, whose leftmost part varies slowest, or an association, whose parts
// go in lockstep. Exactly one of the three is set.
type Combination struct {
	Parameter   string
	Product     []*Combination // two or more
	Association []*Combination // one or more
}

// String is the combination as a document would write it.
func (c *Combination) String() string {
	join := func(parts []*Combination, sep string) string {
		texts := make([]string, len(parts))
		for i, p := range parts {
			texts[i] = p.String()
		}
		return strings.Join(texts, sep)
	}
	switch {
	case c.Product != nil:
		return join(c.Product, " * ")
	case c.Association != nil:
		return "(" + join(c.Association, ", ") + ")"
	}
	return c.Parameter
}

// names calls f for every parameter from left to right.
func (c *Combination) names(f func(name string)) {
	if c.Parameter != "" {
		f(c.Parameter)
	}
	for _, part := range c.Product {
		part.names(f)
	}
	for _, part := range c.Association {
		part.names(f)
	}
}

// combinationError is a fault of a combination at a rune offset in its text.
type combinationError struct {
	offset  int
	message string
}

func (e *combinationError) Error() string { return e.message }

// parseCombination reads
//
//	Combination := Element ("*" Element)*
//	Element     := "(" Combination ("," Combination)* ")" | Identifier
//
// with blanks anywhere between them. Errors are *combinationError.
func parseCombination(text string) (c *Combination, err error) {
	p := &combinationParser{text: text}
	c, err = p.combination()
	if err == nil && p.pos < len(text) {
		err = p.unexpected(`"*" or the end`)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

type combinationParser struct {
	text string
	pos  int
}

func (p *combinationParser) next() byte {
	for p.pos < len(p.text) && p.text[p.pos] == ' ' {
		p.pos++
	}
	if p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

func (p *combinationParser) combination() (*Combination, error) {
	var parts []*Combination
	for {
		part, err := p.element()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if p.next() != '*' {
			break
		}
		p.pos++
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return &Combination{Product: parts}, nil
}

func (p *combinationParser) element() (*Combination, error) {
	if p.next() == '(' {
		return p.association()
	}
	start := p.pos
	for p.pos < len(p.text) && isIdentifier("_"+p.text[p.pos:p.pos+1]) {
		p.pos++
	}
	name := p.text[start:p.pos]
	if !isIdentifier(name) {
		p.pos = start
		return nil, p.unexpected("the name of a task parameter or \"(\"")
	}
	return &Combination{Parameter: name}, nil
}

func (p *combinationParser) association() (*Combination, error) {
	var parts []*Combination
	for {
		p.pos++ // the parenthesis or comma
		part, err := p.combination()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		switch p.next() {
		case ',':
			continue
		case ')':
			p.pos++
			return &Combination{Association: parts}, nil
		}
		return nil, p.unexpected(`"*", "," or ")"`)
	}
}

func (p *combinationParser) unexpected(wanted string) error {
	e := &combinationError{offset: utf8.RuneCountInString(p.text[:p.pos])}
	if p.pos == len(p.text) {
		e.message = fmt.Sprintf("the combination ends where %s should stand", wanted)
		return e
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	e.message = fmt.Sprintf("%q stands where %s should", r, wanted)
	return e
}
