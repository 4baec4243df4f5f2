package template

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPositionString(t *testing.T) {
	assert.Equal(t, "f:1:2", Position{"f", 1, 2}.String())
	assert.Equal(t, "f:1", Position{"f", 1, 0}.String())
	assert.Equal(t, "f", Position{File: "f"}.String())
	assert.Equal(t, "1:2", Position{Line: 1, Column: 2}.String())
	assert.Empty(t, Position{}.String())
}

func TestSourceLines(t *testing.T) {
	s := NewSource("f", []byte("é1\r\n2\r3\n\nx"))
	assert.Equal(t, []string{"é1", "2", "3", "", "x", ""}, []string{s.Line(1), s.Line(2), s.Line(3), s.Line(4), s.Line(5), s.Line(6)})
	assert.Equal(t, Position{"f", 1, 2}, s.position(2))
	at, ok := s.offset(Position{"f", 1, 2})
	assert.True(t, ok)
	assert.Equal(t, 2, at)
	_, ok = s.offset(Position{"f", 1, 99})
	assert.False(t, ok)

	long := "x\n" + strings.Repeat("é", 3*markEvery) + "X"
	s = NewSource("f", []byte(long))
	for _, column := range []int{1, 2, markEvery, markEvery + 1, 2*markEvery + 7, 3*markEvery + 1, 3*markEvery + 2} {
		at, ok := s.offset(Position{"f", 2, column})
		assert.True(t, ok, column)
		assert.Equal(t, 2+2*min(column-1, 3*markEvery)+max(0, column-1-3*markEvery), at, column)
	}
}

func TestSnippet(t *testing.T) {
	s := NewSource("f", []byte("a: é\tb: c\n漢字: x\n"+strings.Repeat("y", 500)+"\n\x1b[31mred\n"))
	assert.Equal(t, "1 | a: é    b: c\n  |         ^", s.Snippet(Position{"f", 1, 6}))
	assert.Equal(t, "2 | 漢字: x\n  |       ^", s.Snippet(Position{"f", 2, 5}))
	long := s.Snippet(Position{"f", 3, 400})
	assert.Less(t, len(long), 500)
	lines := strings.Split(long, "\n")
	assert.Equal(t, 'y', []rune(lines[0])[len([]rune(lines[1]))-1], "the caret is under a character of the line")
	assert.NotContains(t, s.Snippet(Position{"f", 4, 1}), "\x1b", "no control character reaches a terminal")
	assert.Equal(t, "1 | a: é    b: c", s.Snippet(Position{"f", 1, 0}))
	assert.Empty(t, s.Snippet(Position{}))
	assert.Empty(t, s.Snippet(Position{"f", 99, 1}))
}

func TestFaults(t *testing.T) {
	var l faultList
	for i := range 150 {
		l.add(&Fault{Pos: Position{"f", 200 - i, 1}, Message: fmt.Sprint("m", i), Path: "p", Hint: "h"})
		l.add(&Fault{Pos: Position{"f", 200 - i, 1}, Message: fmt.Sprint("m", i), Path: "p", Hint: "h"})
	}
	err := l.faults.Err()
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, MaxFaultsShown+1)
	assert.Equal(t, "f:51:1: p: m149 (h)", lines[0], "sorted by position")
	assert.Equal(t, "50 more", lines[MaxFaultsShown], "the same fault counts once")
	var one *Fault
	require.True(t, errors.As(err, &one))
	assert.Equal(t, "m149", one.Message)
	assert.NoError(t, Faults(nil).Err())
}
