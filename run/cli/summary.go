package cli

// This file defines "runner summary": what a job consists of, without running it.

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/template"
)

// summaryOptions is what a command line of "runner summary" asks for.
type summaryOptions struct {
	Streams  *Streams
	Template string
	documentOptions
	Step   string
	Output format
}

type summaryWork func(context.Context, *summaryOptions) error

func newSummaryCommand(s *Streams, work summaryWork) *cli.Command {
	return &cli.Command{
		Name:      "summary",
		Usage:     "say what a job consists of, without running it",
		ArgsUsage: "TEMPLATE [FLAGS]",
		Description: "Makes the job with the given parameters and lists its parameters, Steps, Tasks, Environments,\n" +
			"Services, dependencies and host requirements.",
		Flags: []cli.Flag{parameterFlag(), environmentFlag(), text("step", "only the Step `NAME`"), extensionsFlag(), outputFlag()},
		Action: func(c *cli.Context) error {
			o := &summaryOptions{Streams: s, Step: c.String("step")}
			var err error
			if o.Template, err = oneFile(c, "Job Template"); err != nil {
				return err
			}
			if o.documentOptions, err = documentOptionsOf(c); err != nil {
				return err
			}
			if o.Output, err = formatOf(c.String("output")); err != nil {
				return err
			}
			if c.IsSet("step") && o.Step == "" {
				return usagef("--step needs a value")
			}
			return work(c.Context, o)
		},
	}
}

// summarize is "runner summary".
func summarize(_ context.Context, o *summaryOptions) error {
	in, err := loadInputs(o.Streams, o.Template, o.documentOptions)
	if err != nil {
		return err
	}
	job, err := in.createJobWith(o.Streams, true)
	if err != nil {
		return err
	}
	summary := job.Summary()
	step := -1
	if o.Step != "" {
		if step = stepNamed(job, o.Step); step < 0 {
			return unknownStep(job, o.Step)
		}
	}
	switch {
	case o.Output == formatHuman && step < 0:
		writeJobSummary(o.Streams.Out, summary)
	case o.Output == formatHuman:
		writeStepSummary(o.Streams.Out, summary, summary.Steps[step])
	case step < 0:
		return writeDocument(o.Streams.Out, o.Output, jobSummaryDocumentOf(summary))
	default:
		return writeDocument(o.Streams.Out, o.Output, stepSummaryDocumentOf(summary, step))
	}
	return nil
}

func writeJobSummary(w io.Writer, s template.Summary) {
	var b strings.Builder
	fmt.Fprintf(&b, "--- Summary for '%s' ---\n", s.Name)
	if len(s.Parameters) > 0 {
		b.WriteString("\nParameters:\n")
		for _, p := range s.Parameters {
			from := "default"
			if p.Given {
				from = "given"
			}
			fmt.Fprintf(&b, "  - %s (%s): %s [%s]\n", p.Name, p.Type, shownValue(p.Value), from)
		}
	}
	fmt.Fprintf(&b, "\nTotal steps: %d\nTotal tasks: %s\nTotal environments: %d\n", len(s.Steps), countText(s.Tasks), totalEnvironments(s))
	writeNames(&b, "Environments of the job", s.Environments)
	for i := range s.Services {
		writeService(&b, s, i)
	}
	writeRequirements(&b, s.Requirements)
	b.WriteString("\n--- Steps ---\n")
	for i, step := range s.Steps {
		fmt.Fprintf(&b, "\n%d. '%s' (%s)\n", i+1, step.Name, tasksOf(step))
		writeStep(&b, s, step)
	}
	_, _ = io.WriteString(w, b.String())
}

func writeStepSummary(w io.Writer, s template.Summary, step template.StepSummary) {
	var b strings.Builder
	fmt.Fprintf(&b, "--- Summary for Step '%s' of '%s' ---\n\nTotal tasks: %s\n", step.Name, s.Name, countText(step.Tasks))
	writeStep(&b, s, step)
	for _, i := range step.Services {
		writeService(&b, s, i)
	}
	_, _ = io.WriteString(w, b.String())
}

// countText is a number of Tasks, which can be too large to be counted.
func countText(n int64) string {
	if n < 0 {
		return "more than 64 bits can count"
	}
	return fmt.Sprint(n)
}

func tasksOf(s template.StepSummary) string {
	text := plural(s.Tasks, "Task")
	for _, p := range s.Parameters {
		if p.Chunked {
			text = plural(s.Tasks, "chunk")
		}
	}
	return text
}

func totalEnvironments(s template.Summary) int {
	n := len(s.Environments)
	for _, step := range s.Steps {
		n += len(step.Environments)
	}
	return n
}

func writeNames(b *strings.Builder, what string, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(b, "%s: %s\n", what, strings.Join(names, ", "))
	}
}

func writeStep(b *strings.Builder, job template.Summary, s template.StepSummary) {
	writeIndented(b, "   ", s.Description)
	for _, p := range s.Parameters {
		what := plural(p.Values, "value")
		if p.Chunked {
			what += ", in chunks"
		}
		fmt.Fprintf(b, "   Task parameter: %s (%s), %s\n", p.Name, p.Type, what)
	}
	if len(s.Parameters) > 1 {
		fmt.Fprintf(b, "   Combination: %s\n", s.Combination)
	}
	writeNames(b, "   Depends on", append(kinds("Step", s.Dependencies), kinds("Service", s.ListedServices)...))
	writeNames(b, "   Environments", s.Environments)
	var services []string
	for _, i := range s.Services {
		services = append(services, serviceName(job, i))
	}
	writeNames(b, "   Services", services)
	for _, line := range requirementTexts(s.HostRequirements) {
		fmt.Fprintf(b, "   Needs a host with %s\n", line)
	}
}
