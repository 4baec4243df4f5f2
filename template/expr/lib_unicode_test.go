package expr

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

func TestCharacterClasses(t *testing.T) {
	for _, c := range []struct {
		name string
		is   func(rune) bool
		yes  string
		no   string
	}{
		{"isdigit", isDigit, "09٣²¹①⑴⁰₉߂", "a½Ⅷ一 "},
		{"isalpha", isAlpha, "aZéßǅʰ一ａ", "1_²Ⅷ ̈"},
		{"isalnum", isAlnum, "a9é²½Ⅷ一㉛", "_- ̈"},
		{"isspace", isSpace, " \t\n\v\f\r\x1c\x1f\u0085\u00a0\u2003\u2028\u3000", "a\u200b\u180e\x1b"},
		{"isupper", isUpper, "AÉΣⅧⒶ", "aǅ1一"},
		{"islower", isLower, "aéßªʰⅷⓐ", "AǅÉ1"},
	} {
		for _, r := range c.yes {
			assert.True(t, c.is(r), "§2.2.4 %s %q", c.name, r)
		}
		for _, r := range c.no {
			assert.False(t, c.is(r), "§2.2.4 %s %q", c.name, r)
		}
	}
	assert.False(t, every("", isDigit), "§2.2.4 empty")
	for s, want := range map[string]bool{"ABC": true, "A1 B": true, "1": false, "": false, "Aǅ": false, "Ab": false} {
		assert.Equal(t, want, allCase(s, isUpper), "§2.2.4 isupper %q", s)
	}
}

func TestCase(t *testing.T) {
	for _, c := range []struct{ in, upper, lower, title, capital string }{
		{"hello world", "HELLO WORLD", "hello world", "Hello World", "Hello world"},
		{"they're bill's", "THEY'RE BILL'S", "they're bill's", "They'Re Bill'S", "They're bill's"},
		{"ßa 3ab", "SSA 3AB", "ßa 3ab", "Ssa 3Ab", "Ssa 3ab"},
		{"ǆabc", "ǄABC", "ǆabc", "ǅabc", "ǅabc"},
		{"ΑΣ ΣΑ Σ", "ΑΣ ΣΑ Σ", "ας σα σ", "Ας Σα Σ", "Ας σα σ"},
		{"ΑΣ.Α ΑΣ.", "ΑΣ.Α ΑΣ.", "ασ.α ας.", "Ασ.Α Ας.", "Ασ.α ας."},
		{"İx", "İX", "i̇x", "İx", "İx"},
		{"ﬁre", "FIRE", "ﬁre", "Fire", "Fire"},
		{"ᾳᾀ", "ΑΙἈΙ", "ᾳᾀ", "ᾼᾀ", "ᾼᾀ"},
		{"ŉ", "ʼN", "ŉ", "ʼN", "ʼN"},
		{"", "", "", "", ""},
	} {
		assert.Equal(t, c.upper, toUpper(c.in), "§2.2.4 upper %q", c.in)
		assert.Equal(t, c.lower, toLower(c.in), "§2.2.4 lower %q", c.in)
		assert.Equal(t, c.title, toTitle(c.in), "§2.2.4 title %q", c.in)
		assert.Equal(t, c.capital, capitalize(c.in), "§2.2.4 capitalize %q", c.in)
	}
}

func TestSpecialCaseIsComplete(t *testing.T) {
	uppers, titles := 0, 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		upper, title := specialCase(r)
		if upper != "" {
			uppers++
		}
		if title != "" {
			titles++
		}
	}
	assert.Equal(t, 102, uppers, "SpecialCasing has 102 unconditional upper cases")
	assert.Equal(t, 48, titles)
}
