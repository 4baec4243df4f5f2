package main

// The report: counts, known differences by rule, new ones in full.

import (
	"fmt"
	"io"
	"sort"
)

// tally counts what was compared.
type tally struct {
	what     string // "expressions"
	compared int
	known    map[string][]*difference
	news     []*difference
}

func newTally(what string, compared int, rules []rule, found []*difference) *tally {
	t := &tally{what: what, compared: compared, known: map[string][]*difference{}}
	for _, d := range found {
		if name := known(rules, d); name != "" {
			t.known[name] = append(t.known[name], d)
		} else {
			t.news = append(t.news, d)
		}
	}
	return t
}

func (t *tally) print(out io.Writer, verbose bool) {
	names := make([]string, 0, len(t.known))
	count := 0
	for name, found := range t.known {
		names = append(names, name)
		count += len(found)
	}
	sort.Strings(names)
	fmt.Fprintf(out, "%d %s: %d known differences, %d new ones\n", t.compared, t.what, count, len(t.news))
	for _, name := range names {
		fmt.Fprintf(out, "  %5d %s\n", len(t.known[name]), name)
		if verbose {
			for _, d := range t.known[name] {
				d.print(out)
			}
		}
	}
	for _, d := range t.news {
		d.print(out)
	}
}

func (d *difference) print(out io.Writer) {
	switch {
	case d.Wrap != nil:
		d.printWrap(out)
		return
	case d.Source != nil:
		fmt.Fprintf(out, "\ntemplate %d, fault %q at %s\n%s\n", d.Number, d.Fault, d.Path, d.Source)
	case d.Input.String() == d.Whole:
		fmt.Fprintf(out, "\n%s\n", d.Input)
	default:
		fmt.Fprintf(out, "\n%s\n  in %s\n", d.Input, d.Whole)
	}
	fmt.Fprintf(out, "  ours:   %s\n  theirs: %s\n", d.Ours, d.Theirs)
}

func (a answer) String() string {
	if a.OK {
		return fmt.Sprintf("%s %s", a.Type, a.Value)
	}
	if a.Checked {
		return "passes the check; then: " + a.Error
	}
	return "error: " + a.Error
}
