// This file defines the scanner: text to tokens, one at a time.

package expr

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner reads tokens from src.
type scanner struct {
	src string
	pos int
}

// syntaxError is a SyntaxFault at a piece of the source.
func syntaxError(where extent, hint, format string, args ...any) *Error {
	return &Error{
		Kind: SyntaxFault, Offset: where.start, End: where.end,
		Message: fmt.Sprintf(format, args...), Section: "§1.1", Hint: hint,
	}
}

// operators by their first byte; longer ones first.
var operators = [...]struct {
	text string
	kind tokenKind
}{
	{"**", tokStarStar}, {"//", tokSlashSlash}, {"<=", tokLessEqual}, {">=", tokGreaterEqual},
	{"==", tokEqual}, {"!=", tokNotEqual},
	{"+", tokPlus}, {"-", tokMinus}, {"*", tokStar}, {"/", tokSlash}, {"%", tokPercent},
	{"<", tokLess}, {">", tokGreater}, {"(", tokOpen}, {")", tokClose}, {"[", tokOpenBracket},
	{"]", tokCloseBracket}, {",", tokComma}, {":", tokColon}, {".", tokDot},
}

// foreign is what other languages write and this one does not, with the
// remedy. Longer ones first.
var foreign = [...]struct{ text, message, hint string }{
	{":=", "assignment is not part of the language", "bind names with let"},
	{"<<", "`<<` is not part of the language", "multiply by 2 ** n"},
	{">>", "`>>` is not part of the language", "divide with // 2 ** n"},
	{"&&", "`&&` is not part of the language", "write and"},
	{"||", "`||` is not part of the language", "write or"},
	{"<>", "`<>` is not part of the language", "write !="},
	{"=", "assignment and keyword arguments are not part of the language", "to compare, write =="},
	{"!", "`!` is not part of the language", "write not"},
	{"&", "bitwise operators are not part of the language", "write and"},
	{"|", "bitwise operators are not part of the language", "write or"},
	{"^", "bitwise operators are not part of the language", "a power is written **"},
	{"~", "bitwise operators are not part of the language", ""},
	{"@", "`@` is not part of the language", ""},
	{"{", "dictionaries and sets are not part of the language", "lists are written [ ]"},
	{"}", "unexpected `}`", ""},
	{"#", "comments are not part of the language", ""},
	{"\\", "a backslash is only allowed in strings", "an expression may go over several lines as it is"},
	{"?", "`?` is not part of the language", "write a if condition else b"},
	{";", "`;` is not part of the language", "an expression has one value"},
	{"$", "`$` is not part of the language", "names are written as they are, such as Param.Name"},
	{"`", "strings are written with ' or \"", ""},
}

// next reads one token.
func (s *scanner) next() (token, error) {
	for s.pos < len(s.src) && isBlank(s.src[s.pos]) {
		s.pos++
	}
	start := s.pos
	if start == len(s.src) {
		return token{kind: tokEOF, extent: extent{start, start}}, nil
	}
	c := s.src[start]
	switch {
	case isWordStart(c):
		return s.name()
	case isDecimal(c), c == '.' && start+1 < len(s.src) && isDecimal(s.src[start+1]):
		return s.number()
	case c == '\'' || c == '"':
		return s.str(start, false)
	}
	rest := s.src[start:]
	for i := range operators {
		op := &operators[i]
		if op.text[0] == c && strings.HasPrefix(rest, op.text) && !isForeign(rest) {
			s.pos += len(op.text)
			return token{kind: op.kind, extent: extent{start, s.pos}}, nil
		}
	}
	for i := range foreign {
		f := &foreign[i]
		if strings.HasPrefix(rest, f.text) {
			return token{}, syntaxError(extent{start, start + len(f.text)}, f.hint, "%s", f.message)
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	return token{}, syntaxError(extent{start, start + size}, "", "unexpected character %q", r)
}

// isForeign says whether text starts with a two-byte operator of other
// languages whose first byte is an operator of this one.
func isForeign(text string) bool {
	if len(text) < 2 {
		return false
	}
	switch text[:2] {
	case ":=", "<<", ">>", "<>":
		return true
	}
	return false
}

// name reads an identifier, a keyword, or a string with a prefix.
func (s *scanner) name() (token, error) {
	start := s.pos
	for s.pos < len(s.src) && (isWordStart(s.src[s.pos]) || isDecimal(s.src[s.pos])) {
		s.pos++
	}
	word := s.src[start:s.pos]
	if s.pos < len(s.src) && len(word) <= 2 && (s.src[s.pos] == '\'' || s.src[s.pos] == '"') {
		switch strings.ToLower(word) {
		case "r":
			return s.str(start, true)
		case "f", "b", "u", "t", "rb", "br", "rf", "fr", "rt", "tr":
			return token{}, syntaxError(extent{start, s.pos + 1}, "only r is known, for raw strings",
				"strings with the prefix %s are not part of the language", word)
		}
	}
	return token{kind: keyword(word), extent: extent{start, s.pos}, text: word}, nil
}

// number reads an int or a float (§1.1.6).
func (s *scanner) number() (token, error) {
	start := s.pos
	if s.src[start] == '0' && start+1 < len(s.src) {
		switch s.src[start+1] {
		case 'x', 'X':
			return s.based(start, 16)
		case 'o', 'O':
			return s.based(start, 8)
		case 'b', 'B':
			return s.based(start, 2)
		}
	}
	float := false
	good := true
	if s.src[s.pos] != '.' {
		good = s.digits()
	}
	if s.pos < len(s.src) && s.src[s.pos] == '.' {
		float = true
		s.pos++
		if s.pos < len(s.src) && (isDecimal(s.src[s.pos]) || s.src[s.pos] == '_') {
			good = s.digits() && good
		}
	}
	if s.pos < len(s.src) && (s.src[s.pos] == 'e' || s.src[s.pos] == 'E') {
		float = true
		s.pos++
		if s.pos < len(s.src) && (s.src[s.pos] == '+' || s.src[s.pos] == '-') {
			s.pos++
		}
		good = s.digits() && good
	}
	where := extent{start, s.pos}
	if !good || s.pos < len(s.src) && (isWordStart(s.src[s.pos]) || isDecimal(s.src[s.pos])) {
		return token{}, s.badNumber(start, float)
	}
	text := s.src[start:s.pos]
	if float {
		return token{kind: tokFloat, extent: where, text: text}, nil
	}
	digits := strings.ReplaceAll(text, "_", "")
	if digits[0] == '0' && strings.Trim(digits, "0") != "" {
		return token{}, syntaxError(where, "octal numbers are written 0o"+strings.TrimLeft(digits, "0"),
			"the number %s has a leading zero", text)
	}
	return intToken(where, digits, 10)
}

// based reads the rest of a hexadecimal, octal or binary int.
func (s *scanner) based(start, base int) (token, error) {
	s.pos = start + 2
	if s.pos < len(s.src) && s.src[s.pos] == '_' {
		s.pos++
	}
	first := s.pos
	good := true
	for s.pos < len(s.src) && (isWordStart(s.src[s.pos]) || isDecimal(s.src[s.pos])) {
		c := s.src[s.pos]
		switch {
		case c == '_':
			good = good && s.pos > first && s.src[s.pos-1] != '_'
		default:
			good = good && hexValue(c) < base
		}
		s.pos++
	}
	if !good || s.pos == first || s.src[s.pos-1] == '_' {
		return token{}, s.badNumber(start, false)
	}
	return intToken(extent{start, s.pos}, strings.ReplaceAll(s.src[first:s.pos], "_", ""), base)
}

// intToken makes a token of digits. 1<<63 is let through, for the parser to
// accept behind a minus sign only.
func intToken(where extent, digits string, base int) (token, error) {
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil || n > 1<<63 {
		return token{}, intRangeError(where)
	}
	return token{kind: tokInt, extent: where, num: n}, nil
}

func intRangeError(where extent) error {
	return syntaxError(where, "", "the number is outside the range of int, -9223372036854775808 to 9223372036854775807")
}

// digits skips digits with single underscores between them.
func (s *scanner) digits() bool {
	start := s.pos
	good := true
	for s.pos < len(s.src) && (isDecimal(s.src[s.pos]) || s.src[s.pos] == '_') {
		if s.src[s.pos] == '_' {
			good = good && s.pos > start && s.src[s.pos-1] != '_'
		}
		s.pos++
	}
	return good && s.pos > start && s.src[s.pos-1] != '_'
}

// badNumber is the fault of a number that goes wrong somewhere behind start.
func (s *scanner) badNumber(start int, float bool) error {
	numberEnd := s.pos
	for s.pos < len(s.src) && (isWordStart(s.src[s.pos]) || isDecimal(s.src[s.pos])) {
		s.pos++
	}
	text := s.src[start:s.pos]
	hint := ""
	if i := strings.IndexByte(text, '.'); float && i > 0 && i == numberEnd-start-1 && numberEnd < s.pos {
		hint = "a method of a number needs parentheses: (" + text[:i] + ")." + text[i+1:]
	}
	return syntaxError(extent{start, s.pos}, hint, "%s is not a number", text)
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}

func isWordStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDecimal(c byte) bool { return c >= '0' && c <= '9' }

// hexValue is the value of a hexadecimal digit, 16 for anything else.
func hexValue(c byte) int {
	switch {
	case isDecimal(c):
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}
