package cli

// This file defines progress: the line below the output, on a terminal, that
// says how far a run is: "12/40 Tasks, 3 running | Render 7: 45% denoising".

import (
	"fmt"
	"strings"
	"unicode"

	"runner/run"
)

// progress is what the line says.
type progress struct {
	total   int64 // 0: not known
	width   int   // of the terminal
	done    int64
	running map[run.Source]bool
	last    run.Source // the action that said something last
	percent string
	status  string
}

// event takes an event in and reports whether the line may have changed.
func (p *progress) event(e *run.Event) bool {
	switch e.Kind {
	case run.ActionStarted:
		if e.Source.Task > 0 {
			p.running[e.Source] = true
		}
	case run.ActionEnded:
		delete(p.running, e.Source)
		if e.Source == p.last {
			p.last, p.percent, p.status = run.Source{}, "", ""
		}
	case run.TaskEnded:
		if e.Outcome != run.Requeued && e.Outcome != run.NotRun {
			p.done++
		}
	case run.Progress, run.Status:
		if e.Source != p.last {
			p.last, p.percent, p.status = e.Source, "", ""
		}
		if e.Kind == run.Progress {
			p.percent = fmt.Sprintf("%.0f%%", e.Percent)
		} else {
			p.status = e.Text
		}
	case run.RunEnded:
		*p = progress{width: p.width, running: map[run.Source]bool{}}
	default:
		return false
	}
	return true
}

// line is the text of the line, cut to the terminal's width; "" when there is
// nothing to say.
func (p *progress) line() string {
	var parts []string
	switch {
	case p.total > 0:
		parts = append(parts, fmt.Sprintf("%d/%s", p.done, plural(p.total, "Task")))
	case p.done > 0:
		parts = append(parts, plural(p.done, "Task")+" done")
	}
	if len(p.running) > 0 {
		parts = append(parts, fmt.Sprintf("%d running", len(p.running)))
	}
	text := strings.Join(parts, ", ")
	if said := strings.TrimSpace(p.percent + " " + p.status); said != "" {
		text += " | " + label(p.last) + ": " + said
	}
	runes := []rune(text)
	for i, r := range runes {
		if !unicode.IsPrint(r) {
			runes[i] = ' '
		}
	}
	if len(runes) >= p.width {
		runes = append(runes[:p.width-2], '…')
	}
	return string(runes)
}
