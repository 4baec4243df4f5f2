package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"runner/run"
)

func TestProgressLine(t *testing.T) {
	p := &progress{total: 3, width: 60, running: map[run.Source]bool{}}
	step := func(e run.Event) string { p.event(&e); return p.line() }
	other := taskSource
	other.Task = 4
	assert.Equal(t, "0/3 Tasks", p.line())
	assert.Equal(t, "0/3 Tasks, 1 running", step(run.Event{Kind: run.ActionStarted, Source: taskSource}))
	assert.Equal(t, "0/3 Tasks, 2 running", step(run.Event{Kind: run.ActionStarted, Source: other}))
	assert.Equal(t, "0/3 Tasks, 2 running | Render 3: 45%", step(run.Event{Kind: run.Progress, Source: taskSource, Percent: 45}))
	assert.Equal(t, "0/3 Tasks, 2 running | Render 3: 45% de noise", step(run.Event{Kind: run.Status, Source: taskSource, Text: "de\x1bnoise"}))
	assert.Equal(t, "0/3 Tasks, 2 running | Render 4: here", step(run.Event{Kind: run.Status, Source: other, Text: "here"}))
	assert.Equal(t, "0/3 Tasks, 1 running", step(run.Event{Kind: run.ActionEnded, Source: other, Exit: &run.Exit{}}))
	assert.Equal(t, "0/3 Tasks, 1 running", step(run.Event{Kind: run.TaskEnded, Source: other, Outcome: run.Requeued}))
	assert.Equal(t, "1/3 Tasks, 1 running", step(run.Event{Kind: run.TaskEnded, Source: other, Outcome: run.Succeeded}))
	long := step(run.Event{Kind: run.Status, Source: taskSource, Text: strings.Repeat("x", 100)})
	assert.Len(t, []rune(long), 59)
	assert.Equal(t, "", step(run.Event{Kind: run.RunEnded}))
	assert.False(t, p.event(&run.Event{Kind: run.Output}))
}

// The line is erased before and drawn after each piece of output, is out of the
// way of diagnostics and gone at the end; where there is no terminal it is not.
func TestProgressOnATerminal(t *testing.T) {
	s := Test(t.TempDir())
	s.OutTerminal, s.Width = true, 40
	s.Environ = append(s.Environ, "NO_COLOR=1")
	got := shown(t, s, consoleOptions{style: stampRelative, total: 2}, sampleEvents(s.Now()))
	assert.Contains(t, got, "0/2 Tasks")
	assert.True(t, strings.HasSuffix(got, eraseLine), "nothing is left below the output: %q", got)
	plain := strings.ReplaceAll(got, "0/2 Tasks, 1 running"+eraseLine, "")
	plain = strings.ReplaceAll(plain, "0/2 Tasks"+eraseLine, "")
	piped := shown(t, Test(t.TempDir()), consoleOptions{style: stampRelative, total: 2}, sampleEvents(s.Now()))
	assert.Equal(t, piped, plain)
	assert.NotContains(t, piped, "\x1b")
}

func TestFooterOfAFloodWriter(t *testing.T) {
	w := &countingWriter{}
	f := newFloodWriter(w, nil)
	f.Footer("one")
	f.Flush()
	_, _ = f.Write([]byte("line\n"))
	f.Flush()
	f.Footer("two")
	f.Flush()
	assert.NoError(t, f.Close(time.Second))
	text, _, _ := w.seen()
	assert.Equal(t, "one"+eraseLine+"line\none"+eraseLine+"two"+eraseLine, text)
}
