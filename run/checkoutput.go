package run

import (
	"strings"

	"runner/run/logs"
)

// maxHeldCheck is how many bytes of a check's output are held back.
const maxHeldCheck = 64 << 10

// checkOutput holds back what one onHealthCheck prints until its end is known
// (§9.7.1, constraint 3 lets a passing one's output be left out): a check that
// passes and says what the passing one before it said is not shown again. All
// else is shown in full, and what is too much to be held as it comes.
type checkOutput struct {
	show func(batch []logs.Line)
	held []logs.Line
	size int
	open bool
}

// take keeps a batch, whose texts are not to be kept, or shows it.
func (c *checkOutput) take(batch []logs.Line) {
	if c.open {
		c.show(batch)
		return
	}
	for _, line := range batch {
		c.size += len(line.Text)
		line.Text = append([]byte(nil), line.Text...)
		c.held = append(c.held, line)
	}
	if c.size > maxHeldCheck {
		c.release()
	}
}

// release shows what is held, and from here on what comes.
func (c *checkOutput) release() {
	c.open = true
	if len(c.held) > 0 {
		c.show(c.held)
	}
	c.held = nil
}

// passed ends a check that passed; before is what the one before it said. It
// gives what this one said, and whether that is left out as a repetition.
func (c *checkOutput) passed(before string) (said string, folded bool) {
	if c.open {
		return "", false
	}
	var b strings.Builder
	for _, line := range c.held {
		b.Write(line.Text)
		b.WriteByte('\n')
	}
	said = b.String()
	if said != "" && said == before {
		c.held = nil
		return said, true
	}
	c.release()
	return said, false
}
