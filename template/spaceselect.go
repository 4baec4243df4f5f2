// This file finds a Task by the values of its parameters.

package template

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"runner/template/expr"
)

// Select gives the Task with these values, one text for each task parameter.
// A chunk may be any part of the parameter's values that its rangeConstraint
// allows. The error says which name or value does not fit, or that the values
// do not stand together in the combination.
func (s *Space) Select(values map[string]string) (TaskParameters, error) {
	if err := s.checkNames(values); err != nil {
		return nil, err
	}
	wanted := make(TaskParameters, len(s.dims))
	for i, d := range s.dims {
		v, err := d.parse(values[d.name])
		if err != nil {
			return nil, err
		}
		wanted[i] = TaskParameter{Name: d.name, Type: d.typ, Value: v}
	}
	if s.root == nil {
		return wanted, nil
	}
	for range s.positions(s.root, wanted) {
		return wanted, nil
	}
	return nil, fmt.Errorf("the Step has no Task with %s: the combination %q does not bring these values together", wanted, s.text)
}

// checkNames holds the given names against the parameters.
func (s *Space) checkNames(values map[string]string) error {
	known := s.Names()
	for _, name := range sortedKeys(values) {
		if s.dimension(name) != nil {
			continue
		}
		hint := ""
		if near := suggest(name, known); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		if len(known) == 0 {
			return fmt.Errorf("the Step has no task parameters, so it has no %q", name)
		}
		return fmt.Errorf("the Step has no task parameter %q%s", name, hint)
	}
	var missing []string
	for _, name := range known {
		if _, ok := values[name]; !ok {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		return fmt.Errorf("a Task needs a value for each task parameter of the Step; missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

func (s *Space) dimension(name string) *dimension {
	for _, d := range s.dims {
		if d.name == name {
			return d
		}
	}
	return nil
}

// parse reads a text as a value of the parameter and makes sure that it is one
// of the range.
func (d *dimension) parse(text string) (expr.Value, error) {
	var v expr.Value
	var err error
	switch d.typ {
	case ChunkIntParam:
		return d.parseChunk(text)
	case IntParam, FloatParam:
		v, err = numberText(d.typ, text)
	default:
		v = expr.StringValue(text)
	}
	if err != nil {
		return v, fmt.Errorf("task parameter %q: %w", d.name, err)
	}
	for i := range d.find(v) {
		return d.values.at(i), nil
	}
	return v, fmt.Errorf("%s is no value of the task parameter %q", displayValue(v), d.name)
}

func (d *dimension) parseChunk(text string) (expr.Value, error) {
	r, err := expr.ParseRange(text)
	if err != nil {
		return expr.Value{}, fmt.Errorf("task parameter %q: %w", d.name, err)
	}
	if r.Len() > d.values.len() {
		return expr.Value{}, fmt.Errorf("the chunk %s has more values than the task parameter %q", r.Text(), d.name)
	}
	for _, run := range r.Runs() {
		if err := d.contains(run); err != nil {
			return expr.Value{}, err
		}
	}
	if !d.chunks.contiguous {
		return expr.RangeValue(r.Regroup()), nil
	}
	first, _ := r.Min()
	last, _ := r.Max()
	if uint64(last)-uint64(first) != uint64(r.Len()-1) {
		return expr.Value{}, fmt.Errorf("the chunk %s of the task parameter %q has gaps, and its rangeConstraint is CONTIGUOUS", r.Text(), d.name)
	}
	return expr.RangeValue(expr.ContiguousRange(first, last)), nil
}

// maxWalked is how many values of a chunk are looked up one by one.
const maxWalked = 1_000_000

// contains makes sure that all values of a run are values of the parameter.
func (d *dimension) contains(run expr.Run) error {
	if d.values.rng != nil && run.Step == 1 {
		first, hasFirst := d.values.rng.Index(run.First)
		last, hasLast := d.values.rng.Index(run.Last)
		if hasFirst && hasLast && last-first == run.Len()-1 {
			return nil
		}
	}
	for i := range run.Len() {
		v := run.First + i*run.Step
		if !d.has(expr.IntValue(v)) {
			return fmt.Errorf("%d is no value of the task parameter %q", v, d.name)
		}
		if i == maxWalked {
			return fmt.Errorf("a chunk of the task parameter %q that is given by hand may have %d values", d.name, maxWalked)
		}
	}
	return nil
}

// has reports whether v is a value of the range.
func (d *dimension) has(v expr.Value) bool {
	for range d.find(v) {
		return true
	}
	return false
}

// find yields the positions of a value in the range.
func (d *dimension) find(v expr.Value) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if d.values.rng != nil {
			if i, ok := d.values.rng.Index(v.Int()); ok {
				yield(i)
			}
			return
		}
		for i, w := range d.values.list {
			if sameValue(v, w) && !yield(int64(i)) {
				return
			}
		}
	}
}

// positions yields the numbers, within a part of the combination, of the Tasks
// that have the wanted values.
func (s *Space) positions(n *spaceNode, wanted TaskParameters) iter.Seq[int64] {
	if n.dim >= 0 {
		d := s.dims[n.dim]
		if d.chunks != nil {
			// Any part of the values is a chunk; it stands in no lockstep.
			return func(yield func(int64) bool) { yield(0) }
		}
		return d.find(wanted[n.dim].Value)
	}
	if n.lockstep {
		rarest := n.children[0]
		for _, child := range n.children[1:] {
			if s.candidates(child, wanted) < s.candidates(rarest, wanted) {
				rarest = child
			}
		}
		return func(yield func(int64) bool) {
			for i := range s.positions(rarest, wanted) {
				if s.matches(n, i, wanted) && !yield(i) {
					return
				}
			}
		}
	}
	return func(yield func(int64) bool) { s.product(n.children, 0, wanted, yield) }
}

// candidates is about how many positions a part yields.
func (s *Space) candidates(n *spaceNode, wanted TaskParameters) float64 {
	if n.dim >= 0 {
		count := 0.0
		for range s.positions(n, wanted) {
			count++
		}
		return count
	}
	product, least := 1.0, math.Inf(1)
	for _, child := range n.children {
		c := s.candidates(child, wanted)
		product, least = product*c, min(least, c)
	}
	if n.lockstep {
		return least
	}
	return product
}

// product yields the positions in a product; false when yield wants no more.
func (s *Space) product(rest []*spaceNode, base int64, wanted TaskParameters, yield func(int64) bool) bool {
	if len(rest) == 0 {
		return yield(base)
	}
	for i := range s.positions(rest[0], wanted) {
		if !s.product(rest[1:], base*rest[0].size+i, wanted, yield) {
			return false
		}
	}
	return true
}

// matches reports whether the i-th Task of a part has the wanted values.
func (s *Space) matches(n *spaceNode, i int64, wanted TaskParameters) bool {
	if n.dim >= 0 {
		return sameValue(s.dims[n.dim].at(i).Value, wanted[n.dim].Value)
	}
	for k := len(n.children) - 1; k >= 0; k-- {
		child := n.children[k]
		at := i
		if !n.lockstep {
			at, i = i%child.size, i/child.size
		}
		if !s.matches(child, at, wanted) {
			return false
		}
	}
	return true
}
