package cli

// This file defines how the words of a command line are put in order before the
// flag library sees them. The library stops reading flags at the first word
// that is none, refuses two names of one flag side by side, and explains little;
// after arrange every flag stands first, under its own name, with its value
// attached by "=".

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/template/expr"
)

// arranged is a command line in order.
type arranged struct {
	flags       []string // --name=value or --name=true
	positionals []string
	help        bool
}

// words is what the flag library gets to read.
func (a *arranged) words() []string {
	return append(append(slices.Clone(a.flags), "--"), a.positionals...)
}

// withoutAliases is the flags as the library gets them. It would set a flag
// again under its other names, which adds empty values to a repeatable one.
func withoutAliases(flags []cli.Flag) []cli.Flag {
	out := make([]cli.Flag, len(flags))
	for i, f := range flags {
		switch f := f.(type) {
		case *cli.GenericFlag:
			bare := *f
			bare.Aliases = nil
			out[i] = &bare
		case *cli.StringFlag:
			bare := *f
			bare.Aliases = nil
			out[i] = &bare
		default:
			out[i] = f
		}
	}
	return out
}

// flagTable knows the flags of one command by each of their names.
type flagTable struct {
	byName map[string]cli.Flag
	names  []string // long names, for suggestions
}

func newFlagTable(flags []cli.Flag) *flagTable {
	t := &flagTable{byName: map[string]cli.Flag{}}
	for _, f := range flags {
		for _, n := range f.Names() {
			t.byName[n] = f
			if len(n) > 2 {
				t.names = append(t.names, "--"+n)
			}
		}
	}
	t.names = append(t.names, "--help")
	return t
}

// isNumeral tells a negative number, which is no flag.
func isNumeral(c byte) bool { return c >= '0' && c <= '9' || c == '.' }

func isBool(f cli.Flag) bool { _, ok := f.(*cli.BoolFlag); return ok }

// isRepeatable tells the flags that may be given more than once.
func isRepeatable(f cli.Flag) bool { _, ok := f.(*cli.GenericFlag); return ok }

// arrange puts the words after a command's name in order. Flags may stand
// anywhere before "--". A flag's value is the next word, whatever it looks like,
// or what follows "=", or, after a one-letter flag, the rest of the word (-j4).
func arrange(flags []cli.Flag, words []string) (*arranged, error) {
	t := newFlagTable(flags)
	out := &arranged{}
	given := map[string]string{} // canonical name → value, of flags that are given once
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w == "--" {
			out.positionals = append(out.positionals, words[i+1:]...)
			break
		}
		if len(w) < 2 || w[0] != '-' || isNumeral(w[1]) {
			out.positionals = append(out.positionals, w)
			continue
		}
		if w == "-h" || w == "--help" || w == "-help" {
			out.help = true
			continue
		}
		f, value, attached := t.split(w)
		if f == nil {
			return nil, t.unknown(w)
		}
		name := f.Names()[0]
		switch {
		case attached:
		case isBool(f):
			value = "true"
		case i+1 == len(words):
			return nil, usagef("%s needs a value after it", w)
		default:
			i++
			value = words[i]
		}
		if before, twice := given[name]; twice && !isRepeatable(f) && before != value {
			return nil, usagef("--%s is given twice, as %q and as %q", name, before, value)
		}
		given[name] = value
		out.flags = append(out.flags, "--"+name+"="+value)
	}
	return out, nil
}

// split finds the flag that a word names, and the value attached to it.
func (t *flagTable) split(word string) (f cli.Flag, value string, attached bool) {
	bare := strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	name, value, attached := strings.Cut(bare, "=")
	if f := t.byName[name]; f != nil {
		return f, value, attached
	}
	if !strings.HasPrefix(word, "--") {
		if f := t.byName[bare[:1]]; f != nil && len(bare) > 1 && !isBool(f) {
			return f, bare[1:], true
		}
	}
	return nil, "", false
}

func (t *flagTable) unknown(word string) error {
	name, _, _ := strings.Cut(word, "=")
	err := usagef("there is no flag %s", name)
	err.hint = suggestion("--"+strings.TrimLeft(name, "-"), t.names)
	return err
}

// suggestion is "did you mean x?" for the nearest known word, or "".
func suggestion(word string, known []string) string {
	near := expr.Suggest(word, known)
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + near[0] + "?"
}
