// This file defines Fault and Faults, what is wrong and where.

package template

import (
	"fmt"
	"sort"
	"strings"
)

// MaxFaultsShown is how many faults Faults.Error prints before "N more".
const MaxFaultsShown = 100

// maxFaultsKept bounds what one document can make us remember.
const maxFaultsKept = 10_000

// Fault is one thing that is wrong in a document or in what was given for it:
// what, where, and what to do.
type Fault struct {
	Pos     Position // where; zero when it comes from no file
	Path    string   // place in the document, e.g. steps[0].script.actions.onRun.command
	Message string   // what is wrong, without place
	Hint    string   // what to do; may be empty
	Section string   // section of the template schemas, e.g. "3.4.1"; may be empty
}

// Error gives "file:line:col: path: message" and, when there is one, the hint.
func (f *Fault) Error() string {
	var b strings.Builder
	if place := f.Pos.String(); place != "" {
		b.WriteString(place + ": ")
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	b.WriteString(f.Message)
	if f.Hint != "" {
		b.WriteString(" (" + f.Hint + ")")
	}
	return b.String()
}

// Faults is a non-empty list of faults, sorted by position. As an error it
// prints one fault a line, at most MaxFaultsShown.
type Faults []*Fault

func (fs Faults) Error() string {
	var b strings.Builder
	for i, f := range fs {
		if i == MaxFaultsShown {
			fmt.Fprintf(&b, "\n%d more", len(fs)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Error())
	}
	return b.String()
}

// Unwrap lets errors.As find a single Fault.
func (fs Faults) Unwrap() []error {
	out := make([]error, len(fs))
	for i, f := range fs {
		out[i] = f
	}
	return out
}

// Err returns the list as an error sorted by position, nil when it is empty.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	sort.SliceStable(fs, func(i, j int) bool { return fs[i].Pos.before(fs[j].Pos) })
	return fs
}

// faultList collects the faults of one document while it is read and checked.
type faultList struct{ faults Faults }

// add keeps f unless very many are kept already or the same one is there.
func (l *faultList) add(f *Fault) {
	if len(l.faults) >= maxFaultsKept {
		return
	}
	if n := len(l.faults); n > 0 && *l.faults[n-1] == *f {
		return
	}
	l.faults = append(l.faults, f)
}
