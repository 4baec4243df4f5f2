package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"runner/template"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("a", 300) + "!" + strings.Repeat("b", 300)
	source := template.NewSource("f", []byte("plain\n\ttabs\x1b[31m\n\n日本 x\n"+long+"\n"))
	at := func(line, column int) string {
		return snippet(template.Position{File: "f", Line: line, Column: column}, source)
	}
	assert.Equal(t, "    1 | plain\n      |   ^\n", at(1, 3))
	assert.Equal(t, "    1 | plain\n      |      ^\n", at(1, 6), "behind the end")
	assert.Equal(t, "    2 |  tabs [31m\n      |  ^\n", at(2, 2), "control characters are blanks")
	assert.Equal(t, "", at(3, 1), "an empty line shows nothing")
	assert.Equal(t, "    4 | 日本 x\n      |      ^\n", at(4, 4), "wide characters take two columns")
	assert.Equal(t, "", at(1, 99))
	assert.Equal(t, "", at(99, 1))
	assert.Equal(t, "", snippet(template.Position{File: "f", Line: 1}, nil))
	lines := strings.Split(at(5, 301), "\n")
	assert.LessOrEqual(t, len(lines[0]), maxSnippet+len("    5 | "))
	assert.Equal(t, byte('!'), lines[0][strings.IndexByte(lines[1], '^')])
}

func TestWriteErrorsShowsControlCharacters(t *testing.T) {
	s := Test(t.TempDir())
	source := template.NewSource("f", []byte("a: b\n"))
	err := errors.Join(
		refusef("bad\x1b[31m name"),
		located(template.Faults{{Pos: template.Position{File: "f", Line: 1, Column: 4}, Path: "a", Message: "no\x07", Hint: "do"}}, source))
	writeErrors(&s.Streams, err)
	assert.Equal(t, "error: bad\\x1b[31m name\nf:1:4: a: no\\x07\n    1 | a: b\n      |    ^\n  hint: do\n", s.ErrText.String())
	assert.Equal(t, StatusRefused, statusOf(err))
}

// A document tells of the faults of everything that was wrong.
func TestRefusalDocumentHasEveryFault(t *testing.T) {
	fault := func(file string) error {
		return located(template.Faults{{Pos: template.Position{File: file, Line: 1}, Message: "m"}})
	}
	doc := refusalDocument(errors.Join(fault("a"), refusef("x"), fault("b")))
	assert.Len(t, doc.Faults, 2)
	assert.Equal(t, StatusRefused, doc.ExitStatus)
}
