// This file reads string literals (§1.1.5).

package expr

import (
	"strings"
	"unicode/utf8"
)

// str reads a string literal whose quote is at s.pos; start is where its
// prefix is.
func (s *scanner) str(start int, raw bool) (token, error) {
	quote := s.src[s.pos : s.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.src[s.pos:], triple) {
		quote = triple
	}
	s.pos += len(quote)
	body := s.pos
	plain := true // no escape so far: the value is a piece of the source
	for {
		switch {
		case s.pos >= len(s.src), len(quote) == 1 && isLineEnd(s.src[s.pos]):
			return token{}, syntaxError(extent{start, s.pos}, "end it with "+quote, "the string does not end")
		case strings.HasPrefix(s.src[s.pos:], quote):
			text := s.src[body:s.pos]
			s.pos += len(quote)
			if !plain && !raw {
				var err error
				if text, err = unescape(text, body); err != nil {
					return token{}, err
				}
			}
			return token{kind: tokString, extent: extent{start, s.pos}, text: text}, nil
		case s.src[s.pos] == '\\':
			// The character behind it is part of the string, also in a raw one.
			plain = false
			s.pos++
			if s.pos < len(s.src) {
				_, size := utf8.DecodeRuneInString(s.src[s.pos:])
				s.pos += size
			}
		default:
			s.pos++
		}
	}
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// unescape replaces the escapes of a string literal whose body starts at
// offset base of the source.
func unescape(body string, base int) (string, error) {
	var b strings.Builder
	b.Grow(len(body))
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			i++
			continue
		}
		n, err := unescapeOne(&b, body[i:], base+i)
		if err != nil {
			return "", err
		}
		i += n
	}
	return b.String(), nil
}

// simpleEscapes is the characters behind a backslash and what they stand for.
const simpleEscapes = "\\\\''\"\"n\nr\rt\ta\ab\bf\fv\v"

// unescapeOne writes what the escape at the start of text stands for and
// returns its length. base is its offset in the source.
func unescapeOne(b *strings.Builder, text string, base int) (int, error) {
	c := text[1] // the scanner saw to it that there is one
	for i := 0; i < len(simpleEscapes); i += 2 {
		if simpleEscapes[i] == c {
			b.WriteByte(simpleEscapes[i+1])
			return 2, nil
		}
	}
	switch c {
	case '\n':
		return 2, nil
	case '\r':
		if strings.HasPrefix(text[2:], "\n") {
			return 3, nil
		}
		return 2, nil
	case 'x':
		return hexEscape(b, text, base, 2)
	case 'u':
		return hexEscape(b, text, base, 4)
	case 'U':
		return hexEscape(b, text, base, 8)
	case 'N':
		return namedEscape(b, text, base)
	}
	if c < '0' || c > '7' {
		b.WriteByte('\\') // an unknown escape stays as it is, as in Python
		return 1, nil
	}
	n, value := 1, rune(0)
	for n < len(text) && n < 4 && text[n] >= '0' && text[n] <= '7' {
		value = value<<3 | rune(text[n]-'0')
		n++
	}
	b.WriteRune(value)
	return n, nil
}

// hexEscape is \xhh, \uhhhh or \Uhhhhhhhh.
func hexEscape(b *strings.Builder, text string, base, digits int) (int, error) {
	value := rune(0)
	for i := 2; i < 2+digits; i++ {
		if i >= len(text) || hexValue(text[i]) > 15 {
			return 0, syntaxError(extent{base, base + min(i, len(text))}, "",
				"the escape %s needs %d hexadecimal digits", text[:2], digits)
		}
		value = value<<4 | rune(hexValue(text[i]))
	}
	if value < 0 || value > utf8.MaxRune {
		return 0, syntaxError(extent{base, base + 2 + digits}, "", "%s is beyond the last character, \\U0010ffff", text[:2+digits])
	}
	b.WriteRune(value) // a lone surrogate becomes U+FFFD
	return 2 + digits, nil
}

// namedEscape is \N{name}.
func namedEscape(b *strings.Builder, text string, base int) (int, error) {
	end := strings.IndexByte(text, '}')
	if !strings.HasPrefix(text, `\N{`) || end < 0 {
		return 0, syntaxError(extent{base, base + 2}, `write \N{DIGIT ONE}`, `the escape \N needs a name in braces`)
	}
	r, ok := runeNamed(text[3:end])
	if !ok {
		return 0, syntaxError(extent{base, base + end + 1}, "", "no character has the name %q", text[3:end])
	}
	b.WriteRune(r)
	return end + 1, nil
}
