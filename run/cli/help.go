package cli

// This file defines the help pages: of the program, of a command, and, for a
// command with a template, of the job that the template describes.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/template"
)

func printAppHelp(w io.Writer, app *cli.App) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nUsage: %s\n\nCommands:\n", app.Name, app.Usage, app.UsageText)
	for _, c := range app.Commands {
		fmt.Fprintf(&b, "  %-16s%s\n", c.Name, c.Usage)
	}
	b.WriteString(`  help [COMMAND]  show help for a command
  version         show the version (also --version)

Exit statuses: 0 done; 1 the job failed; 2 wrong usage, template, parameter or
file: nothing was started; 3 runner itself could not work; 129, 130, 143 after
SIGHUP, SIGINT, SIGTERM.
`)
	_, err := io.WriteString(w, b.String())
	return err
}

func printCommandHelp(w io.Writer, cmd *cli.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s - %s\n\nUsage: %s %s %s\n", programName, cmd.Name, cmd.Usage, programName, cmd.Name, cmd.ArgsUsage)
	if cmd.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", cmd.Description)
	}
	b.WriteString("\nFlags:\n")
	for _, f := range cmd.Flags {
		names, usage := flagHelp(f)
		fmt.Fprintf(&b, "  %s\n      %s\n", names, usage)
	}
	b.WriteString("  -h, --help\n      show this help\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// flagHelp is a flag's names, short ones first, with its placeholder, and what
// it is for.
func flagHelp(f cli.Flag) (names, usage string) {
	list := slices.Clone(f.Names())
	slices.SortStableFunc(list, func(a, b string) int { return min(len(a), 2) - min(len(b), 2) })
	for i, n := range list {
		list[i] = "--" + n
		if len(n) == 1 {
			list[i] = "-" + n
		}
	}
	names = strings.Join(list, ", ")
	doc, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return names, ""
	}
	usage = doc.GetUsage()
	if parts := strings.SplitN(usage, "`", 3); len(parts) == 3 {
		names += " " + parts[1]
		usage = strings.Join(parts, "")
	}
	return names, usage
}

// commandHelpFor answers --help: for a command with a template that can be
// read, the help is about the job.
func commandHelpFor(s *Streams, cmd *cli.Command, line *arranged) error {
	if len(line.positionals) != 1 || cmd.Name != "run" && cmd.Name != "summary" {
		return printCommandHelp(s.Out, cmd)
	}
	doc, err := loadKind(s, line.positionals[0], documentOptions{Extensions: template.SupportedExtensions()}, template.JobKind)
	if err != nil {
		return err
	}
	var b strings.Builder
	writeJobHelp(&b, doc)
	fmt.Fprintf(&b, "\n\"%s %s --help\" lists the flags of the command.\n", programName, cmd.Name)
	_, err = io.WriteString(s.Out, b.String())
	return err
}

// writeJobHelp describes a Job Template to somebody who wants to run it.
func writeJobHelp(b *strings.Builder, doc *template.Document) {
	fmt.Fprintf(b, "Usage: %s run %s [-p NAME=VALUE]... [FLAGS]\n\nJob: %s\n", programName, doc.Source.Name, doc.Job.Name.Text)
	writeIndented(b, "", doc.Job.Description)
	writeParameters(b, doc.Parameters())
}

// writeParameters lists parameters: name, type, default, constraints,
// description.
func writeParameters(b *strings.Builder, list []*template.ParameterDefinition) {
	if len(list) == 0 {
		b.WriteString("\nThe job has no parameters.\n")
		return
	}
	b.WriteString("\nParameters:\n")
	for _, p := range list {
		fmt.Fprintf(b, "  %s (%s)", p.Name, p.Type)
		if p.Default == nil {
			b.WriteString(" [required]")
		} else {
			fmt.Fprintf(b, " [default: %s]", shownValue(p.Default.Value.Text()))
		}
		b.WriteByte('\n')
		for _, c := range constraintTexts(p.Constraints, p.Type.Item() != "") {
			fmt.Fprintf(b, "      %s\n", c)
		}
		writeIndented(b, "      ", p.Description)
	}
}

func writeIndented(b *strings.Builder, indent, text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	for line := range strings.Lines(text) {
		fmt.Fprintf(b, "%s%s\n", indent, strings.TrimRight(line, "\r\n"))
	}
}

// constraintTexts puts constraints into words, one a line.
func constraintTexts(c template.Constraints, isList bool) []string {
	var out []string
	if c.Allowed != nil {
		shown := make([]string, len(c.Allowed))
		for i, v := range c.Allowed {
			shown[i] = shownValue(v.Text())
		}
		out = append(out, "one of: "+strings.Join(shown, ", "))
	}
	switch {
	case c.MinValue != nil && c.MaxValue != nil:
		out = append(out, "from "+c.MinValue.Text()+" to "+c.MaxValue.Text())
	case c.MinValue != nil:
		out = append(out, "at least "+c.MinValue.Text())
	case c.MaxValue != nil:
		out = append(out, "at most "+c.MaxValue.Text())
	}
	unit := "character"
	if isList {
		unit = "item"
	}
	switch {
	case c.MinLength != nil && c.MaxLength != nil:
		out = append(out, fmt.Sprintf("%d to %s", *c.MinLength, plural(*c.MaxLength, unit)))
	case c.MinLength != nil:
		out = append(out, "at least "+plural(*c.MinLength, unit))
	case c.MaxLength != nil:
		out = append(out, "at most "+plural(*c.MaxLength, unit))
	}
	if c.Item != nil {
		for _, text := range constraintTexts(*c.Item, c.Item.Item != nil) {
			out = append(out, "each item: "+text)
		}
	}
	return out
}
