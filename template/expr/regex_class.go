// This file reads the escapes and the character classes of regular
// expressions. \d, \w and \s have their Unicode meaning (§2.2.5).

package expr

import (
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// escape reads behind a backslash, outside of a class.
func (p *regexParser) escape(start int) (re *syntax.Regexp, repeatable bool) {
	switch {
	case p.looking("b{"):
		p.fail(start, `\b{…} is not supported`)
	case p.looking("b"):
		p.pos++
		return &syntax.Regexp{Op: syntax.OpWordBoundary}, false
	case p.looking("B"):
		p.pos++
		return &syntax.Regexp{Op: syntax.OpNoWordBoundary}, false
	case p.looking("A"):
		p.pos++
		return &syntax.Regexp{Op: syntax.OpBeginText}, false
	case p.looking("Z"), p.looking("z"):
		p.fail(start, `\%c is not supported; write $ for the end of the text`, p.rest()[0])
	}
	if set := p.perlClass(); set != nil {
		return set.tree(), true
	}
	return p.literal(p.escapedRune(start)), true
}

// perlClass reads \d \w \s and their opposites, behind the backslash.
func (p *regexParser) perlClass() runeSet {
	if p.pos == len(p.pattern) {
		return nil
	}
	var set runeSet
	letter := p.pattern[p.pos]
	switch letter | 0x20 {
	case 'd':
		set = digitRunes()
	case 'w':
		set = wordRunes()
	case 's':
		set = spaceRunes()
	default:
		return nil
	}
	p.pos++
	if letter&0x20 == 0 {
		set = set.negate()
	}
	return set
}

// escapedRune reads an escape that stands for one character.
func (p *regexParser) escapedRune(start int) rune {
	if p.pos == len(p.pattern) {
		p.fail(start, `the pattern ends with a backslash; write "\\" for the character`)
	}
	c := p.take()
	switch c {
	case 'a':
		return '\a'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'x':
		return p.hexRune(start, 2)
	case 'u':
		return p.hexRune(start, 4)
	case 'U':
		return p.hexRune(start, 8)
	case 'p', 'P':
		p.fail(start, `\%c is not supported; name the characters, or use \w, \d, \s`, c)
	case '<', '>':
		p.fail(start, `\%c is not supported; write \b for a word boundary, %c for the character`, c, c)
	}
	switch {
	case c >= '0' && c <= '9':
		p.fail(start, `\%c is not supported: there are no references to groups and no octal numbers`, c)
	case c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z':
		p.fail(start, `\%c is no known escape`, c)
	}
	return c
}

// hexRune reads exactly n hexadecimal digits.
func (p *regexParser) hexRune(start, n int) rune {
	letter := p.pattern[p.pos-1]
	if p.looking("{") {
		p.fail(start, `\%c{…} is not supported; write \xHH, \uHHHH or \UHHHHHHHH`, letter)
	}
	digits := p.rest()[:min(n, len(p.rest()))]
	code, err := strconv.ParseUint(digits, 16, 32)
	if len(digits) < n || err != nil || strings.ContainsAny(digits, "+_") {
		p.fail(start, `\%c needs %d hexadecimal digits`, letter, n)
	}
	if code > unicode.MaxRune || !utf8.ValidRune(rune(code)) {
		p.fail(start, `\%c%s is no character`, letter, digits)
	}
	p.pos += n
	return rune(code)
}

// class reads behind "[" to its "]".
func (p *regexParser) class(start int) *syntax.Regexp {
	negated := p.looking("^")
	if negated {
		p.pos++
	}
	var set, perls runeSet // perls: \w and the like, which folding leaves as they are
	for first := true; first || !p.looking("]"); first = false {
		if p.pos == len(p.pattern) {
			p.fail(start, `"[" is not closed; write "\[" for the character`)
		}
		p.refuseInClass()
		low, perl := p.classItem()
		if perl != nil {
			if p.looking("-") && !p.looking("-]") {
				p.fail(p.pos, `a class such as \w cannot begin a range; put "-" at the end`)
			}
			perls = perls.union(perl)
			continue
		}
		high := low
		if p.looking("-") && !p.looking("-]") {
			at := p.pos
			p.pos++
			if p.looking("-") || p.pos == len(p.pattern) {
				p.fail(at, `"--" is not supported in a class; write "\-"`)
			}
			p.refuseInClass()
			if high, perl = p.classItem(); perl != nil {
				p.fail(at, `a class such as \w cannot end a range; put "-" at the end`)
			}
			if high < low {
				p.fail(at, "the range %c-%c is the wrong way round", low, high)
			}
		}
		set = append(set, low, high)
	}
	p.pos++
	set = set.normal()
	if p.flags.fold {
		set = set.folded().normal()
	}
	set = perls.union(set)
	if negated {
		set = set.negate()
	}
	return set.tree()
}

// refuseInClass refuses what Rust or a later Python reads as set operations.
func (p *regexParser) refuseInClass() {
	for _, operator := range []string{"&&", "--", "~~"} {
		if p.looking(operator) {
			p.fail(p.pos, `%q is not supported in a class; write "\%c"`, operator, operator[0])
		}
	}
	if p.looking("[") {
		p.fail(p.pos, `a "[" in a class is not supported; write "\["`)
	}
	if p.flags.verbose && strings.IndexByte(" \t\n\r\v\f#", p.pattern[p.pos]) >= 0 {
		p.fail(p.pos, "blanks and # in a class are not supported under the flag x; escape them")
	}
}

// classItem reads one character or a \w of a class.
func (p *regexParser) classItem() (rune, runeSet) {
	start := p.pos
	c := p.take()
	if c != '\\' {
		return c, nil
	}
	if perl := p.perlClass(); perl != nil {
		return 0, perl
	}
	return p.escapedRune(start), nil
}

// runeSet is pairs of first and last characters.
type runeSet []rune

// tree is the set as a syntax tree.
func (s runeSet) tree() *syntax.Regexp {
	if len(s) == 0 {
		return &syntax.Regexp{Op: syntax.OpNoMatch}
	}
	return &syntax.Regexp{Op: syntax.OpCharClass, Rune: s}
}

// normal sorts the pairs and joins those that touch.
func (s runeSet) normal() runeSet {
	pairs := make([][2]rune, 0, len(s)/2)
	for i := 0; i < len(s); i += 2 {
		pairs = append(pairs, [2]rune{s[i], s[i+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	out := make(runeSet, 0, len(s))
	for _, pair := range pairs {
		if n := len(out); n > 0 && pair[0] <= out[n-1]+1 {
			out[n-1] = max(out[n-1], pair[1])
			continue
		}
		out = append(out, pair[0], pair[1])
	}
	return out
}

// union merges two normal sets, without sorting anew.
func (s runeSet) union(other runeSet) runeSet {
	switch {
	case len(s) == 0:
		return other
	case len(other) == 0:
		return s
	}
	out := make(runeSet, 0, len(s)+len(other))
	for len(s) > 0 || len(other) > 0 {
		from := &s
		if len(s) == 0 || len(other) > 0 && other[0] < s[0] {
			from = &other
		}
		low, high := (*from)[0], (*from)[1]
		*from = (*from)[2:]
		if n := len(out); n > 0 && low <= out[n-1]+1 {
			out[n-1] = max(out[n-1], high)
			continue
		}
		out = append(out, low, high)
	}
	return out
}

// negate is every other character; s must be normal.
func (s runeSet) negate() runeSet {
	out := make(runeSet, 0, len(s)+2)
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

// folded adds the characters that differ from those of s in case only. Only
// characters that have a case need a look. s must be normal, or the same ones
// would be added over and over.
func (s runeSet) folded() runeSet {
	out := slices.Clone(s)
	for i := 0; i < len(s); i += 2 {
		for _, cased := range unicode.CaseRanges {
			for r := max(s[i], rune(cased.Lo)); r <= min(s[i+1], rune(cased.Hi)); r++ {
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					out = append(out, f, f)
				}
			}
		}
	}
	return out
}

// The three sets are constants that take a while to put together.
var (
	digitRunes = sync.OnceValue(func() runeSet { return tableRunes(unicode.Nd) })
	spaceRunes = sync.OnceValue(func() runeSet { return tableRunes(unicode.White_Space) })
	wordRunes  = sync.OnceValue(func() runeSet {
		return tableRunes(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.M,
			unicode.Nd, unicode.Pc, unicode.Join_Control)
	})
)

// isWordRune says whether \w matches r; \b needs it.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.M,
		unicode.Nd, unicode.Pc, unicode.Join_Control)
}

// tableRunes makes a set of Unicode's tables.
func tableRunes(tables ...*unicode.RangeTable) runeSet {
	var set runeSet
	add := func(low, high, stride rune) {
		if stride == 1 {
			set = append(set, low, high)
			return
		}
		for r := low; r <= high; r += stride {
			set = append(set, r, r)
		}
	}
	for _, table := range tables {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return set.normal()
}
