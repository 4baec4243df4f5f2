// This file defines what the string functions ask of characters and how they
// change case, with the meaning that Python's str methods give it (§2.2.4).

package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// textLen is the length of a text in characters.
func textLen(s string) int { return utf8.RuneCountInString(s) }

// isDigit: Numeric_Type Decimal or Digit, so also superscripts and circled
// digits.
func isDigit(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9'
	}
	return unicode.Is(unicode.Nd, r) || isOtherDigit(r)
}

// isOtherDigit is Numeric_Type=Digit (Unicode 15).
func isOtherDigit(r rune) bool {
	in := func(low, high rune) bool { return r >= low && r <= high }
	return in(0xb2, 0xb3) || r == 0xb9 || in(0x1369, 0x1371) || r == 0x19da || r == 0x2070 ||
		in(0x2074, 0x2079) || in(0x2080, 0x2089) || in(0x2460, 0x2468) || in(0x2474, 0x247c) ||
		in(0x2488, 0x2490) || r == 0x24ea || in(0x24f5, 0x24fd) || r == 0x24ff ||
		in(0x2776, 0x277e) || in(0x2780, 0x2788) || in(0x278a, 0x2792) ||
		in(0x10a40, 0x10a43) || in(0x10e60, 0x10e68) || in(0x11052, 0x1105a) || in(0x1f100, 0x1f10a)
}

// isAlpha: a letter (Lu, Ll, Lt, Lm, Lo).
func isAlpha(r rune) bool { return unicode.IsLetter(r) }

// isAlnum: a letter or anything numeric, so also ½.
func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isSpace: Unicode white space, and the separators U+001C to U+001F.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func isUpper(r rune) bool { return unicode.In(r, unicode.Lu, unicode.Other_Uppercase) }

func isLower(r rune) bool { return unicode.In(r, unicode.Ll, unicode.Other_Lowercase) }

// isCased: has upper or lower case, or is in title case.
func isCased(r rune) bool { return isUpper(r) || isLower(r) || unicode.Is(unicode.Lt, r) }

// every says whether s is not empty and all its characters are like that.
func every(s string, is func(rune) bool) bool {
	for _, r := range s {
		if !is(r) {
			return false
		}
	}
	return s != ""
}

// allCase says whether s has cased characters and all of them pass is.
func allCase(s string, is func(rune) bool) bool {
	found := false
	for _, r := range s {
		if isCased(r) {
			if !is(r) {
				return false
			}
			found = true
		}
	}
	return found
}

// mapASCII changes the case of the letters from first to last, ok false if s
// has other characters than ASCII. Most texts have none, and this is fast.
func mapASCII(s string, first, last byte) (mapped string, ok bool) {
	out := make([]byte, len(s))
	for i := range out {
		c := s[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		if c >= first && c <= last {
			c ^= 'a' - 'A'
		}
		out[i] = c
	}
	return string(out), true
}

// toUpper is the full upper case: ß becomes SS.
func toUpper(s string) string {
	if upper, ok := mapASCII(s, 'a', 'z'); ok {
		return upper
	}
	var b strings.Builder
	for _, r := range s {
		if upper, _ := specialCase(r); upper != "" {
			b.WriteString(upper)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// toLower is the full lower case: a sigma at the end of a word becomes ς.
func toLower(s string) string {
	if lower, ok := mapASCII(s, 'A', 'Z'); ok {
		return lower
	}
	var b strings.Builder
	for i, r := range s {
		writeLower(&b, s, i, r)
	}
	return b.String()
}

// toTitle makes the first character of each run of cased characters title
// case and the others lower case; an apostrophe ends a run, as in Python.
func toTitle(s string) string {
	var b strings.Builder
	inWord := false
	for i, r := range s {
		if inWord {
			writeLower(&b, s, i, r)
		} else {
			writeTitle(&b, r)
		}
		inWord = isCased(r)
	}
	return b.String()
}

// capitalize makes the first character title case and the rest lower case.
func capitalize(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i == 0 {
			writeTitle(&b, r)
		} else {
			writeLower(&b, s, i, r)
		}
	}
	return b.String()
}

func writeTitle(b *strings.Builder, r rune) {
	if _, title := specialCase(r); title != "" {
		b.WriteString(title)
		return
	}
	b.WriteRune(unicode.ToTitle(r))
}

// writeLower writes the lower case of r, which stands at i in s.
func writeLower(b *strings.Builder, s string, i int, r rune) {
	switch {
	case r == 'Σ' && finalSigma(s, i):
		b.WriteRune('ς')
	case r == 'İ':
		b.WriteString("i\u0307")
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

// finalSigma says whether the sigma at i follows a cased character and is
// followed by none, characters that do not matter for case left out.
func finalSigma(s string, i int) bool {
	before := strings.TrimRightFunc(s[:i], caseIgnorable)
	if r, size := utf8.DecodeLastRuneInString(before); size == 0 || !isCased(r) {
		return false
	}
	after := strings.TrimLeftFunc(s[i+len("Σ"):], caseIgnorable)
	r, size := utf8.DecodeRuneInString(after)
	return size == 0 || !isCased(r)
}

// caseIgnorable is the Unicode property Case_Ignorable.
func caseIgnorable(r rune) bool {
	return strings.ContainsRune("'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", r) ||
		unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
