package cli

// This file defines console: the events of a run as lines for people, each
// "STAMP<TAB>TEXT" on standard output, warnings and errors on standard error.

import (
	"fmt"
	"io"
	"time"

	"runner/run"
)

// consoleOptions say how the console shows a run.
type consoleOptions struct {
	style   stampStyle
	verbose bool
	// several says that more than one worker runs, so that every line needs its
	// source. A Service's lines always have it.
	several bool
	// total is the number of Tasks that will run; 0 when it is not known.
	total int64
}

// console turns events into lines. It belongs to the goroutine that calls
// event; the writing is done by the floodWriter.
type console struct {
	consoleOptions
	out   *floodWriter
	err   io.Writer
	p, ep *palette
	start time.Time
	line  []byte
	from  run.Source // the source that prefix was made for
	lead  string     // its prefix
	bar   *progress  // nil where it cannot be shown
}

func newConsole(out *floodWriter, s *Streams, o consoleOptions) *console {
	c := &console{consoleOptions: o, out: out, err: s.Err, p: s.palette(), ep: s.errPalette(), start: s.Now()}
	if s.canRedraw() {
		c.bar = &progress{total: o.total, width: s.Width, running: map[run.Source]bool{}}
	}
	return c
}

var _ reporter = (*console)(nil)

// event shows one event.
func (c *console) event(e *run.Event) {
	if e.Kind == run.Output {
		c.output(e)
		return
	}
	if c.bar != nil && c.bar.event(e) {
		defer func() { c.out.Footer(c.bar.line()) }()
	}
	if e.Kind == run.Note && (e.Level == run.Warning || e.Level == run.Failing) {
		c.diagnostic(e)
		return
	}
	text, detail := eventText(e)
	if text == "" || detail && !c.verbose {
		return
	}
	switch {
	case e.Kind == run.ActionStarted:
		text = c.p.bold.Sprint("==== " + text)
	case e.Kind == run.ActionEnded && e.Exit != nil && e.Exit.Outcome != run.Succeeded:
		text = c.p.bad.Sprint(text)
	case e.Kind == run.ServiceState:
		text = c.p.name.Sprint(text)
	case e.Kind == run.Interrupted:
		text = c.p.warn.Sprint(text)
	case detail:
		text = c.p.dim.Sprint(text)
	}
	c.write(e, text)
}

// output shows a line of an action's output; a million of them come here.
func (c *console) output(e *run.Event) {
	c.line = c.stamp(c.line[:0], e.Time)
	c.line = append(c.line, c.prefix(e.Source)...)
	c.line = append(c.line, e.Text...)
	c.line = append(c.line, '\n')
	_, _ = c.out.Write(c.line)
}

func (c *console) write(e *run.Event, text string) {
	c.line = c.stamp(c.line[:0], e.Time)
	c.line = append(c.line, c.prefix(e.Source)...)
	c.line = append(c.line, text...)
	c.line = append(c.line, '\n')
	_, _ = c.out.Write(c.line)
}

// diagnostic shows a warning or an error of the runner, after everything that
// came before it.
func (c *console) diagnostic(e *run.Event) {
	if c.bar != nil {
		c.out.Footer("")
		defer func() { c.out.Footer(c.bar.line()) }()
	}
	c.out.Flush()
	word := c.ep.warn.Sprint("warning:")
	if e.Level == run.Failing {
		word = c.ep.bad.Sprint("error:")
	}
	fmt.Fprintf(c.err, "%s %s%s\n", word, c.origin(e.Source), e.Text)
}

// origin is what a diagnostic is about: standard error may be read on its own,
// so it does not rely on the banner above it.
func (c *console) origin(s run.Source) string {
	if lead := c.prefix(s); lead != "" || s == (run.Source{}) {
		return lead
	}
	if name := title(s); name != "" {
		return name + ": "
	}
	return ""
}

func (c *console) stamp(b []byte, t time.Time) []byte {
	return append(appendStamp(b, c.style, c.start, t), '\t')
}

// prefix is "[Cache] " for a line whose source would not be clear without it.
func (c *console) prefix(s run.Source) string {
	if s.Service == "" && !c.several || s == (run.Source{}) {
		return ""
	}
	if s != c.from {
		c.from, c.lead = s, ""
		if l := label(s); l != "" {
			c.lead = "[" + l + "] "
		}
	}
	return c.lead
}

// quiet tells the recurring actions whose beginnings and good ends are only
// shown with --verbose.
func quiet(s run.Source) bool { return s.Action == "onHealthCheck" }

// eventText puts an event other than Output into words; detail says that it is
// for --verbose only, "" that it is not shown.
func eventText(e *run.Event) (text string, detail bool) {
	switch e.Kind {
	case run.RunStarted:
		return "Running job '" + e.Text + "'", false
	case run.SessionStarted:
		return "Session " + e.Source.Session + " starts in " + e.Text, true
	case run.SessionEnded:
		return "Session " + e.Source.Session + " ended", true
	case run.ActionStarted:
		text := title(e.Source)
		if len(e.Params) > 0 {
			text += ": " + paramsText(e.Params)
		}
		return text, quiet(e.Source)
	case run.ActionEnded:
		return endText(e), quiet(e.Source) && succeeded(e.Exit)
	case run.Setting:
		return "Setting: " + e.Text, false
	case run.Note:
		return e.Text, e.Level == run.Debug
	case run.ServiceState:
		text := "Service " + e.Source.Service + " is " + e.State
		if e.Text != "" {
			text += ": " + e.Text
		}
		return text, false
	case run.TaskEnded:
		text := fmt.Sprintf("Task %d of Step %s: %s", e.Source.Task, e.Source.Step, e.Outcome)
		return text, e.Outcome != run.Requeued
	case run.StepEnded:
		text := fmt.Sprintf("Step %s: %s", e.Source.Step, e.Outcome)
		if e.Text != "" {
			text += ": " + e.Text
		}
		return text, false
	case run.Interrupted:
		return interruptText(e), false
	}
	return "", true
}

func succeeded(x *run.Exit) bool { return x == nil || x.Outcome == run.Succeeded }

// endText is the line at an action's end. Readers take the first non-zero
// "exited with code" for the Task's, so a Service's actions, which may end
// badly without harm, are worded otherwise.
func endText(e *run.Event) string {
	x := e.Exit
	if x == nil {
		return ""
	}
	var text string
	switch {
	case !x.Started:
		text = title(e.Source) + " " + exitText(*x)
	case e.Source.Service != "":
		text = serviceEnd(e.Source) + " ended " + serviceStatus(x)
	case x.Signal != "":
		text = "Process exited with code: " + x.Signal
	default:
		text = fmt.Sprintf("Process exited with code: %d", x.Code)
	}
	switch {
	case x.Outcome == run.TimedOut && x.Started:
		text += " (timed out, ended after " + durationText(x.Duration) + ")"
	case x.Outcome == run.Canceled && x.Started:
		text += " (canceled)"
	}
	if x.Started && x.Message != "" {
		text += ": " + x.Message
	}
	return text
}

func serviceEnd(s run.Source) string {
	switch {
	case s.Environment != "":
		return s.Action + " of Environment " + s.Environment + " (Service " + s.Service + ")"
	case s.Action == "onRun" || s.Action == "":
		return "Service " + s.Service
	}
	return s.Action + " of Service " + s.Service
}

func serviceStatus(x *run.Exit) string {
	if x.Signal != "" {
		return "by signal " + x.Signal
	}
	return fmt.Sprintf("with status %d", x.Code)
}
