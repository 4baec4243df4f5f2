package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRuneNamed(t *testing.T) {
	for name, want := range map[string]rune{
		"LATIN SMALL LETTER Z": 'z', "space": ' ', "Euro Sign": '€', "LINE FEED": '\n', "NUL": 0,
		"CJK UNIFIED IDEOGRAPH-4E00": '一', "HANGUL SYLLABLE GAG": '각', "HANGUL SYLLABLE HIH": '힣',
		"HANGUL SYLLABLE A": '아', "BELL": '🔔', "TANGUT IDEOGRAPH-17000": 0x17000, "TAG TILDE": 0xe007e,
	} {
		got, ok := runeNamed(name)
		assert.True(t, ok, "§1.1.5 %s", name)
		assert.Equal(t, want, got, "§1.1.5 %s", name)
	}
	for _, name := range []string{"", "LATIN SMALL LETTER", "CJK UNIFIED IDEOGRAPH-04E00", "HANGUL SYLLABLE XX", "CJK UNIFIED IDEOGRAPH-A000"} {
		_, ok := runeNamed(name)
		assert.False(t, ok, "§1.1.5 %q", name)
	}
}
