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
}

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
	return s
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
	at := s.lines[p.Line-1]
	if p.Line == 1 {
		at += len(byteOrderMark(s.Bytes))
	}
	for column := 1; column < p.Column; column++ {
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
	start := s.lines[line-1]
	if line == 1 {
		start = min(start+len(byteOrderMark(s.Bytes)), offset)
	}
	return Position{File: s.Name, Line: line, Column: utf8.RuneCount(s.Bytes[start:offset]) + 1}
}

// byteOrderMark returns the UTF-8 byte order mark that data starts with, if any.
func byteOrderMark(data []byte) []byte {
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(data, mark) {
		return mark
	}
	return nil
}
