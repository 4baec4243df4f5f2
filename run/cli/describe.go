package cli

// This file defines how the things of a run are put into words, the same for
// the console, the result and the documents.

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"runner/run"
)

// title names an action for its banner and for failures: "Step Render, Task 3:
// onRun", "Environment Conda: onEnter", "Service Cache: onHealthCheck".
func title(s run.Source) string {
	var b strings.Builder
	switch {
	case s.Task > 0:
		fmt.Fprintf(&b, "Step %s, Task %d", s.Step, s.Task)
	case s.Environment != "" && s.Service != "":
		fmt.Fprintf(&b, "Environment %s, in the Session of Service %s", s.Environment, s.Service)
	case s.Environment != "":
		fmt.Fprintf(&b, "Environment %s", s.Environment)
	case s.Service != "":
		fmt.Fprintf(&b, "Service %s", s.Service)
	case s.Step != "":
		fmt.Fprintf(&b, "Step %s", s.Step)
	default:
		b.WriteString(s.Session)
	}
	if s.Action != "" {
		b.WriteString(": " + s.Action)
	}
	return b.String()
}

// label is the short name that stands before a line whose source would not be
// clear: "Render 3", "Cache onHealthCheck", "Conda worker-2".
func label(s run.Source) string {
	switch {
	case s.Service != "" && s.Environment != "":
		return strings.TrimSpace(s.Service + " " + s.Environment + " " + s.Action)
	case s.Service != "" && s.Action != "" && s.Action != "onRun":
		return s.Service + " " + s.Action
	case s.Service != "":
		return s.Service
	case s.Task > 0:
		return s.Step + " " + strconv.FormatInt(s.Task, 10)
	case s.Environment != "":
		return s.Environment + " " + s.Session
	}
	return s.Session
}

// maxShownValue is how many characters of a parameter's value a banner shows.
const maxShownValue = 200

// paramsText is "Frame=3 Scene='a b'"; values that would not stand out are
// quoted, long ones are cut with an ellipsis.
func paramsText(params []run.Param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.Name + "=" + shownValue(p.Value)
	}
	return strings.Join(parts, " ")
}

func shownValue(v string) string {
	cut := false
	if len(v) > maxShownValue {
		if r := []rune(v); len(r) > maxShownValue {
			v, cut = string(r[:maxShownValue]), true
		}
	}
	plain := v != "" && strings.IndexFunc(v, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`"'=\`, r)
	}) < 0
	if !plain {
		v = strconv.Quote(v)
	}
	if cut {
		v += "…"
	}
	return v
}

// exitText is how an action's process ended, as a sentence about it: "exited
// with status 3", "was ended by SIGKILL", "timed out", "was not started: …".
func exitText(x run.Exit) string {
	var text string
	switch {
	case !x.Started && x.Message != "":
		return "was not started: " + x.Message
	case !x.Started:
		return "was not started"
	case x.Signal != "":
		text = "was ended by " + x.Signal
	default:
		text = fmt.Sprintf("exited with status %d", x.Code)
	}
	switch x.Outcome {
	case run.TimedOut:
		text = "timed out and " + text + " after " + durationText(x.Duration)
	case run.Canceled:
		text = "was canceled and " + text
	}
	return text
}

// failureText is one line that says which action failed and how.
func failureText(f run.Failure) string {
	if f.Cause != "" {
		return "Service " + f.Source.Service + ": " + f.Cause
	}
	text := title(f.Source)
	if len(f.Params) > 0 {
		text += " (" + paramsText(f.Params) + ")"
	}
	return text + " " + exitText(f.Exit)
}

// durationText is a duration as people read it: "0.012 s", "3.4 s", "2 m 05 s".
func durationText(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.3f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d m %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %02d m", int(d.Hours()), int(d.Minutes())%60)
}

// plural is "1 Task", "2 Tasks".
func plural(n int64, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + one + "s"
}

// interruptText says what a signal to the runner leads to.
func interruptText(e *run.Event) string {
	cause := "Interrupted by " + e.Text
	if e.Text == "SIGPIPE" {
		cause = "Nobody reads standard output any more"
	}
	switch e.Count {
	case 0, 1:
		return cause + ": canceling what runs and leaving the environments (once more to hurry)"
	case 2:
		return cause + " again: hurrying (once more to kill everything)"
	}
	return cause + " again: killing everything"
}
