// This file finds characters by name, for \N{…} (§1.1.5).
//
// runenames.gz holds the names of the Unicode Character Database 14.0 and its
// aliases of control and format characters, derived from data files of
// Unicode, Inc. (© 1991-2021 Unicode, Inc., Unicode License,
// https://www.unicode.org/license.txt). A line is a name, after the number of
// characters left out before it where there are any; or `=CODE ALIAS`. Names
// that follow from the code are not in it.

package expr

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed runenames.gz
var runeNamesGzip []byte

// runeNames is the table, unpacked when the first name is asked for.
var runeNames = sync.OnceValue(func() map[string]rune {
	zip, err := gzip.NewReader(bytes.NewReader(runeNamesGzip))
	if err != nil {
		panic("expr: runenames.gz: " + err.Error())
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		panic("expr: runenames.gz: " + err.Error())
	}
	names := make(map[string]rune, 33000)
	code := rune(0)
	for line := range strings.SplitSeq(string(text), "\n") {
		if alias, ok := strings.CutPrefix(line, "="); ok {
			number, name, _ := strings.Cut(alias, " ")
			n, _ := strconv.Atoi(number)
			names[name] = rune(n)
			continue
		}
		code++
		if number, name, ok := strings.Cut(line, " "); ok && isDecimal(line[0]) {
			n, _ := strconv.Atoi(number)
			code += rune(n)
			line = name
		}
		names[line] = code
	}
	return names
})

// codeNames is the names that end with the code of the character, and where.
var codeNames = [...]struct {
	prefix      string
	first, last rune
}{
	{"CJK UNIFIED IDEOGRAPH-", 0x3400, 0x4dbf},
	{"CJK UNIFIED IDEOGRAPH-", 0x4e00, 0x9fff},
	{"CJK UNIFIED IDEOGRAPH-", 0x20000, 0x3134a},
	{"CJK COMPATIBILITY IDEOGRAPH-", 0xf900, 0xfad9},
	{"CJK COMPATIBILITY IDEOGRAPH-", 0x2f800, 0x2fa1d},
	{"KHITAN SMALL SCRIPT CHARACTER-", 0x18b00, 0x18cd5},
	{"NUSHU CHARACTER-", 0x1b170, 0x1b2fb},
	{"TANGUT IDEOGRAPH-", 0x17000, 0x187f7},
	{"TANGUT IDEOGRAPH-", 0x18d00, 0x18d08},
}

// The parts of the names of Hangul syllables, in the order of their codes.
const (
	hangulLeads  = "G GG N D DD R M B BB S SS  J JJ C K T P H"
	hangulVowels = "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I"
	hangulTails  = " G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H"
)

// runeNamed is the character of this Unicode name, in any case.
func runeNamed(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if syllable, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		return hangulNamed(syllable)
	}
	for _, c := range codeNames {
		digits, ok := strings.CutPrefix(name, c.prefix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 16, 21)
		if code := rune(n); err == nil && code >= c.first && code <= c.last && len(digits) == len(strconv.FormatUint(n, 16)) {
			return code, true
		}
	}
	r, ok := runeNames()[name]
	return r, ok
}

// hangulNamed takes the name of a syllable apart.
func hangulNamed(name string) (rune, bool) {
	leads, vowels, tails := strings.Split(hangulLeads, " "), strings.Split(hangulVowels, " "), strings.Split(hangulTails, " ")
	for l, lead := range leads {
		rest, ok := strings.CutPrefix(name, lead)
		if !ok {
			continue
		}
		for v, vowel := range vowels {
			tail, ok := strings.CutPrefix(rest, vowel)
			if !ok {
				continue
			}
			for t := range tails {
				if tails[t] == tail {
					return rune(0xac00 + (l*len(vowels)+v)*len(tails) + t), true
				}
			}
		}
	}
	return 0, false
}
