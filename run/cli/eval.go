package cli

// This file defines "runner eval": one expression, its value and its type, or
// the list of functions.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"runner/template"
	"runner/template/expr"
)

// evalOptions is what a command line of "runner eval" asks for.
type evalOptions struct {
	Streams    *Streams
	Expression string
	Template   string // "" for none
	documentOptions
	Functions bool
	Function  string // with Functions: the one to describe, "" for all
	Output    format
}

type evalWork func(context.Context, *evalOptions) error

func newEvalCommand(s *Streams, work evalWork) *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "evaluate an expression, or list the functions",
		ArgsUsage: "EXPRESSION [TEMPLATE] [FLAGS]  |  --functions [NAME]",
		Description: "Prints the value and the type of an expression of the expression language (EXPR). With TEMPLATE\n" +
			"it can use Param.*, RawParam.* and Job.Name of that job; without one, Param.NAME of each -p, whose\n" +
			"value is read as JSON where it is JSON and is a string otherwise.",
		Flags: []cli.Flag{parameterFlag(), environmentFlag(),
			boolean("functions", "list the functions, or describe the one that is named"), extensionsFlag(), outputFlag()},
		Action: func(c *cli.Context) error {
			o, err := parseEval(c, s)
			if err != nil {
				return err
			}
			return work(c.Context, o)
		},
	}
}

func parseEval(c *cli.Context, s *Streams) (*evalOptions, error) {
	o := &evalOptions{Streams: s, Functions: c.Bool("functions")}
	var err error
	if o.documentOptions, err = documentOptionsOf(c); err != nil {
		return nil, err
	}
	if o.Output, err = formatOf(c.String("output")); err != nil {
		return nil, err
	}
	args := c.Args().Slice()
	switch {
	case o.Functions && len(args) > 1:
		return nil, usagef("--functions describes one function at a time")
	case o.Functions && len(args) == 1:
		o.Function = args[0]
	case o.Functions:
	case len(args) == 0:
		return nil, usagef("which expression? give one, or --functions")
	case len(args) > 2:
		err := usagef("an expression and at most one template, %d words were given", len(args))
		err.hint = "put the expression in quotes: " + programName + " eval '1 + 2'"
		return nil, err
	default:
		o.Expression = args[0]
		if len(args) == 2 {
			o.Template = args[1]
		} else if len(o.Environments) > 0 {
			return nil, usagef("--env needs a template")
		}
	}
	return o, nil
}

// evalDocument is what --output json and yaml print.
type evalDocument struct {
	Version int    `json:"version"`
	Status  string `json:"status"`
	Value   string `json:"value"`
	Text    string `json:"text"`
	Type    string `json:"type"`
}

// evaluate is "runner eval".
func evaluate(_ context.Context, o *evalOptions) error {
	if o.Functions {
		return showFunctions(o)
	}
	env, err := evalScope(o)
	if err != nil {
		return err
	}
	parsed, err := expr.Parse(o.Expression)
	if err != nil {
		return expressionFault(o.Expression, err)
	}
	value, err := parsed.Eval(env, expr.Any)
	if err != nil {
		return expressionFault(o.Expression, err)
	}
	if o.Output != formatHuman {
		return writeDocument(o.Streams.Out, o.Output, evalDocument{documentVersion, statusSuccess,
			value.Display(), value.Text(), value.Type().String()})
	}
	_, err = fmt.Fprintf(o.Streams.Out, "%s\ntype: %s\n", value.Display(), value.Type())
	return err
}

// evalScope is what the expression can use.
func evalScope(o *evalOptions) (*expr.Env, error) {
	env := &expr.Env{Library: expr.Base().WithHost(), PathStyle: pathStyle()}
	if o.Template == "" {
		symbols, err := looseSymbols(o.Parameters)
		env.Symbols = symbols
		return env, err
	}
	in, err := loadInputs(o.Streams, o.Template, o.documentOptions)
	if err != nil {
		return nil, err
	}
	job, err := in.createJob(o.Streams)
	if err != nil {
		return nil, err
	}
	env.Symbols = job.Symbols(nil)
	if in.document.Extensions.Has(template.Services) {
		env.Library = env.Library.WithServices()
	}
	return env, nil
}

// expressionFault is a fault of the expression with its place in it.
func expressionFault(text string, err error) error {
	var fault *expr.Error
	if !errors.As(err, &fault) {
		return err
	}
	const name = "expression"
	before := text[:min(max(fault.Offset, 0), len(text))]
	line := 1 + strings.Count(before, "\n")
	at := before[strings.LastIndexByte(before, '\n')+1:]
	return located(template.Faults{{
		Pos:     template.Position{File: name, Line: line, Column: utf8.RuneCountInString(at) + 1},
		Message: fault.Message, Hint: fault.Hint, Section: strings.TrimPrefix(fault.Section, "§"),
	}}, template.NewSource(name, []byte(text)))
}
