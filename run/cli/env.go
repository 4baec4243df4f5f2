package cli

// This file defines "runner env": the ready-made Environment Templates, which
// --env takes by their names.

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/wrap"
)

// envOptions is what a command line of "runner env" asks for.
type envOptions struct {
	Streams *Streams
	Show    string // the name of the one to print; "" to list all
	Output  format
}

type envWork func(context.Context, *envOptions) error

func newEnvCommand(s *Streams, work envWork) *cli.Command {
	return &cli.Command{
		Name:      "env",
		Usage:     "list or show the ready-made Environment Templates for containers",
		ArgsUsage: "list [FLAGS]  |  show NAME",
		Description: "\"" + programName + " run TEMPLATE --env NAME\" attaches one. \"show\" prints it, to be read, or to be changed and\n" +
			"attached as a file: " + programName + " env show docker > mine.yaml",
		Flags: []cli.Flag{outputFlag()},
		Action: func(c *cli.Context) error {
			o, err := parseEnv(c, s)
			if err != nil {
				return err
			}
			return work(c.Context, o)
		},
	}
}

func parseEnv(c *cli.Context, s *Streams) (*envOptions, error) {
	o := &envOptions{Streams: s}
	var err error
	if o.Output, err = formatOf(c.String("output")); err != nil {
		return nil, err
	}
	args := c.Args().Slice()
	if len(args) == 0 {
		return nil, usagef("list, or show NAME?")
	}
	switch {
	case args[0] == "list" && len(args) == 1:
	case args[0] == "list":
		return nil, usagef("env list takes no arguments")
	case args[0] == "show" && o.Output != formatHuman:
		return nil, usagef("env show prints the template as it is; --output is for env list")
	case args[0] == "show" && len(args) == 2 && args[1] != "":
		o.Show = args[1]
	case args[0] == "show":
		err := usagef("env show prints one template")
		err.hint = "there are " + strings.Join(readyNames(), ", ")
		return nil, err
	default:
		err := usagef("env cannot %q: it can list, or show NAME", args[0])
		err.hint = suggestion(args[0], []string{"list", "show"})
		return nil, err
	}
	return o, nil
}

// readyDocument is what --output json and yaml print.
type readyDocument struct {
	Version      int            `json:"version"`
	Status       string         `json:"status"`
	Environments []readySummary `json:"environments"`
}

type readySummary struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// showEnvironments is "runner env".
func showEnvironments(_ context.Context, o *envOptions) error {
	if o.Show != "" {
		r, found := wrap.FindReady(o.Show)
		if !found {
			err := usagef("there is no ready-made Environment %q", o.Show)
			if err.hint = suggestion(o.Show, readyNames()); err.hint == "" {
				err.hint = "there are " + strings.Join(readyNames(), ", ")
			}
			return err
		}
		_, err := o.Streams.Out.Write(r.Text)
		return err
	}
	doc := readyDocument{documentVersion, statusSuccess, []readySummary{}}
	var b strings.Builder
	for _, r := range wrap.ReadyMade() {
		doc.Environments = append(doc.Environments, readySummary{r.Name, r.Summary})
		fmt.Fprintf(&b, "%-12s%s\n", r.Name, r.Summary)
	}
	if o.Output != formatHuman {
		return writeDocument(o.Streams.Out, o.Output, doc)
	}
	_, err := io.WriteString(o.Streams.Out, b.String())
	return err
}

// exists says whether there is a file, even one that cannot be read.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func readyNames() []string {
	var names []string
	for _, r := range wrap.ReadyMade() {
		names = append(names, r.Name)
	}
	return names
}

// readyEnvironment is the ready-made template that a word after --env means: one
// that could be no path to somewhere else, and is not the name of a file.
func readyEnvironment(s *Streams, word string) (wrap.Ready, bool) {
	if word == "" || strings.ContainsAny(word, `/\`) || exists(absolute(s, word)) {
		return wrap.Ready{}, false
	}
	return wrap.FindReady(word)
}

// missingEnvironment adds to the error of an --env that is neither a file nor a
// ready-made template what might have been meant.
func missingEnvironment(s *Streams, word string, err error) error {
	if word == "" || filepath.Base(word) != word || filepath.Ext(word) != "" || exists(absolute(s, word)) {
		return err
	}
	hint := suggestion(word, readyNames())
	if hint == "" {
		hint = "the ready-made ones are " + strings.Join(readyNames(), ", ")
	}
	return refusef("%s: there is no such file and no ready-made Environment of that name (%s)", word, hint)
}
