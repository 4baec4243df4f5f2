// This file reads the language's dialect of regular expressions, which is what
// Python's re and Rust's regex understand alike (§2.2.5), into the syntax tree
// of Go's package regexp/syntax. Whatever one of the two would refuse or read
// differently is refused here, with a hint.

package expr

import (
	"fmt"
	"math"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// regexError is what is wrong with a pattern.
type regexError struct {
	message string
	offset  int // into the pattern, in characters; -1 for all of it
}

func (e *regexError) Error() string {
	if e.offset < 0 {
		return e.message
	}
	return fmt.Sprintf("%s, at character %d of the pattern", e.message, e.offset+1)
}

const (
	maxRegexLength = 100_000 // bytes of a pattern
	maxRegexDepth  = 200     // groups within groups
	maxRegexSize   = 20_000  // instructions, repetitions written out
)

// regexParser reads one pattern.
type regexParser struct {
	pattern string
	pos     int
	depth   int
	groups  int
	names   map[string]bool
	flags   regexFlags
}

// regexFlags are the inline flags that change the meaning of what follows.
type regexFlags struct{ fold, multi, dotNL, verbose bool }

// parseRegex reads a pattern.
func parseRegex(pattern string) (tree *syntax.Regexp, groups int, err error) {
	if pattern == "" {
		return nil, 0, &regexError{"it is empty", -1}
	}
	if len(pattern) > maxRegexLength {
		return nil, 0, &regexError{fmt.Sprintf("it is longer than %d bytes", maxRegexLength), -1}
	}
	p := &regexParser{pattern: pattern, names: map[string]bool{}}
	defer func() {
		// fail panics with a regexError to leave the recursion.
		if r := recover(); r != nil {
			fault, ok := r.(*regexError)
			if !ok {
				panic(r)
			}
			err = fault
		}
	}()
	p.globalFlags()
	tree = p.alternation()
	if p.pos < len(pattern) {
		p.fail(p.pos, `")" closes no group; write "\)" for the character`)
	}
	if size := regexSize(tree); size > maxRegexSize || size*int64(p.groups+1) > 16*maxRegexSize {
		return nil, 0, &regexError{"it is too large with its repetitions written out", -1}
	}
	return tree, p.groups, nil
}

// fail leaves the parser with an error at a byte offset.
func (p *regexParser) fail(offset int, format string, args ...any) {
	panic(&regexError{
		message: fmt.Sprintf(format, args...),
		offset:  utf8.RuneCountInString(p.pattern[:offset]),
	})
}

func (p *regexParser) rest() string { return p.pattern[p.pos:] }

func (p *regexParser) looking(at string) bool { return strings.HasPrefix(p.rest(), at) }

// take consumes one character.
func (p *regexParser) take() rune {
	r, size := utf8.DecodeRuneInString(p.rest())
	p.pos += size
	return r
}

// globalFlags reads (?i) and the like, allowed only at the very start.
func (p *regexParser) globalFlags() {
	for p.looking("(?") {
		end := strings.IndexByte(p.rest(), ')')
		if end < 0 || strings.Trim(p.rest()[2:end], "imsxu") != "" || end == 2 {
			return
		}
		start := p.pos
		p.pos += 2
		p.flags = p.setFlags(p.pattern[start+2:start+end], start, true, p.flags)
		p.pos = start + end + 1
	}
}

// setFlags switches flags on or off. The letter u changes nothing: patterns
// always have the Unicode meaning.
func (p *regexParser) setFlags(letters string, offset int, on bool, flags regexFlags) regexFlags {
	seen := map[rune]bool{}
	for _, letter := range letters {
		if seen[letter] {
			p.fail(offset, "the flag %q stands twice", letter)
		}
		seen[letter] = true
		switch letter {
		case 'i':
			flags.fold = on
		case 'm':
			flags.multi = on
		case 's':
			flags.dotNL = on
		case 'x':
			flags.verbose = on
		case 'u':
			if !on {
				p.fail(offset, "the flag u cannot be switched off")
			}
		default:
			p.fail(offset, "unknown flag %q; there are i, m, s, x and u", letter)
		}
	}
	return flags
}

// alternation reads branches up to ")" or the end.
func (p *regexParser) alternation() *syntax.Regexp {
	branches := []*syntax.Regexp{p.branch()}
	for p.looking("|") {
		p.pos++
		branches = append(branches, p.branch())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return &syntax.Regexp{Op: syntax.OpAlternate, Sub: branches}
}

// branch reads what is matched one after the other.
func (p *regexParser) branch() *syntax.Regexp {
	var items []*syntax.Regexp
	for {
		p.skipVerbose()
		if p.pos == len(p.pattern) || p.looking("|") || p.looking(")") {
			break
		}
		items = append(items, p.repeated())
	}
	switch len(items) {
	case 0:
		return &syntax.Regexp{Op: syntax.OpEmptyMatch}
	case 1:
		return items[0]
	}
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: items}
}

// skipVerbose skips blanks and comments under (?x).
func (p *regexParser) skipVerbose() {
	for p.flags.verbose && p.pos < len(p.pattern) {
		switch p.pattern[p.pos] {
		case ' ', '\t', '\n', '\r', '\v', '\f':
			p.pos++
		case '#':
			if end := strings.IndexByte(p.rest(), '\n'); end >= 0 {
				p.pos += end + 1
			} else {
				p.pos = len(p.pattern)
			}
		default:
			return
		}
	}
}

// repeated reads an atom with at most one quantifier.
func (p *regexParser) repeated() *syntax.Regexp {
	item, repeatable := p.atom()
	p.skipVerbose()
	start := p.pos
	minimum, maximum, ok := p.quantifier()
	if !ok {
		return item
	}
	if !repeatable {
		p.fail(start, "there is nothing to repeat before %q", p.pattern[start:p.pos])
	}
	re := &syntax.Regexp{Sub: []*syntax.Regexp{item}, Min: minimum, Max: maximum}
	switch {
	case minimum == 0 && maximum == -1:
		re.Op = syntax.OpStar
	case minimum == 1 && maximum == -1:
		re.Op = syntax.OpPlus
	case minimum == 0 && maximum == 1:
		re.Op = syntax.OpQuest
	default:
		re.Op = syntax.OpRepeat
	}
	if p.looking("?") {
		p.pos++
		re.Flags |= syntax.NonGreedy
	}
	p.skipVerbose()
	if rest := p.rest(); rest != "" && strings.IndexByte("*+?{", rest[0]) >= 0 {
		p.fail(p.pos, "%q repeats a repetition; put the inner one into (?:…)", rest[:1])
	}
	return re
}

// quantifier reads * + ? {n} {n,} {n,m}. maximum is -1 for no bound.
func (p *regexParser) quantifier() (minimum, maximum int, ok bool) {
	switch {
	case p.looking("*"):
		p.pos++
		return 0, -1, true
	case p.looking("+"):
		p.pos++
		return 1, -1, true
	case p.looking("?"):
		p.pos++
		return 0, 1, true
	case !p.looking("{"):
		return 0, 0, false
	}
	start := p.pos
	body, _, closed := strings.Cut(p.rest()[1:], "}")
	low, high, two := strings.Cut(body, ",")
	if !closed || !digitsOnly(low) || two && high != "" && !digitsOnly(high) {
		p.fail(start, `"{" starts no repetition {n}, {n,} or {n,m}; write "\{" for the character`)
	}
	p.pos += len(body) + 2
	minimum = p.count(low, start)
	switch {
	case !two:
		maximum = minimum
	case high == "":
		maximum = -1
	default:
		maximum = p.count(high, start)
		if maximum < minimum {
			p.fail(start, "{%s} has its bounds in the wrong order", body)
		}
	}
	return minimum, maximum, true
}

func (p *regexParser) count(digits string, offset int) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxRegexSize {
		p.fail(offset, "more than %d repetitions are too many", maxRegexSize)
	}
	return n
}

func digitsOnly(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// atom reads one thing that a quantifier could follow; assertions can not be
// repeated.
func (p *regexParser) atom() (re *syntax.Regexp, repeatable bool) {
	start := p.pos
	switch c := p.take(); c {
	case '(':
		return p.group(start), true
	case '[':
		return p.class(start), true
	case '.':
		if p.flags.dotNL {
			return &syntax.Regexp{Op: syntax.OpAnyChar}, true
		}
		return &syntax.Regexp{Op: syntax.OpAnyCharNotNL}, true
	case '^':
		return p.assertion(syntax.OpBeginText, syntax.OpBeginLine), false
	case '$':
		return p.assertion(syntax.OpEndText, syntax.OpEndLine), false
	case '\\':
		return p.escape(start)
	case '*', '+', '?':
		p.fail(start, `there is nothing to repeat before %q; write "\%c" for the character`, c, c)
	case '{':
		p.fail(start, `"{" repeats nothing; write "\{" for the character`)
	default:
		return p.literal(c), true
	}
	return nil, false
}

// assertion is ^ or $, which (?m) lets match at lines.
func (p *regexParser) assertion(text, line syntax.Op) *syntax.Regexp {
	if p.flags.multi {
		return &syntax.Regexp{Op: line}
	}
	return &syntax.Regexp{Op: text}
}

func (p *regexParser) literal(r rune) *syntax.Regexp {
	re := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{r}}
	if p.flags.fold {
		re.Flags |= syntax.FoldCase
	}
	return re
}

// group reads behind "(" to its ")".
func (p *regexParser) group(start int) *syntax.Regexp {
	if p.depth++; p.depth > maxRegexDepth {
		p.fail(start, "groups are nested more than %d deep", maxRegexDepth)
	}
	outer := p.flags
	capture, name := 0, ""
	if p.looking("?") {
		name = p.groupKind(start)
	}
	if !strings.HasPrefix(p.pattern[start:], "(?") || name != "" {
		p.groups++
		capture = p.groups
	}
	inner := p.alternation()
	if !p.looking(")") {
		p.fail(start, `"(" is not closed; write "\(" for the character`)
	}
	p.pos++
	p.depth--
	p.flags = outer
	if capture == 0 {
		// A group of its own, so that a quantifier repeats all of it.
		return inner
	}
	return &syntax.Regexp{Op: syntax.OpCapture, Cap: capture, Name: name, Sub: []*syntax.Regexp{inner}}
}

// groupKind reads "?:", "?P<name>" or "?flags:" and returns the name.
func (p *regexParser) groupKind(start int) (name string) {
	for _, refused := range []struct{ opening, message string }{
		{"?=", "look-ahead (?=…) is not supported"},
		{"?!", "look-ahead (?!…) is not supported"},
		{"?<=", "look-behind (?<=…) is not supported"},
		{"?<!", "look-behind (?<!…) is not supported"},
		{"?<", "(?<name>…) is not supported; write (?P<name>…)"},
		{"?P=", "references to groups, (?P=name), are not supported"},
		{"?P>", "(?P>name) is not supported"},
		{"?(", "conditions (?(…)…) are not supported"},
		{"?#", "comments (?#…) are not supported"},
		{"?>", "atomic groups (?>…) are not supported"},
	} {
		if p.looking(refused.opening) {
			p.fail(start, "%s", refused.message)
		}
	}
	if p.looking("?P<") {
		name, _, ok := strings.Cut(p.rest()[3:], ">")
		if !ok || !isGroupName(name) {
			p.fail(start, "the name of a group is made of letters, digits and _ and does not start with a digit")
		}
		if p.names[name] {
			p.fail(start, "there are two groups named %q", name)
		}
		p.names[name] = true
		p.pos += len("?P<>") + len(name)
		return name
	}
	letters := strings.TrimLeft(p.rest()[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")
	spec := p.rest()[1 : len(p.rest())-len(letters)]
	switch {
	case strings.HasPrefix(letters, ")") && strings.Trim(spec, "imsxu-") == "":
		p.fail(start, "flags (?%s) may only stand at the start of the pattern; write (?%s:…) for a part", spec, spec)
	case !strings.HasPrefix(letters, ":") && !strings.HasPrefix(letters, ")"):
		p.fail(start, `"(?" starts no known group; there are (?:…), (?P<name>…) and (?i:…)`)
	}
	on, off, negated := strings.Cut(spec, "-")
	p.flags = p.setFlags(on, start, true, p.flags)
	if negated {
		if off == "" {
			p.fail(start, `"-" switches no flag off`)
		}
		p.flags = p.setFlags(off, start, false, p.flags)
	}
	p.pos += 1 + len(spec) + 1
	return ""
}

func isGroupName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// regexSize is about how many instructions a tree compiles to, its repetitions
// written out.
func regexSize(re *syntax.Regexp) int64 {
	const most = math.MaxInt64 / 4
	size := int64(1)
	if re.Op == syntax.OpConcat {
		size = 0
	}
	for _, sub := range re.Sub {
		size = min(size+regexSize(sub), most)
	}
	if re.Op == syntax.OpRepeat {
		times := int64(max(re.Min, re.Max, 1))
		if re.Min == re.Max {
			size--
		}
		if size > most/times {
			return most
		}
		size *= times
	}
	return size
}
