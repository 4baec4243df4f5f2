package main

// Running wrapping jobs with this implementation and with references, and the
// comparison of what the probes of both were given.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// program is a command line that runs jobs as `openjd run` does.
type program struct {
	name string // "Python"
	path string
}

// wrapOutcome is what became of a job: whether it succeeded, and what its
// actions were given, in the order in which they began.
type wrapOutcome struct {
	Succeeded bool     `json:"succeeded"`
	Records   []record `json:"records"`
}

// wrapSides are the programs to be compared.
type wrapSides struct {
	ours   program
	theirs []program
}

// newWrapSides builds the runner into folder unless a built one is named, and
// finds the references: openjd beside the Python, and a build of the crate.
func newWrapSides(ctx context.Context, o options, folder string, log io.Writer) (*wrapSides, error) {
	sides := &wrapSides{ours: program{"runner", o.runner}}
	if o.runner == "" {
		sides.ours.path = filepath.Join(folder, "runner")
		build := exec.CommandContext(ctx, "go", "build", "-o", sides.ours.path, "runner")
		build.Stdout, build.Stderr = log, log
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w", build, err)
		}
	}
	sides.theirs = append(sides.theirs, program{"Python", filepath.Join(filepath.Dir(o.python), "openjd")})
	if o.rust != "" {
		sides.theirs = append(sides.theirs, program{"Rust", o.rust})
	}
	return sides, nil
}

// wrapDifferences compares n wrapping jobs; the differences by reference.
func wrapDifferences(ctx context.Context, o options, log io.Writer) (map[string][]*difference, error) {
	if runtime.GOOS == "windows" {
		return nil, errors.New("wrapping jobs are compared on POSIX systems only; give -wraps 0")
	}
	folder, err := os.MkdirTemp("", "differential-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	sides, err := newWrapSides(ctx, o, folder, log)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &wraps{rand: rand.New(rand.NewPCG(o.seed, 3)), probe: self}
	found := map[string][]*difference{}
	for _, other := range sides.theirs {
		found[other.name] = nil // to be reported also where nothing differs
	}
	for i := range o.wraps {
		made := w.job()
		mine, err := sides.ours.run(ctx, folder, made)
		if err != nil {
			return nil, err
		}
		for _, other := range sides.theirs {
			theirs, err := other.run(ctx, folder, made)
			if err != nil {
				return nil, err
			}
			if !sameJSON(mine.Value, theirs.Value) {
				found[other.name] = append(found[other.name], &difference{
					Wrap: &made, With: other.name, Number: i + 1, Source: asJSON(made), Ours: mine, Theirs: theirs})
			}
		}
	}
	return found, nil
}

// run runs a job; the answer's Value is a wrapOutcome, its Error the end of the
// output.
func (p program) run(ctx context.Context, folder string, made wrapJob) (answer, error) {
	place, err := os.MkdirTemp(folder, p.name)
	if err != nil {
		return answer{}, err
	}
	defer os.RemoveAll(place)
	args := []string{"run", "job.json"}
	documents := map[string]object{"job.json": made.Job}
	for i, env := range made.Environments {
		name := fmt.Sprintf("env%d.json", i)
		documents[name] = env
		args = append(args, "--environment", name)
	}
	for name, document := range documents {
		if err := os.WriteFile(filepath.Join(place, name), asJSON(document), 0o600); err != nil {
			return answer{}, err
		}
	}
	trace := filepath.Join(place, "trace")
	if err := os.WriteFile(trace, nil, 0o600); err != nil {
		return answer{}, err
	}
	limited, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	command := exec.CommandContext(limited, p.path, args...)
	command.Dir = place
	command.Env = append(os.Environ(), traceVariable+"="+trace, "PYTHONIOENCODING=utf-8")
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || limited.Err() != nil {
		return answer{}, fmt.Errorf("%s: %w", command, errors.Join(err, limited.Err()))
	}
	outcome := wrapOutcome{Succeeded: err == nil, Records: []record{}}
	told, err := os.ReadFile(trace)
	if err != nil {
		return answer{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(told))
	for decoder.More() {
		var r record
		if err := decoder.Decode(&r); err != nil {
			return answer{}, err
		}
		outcome.Records = append(outcome.Records, r)
	}
	end := output[max(0, len(output)-1500):]
	return answer{Checked: true, OK: outcome.Succeeded, Value: asJSON(outcome), Error: string(end)}, nil
}

// outcomeOf reads the Value of an answer to a wrapping job.
func outcomeOf(a answer) wrapOutcome {
	var outcome wrapOutcome
	_ = json.Unmarshal(a.Value, &outcome) // asJSON has written it
	return outcome
}

// printWrap shows a difference of a wrapping job: its documents, and the first
// action that was given something else, or was another one, but for what is
// known.
func (d *difference) printWrap(out io.Writer) {
	ours, theirs := withoutKnown(d.Ours, d), withoutKnown(d.Theirs, d)
	fmt.Fprintf(out, "\nwrapping job %d\n%s\n  succeeded: ours %t, theirs %t\n", d.Number, d.Source, ours.Succeeded, theirs.Succeeded)
	for i := range max(len(ours.Records), len(theirs.Records)) {
		mine, other := recordAt(ours.Records, i), recordAt(theirs.Records, i)
		if mine != other {
			fmt.Fprintf(out, "  action %d\n  ours:   %s\n  theirs: %s\n", i+1, mine, other)
			break
		}
	}
	fmt.Fprintf(out, "  their output ends in:\n%s\n", d.Theirs.Error)
}

func recordAt(records []record, i int) string {
	if i >= len(records) {
		return "none"
	}
	return string(asJSON(records[i]))
}
