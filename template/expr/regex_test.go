package expr

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// findText gives the groups of the first match, "null" for none.
func findText(t *testing.T, pattern, text string) string {
	t.Helper()
	re, err := compileRegex(pattern)
	require.NoError(t, err, pattern)
	loc, err := re.newSearch(text, func(int) error { return nil }).find(0)
	require.NoError(t, err)
	if loc == nil {
		return "null"
	}
	var groups []string
	for i := 0; i < len(loc); i += 2 {
		if loc[i] < 0 {
			groups = append(groups, "-")
			continue
		}
		groups = append(groups, text[loc[i]:loc[i+1]])
	}
	return strings.Join(groups, "|")
}

func TestRegexMatch(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{`_v(\d+)`, "asset_v042_final.abc", "_v042|042"},
		{`shot(\d+)_v(\d+)`, "shot010_v003", "shot010_v003|010|003"},
		{`frame`, "no match", "null"},
		{`_\d+\.exr$`, "render_001.exr", "_001.exr"},
		{`(a)|(b)`, "b", "b|-|b"},
		{`a|ab`, "ab", "a"},
		{`(?:a|ab)(?:c|bcd)`, "abcd", "abcd"},
		{`a*?b`, "aab", "aab"},
		{`<.+?>`, "<a><b>", "<a>"},
		{`(a)*?b`, "aab", "aab|a"},
		{`(?:a(b)?)*`, "aba", "aba|b"},
		{`(|a)+`, "aa", "|"},
		{`(?:)`, "a", ""},
		{`a{2}`, "aaa", "aa"},
		{`a{2,}`, "aaa", "aaa"},
		{`a{1,2}?`, "aaa", "a"},
		{`a{0}b`, "ab", "b"},
		{`a{1001}`, strings.Repeat("a", 1001), strings.Repeat("a", 1001)},
		{`(?:a{100}){100}b`, strings.Repeat("a", 10000) + "b", strings.Repeat("a", 10000) + "b"},
		{`(ab){1200}`, strings.Repeat("ab", 1200), strings.Repeat("ab", 1200) + "|ab"},
		{`(?i)B`, "abc", "b"}, {`a(?i:B)c`, "abc", "abc"}, {`(?i)a(?-i:b)`, "AB", "null"}, {`(?i)(?m)(?s)(?x)(?u)B`, "b", "b"},
		{`(?i)k`, "\u212a", "\u212a"}, {`(?i)[k]`, "\u212a", "\u212a"}, {`(?i)[^k]`, "\u212aK", "null"}, {`(?i)ς`, "Σ", "Σ"},
		{`(?P<n>b)`, "abc", "b|b"}, {`(?P<é_1>a)`, "a", "a|a"},
		{`\d+`, "x٣4", "٣4"}, {`\d`, "²", "null"}, {`\w+`, "-é_9\u200dⓐ-", "é_9\u200dⓐ"}, {`\w`, "²", "null"},
		{`\s`, "a\u2003", "\u2003"}, {`\s`, "\x1c", "null"}, {`[^\d\s]+`, "1 é2", "é"}, {`[\W]`, "é-", "-"}, {`\D`, "1a", "a"}, {`\S`, " a", "a"},
		{`\bé`, "é", "é"}, {`\bé`, "aé", "null"}, {`é\b`, "éa é", "é"}, {`a\B`, "a ab", "a"}, {`\Aa`, "ba", "null"},
		{`a$`, "a\n", "null"}, {`(?m)a$`, "a\nb", "a"}, {`(?m)^b`, "a\nb", "b"}, {`^b`, "a\nb", "null"},
		{`a.b`, "a\nb", "null"}, {`(?s)a.b`, "a\nb", "a\nb"}, {`a.b`, "a\rb", "a\rb"},
		{`\u0041\x42\U00000043`, "ABC", "ABC"}, {`[\u0041-\u0043]+`, "ABCD", "ABC"}, {`\a\f\n\r\t\v`, "\a\f\n\r\t\v", "\a\f\n\r\t\v"},
		{`\.\*\-\_\ \/\"\%\}`, `.*-_ /"%}`, `.*-_ /"%}`}, {`}`, "}", "}"}, {`]`, "]", "]"},
		{`[]a]+`, "]a", "]a"}, {`[^]a]`, "]ab", "b"}, {`[a-]+`, "-a", "-a"}, {`[-a]+`, "-a", "-a"}, {`[\w-]+`, "a-", "a-"}, {`[^\w\s.-]+`, "a .-é+=1", "+="}, {`[\d\D]`, "x", "x"}, {`[^\d\D]`, "x", "null"},
		{`[a-c-e]+`, "b-e", "b-e"}, {`[a||b]`, "|", "|"}, {`[a&b]`, "&", "&"}, {`[a^]`, "^", "^"}, {`[.]`, "a.", "."}, {`[a\]b]+`, "a]b", "a]b"},
		{"(?x) a b # comment\n c", "abc", "abc"}, {`(?x: a\ b )`, "a b", "a b"}, {"(?x)a *", "aa", "aa"},
		{`(?:^)*a`, "a", "a"}, {"é", "aé", "é"}, {"x\\\ny", "x\ny", "x\ny"},
	} {
		assert.Equal(t, c.want, findText(t, c.pattern, c.text), "§2.2.5 %q on %q", c.pattern, clip(c.text))
	}
}

func TestRegexRefused(t *testing.T) {
	for _, c := range []struct{ pattern, message string }{
		{``, "empty"}, {`(a)\1`, "references"}, {`(?=a)`, "look-ahead"}, {`(?!a)`, "look-ahead"}, {`(?<=a)a`, "look-behind"},
		{`(?<!a)a`, "look-behind"}, {`(a)?(?(1)b|c)`, "conditions"}, {`(?P<n>a)(?P=n)`, "references"}, {`a\Z`, `\$`}, {`a\z`, `\$`},
		{`\x{41}`, `\\xHH`}, {`\u{41}`, `\\uHHHH`}, {`\U{41}`, "UHHHHHHHH"}, {`\x4`, "2 hex"}, {`\u123g`, "4 hex"}, {`\x+1`, "2 hex"},
		{`\ud800`, "no character"}, {`\U00110000`, "no character"},
		{`\p{L}`, `\\p is not`}, {`\pL`, `\\p is not`}, {`\PL`, `\\P is not`}, {`[[:alpha:]]`, `\\\[`}, {`(?<n>b)`, `\(\?P<name>`},
		{`\Q.\E`, "no known escape"}, {`\C`, "no known escape"}, {`\0`, "octal"}, {`\07`, "octal"}, {`\e`, "no known"}, {`\é`, "no known"},
		{`\N{DIGIT ONE}`, "no known"}, {`\<a`, `\\b`}, {`\b{start}`, "not supported"}, {`a\`, "backslash"},
		{`(?U)a`, "unknown flag"}, {`(?a)b`, "unknown flag"}, {`a(?i)b`, `\(\?i:`}, {`((?i)a)`, `\(\?i:`}, {`(?-i)a`, "start of the pattern"}, {`(?a:b)`, "unknown flag"},
		{`(?-u:b)`, "switched off"}, {`(?ii)a`, "twice"}, {`(?#c)b`, "comments"}, {`(?>b)`, "atomic"}, {`(?`, "known group"}, {`(?i`, "known group"},
		{`a{`, `\\{`}, {`a{,3}`, `\\{`}, {`a{1b`, `\\{`}, {`{2}`, "repeats nothing"}, {`a{2,1}`, "wrong order"}, {`a{ 2 }`, `\\{`},
		{`a**`, "repeats a repetition"}, {`a*+`, "repeats a repetition"}, {`a{2}{3}`, "repeats a repetition"}, {`a???`, "repeats a repetition"},
		{`*a`, "nothing to repeat"}, {`(+)`, "nothing to repeat"}, {`^*a`, "nothing to repeat"}, {`\b+`, "nothing to repeat"}, {`a|?`, "nothing to repeat"},
		{`(a`, "not closed"}, {`a)`, "closes no group"}, {`[a`, "not closed"}, {`[]`, "not closed"}, {`[^]`, "not closed"},
		{`[[a]]`, `\\\[`}, {`[a--b]`, "--"}, {`[--a]`, "--"}, {`[a&&b]`, "&&"}, {`[a~~b]`, "~~"}, {`[b-a]`, "wrong way"},
		{`[\d-a]`, "range"}, {`[a-\d]`, "range"}, {`[\b]`, "no known escape"}, {`[\A]`, "no known escape"}, {`(?x)[a b]`, "flag x"},
		{`(?P<1a>a)`, "name of a group"}, {`(?P<a.b>a)`, "name of a group"}, {`(?P<n>a)(?P<n>a)`, "two groups"},
		{`(a{1000}){1000}`, "too large"}, {`a{99999999999}`, "too many"}, {strings.Repeat("(", 300) + strings.Repeat(")", 300), "nested"},
		{strings.Repeat("a", 30000), "too large"}, {strings.Repeat("a", 200000), "longer than"}, {strings.Repeat("((((a{999}){999}){999}){999})", 3), "too large"},
	} {
		_, err := compileRegex(c.pattern)
		if assert.Error(t, err, "§2.2.5 %q", clip(c.pattern)) {
			assert.Regexp(t, c.message, err.Error(), "§2.2.5 %q", clip(c.pattern))
		}
	}
}

func TestRegexMatches(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{"x*", "ab", "0-0 1-1 2-2"}, {"x*", "axb", "0-0 1-2 3-3"}, {"a", "banana", "1-2 3-4 5-6"}, {`\b`, "a b", "0-0 1-1 2-2 3-3"},
		{"^a", "aaa", "0-1"}, {"é?", "é", "0-2"}, {"a$", "aa", "1-2"}, {"b", "", ""},
	} {
		re, err := compileRegex(c.pattern)
		require.NoError(t, err)
		var found []string
		err = re.newSearch(c.text, func(int) error { return nil }).matches(func(loc []int) bool {
			found = append(found, fmt.Sprintf("%d-%d", loc[0], loc[1]))
			return true
		})
		require.NoError(t, err)
		assert.Equal(t, c.want, strings.Join(found, " "), "§2.2.5 %q in %q", c.pattern, c.text)
	}
}

func TestRegexWorkIsCharged(t *testing.T) {
	re, err := compileRegex(`(a.*b|a)`)
	require.NoError(t, err)
	total, enough := 0, errors.New("enough")
	err = re.newSearch(strings.Repeat("a", 100_000), func(steps int) error {
		if total += steps; total > 1_000_000 {
			return enough
		}
		return nil
	}).matches(func([]int) bool { return true })
	assert.ErrorIs(t, err, enough, "a search that is quadratic can be ended")
}

func TestIsWordRune(t *testing.T) {
	set := wordRunes()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if in := isWordRune(r); in != set.contains(r) {
			t.Fatalf("isWordRune(%U) is %v", r, in)
		}
	}
	assert.Equal(t, set, set.negate().negate())
}

// contains is for tests.
func (s runeSet) contains(r rune) bool {
	for i := 0; i < len(s); i += 2 {
		if r >= s[i] && r <= s[i+1] {
			return true
		}
	}
	return false
}

func BenchmarkRegex(b *testing.B) {
	nothing := func(int) error { return nil }
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			if _, err := compileRegex(`_v(\d+)`); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compile class", func(b *testing.B) {
		for b.Loop() {
			if _, err := compileRegex(`[\w-]+`); err != nil {
				b.Fatal(err)
			}
		}
	})
	re, err := compileRegex(`_v(\d+)`)
	require.NoError(b, err)
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if loc, _ := re.newSearch("asset_v042_final.abc", nothing).find(0); loc == nil {
				b.Fatal("no match")
			}
		}
	})
}

// FuzzRegex compares with Go's own matcher where both read a pattern alike.
func FuzzRegex(f *testing.F) {
	for _, seed := range []string{"a|b", "(a*)+b", "[^a-c]{2,3}?", "^a$|b.", "(a|ab)(c|bcd)", `(?i)k\.`, "(?:(|a)*)"} {
		f.Add(seed, "abcabc")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		ours, err := compileRegex(pattern)
		if err != nil {
			return
		}
		work := 0
		loc, err := ours.newSearch(text, func(n int) error {
			if work += n; work > 1<<22 {
				return errors.New("enough")
			}
			return nil
		}).find(0)
		if err != nil || strings.Contains(pattern, `\`) || strings.Contains(pattern, "(?") {
			return
		}
		theirs, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		assert.Equal(t, theirs.FindStringSubmatchIndex(text), loc, "%q on %q", pattern, text)
	})
}

func clip(text string) string { return text[:min(len(text), 40)] }
