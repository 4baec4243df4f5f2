// This file shows the place of a fault: the line and a caret.

package template

import (
	"fmt"
	"strings"
)

// maxSnippet is the longest piece of a line that a snippet shows, in
// characters.
const maxSnippet = 160

// Snippet shows the line of source that a position names, with a caret under
// its column and without colour:
//
//	12 |   timeout: soon
//	   |            ^
//
// It is "" when the line is not known.
func (s *Source) Snippet(pos Position) string {
	if s == nil || !pos.IsValid() || pos.Line > len(s.lines) {
		return ""
	}
	line := []rune(strings.TrimPrefix(s.Line(pos.Line), "\ufeff"))
	caret := min(max(pos.Column-1, 0), len(line))
	cut := ""
	if len(line) > maxSnippet {
		from := max(caret-maxSnippet/2, 0)
		to := min(from+maxSnippet, len(line))
		if from > 0 {
			cut = "…"
		}
		line, caret = line[from:to], caret-from
	}
	var text, under strings.Builder
	for i, r := range line {
		shown := string(r)
		switch {
		case r == '\t':
			shown = "    "
		case r < ' ' || r >= 0x7f && r <= 0x9f:
			shown = "�" // a control character must not reach a terminal
		}
		text.WriteString(shown)
		if i < caret {
			under.WriteString(strings.Repeat(" ", width(r)))
		}
	}
	number := fmt.Sprint(pos.Line)
	margin := strings.Repeat(" ", len(number))
	out := fmt.Sprintf("%s | %s%s", number, cut, strings.TrimRight(text.String(), " "))
	if pos.Column > 0 {
		out += fmt.Sprintf("\n%s | %s%s^", margin, strings.Repeat(" ", len([]rune(cut))), under.String())
	}
	return out
}

// width is how many columns a terminal gives a character, near enough: tabs
// are shown as four blanks, East Asian wide characters take two, combining
// marks none.
func width(r rune) int {
	switch {
	case r == '\t':
		return 4
	case r >= 0x300 && r <= 0x36f || r >= 0x200b && r <= 0x200f || r >= 0xfe00 && r <= 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
