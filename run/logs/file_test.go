package logs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func batch(texts ...string) []Line {
	var out []Line
	for _, t := range texts {
		out = append(out, Line{Text: []byte(t)})
	}
	return out
}

func TestFile(t *testing.T) {
	for name, tc := range map[string]struct {
		limit   int64
		before  string
		batches [][]Line
		want    string
	}{
		"no limit":          {0, "", [][]Line{batch("a", "b"), batch("c")}, "a\nb\nc\n"},
		"goes on":           {0, "old\n", [][]Line{batch("a")}, "old\na\n"},
		"just fits":         {4, "", [][]Line{batch("a", "b")}, "a\nb\n"},
		"one too many":      {3, "", [][]Line{batch("a", "b"), batch("c")}, "a\n\n[log cut: 4 more bytes were written than the limit of 3 bytes for this file]\n"},
		"old bytes count":   {5, "old\n", [][]Line{batch("a")}, "old\n\n[log cut: 2 more bytes were written than the limit of 5 bytes for this file]\n"},
		"pieces are joined": {0, "", [][]Line{{{Text: []byte("a"), More: true}}, {{Text: []byte("b"), Continued: true}}}, "ab\n"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.log")
			if tc.before != "" {
				require.NoError(t, os.WriteFile(path, []byte(tc.before), 0o600))
			}
			f, err := OpenFile(path, tc.limit)
			require.NoError(t, err)
			for _, b := range tc.batches {
				require.NoError(t, f.WriteLines(b))
			}
			require.NoError(t, f.Close())
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, tc.want, string(data))
			info, err := os.Stat(path)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		})
	}
}

func TestFileKeepsItsFirstError(t *testing.T) {
	_, err := OpenFile(filepath.Join(t.TempDir(), "no", "such.log"), 0)
	require.Error(t, err)

	f, err := OpenFile("/dev/full", 0)
	if err != nil {
		t.Skip("no full disk to be had here")
	}
	require.ErrorContains(t, f.WriteLines(batch("a")), "no space")
	require.ErrorContains(t, f.WriteLines(batch("b")), "no space")
	require.ErrorContains(t, f.Close(), "no space")
}

func TestTail(t *testing.T) {
	for name, tc := range map[string]struct {
		batches [][]Line
		want    []string
	}{
		"nothing":          {nil, []string{}},
		"fewer":            {[][]Line{batch("a", "b")}, []string{"a", "b"}},
		"just as many":     {[][]Line{batch("a", "b", "c")}, []string{"a", "b", "c"}},
		"more, one by one": {[][]Line{batch("a"), batch("b"), batch("c"), batch("d")}, []string{"b", "c", "d"}},
		"more at once":     {[][]Line{batch("a"), batch("b", "c", "d", "e", "f")}, []string{"d", "e", "f"}},
		"cut":              {[][]Line{batch("0123456789x")}, []string{"0123456789 [cut]"}},
		"not cut":          {[][]Line{batch("0123456789")}, []string{"0123456789"}},
		"pieces": {[][]Line{{{Text: []byte("01234"), More: true}}, {{Text: []byte("567"), Continued: true, More: true},
			{Text: []byte("89x"), Continued: true}}, batch("n")}, []string{"0123456789 [cut]", "n"}},
		"a cut between characters": {[][]Line{batch("012345678€")}, []string{"012345678 [cut]"}},
	} {
		t.Run(name, func(t *testing.T) {
			tail := NewTail(3, 10)
			for _, b := range tc.batches {
				tail.Add(b)
			}
			assert.Equal(t, tc.want, tail.Lines())
		})
	}
}

func TestAppendPrefixed(t *testing.T) {
	lines := append(batch("a", ""), Line{Text: []byte("b"), More: true}, Line{Text: []byte("c"), Continued: true})
	assert.Equal(t, "x[db] a\n[db] \n[db] b [line goes on]\n[db] c\n", string(AppendPrefixed([]byte("x"), "[db] ", lines)))
}
