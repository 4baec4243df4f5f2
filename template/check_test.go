package template

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestChecks loads every chunk of testdata/check/*.yaml. Chunks are separated
// by lines of "---". A chunk is a document; a line that is at fault ends with
//
//	### "regexp" "regexp" …
//
// one for each fault of the line, matched against path, message and hint.
// Faults that no line expects, and expectations that no fault meets, fail.
func TestChecks(t *testing.T) {
	files, err := filepath.Glob("testdata/check/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		chunks := strings.Split(string(data), "\n---\n")
		line := 1
		for _, chunk := range chunks {
			name := strings.TrimPrefix(strings.SplitN(chunk, "\n", 2)[0], "# ")
			t.Run(filepath.Base(file)+":"+strconv.Itoa(line)+" "+name, func(t *testing.T) { checkChunk(t, file, chunk) })
			line += strings.Count(chunk, "\n") + 2
		}
	}
}

var expectation = regexp.MustCompile(`### (.*)$`)

func checkChunk(t *testing.T, file, chunk string) {
	want := map[int][]*regexp.Regexp{}
	for i, text := range strings.Split(chunk, "\n") {
		m := expectation.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		for rest := m[1]; rest != ""; rest = strings.TrimSpace(rest) {
			quoted, err := strconv.QuotedPrefix(rest)
			require.NoError(t, err, "line %d: %s", i+1, rest)
			pattern, err := strconv.Unquote(quoted)
			require.NoError(t, err)
			want[i+1] = append(want[i+1], regexp.MustCompile(pattern))
			rest = rest[len(quoted):]
		}
	}
	_, err := Load(filepath.Base(file), []byte(chunk), Options{Supported: everyExtension()})
	var faults Faults
	if err != nil {
		require.True(t, errors.As(err, &faults))
	}
	for _, f := range faults {
		text := f.Path + ": " + f.Message + " (" + f.Hint + ")"
		patterns, met := want[f.Pos.Line], false
		for i, p := range patterns {
			if p.MatchString(text) {
				want[f.Pos.Line] = append(patterns[:i:i], patterns[i+1:]...)
				met = true
				break
			}
		}
		assert.True(t, met, "nobody expects %s", f)
		assert.Positive(t, f.Pos.Column, "no column: %s", f)
	}
	for line, patterns := range want {
		for _, p := range patterns {
			assert.Fail(t, "missing fault", "line %d: no fault matches %q", line, p)
		}
	}
}
