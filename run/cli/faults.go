package cli

// This file defines how errors with places are shown to people: the fault, the
// line that it is in, a caret under the place.

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"runner/template"
)

// writeErrors prints every error that err consists of, faults of documents with
// their lines.
func writeErrors(s *Streams, err error) {
	for _, e := range parts(err) {
		var faults template.Faults
		if !errors.As(e, &faults) {
			writeError(s, e)
			continue
		}
		var in *locatedError
		errors.As(e, &in)
		for i, f := range faults {
			if i == template.MaxFaultsShown {
				fmt.Fprintf(s.Err, "%s more\n", plural(int64(len(faults)-i), "fault"))
				break
			}
			writeFault(s, f, in.source(f.Pos.File))
		}
	}
	var help *withHelp
	if errors.As(err, &help) {
		fmt.Fprint(s.Err, help.help)
	}
}

// source is the text that a place is in, nil when it is not at hand.
func (e *locatedError) source(name string) *template.Source {
	if e == nil {
		return nil
	}
	for _, s := range e.sources {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// parts takes apart what join has put together.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		if _, faults := err.(template.Faults); !faults {
			var out []error
			for _, e := range joined.Unwrap() {
				out = append(out, parts(e)...)
			}
			return out
		}
	}
	return []error{err}
}

func writeFault(s *Streams, f *template.Fault, source *template.Source) {
	p := s.errPalette()
	place := f.Pos.String()
	if place != "" {
		place += ": "
	}
	if f.Path != "" {
		place += f.Path + ": "
	}
	fmt.Fprintf(s.Err, "%s%s\n", p.bold.Sprint(printable(place)), printable(f.Message))
	if text := snippet(f.Pos, source); text != "" {
		fmt.Fprint(s.Err, text)
	}
	if f.Hint != "" {
		fmt.Fprintf(s.Err, "  %s %s\n", p.dim.Sprint("hint:"), printable(f.Hint))
	}
}

// maxSnippet is the longest line that is shown, in characters.
const maxSnippet = 160

// snippet is the line of a position and a caret below it; of a long line the
// part around the place.
func snippet(at template.Position, source *template.Source) string {
	if source == nil || !at.IsValid() {
		return ""
	}
	return lineSnippet(at, source.Line(at.Line))
}

// lineSnippet is snippet of the line itself.
func lineSnippet(at template.Position, text string) string {
	line := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	column := max(at.Column, 1)
	if column > len(line)+1 {
		return ""
	}
	cut := 0
	if len(line) > maxSnippet {
		cut = max(0, min(column-1-maxSnippet/2, len(line)-maxSnippet))
		line = line[cut : cut+maxSnippet]
	}
	var shownText, caret strings.Builder
	for i, r := range line {
		if r == '\t' || r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			r = ' '
		}
		shownText.WriteRune(r)
		if i < column-1-cut {
			caret.WriteString(blankFor(r))
		}
	}
	shown := strings.TrimRight(shownText.String(), " ")
	if shown == "" {
		return ""
	}
	number := fmt.Sprintf("%5d", at.Line)
	return fmt.Sprintf("%s | %s\n%s | %s^\n", number, shown, strings.Repeat(" ", len(number)), caret.String())
}

// blankFor is a blank as wide as r on a terminal: East Asian wide characters
// take two columns.
func blankFor(r rune) string {
	if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 ||
		r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000 && r <= 0x3fffd) {
		return "  "
	}
	return " "
}

// printable is text with its control characters written out: names of files and
// values may have some, and a terminal would obey them.
func printable(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isControl(r) {
			fmt.Fprintf(&b, "\\x%02x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isControl(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }
