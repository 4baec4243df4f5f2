package template

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parseText parses a document to nodes; name decides the syntax.
func parseText(t *testing.T, name, text string, limits Limits) (*node, Faults) {
	t.Helper()
	d := &decoder{source: NewSource(name, []byte(text))}
	n := d.parse(limits.withDefaults())
	return n, d.faults.faults
}

// TestYAMLScalars pins the YAML 1.2 core rules.
func TestYAMLScalars(t *testing.T) {
	for _, c := range []struct {
		text string
		kind nodeKind
		want any
	}{
		{"yes", stringNode, "yes"}, {"no", stringNode, "no"}, {"on", stringNode, "on"}, {"NO", stringNode, "NO"},
		{"1:30", stringNode, "1:30"}, {"2024-01-01", stringNode, "2024-01-01"}, {"=", stringNode, "="},
		{"true", boolNode, true}, {"False", boolNode, false}, {"TRUE", boolNode, true}, {"tRue", stringNode, "tRue"},
		{"~", nullNode, nil}, {"null", nullNode, nil}, {"NULL", nullNode, nil}, {"nUll", stringNode, "nUll"},
		{"010", intNode, int64(10)}, {"0o10", intNode, int64(8)}, {"0x1F", intNode, int64(31)}, {"-5", intNode, int64(-5)},
		{"+7", intNode, int64(7)}, {"1_000", stringNode, "1_000"}, {"0b1", stringNode, "0b1"}, {"-0x1", stringNode, "-0x1"},
		{"1.5", floatNode, 1.5}, {".5", floatNode, 0.5}, {"5.", floatNode, 5.0}, {"1e3", floatNode, 1000.0}, {"1.e3", floatNode, 1000.0},
		{"'5'", stringNode, "5"}, {`"true"`, stringNode, "true"}, {"!!str 5", stringNode, "5"}, {"!!int '5'", intNode, int64(5)},
		{"!!float 5", floatNode, 5.0}, {"9223372036854775807", intNode, int64(9223372036854775807)},
	} {
		n, faults := parseText(t, "t.yaml", "k: "+c.text+"\n", Limits{})
		require.Empty(t, faults, c.text)
		v := n.entries[0].value
		assert.Equal(t, c.kind, v.kind, c.text)
		switch c.kind {
		case stringNode:
			assert.Equal(t, c.want, v.text, c.text)
		case boolNode:
			assert.Equal(t, c.want, v.boolean, c.text)
		case intNode:
			assert.Equal(t, c.want, v.integer, c.text)
		case floatNode:
			assert.Equal(t, c.want, v.float, c.text)
		}
	}
	n, faults := parseText(t, "t.yaml", "k: 9223372036854775808\n", Limits{})
	require.Empty(t, faults)
	assert.True(t, n.entries[0].value.big)
	for _, text := range []string{".inf", "-.Inf", ".NaN"} {
		n, faults := parseText(t, "t.yaml", "k: "+text+"\n", Limits{})
		require.Empty(t, faults)
		assert.Equal(t, floatNode, n.entries[0].value.kind, text)
	}
}

// TestYAMLFaults pins what is refused before anything is decoded, and where.
func TestYAMLFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "1:1: the document is empty"},
		{"only a comment", "# nothing\n", "1:1: the document is empty"},
		{"several documents", "a: 1\n---\nb: 2\n", "t.yaml:2:1: a second YAML document"},
		{"duplicate key", "a: 1\nb: 2\na: 3\n", "t.yaml:3:1: the key \"a\" is given twice"},
		{"duplicate key by escape", "a: 1\n\"\\x61\": 3\n", "2:1: the key \"a\" is given twice"},
		{"recursive alias", "a: &x [*x]\n", "stands inside the value that it names"},
		{"unknown alias", "a: \"*x*\"\nb: [1, *x]\n", "t.yaml:2:8: not valid YAML: unknown anchor 'x'"},
		{"list not closed", "a: 1\nb: [1,\n  2\nc: 3\n", "t.yaml:2: not valid YAML: did not find expected ',' or ']' (a bracket or brace"},
		{"mapping not closed", "a: 1\nb: {c: 1,\n", "t.yaml:3: not valid YAML"},
		{"key at a wrong depth", "a: 1\nb:\n    c: 1\n    d: 2\n   e: 3\n", "t.yaml:5: not valid YAML: did not find expected key"},
		{"quote not closed", "a: 1\nb: 'x\nc: 1\n", "t.yaml:2: not valid YAML: found unexpected end of stream"},
		{"tag", "a: !foo b\n", "the tag !foo is not supported"},
		{"tag that does not fit", "a: !!int b\n", "does not fit its tag"},
		{"tag on a list", "a: !!map []\n", "the tag"},
		{"binary", "a: !!binary YQ==\n", "is not supported"},
		{"list as key", "? [a]\n: b\n", "a key has to be a string, found a list"},
		{"number as key", "1: b\n", "put it in quotes"},
		{"braces without quotes", "a: {{Param.X}}\n", "t.yaml:1:5: a key has to be a string, found a mapping (put a text with {{ }} in quotes)"},
		{"directive of another version", "%YAML 2.0\n---\na: b\n", "incompatible YAML document"},
		{"merge of a scalar", "<<: 5\na: b\n", "<< merges mappings, found an integer"},
		{"merge of scalars", "<<: [a]\n", "<< merges mappings, found a string"},
		{"tab indentation", "a:\n\tb: c\n", "not valid YAML"},
		{"unclosed quote", "a: \"b\n", "not valid YAML"},
		{"colon in text", "a: b: c\n", "put a text that contains"},
		{"NUL", "a: b\x00c\n", "t.yaml:1:5: the document contains a NUL"},
		{"invalid UTF-8", "a: b\nc: \xff\n", "t.yaml:2:4: the byte 0xff is not UTF-8"},
		{"UTF-16", "\xff\xfea\x00", "1:1: the byte 0xff is not UTF-8"},
		{"overlong UTF-8", "a: \xc0\x80", "the byte 0xc0 is not UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := parseText(t, "t.yaml", c.text, Limits{})
			require.NotEmpty(t, faults)
			assert.Contains(t, faults.Error(), c.want)
		})
	}
}

// TestYAMLSharing covers anchors, aliases, merge keys and a byte order mark.
func TestYAMLSharing(t *testing.T) {
	n, faults := parseText(t, "t.yaml", "\xef\xbb\xbfx: &m {a: 1, b: 2}\ny: &n {b: 3, c: 4}\nz: {a: 0, <<: [*n, *m]}\n", Limits{})
	require.Empty(t, faults)
	assert.Equal(t, 1, n.entries[0].pos.Column, "the mark is no column")
	var got []string
	for _, en := range n.entries[2].value.entries {
		got = append(got, fmt.Sprint(en.key, en.value.text))
	}
	assert.Equal(t, []string{"a0", "b3", "c4"}, got, "written keys win, then the first mapping")
}

// TestLimits tries each limit just below and just above.
func TestLimits(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	for _, name := range []string{"t.yaml", "t.json"} {
		_, faults := parseText(t, name, nested(101), Limits{})
		assert.Empty(t, faults, "%s: 100 below the root", name)
		_, faults = parseText(t, name, nested(102), Limits{})
		assert.Contains(t, faults.Error(), "nested more than 100 deep")
		_, faults = parseText(t, name, `[1,2,3]`, Limits{Nodes: 4})
		assert.Empty(t, faults)
		_, faults = parseText(t, name, `[1,2,3]`, Limits{Nodes: 3})
		assert.Contains(t, faults.Error(), "more than 3 values")
		_, faults = parseText(t, name, nested(100_000), Limits{})
		assert.NotEmpty(t, faults, "deep nesting ends in a fault, not in a crash")
	}
	_, faults := parseText(t, "t.yaml", "a: &x [1, 2]\nb: [*x, *x]\n", Limits{Aliases: 6})
	assert.Empty(t, faults)
	_, faults = parseText(t, "t.yaml", "a: &x [1, 2]\nb: [*x, *x]\n", Limits{Aliases: 5})
	assert.Contains(t, faults.Error(), "aliases stand for more than 5 values")

	var laughs strings.Builder
	laughs.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&laughs, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	_, faults = parseText(t, "t.yaml", laughs.String(), Limits{})
	assert.Contains(t, faults.Error(), "aliases stand for more than 100000 values")

	_, err := Load("t.yaml", make([]byte, 101), Options{Limits: Limits{Size: 100}})
	assert.ErrorContains(t, err, "more than 100 bytes")
}

// TestJSON pins strict JSON.
func TestJSON(t *testing.T) {
	n, faults := parseText(t, "T.JSON", "{\"a\": 1, \"b\": [true, null, -1.5e3, \"\\u00e9\\ud83d\\ude00\\n\"]}", Limits{})
	require.Empty(t, faults)
	require.Len(t, n.entries, 2)
	assert.Equal(t, int64(1), n.entries[0].value.integer)
	items := n.entries[1].value.items
	assert.Equal(t, []nodeKind{boolNode, nullNode, floatNode, stringNode}, []nodeKind{items[0].kind, items[1].kind, items[2].kind, items[3].kind})
	assert.Equal(t, -1500.0, items[2].float)
	assert.Equal(t, "é😀\n", items[3].text)
	for _, c := range []struct{ text, want string }{
		{"{\"a\": 1,\n \"b\": {\"c\": 1, \"\\u0063\": 2}}", "2:16: the key \"c\" is given twice"},
		{"{\"a\": 1,\n \"a\": 2}", "2:2: the key \"a\" is given twice"},
		{"", "1:1: the document is empty"},
		{"{", "expected a key, found the end of the file"},
		{"{\"a\": 1,}", "a comma before '}'"},
		{"[1,]", "a comma before ']'"},
		{"{a: 1}", "keys are written in double quotes"},
		{"{'a': 1}", "keys are written in double quotes"},
		{"[1 2]", "expected ',' or ']', found '2'"},
		{"[NaN]", "NaN is not a value"}, {"[-Infinity]", "not a number"}, {"[1e999]", "out of range"},
		{"[01]", "not a number"}, {"[1.]", "not a number"}, {"[+1]", "expected a value, found '+'"}, {"[.5]", "expected a value"},
		{"// c\n{}", "expected a value, found '/'"},
		{"{} {}", "after the document's end"},
		{"[\"a\nb\"]", "a control character inside a string"},
		{"[\"\\x41\"]", "not an escape of JSON"}, {"[\"\\u12\"]", "not an escape"}, {"[\"a", "ends inside a string"},
		{"\xef\xbb\xbf{}", "byte order mark"},
		{"{\n  \"a\": tru\n}", "t.json:2:8: not valid JSON: tru is not a value"},
	} {
		_, faults := parseText(t, "t.json", c.text, Limits{})
		if assert.NotEmpty(t, faults, c.text) {
			assert.Contains(t, faults.Error(), c.want, c.text)
		}
	}
}

// TestYAMLDirective accepts every version 1.x; the library knows 1.1 only.
func TestYAMLDirective(t *testing.T) {
	for _, text := range []string{"%YAML 1.2\n---\na: b\n", "# c\n\n%YAML 1.1\r\n--- # x\na: b\n...\n", "\xef\xbb\xbf%YAML 1.2\n---\na: b\n"} {
		n, faults := parseText(t, "t.yaml", text, Limits{})
		require.Empty(t, faults, text)
		assert.Equal(t, "b", n.entries[0].value.text)
	}
}

// TestJSONAsYAML reads JSON under another name with all of its escapes.
func TestJSONAsYAML(t *testing.T) {
	n, faults := parseText(t, "t.template", "{\n\t\"a\": \"x\\/\\ud83d\\ude00\"\n}\n", Limits{})
	require.Empty(t, faults)
	assert.Equal(t, "x/😀", n.entries[0].value.text)
	_, faults = parseText(t, "t.yaml", "{\"a\": \"\\/\", }, ]", Limits{})
	assert.Contains(t, faults.Error(), "not valid YAML", "the fault is the YAML reader's when both fail")
}

// TestYAMLOddLineEnds counts lines as YAML 1.2 and editors do, although the
// library takes U+0085, U+2028 and U+2029 for line ends.
func TestYAMLOddLineEnds(t *testing.T) {
	n, faults := parseText(t, "t.yaml", "a: \"x\u2028y\u0085z\"\nb: 'é\u2029' # c\nc: {d: e}\n", Limits{})
	require.Empty(t, faults)
	assert.Equal(t, Position{"t.yaml", 2, 1}, n.entries[1].pos)
	assert.Equal(t, Position{"t.yaml", 3, 8}, n.entries[2].value.entries[0].value.pos)
}
