package cli

// This file defines the flags that several commands share and how the values
// of flags become the values of options.

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/template"
)

// wordList collects a repeatable flag's values to the letter, in order.
type wordList struct{ words []string }

// Set adds a value.
func (l *wordList) Set(word string) error { l.words = append(l.words, word); return nil }

// String is "", so that the help page shows no default.
func (l *wordList) String() string { return "" }

var _ cli.Generic = (*wordList)(nil)

func repeatable(name, usage string, aliases ...string) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Aliases: aliases, Usage: usage, Value: &wordList{}}
}

func text(name, usage string, aliases ...string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage}
}

func boolean(name, usage string) *cli.BoolFlag {
	return &cli.BoolFlag{Name: name, Usage: usage}
}

// words are the values of a repeatable flag, in the order given.
func words(c *cli.Context, name string) []string {
	if l, ok := c.Generic(name).(*wordList); ok {
		return l.words
	}
	return nil
}

func parameterFlag() cli.Flag {
	return repeatable("parameter",
		"a Job Parameter: `NAME=VALUE`, file://PATH of a JSON or YAML mapping, or an inline JSON mapping; may be repeated, the later value wins",
		"p", "job-param")
}

func environmentFlag() cli.Flag {
	return repeatable("environment", "attach the Environment Template in `FILE`, or a ready-made one by its name (\"runner env list\"); may be repeated, entered in this order", "env")
}

func extensionsFlag() cli.Flag {
	return text("extensions", "allow templates to use only these extensions: `A,B`; an empty value allows none (default: all that are supported)")
}

func outputFlag() cli.Flag {
	return text("output", "print for people or as one document: `FORMAT` is human-readable, json or yaml (default: human-readable)")
}

// format is a kind of output.
type format string

const (
	formatHuman format = "human-readable"
	formatJSON  format = "json"
	formatYAML  format = "yaml"
)

func formatOf(word string) (format, error) {
	known := []string{string(formatHuman), string(formatJSON), string(formatYAML)}
	switch {
	case word == "":
		return formatHuman, nil
	case slices.Contains(known, word):
		return format(word), nil
	}
	return "", choice("--output", word, known)
}

// choice refuses a word that is none of the known ones.
func choice(flag, word string, known []string) error {
	err := usagef("%s cannot be %q: it is %s", flag, word, strings.Join(known, ", "))
	err.hint = suggestion(word, known)
	return err
}

// wantedFormat is the format that a command line asks for, found also in one
// that is otherwise wrong: a program that reads a document gets one in any case.
func wantedFormat(words []string) format {
	for i, w := range words {
		if w == "--" {
			break
		}
		bare := strings.TrimPrefix(w, "-")
		if w == bare {
			continue
		}
		name, value, attached := strings.Cut(strings.TrimPrefix(bare, "-"), "=")
		if name != "output" {
			continue
		}
		if !attached && i+1 < len(words) {
			value = words[i+1]
		}
		if f := format(value); f == formatJSON || f == formatYAML {
			return f
		}
	}
	return formatHuman
}

// extensions is what --extensions leaves of the supported ones; limited is
// false when the flag is not there.
func extensions(c *cli.Context) (set template.ExtensionSet, limited bool, err error) {
	if !c.IsSet("extensions") {
		return template.SupportedExtensions(), false, nil
	}
	supported := template.SupportedExtensions()
	for word := range strings.SplitSeq(c.String("extensions"), ",") {
		name := strings.ToUpper(strings.TrimSpace(word))
		if name == "" {
			continue
		}
		i := slices.Index(supported.Names(), name)
		if i < 0 {
			err := usagef("--extensions: %q is not supported; supported are %s", word, supported)
			err.hint = suggestion(name, supported.Names())
			return 0, true, err
		}
		set = set.With(extensionNamed(name))
	}
	return set, true, nil
}

// extensionNamed finds a supported extension by its name.
func extensionNamed(name string) template.Extension {
	for bit := 0; bit < 8; bit++ {
		if e := template.Extension(1 << bit); e.String() == name {
			return e
		}
	}
	return 0
}

// number reads a whole number of at least least.
func number(flag, word string, least int64) (int64, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < least {
		if least == math.MinInt64 {
			return 0, usagef("%s needs a whole number, not %q", flag, word)
		}
		return 0, usagef("%s needs a whole number of at least %d, not %q", flag, least, word)
	}
	return n, nil
}

// oneFile is the single positional argument of a command.
func oneFile(c *cli.Context, what string) (string, error) {
	switch c.NArg() {
	case 0:
		return "", usagef("which %s? give its file", what)
	case 1:
		if c.Args().First() == "" {
			return "", usagef("the name of the %s is empty", what)
		}
		return c.Args().First(), nil
	}
	err := usagef("one %s at a time: %q and %q were given", what, c.Args().Get(0), c.Args().Get(1))
	if strings.Contains(c.Args().Get(1), "=") || strings.Contains(c.Args().Get(0), "=") {
		err.hint = "each parameter needs a -p of its own: -p A=1 -p B=2"
	}
	return "", err
}
