package template

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestScalarPositions finds the place of ‹X› in the decoded text of a scalar
// of every style, and compares it with the place of X in the file. X occurs
// once in each document.
func TestScalarPositions(t *testing.T) {
	for name, text := range map[string]string{
		"plain":                        "k: some éé X text\n",
		"plain folded":                 "k: some\n   éé\n\n   more X text\n",
		"plain in a list":              "- a\n- b c X\n",
		"plain with anchor and tag":    "k: &a !!str  bb X\n",
		"single quoted":                "k: 'it''s ''X'\n",
		"single quoted folded":         "k: 'it''s   \n\n    more\n  ''X'\n",
		"double quoted":                "k: \"a\\tb\\u00e9\\\"\\x41 X\"\n",
		"double quoted emoji":          "k: \"\\U0001F600\\e\\_\\N\\L X\"\n",
		"double quoted folded":         "k: \"a \\\n    b\n\n    c \\  X\"\n",
		"literal":                      "k: |\n  one\n\n    two\n  three X\n",
		"literal keep":                 "k: |+\n  one\n  X\n\n\n",
		"literal strip with comment":   "k: |- # why\n\n  one\n  éX\n",
		"literal with indentation":     "k: |2\n     one\n   X\n",
		"literal with blanks in front": "k: |\n\n  \n  one\n  X\n",
		"literal CRLF":                 "k: |\r\n  one\r\n  two X\r\n",
		"literal nested":               "a:\n  - b: |\n      one\n       two X\n    c: d\n",
		"folded":                       "k: >\n  one\n  two\n\n  three X\n",
		"folded more indented":         "k: >\n  one\n    two\n\n    three\n  four X\n",
		"folded strip":                 "k: >-\n\n  one\n  X",
		"after a mark":                 "\xef\xbb\xbfX: y\n",
	} {
		t.Run(name, func(t *testing.T) {
			n, faults := parseText(t, "t.yaml", text, Limits{})
			require.Empty(t, faults)
			checkPlace(t, text, n)
		})
	}
	for name, text := range map[string]string{
		"escapes":   `{"k": "a\n\t\u00e9\ud83d\ude00\/X"}`,
		"lone half": `{"k": "\ud83d X"}`,
		"blanks":    "{\"k\": \"a  b   X\"}",
	} {
		t.Run("json "+name, func(t *testing.T) {
			n, faults := parseText(t, "t.json", text, Limits{})
			require.Empty(t, faults)
			checkPlace(t, text, n)
		})
	}
}

// checkPlace looks for the scalar with X and compares places.
func checkPlace(t *testing.T, text string, n *node) {
	t.Helper()
	source := NewSource("f", []byte(text))
	want := source.position(strings.IndexByte(text, 'X'))
	found := false
	var walk func(n *node)
	walk = func(n *node) {
		if n.kind == stringNode && strings.Contains(n.text, "X") {
			found = true
			offset := utf8.RuneCountInString(n.text[:strings.IndexByte(n.text, 'X')])
			m := mapScalar(source, n)
			require.NotNil(t, m.places, "the text could not be followed: %q", n.text)
			got := m.at(offset)
			assert.Equal(t, [2]int{want.Line, want.Column}, [2]int{got.Line, got.Column}, "%q", n.text)
			assert.Len(t, m.places, utf8.RuneCountInString(n.text)+1)
		}
		for _, item := range n.items {
			walk(item)
		}
		for _, en := range n.entries {
			if en.key == "X" {
				found = true
				assert.Equal(t, [2]int{want.Line, want.Column}, [2]int{en.pos.Line, en.pos.Column})
			}
			walk(en.value)
		}
	}
	walk(n)
	require.True(t, found)
}

// TestScalarPositionUnknown pins that a text which cannot be followed maps to
// its start and not to a wrong place.
func TestScalarPositionUnknown(t *testing.T) {
	source := NewSource("f", []byte("k: abc\n"))
	n := &node{kind: stringNode, pos: Position{"f", 1, 4}, text: "xyz"}
	assert.Equal(t, n.pos, scalarPosition(source, n, 2))
	n.pos = Position{"f", 9, 9}
	assert.Equal(t, n.pos, scalarPosition(source, n, 2))
}
