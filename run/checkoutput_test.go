package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"runner/run/logs"
)

func TestCheckOutput(t *testing.T) {
	var shown []string
	check := func() *checkOutput {
		return &checkOutput{show: func(batch []logs.Line) {
			for _, l := range batch {
				shown = append(shown, string(l.Text))
			}
		}}
	}
	text := []byte("well")
	c := check()
	c.take([]logs.Line{{Text: text}})
	copy(text, "XXXX") // the caller's buffer is used again
	assert.Empty(t, shown, "held until the end")
	said, folded := c.passed("")
	assert.False(t, folded)
	assert.Equal(t, []string{"well"}, shown)

	c = check()
	c.take([]logs.Line{{Text: []byte("well")}})
	_, folded = c.passed(said)
	assert.True(t, folded)
	assert.Equal(t, []string{"well"}, shown)

	c = check()
	_, folded = c.passed("")
	assert.False(t, folded, "nothing said is no repetition")

	c = check()
	c.take([]logs.Line{{Text: []byte(strings.Repeat("x", maxHeldCheck))}})
	assert.Len(t, shown, 1)
	c.take([]logs.Line{{Text: []byte("y")}})
	assert.Len(t, shown, 3, "what is too much is shown as it comes")
	c.take([]logs.Line{{Text: []byte("z")}})
	assert.Len(t, shown, 4)
	_, folded = c.passed("")
	assert.False(t, folded)
}
