package probe

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestStreak(t *testing.T) {
	const yes, no = true, false
	tests := []struct {
		name      string
		threshold int
		answers   []bool
		over      []bool
	}{
		{"§9.4 three in a row", 3, []bool{no, no, no}, []bool{false, false, true}},
		{"§9.4 a success starts anew", 3, []bool{no, no, yes, no, no, no}, []bool{false, false, false, false, false, true}},
		{"§9.4 blips never add up", 2, []bool{no, yes, no, yes, no}, []bool{false, false, false, false, false}},
		{"§9.4 threshold one", 1, []bool{yes, no}, []bool{false, true}},
		{"a threshold below one is one", 0, []bool{no}, []bool{true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			streak := NewStreak(test.threshold)
			var over []bool
			for _, ok := range test.answers {
				over = append(over, streak.Add(ok))
			}
			assert.Equal(t, test.over, over)
		})
	}
	var zero Streak
	assert.True(t, zero.Add(false))
}

func TestGaps(t *testing.T) {
	const ms = time.Millisecond
	every := Every(7 * time.Second)
	assert.Equal(t, 7*time.Second, every(0, 0))
	assert.Equal(t, 7*time.Second, every(time.Hour, time.Minute))

	tests := []struct {
		name    string
		gap     Gap
		elapsed time.Duration
		took    time.Duration
		want    time.Duration
	}{
		{"TCP at launch", SoonTCP(time.Second), 0, 0, 2 * ms},
		{"TCP after 1 s", SoonTCP(time.Second), time.Second, 0, 5 * ms},
		{"TCP after 9 s", SoonTCP(time.Second), 9 * time.Second, 0, 6 * ms},
		{"TCP after 16 s still under 10 ms", SoonTCP(time.Second), 16 * time.Second, 0, 10 * ms},
		{"TCP after 160 s", SoonTCP(time.Second), 160 * time.Second, 0, 100 * ms},
		{"TCP backs off to the draft's interval", SoonTCP(time.Second), time.Hour, 0, time.Second},
		{"COMMAND at launch", SoonCommand(5 * time.Second), 0, ms, 50 * ms},
		{"COMMAND after 2 s", SoonCommand(5 * time.Second), 2 * time.Second, ms, 500 * ms},
		{"COMMAND that takes 1 s", SoonCommand(5 * time.Second), time.Second, time.Second, 4 * time.Second},
		{"COMMAND backs off to the draft's interval", SoonCommand(5 * time.Second), time.Minute, ms, 5 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, test.gap(test.elapsed, test.took))
		})
	}
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "a b c", oneLine(" a\nb\r\n\tc\n"))
	long := oneLine(strings.Repeat("é", 5000))
	assert.LessOrEqual(t, len(long), MaxDetail)
	assert.Equal(t, '…', []rune(long)[len([]rune(long))-1])
	assert.Equal(t, "a\uFFFDb", oneLine("a\xffb"))
}
