package cli

// This file defines how "runner summary" shows Services to people.

import (
	"fmt"
	"slices"
	"strings"

	"runner/template"
)

func writeService(b *strings.Builder, job template.Summary, index int) {
	s := job.Services[index]
	fmt.Fprintf(b, "\nService: %s\n", serviceName(job, index))
	writeIndented(b, "  ", s.Description)
	for _, p := range s.Ports {
		port := "a free port"
		if p.Number != 0 {
			port = fmt.Sprintf("port %d", p.Number)
		}
		fmt.Fprintf(b, "  %s: %s (%s)\n", p.Name, port, p.Protocol)
	}
	fmt.Fprintf(b, "  Check: %s\n", checkText(s.HealthCheck))
	fmt.Fprintf(b, "  If it fails: %s\n", restartText(s))
	writeNames(b, "  For the Steps", s.Steps)
	writeNames(b, "  Starts after", append(kinds("Step", s.AfterSteps), kinds("Service", s.AfterServices)...))
	writeNames(b, "  From", []string{s.From})
}

// checkText is "TCP_CONNECT of main every 1 s, READY within 300 s; then every
// 30 s, 3 failures in a row".
func checkText(h template.ResolvedHealthCheck) string {
	text := h.Type
	if len(h.Ports) > 0 {
		text += " of " + strings.Join(h.Ports, ", ")
	}
	if h.ReadinessInterval > 0 {
		text += fmt.Sprintf(" every %g s", h.ReadinessInterval.Seconds())
	}
	text += fmt.Sprintf(", READY within %g s", h.ReadinessTimeout.Seconds())
	for _, port := range h.Ports {
		if limit, has := h.PortTimeouts[port]; has {
			text += fmt.Sprintf(", %s within %g s", port, limit.Seconds())
		}
	}
	if h.HealthInterval == 0 {
		return text
	}
	return text + fmt.Sprintf("; then every %g s, given up after %s in a row", h.HealthInterval.Seconds(), plural(h.FailureThreshold, "failure"))
}

func restartText(s template.ServiceSummary) string {
	if s.MaxAttempts == 0 {
		return "its Steps fail"
	}
	text := fmt.Sprintf("launched again, at most %s", plural(s.MaxAttempts, "time"))
	switch s.CompletedTasks {
	case template.KeepCompletedTasks:
		text += "; completed Tasks stand (KEEP)"
	case template.RerunCompletedTasks:
		text += "; completed Tasks run again (RERUN)"
	}
	return text
}

// writeRequirements tells of the Services that attachments have to bring.
func writeRequirements(b *strings.Builder, requirements []template.RequirementSummary) {
	for _, r := range requirements {
		fmt.Fprintf(b, "\nRequired Service: %s\n", r.Name)
		for _, p := range r.Ports {
			fmt.Fprintf(b, "  %s: %s\n", p.Name, p.Protocol)
		}
		if r.Provider != "" {
			fmt.Fprintf(b, "  Provided by: %s\n", r.Provider)
		} else {
			b.WriteString("  Not provided yet: attach an Environment Template that has it with --env\n")
		}
	}
}

// serviceName is a Service's name, where others have the same with what tells
// them apart: its Step (stepServices), its document, or its number when one
// document is attached more than once.
func serviceName(s template.Summary, index int) string {
	v := s.Services[index]
	inSteps, inDocuments, number := false, false, 1
	for i, other := range s.Services {
		switch {
		case i == index || other.Name != v.Name:
		case other.From != v.From:
			inDocuments = true
		case !slices.Equal(other.Steps, v.Steps):
			inSteps = true
		default:
			inDocuments = true
			if i < index {
				number++
			}
		}
	}
	name := v.Name
	if inSteps {
		name += " of Step " + strings.Join(v.Steps, ", ")
	}
	if inDocuments {
		name += " of " + v.From
	}
	if number > 1 {
		name += fmt.Sprintf(" (%d)", number)
	}
	return name
}

// kinds puts before each name what it is the name of.
func kinds(kind string, names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = kind + " " + name
	}
	return out
}
