package logs

import (
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// got is a line as a test compares it.
type got struct {
	Text            string
	Continued, More bool
	Message         *Message
}

// collect keeps lines.
type collect struct{ lines []got }

func (c *collect) sink(batch []Line) {
	for _, l := range batch {
		c.lines = append(c.lines, got{string(l.Text), l.Continued, l.More, l.Message})
	}
}

// texts are the lines, the pieces of each put together.
func (c *collect) texts() []string {
	var out []string
	for _, l := range c.lines {
		if l.Continued {
			out[len(out)-1] += l.Text
			continue
		}
		out = append(out, l.Text)
	}
	return out
}

func (c *collect) messages() []Message {
	var out []Message
	for _, l := range c.lines {
		if l.Message != nil {
			out = append(out, *l.Message)
		}
	}
	return out
}

// feed runs text through a stream, in chunks of the given size (0: at once).
func feed(o Options, text string, chunk int) *collect {
	c := &collect{}
	s := NewStream(o, c.sink)
	if chunk == 0 {
		chunk = max(len(text), 1)
	}
	for len(text) > 0 {
		n := min(chunk, len(text))
		_, _ = s.Write([]byte(text[:n]))
		text = text[n:]
	}
	_ = s.Close()
	return c
}

// chunks are the cuts that tests try.
var chunks = []int{0, 1, 2, 3, 7, 64, 1000}

func long(s string, n int) string { return strings.Repeat(s, n) }
