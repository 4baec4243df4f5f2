// This file defines Source, the text of a document, and Position, a place in it.

package template

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Position is a place in a document. Line and Column are 1-based and columns
// count runes; zero means unknown.
type Position struct {
	File   string
	Line   int
	Column int
}

// IsValid reports whether the line is known.
func (p Position) IsValid() bool { return p.Line > 0 }

// String gives "file:line:col", leaving out what is unknown.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// before orders positions within and across files, unknown ones first.
func (p Position) before(q Position) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Column < q.Column
}

// Source is the text of one document with an index of its lines.
type Source struct {
	Name  string // as the user named it
	Bytes []byte
	lines []int // byte offset of each line's start
	// marks holds, of lines longer than markEvery bytes, the byte offset of
	// every markEvery-th character: a document may be one line of megabytes.
	marks map[int][]int
}

const markEvery = 4096

// NewSource indexes the lines of data. A line ends at LF, CRLF or a lone CR.
func NewSource(name string, data []byte) *Source {
	s := &Source{Name: name, Bytes: data, lines: []int{0}}
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\n':
			s.lines = append(s.lines, i+1)
		case '\r':
			if i+1 >= len(data) || data[i+1] != '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	s.markLongLines()
	return s
}

// markLongLines fills marks.
func (s *Source) markLongLines() {
	for i, start := range s.lines {
		end := len(s.Bytes)
		if i+1 < len(s.lines) {
			end = s.lines[i+1]
		}
		if end-start <= markEvery {
			continue
		}
		if s.marks == nil {
			s.marks = map[int][]int{}
		}
		var marks []int
		for count, at := 0, s.lineStart(i+1); at < end; count++ {
			if count%markEvery == 0 {
				marks = append(marks, at)
			}
			_, size := utf8.DecodeRune(s.Bytes[at:])
			at += size
		}
		s.marks[i+1] = marks
	}
}

// lineStart is the byte offset of the first column of a 1-based line, behind a
// byte order mark.
func (s *Source) lineStart(line int) int {
	if line == 1 {
		return len(byteOrderMark(s.Bytes))
	}
	return s.lines[line-1]
}

// Line returns the text of a 1-based line without its line end, "" when there
// is no such line.
func (s *Source) Line(line int) string {
	if s == nil || line < 1 || line > len(s.lines) {
		return ""
	}
	text := s.Bytes[s.lines[line-1]:]
	if line < len(s.lines) {
		text = text[:s.lines[line]-s.lines[line-1]]
	}
	return string(bytes.TrimRight(text, "\r\n"))
}

// offset turns a position of this source into a byte offset; false when it
// lies outside.
func (s *Source) offset(p Position) (int, bool) {
	if p.Line < 1 || p.Line > len(s.lines) || p.Column < 1 {
		return 0, false
	}
	at, column := s.lineStart(p.Line), 1
	if marks := s.marks[p.Line]; len(marks) > 0 {
		i := min((p.Column-1)/markEvery, len(marks)-1)
		at, column = marks[i], i*markEvery+1
	}
	for ; column < p.Column; column++ {
		if at >= len(s.Bytes) {
			return 0, false
		}
		_, size := utf8.DecodeRune(s.Bytes[at:])
		at += size
	}
	return at, true
}

// position turns a byte offset into a position.
func (s *Source) position(offset int) Position {
	offset = min(max(offset, 0), len(s.Bytes))
	line := sort.SearchInts(s.lines, offset+1)
	start := min(s.lineStart(line), offset)
	return Position{File: s.Name, Line: line, Column: utf8.RuneCount(s.Bytes[start:offset]) + 1}
}

// byteOrderMark returns the UTF-8 byte order mark that data starts with, if any.
func byteOrderMark(data []byte) []byte {
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(data, mark) {
		return mark
	}
	return nil
}
