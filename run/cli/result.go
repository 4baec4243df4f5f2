package cli

// This file defines the result block that ends a run's output for people.

import (
	"fmt"
	"io"
	"strings"

	"runner/run"
)

// resultMessage is the result in one sentence.
func resultMessage(r *run.Result) string {
	switch {
	case r.Interrupted != "":
		return "Session was interrupted by " + r.Interrupted
	case r.Outcome == run.Succeeded:
		return "Session ended successfully"
	}
	for _, s := range r.Services {
		if s.State == "FAILED" {
			return fmt.Sprintf("Service %s failed: %s", s.Name, s.Reason)
		}
	}
	return "Session ended with errors; see Task logs for details"
}

// writeResult prints the result block.
func writeResult(w io.Writer, r *run.Result, step string, p *palette) {
	var b strings.Builder
	b.WriteString("\n--- Results of local session ---\n\n")
	message := resultMessage(r)
	if r.Outcome == run.Succeeded && r.Interrupted == "" {
		message = p.good.Sprint(message)
	} else {
		message = p.bad.Sprint(message)
	}
	fmt.Fprintf(&b, "%s\n\nJob: %s\n", message, r.Job)
	if step != "" {
		fmt.Fprintf(&b, "Step: %s\n", step)
	}
	fmt.Fprintf(&b, "Duration: %.3f seconds\nChunks run: %d\n", r.Duration.Seconds(), r.TaskRuns)
	writeSteps(&b, r.Steps, p)
	writeServices(&b, r.Services, p)
	for i, f := range r.Failures {
		if i == maxShownFailures {
			fmt.Fprintf(&b, "\n%s more; the logs tell of them.\n", plural(int64(len(r.Failures)-i), "failed action"))
			break
		}
		writeFailure(&b, f, p)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "\n%s %s\n", p.warn.Sprint("Note:"), n)
	}
	for i, dir := range r.Preserved {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "Working directory preserved at: %s\n", dir)
	}
	_, _ = io.WriteString(w, b.String())
}

// maxShownFailures is how many failures the result block tells in full.
const maxShownFailures = 5

func writeSteps(b *strings.Builder, steps []run.StepResult, p *palette) {
	if len(steps) == 0 {
		return
	}
	b.WriteString("\nSteps:\n")
	width := 0
	for _, s := range steps {
		width = max(width, min(len([]rune(s.Name)), 40))
	}
	for _, s := range steps {
		fmt.Fprintf(b, "  %-*s  %s  %s\n", width, s.Name, outcomeText(s.Outcome, p), tasksText(s))
		if reason := stepReason(s); reason != "" {
			fmt.Fprintf(b, "  %-*s  %s\n", width, "", reason)
		}
		if s.Untrusted {
			fmt.Fprintf(b, "  %-*s  %s\n", width, "",
				p.warn.Sprint("the results of its completed Tasks are not to be relied on: a Service it needs has died"))
		}
	}
}

// stepReason is why a Step was not run or failed, with the way to run it all the
// same.
func stepReason(s run.StepResult) string {
	if s.Halted {
		return s.Reason + "; --keep-going goes on with the Steps that do not depend on it"
	}
	return s.Reason
}

func outcomeText(o run.Outcome, p *palette) string {
	switch o {
	case run.Succeeded:
		return p.good.Sprint(string(o))
	case run.Failed, run.TimedOut:
		return p.bad.Sprint(string(o))
	}
	return p.warn.Sprint(string(o))
}

// tasksText is "10 Tasks: 8 succeeded, 1 failed, 1 not run", without zeros.
func tasksText(s run.StepResult) string {
	var parts []string
	for _, c := range []struct {
		n    int64
		word string
	}{{s.Succeeded, "succeeded"}, {s.Failed, "failed"}, {s.Canceled, "canceled"}, {s.NotRun, "not run"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.word))
		}
	}
	text := plural(s.Total, "Task")
	if s.Total < 0 {
		text = "Tasks"
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

func writeServices(b *strings.Builder, services []run.ServiceResult, p *palette) {
	for i, s := range services {
		if i == 0 {
			b.WriteString("\nServices:\n")
		}
		fmt.Fprintf(b, "  %s  %s, %s", p.name.Sprint(s.Name), s.State, launchesText(s.Launches))
		for _, e := range s.Ports {
			fmt.Fprintf(b, ", %s %s:%d/%s", e.Name, e.Address, e.Port, strings.ToLower(e.Protocol))
		}
		if s.Reason != "" {
			b.WriteString(": " + s.Reason)
		}
		b.WriteByte('\n')
		if s.Log != "" {
			fmt.Fprintf(b, "    log: %s\n", s.Log)
		}
	}
}

func launchesText(n int) string {
	switch n {
	case 0:
		return "never launched"
	case 1:
		return "launched once"
	}
	return fmt.Sprintf("launched %d times", n)
}

func writeFailure(b *strings.Builder, f run.Failure, p *palette) {
	fmt.Fprintf(b, "\n%s %s\n", p.bad.Sprint("Failed:"), failureText(f))
	said := exitText(f.Exit)
	headline := f.Cause != "" || !f.Exit.Started && f.Exit.Message != ""
	if !headline && f.Message != "" && !strings.Contains(said, f.Message) && !strings.HasSuffix(f.Message, said) {
		fmt.Fprintf(b, "  %s\n", f.Message)
	}
	if f.Exit.Place != nil {
		b.WriteString(lineSnippet(f.Exit.Place.Pos, f.Exit.Place.Line))
	}
	if len(f.Tail) > 0 {
		b.WriteString("  The last lines of its output:\n")
		for _, line := range f.Tail {
			fmt.Fprintf(b, "  | %s\n", line)
		}
	}
	if f.Log != "" {
		fmt.Fprintf(b, "  Log: %s\n", f.Log)
	}
}
