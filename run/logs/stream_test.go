package logs

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	for name, tc := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":                     {"", nil},
		"one":                         {"a\n", []string{"a"}},
		"last without line end":       {"a\nb", []string{"a", "b"}},
		"empty lines":                 {"\n\na\n\n", []string{"", "", "a", ""}},
		"CRLF":                        {"a\r\nb\r\n", []string{"a", "b"}},
		"only one CR goes":            {"a\r\r\n", []string{"a\r"}},
		"a lone CR stays":             {"a\rb\n", []string{"a\rb"}},
		"last line ends in CR":        {"a\r", []string{"a"}},
		"bug case 4: bytes":           {"one\na\227b\355\240\200c\ngr\303\274n\ntwo\nno-newline", []string{"one", `a\x97b\xed\xa0\x80c`, "grün", "two", "no-newline"}},
		"a character cut by the end":  {"gr\303", []string{`gr\xc3`}},
		"the replacement character":   {"a\uFFFDb\n", []string{"a\uFFFDb"}},
		"NUL and escapes are text":    {"a\x00\x1b[1mb\n", []string{"a\x00\x1b[1mb"}},
		"just the limit":              {long("x", 64) + "\ny\n", []string{long("x", 64), "y"}},
		"over the limit":              {long("x", 65) + "\ny\n", []string{long("x", 65), "y"}},
		"over the limit and CRLF":     {long("x", 128) + "\r\ny\n", []string{long("x", 128), "y"}},
		"long without end":            {long("xyz", 1000), []string{long("xyz", 1000)}},
		"long with wide characters":   {long("ä€😀", 333) + "\n" + long("😀", 400) + "\n", []string{long("ä€😀", 333), long("😀", 400)}},
		"long with broken characters": {long("\x80", 1000) + "\nb", []string{long(`\x80`, 1000), "b"}},
	} {
		for _, chunk := range chunks {
			c := feed(Options{MaxLine: 64}, tc.in, chunk)
			require.Equal(t, tc.want, c.texts(), "%s in chunks of %d", name, chunk)
			for i, l := range c.lines {
				require.True(t, utf8.ValidString(l.Text), name)
				require.LessOrEqual(t, len(l.Text), 4*64, name)
				if l.More {
					require.True(t, c.lines[i+1].Continued, name)
				}
				if l.Continued {
					require.True(t, c.lines[i-1].More, name)
				}
			}
		}
	}
}

func TestStreamGoesOnAfterClose(t *testing.T) {
	c := &collect{}
	s := NewStream(Options{MaxLine: 16}, c.sink)
	for _, text := range []string{"a", long("b", 40), ""} {
		_, _ = s.Write([]byte(text))
		require.NoError(t, s.Close())
	}
	assert.Equal(t, []string{"a", long("b", 40)}, c.texts())
}

func TestManyLinesInOneWrite(t *testing.T) {
	var in strings.Builder
	var want []string
	for i := range 3*maxBatch + 5 {
		fmt.Fprintln(&in, i)
		want = append(want, fmt.Sprint(i))
	}
	assert.Equal(t, want, feed(Options{}, in.String(), 0).texts())
}

// Bug case 19: 200 MB without a line end, in little memory and whole.
func TestVeryLongLineInBoundedMemory(t *testing.T) {
	r := NewRedactor()
	r.Add("the secret of the long line")
	total, pieces, masks := 0, 0, 0
	s := NewStream(Options{Redactor: r}, func(batch []Line) {
		for _, l := range batch {
			pieces++
			total += len(l.Text)
			masks += bytes.Count(l.Text, []byte(Mask))
		}
	})
	block := []byte(strings.Repeat("B", 65000) + "the secret of the long line")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for ; n*len(block) < 200_000_000; n++ {
		_, _ = s.Write(block)
	}
	_, _ = s.Write([]byte("\nafter\n"))
	runtime.ReadMemStats(&after)
	assert.Equal(t, n*(65000+len(Mask))+len("after"), total)
	assert.InDelta(t, n, masks, float64(n)/100, "a piece may cut a mask, not a secret")
	assert.Greater(t, pieces, n/2)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(20<<20), "bytes allocated in all")
}

func TestMessageLongerThanALine(t *testing.T) { // §18 B14
	value := long("v", 70_000)
	for _, chunk := range []int{0, 999, 65536} {
		c := feed(Options{}, "openjd_env: BIG="+value+"\nnext\n", chunk)
		require.Len(t, c.messages(), 1)
		assert.Equal(t, Message{Kind: Env, Name: "BIG", Value: value}, c.messages()[0])
		require.Len(t, c.lines, 3, "two pieces and the next line")
		assert.NotNil(t, c.lines[0].Message, "the first piece has the message")
		assert.Nil(t, c.lines[1].Message)
		assert.Equal(t, []string{"openjd_env: BIG=" + value, "next"}, c.texts())
	}
}

func TestMessageLimit(t *testing.T) {
	for name, tc := range map[string]struct {
		line  string
		fault Fault
	}{
		"just below":          {"openjd_env: A=" + long("v", 1000-14), None},
		"just above":          {"openjd_env: A=" + long("v", 1001-14), TooLong},
		"far above":           {"openjd_env: A=" + long("v", 5000), TooLong},
		"status":              {"openjd_status: " + long("v", 5000), TooLong},
		"near miss far above": {" openjd_env: A=" + long("v", 5000), TooLong},
	} {
		for _, chunk := range chunks {
			c := feed(Options{MaxLine: 64, MaxMessage: 1000}, tc.line+"\nnext\n", chunk)
			require.Len(t, c.messages(), 1, name)
			require.Equal(t, tc.fault, c.messages()[0].Fault, name)
			require.Equal(t, []string{tc.line, "next"}, c.texts(), "%s in chunks of %d", name, chunk)
		}
	}
	c := feed(Options{MaxLine: 64, MaxMessage: 1000}, "openjd_redacted_env: A="+long("secret", 900)+"\nnext\n", 100)
	assert.Equal(t, []string{"openjd_redacted_env: " + Mask, "next"}, c.texts(), "what cannot be kept is not shown")
	c = feed(Options{MaxLine: 64, MaxMessage: 1000}, "openjd_env_setup: "+long("s", 900)+"\nopenjd_progress "+long("s", 2000), 100)
	assert.Empty(t, c.messages())
}

func TestWritesMayBeCutAnywhere(t *testing.T) {
	text := "x\r\nopenjd_redacted_env: S=geheim\r\nit is geheim\nopenjd_status: gr\303\274n geheim\n" + long("a geheim ", 50) + "\n\xff\n"
	want := feed(Options{MaxLine: 64}, text, 0)
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		c := &collect{}
		s := NewStream(Options{MaxLine: 64}, c.sink)
		for rest := text; rest != ""; {
			n := 1 + random.IntN(len(rest))
			_, _ = s.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		require.NoError(t, s.Close())
		require.Equal(t, want.texts(), c.texts())
		require.Equal(t, want.messages(), c.messages())
	}
}

func TestNoMessages(t *testing.T) {
	c := feed(Options{NoMessages: true}, "openjd_env: A=1\nopenjd_redacted_env: B=hush\nhush\n", 0)
	assert.Empty(t, c.messages())
	assert.Equal(t, []string{"openjd_env: A=1", "openjd_redacted_env: B=" + Mask, Mask}, c.texts())
}
