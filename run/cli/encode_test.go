package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

type sample struct {
	Text  string           `json:"text"`
	None  *string          `json:"none"`
	Yes   bool             `json:"yes"`
	Count int64            `json:"count"`
	Part  float64          `json:"part"`
	Empty []string         `json:"empty"`
	Map   map[string]int   `json:"map"`
	List  []any            `json:"list"`
	Deep  map[string][]any `json:"deep"`
}

// Both kinds of document say the same to their readers, whatever the texts are.
func TestDocumentsRoundTrip(t *testing.T) {
	texts := []string{"", " ", "plain", "plain words", "true", "No", "~", "null", "1", "1e3", ".5", "-", "- a", "a: b", "a #b",
		"#", "'", `"`, "\\", "line\nbreak", "tab\t", "trailing ", " leading", "\x00\x1b[31m\x7f\u0085\u2028\ufeff", "grün 🎉",
		"{", "[", "&a", "*a", "!t", "%", "@", "`", "|", ">", "a,b", "<&>", "2026-01-01", "0x10", "=", "<<", "y", "/a dir/x-1.log"}
	for _, text := range texts {
		in := sample{Text: text, Yes: true, Count: 1 << 53, Part: 1.5e-7, Empty: []string{}, Map: map[string]int{},
			List: []any{text, []any{}, []any{text, []any{text}}, map[string]any{text: text, "z": []any{map[string]any{"k": text}}}},
			Deep: map[string][]any{text: {text}}}
		for _, f := range []format{formatJSON, formatYAML} {
			var b bytes.Buffer
			require.NoError(t, writeDocument(&b, f, in))
			var want, got any
			data, err := json.Marshal(in)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(data, &want))
			read := yaml.Unmarshal
			if f == formatJSON {
				read = json.Unmarshal
			}
			require.NoError(t, read(b.Bytes(), &got), "%s", b.String())
			again, err := json.Marshal(got)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(again, &got))
			assert.Equal(t, want, got, "%s of %q:\n%s", f, text, b.String())
		}
	}
}

func TestYAMLIsReadable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, writeDocument(&b, formatYAML, map[string]any{
		"a": "word", "b": []any{map[string]any{"c": 1, "d": "x: y"}, "e"}, "f": []any{}}))
	assert.Equal(t, "a: word\nb:\n  - c: 1\n    d: \"x: y\"\n  - e\nf: []\n", b.String())
}
