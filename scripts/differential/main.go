package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
)

type options struct {
	expressions, templates, wraps int
	seed                          uint64
	cache, python, runner, rust   string
	verbose                       bool
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == probeCommand {
		os.Exit(probe(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	code, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
	}
	if code != 0 {
		stop()
		os.Exit(code)
	}
}

// run returns 0 if every difference is known, 1 if there are others, 2 if the
// comparison could not be made.
func run(ctx context.Context, args []string, out, log io.Writer) (int, error) {
	var o options
	flags := flag.NewFlagSet("differential", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.IntVar(&o.expressions, "expressions", 3000, "how many expressions to compare")
	flags.IntVar(&o.templates, "templates", 500, "how many templates to compare")
	flags.IntVar(&o.wraps, "wraps", 40, "how many wrapping jobs to run on both sides")
	flags.Uint64Var(&o.seed, "seed", 1, "what the input is made from")
	flags.StringVar(&o.cache, "cache", "", "the folder to install the reference in (default: the user's cache folder)")
	flags.StringVar(&o.python, "python", "", "a Python that has the reference already, instead of installing it")
	flags.StringVar(&o.runner, "runner", "", "a built runner for the wrapping jobs, instead of building it")
	flags.StringVar(&o.rust, "rust", "", "the program openjd of the crate openjd-cli, to run the wrapping jobs too")
	flags.BoolVar(&o.verbose, "v", false, "show the known differences too")
	if err := flags.Parse(args); err != nil {
		return 2, nil
	}
	if o.python == "" {
		python, err := referencePython(ctx, o.cache, log)
		if err != nil {
			return 2, err
		}
		o.python = python
	}
	news, err := compare(ctx, o, out, log)
	switch {
	case err != nil:
		return 2, err
	case news > 0:
		return 1, nil
	}
	return 0, nil
}

// referencePython is the Python of the reference, installed if need be.
func referencePython(ctx context.Context, cache string, log io.Writer) (string, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no folder to install the reference in: %w; give -cache", err)
		}
		cache = filepath.Join(user, "runner-differential")
	}
	return installReference(ctx, cache, log)
}

// compare runs both comparisons and reports; it returns how many differences are new.
func compare(ctx context.Context, o options, out, log io.Writer) (int, error) {
	theirs, err := startReference(ctx, o.python, log)
	if err != nil {
		return 0, err
	}
	news, err := compareAll(o, theirs, out)
	if closed := theirs.close(); err == nil {
		err = closed
	}
	if err != nil || o.wraps == 0 {
		return news, err
	}
	found, err := wrapDifferences(ctx, o, log)
	if err != nil {
		return news, err
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		wrapping := newTally("wrapping jobs with "+name, o.wraps, wrapRules(name), found[name])
		wrapping.print(out, o.verbose)
		news += len(wrapping.news)
	}
	return news, nil
}

func compareAll(o options, theirs *reference, out io.Writer) (int, error) {
	table := symbolTable()
	ours, err := newOurExpressions(table)
	if err != nil {
		return 0, err
	}
	if _, err := theirs.ask([]question{{Kind: "symbols", Symbols: table}}); err != nil {
		return 0, err
	}
	g := newGenerator(o.seed, table)
	found, err := expressionDifferences(ours, theirs, g.expressions(o.expressions))
	if err != nil {
		return 0, err
	}
	expressions := newTally("expressions", o.expressions, expressionRules(), found)
	if found, err = templateDifferences(theirs, o.seed, o.templates); err != nil {
		return 0, err
	}
	documents := newTally("templates", o.templates, templateRules(), found)
	expressions.print(out, o.verbose)
	documents.print(out, o.verbose)
	return len(expressions.news) + len(documents.news), nil
}
