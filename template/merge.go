// This file merges the parameter definitions of attached Environment Templates
// and of the Job Template (§1.2.1).

package template

import (
	"fmt"
	"slices"

	"runner/template/expr"
)

// MergeParameters merges the definitions of the documents, which are in the
// order in which they count: attached Environment Templates as attached, the
// Job Template last. Parameters come in the order of their first definition.
// The error is a Faults: types or kinds of path that differ, constraints that
// leave nothing, a default that the merged constraints forbid.
func MergeParameters(documents []*Document) ([]*ParameterDefinition, error) {
	merged, faults := mergeParameters(documents)
	return merged, faults.Err()
}

func mergeParameters(documents []*Document) ([]*ParameterDefinition, Faults) {
	var order []string
	definitions := map[string][]*ParameterDefinition{}
	for _, document := range documents {
		for _, p := range document.Parameters() {
			if definitions[p.Name] == nil {
				order = append(order, p.Name)
			}
			definitions[p.Name] = append(definitions[p.Name], p)
		}
	}
	var faults Faults
	out := make([]*ParameterDefinition, 0, len(order))
	for _, name := range order {
		m := merger{}
		for _, p := range definitions[name] {
			m.add(p)
		}
		if len(definitions[name]) > 1 {
			m.finish()
		}
		faults = append(faults, m.faults...)
		out = append(out, m.result)
	}
	return out, faults
}

// merger is what the definitions of one name have come to so far.
type merger struct {
	result *ParameterDefinition
	last   *ParameterDefinition
	faults Faults
}

func (m *merger) fault(p *ParameterDefinition, hint, format string, args ...any) {
	m.faults = append(m.faults, &Fault{Pos: p.Pos, Path: p.Path, Section: "1.2.1", Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// add merges one more definition into the result.
func (m *merger) add(p *ParameterDefinition) {
	if m.result == nil {
		first := *p
		m.result, m.last = &first, p
		return
	}
	r := m.result
	if p.Type != r.Type {
		m.fault(p, "use one type in all documents", "the parameter %q is %s here and %s at %s", p.Name, p.Type, r.Type, r.Pos)
		return
	}
	differs := func(what, here string, there *string) {
		if here != "" && *there != "" && here != *there {
			m.fault(p, "", "the parameter %q has the %s %s here and %s at %s", p.Name, what, here, *there, r.Pos)
		}
		if here != "" {
			*there = here
		}
	}
	differs("objectType", p.ObjectType, &r.ObjectType)
	differs("dataFlow", p.DataFlow, &r.DataFlow)
	r.Constraints = mergeConstraints(r.Constraints, p.Constraints)
	r.URIs = r.URIs || p.URIs
	if p.Default != nil {
		r.Default = p.Default
	}
	if p.Description != "" {
		r.Description = p.Description
	}
	if p.UserInterface != nil {
		r.UserInterface = p.UserInterface
	}
	r.Also = append(r.Also, p.Pos)
	m.last = p
}

// finish holds what the definitions came to against itself.
func (m *merger) finish() {
	r := m.result
	if why := r.Constraints.emptiness(r.Type); why != "" {
		m.fault(m.last, "", "the definitions of the parameter %q leave no value: %s", r.Name, why)
		return
	}
	if r.Default == nil || len(m.faults) > 0 {
		return
	}
	for _, broken := range r.Constraints.check(r.Type, r.Default.Value, r.Default.Text, fmt.Sprintf("the default of the parameter %q", r.Name)) {
		m.faults = append(m.faults, &Fault{Pos: r.Default.Pos, Path: r.Default.Path, Section: "1.2.1",
			Message: broken, Hint: "all definitions of a parameter count together"})
	}
}

// mergeConstraints gives what satisfies both.
func mergeConstraints(a, b Constraints) Constraints {
	c := Constraints{
		Allowed:   intersection(a.Allowed, b.Allowed, b.index),
		MinLength: stricter(a.MinLength, b.MinLength, func(x, y int64) bool { return x > y }),
		MaxLength: stricter(a.MaxLength, b.MaxLength, func(x, y int64) bool { return x < y }),
		MinValue:  stricter(a.MinValue, b.MinValue, func(x, y expr.Value) bool { return compareNumbers(x, y) > 0 }),
		MaxValue:  stricter(a.MaxValue, b.MaxValue, func(x, y expr.Value) bool { return compareNumbers(x, y) < 0 }),
		Item:      a.Item,
	}
	c.index = indexValues(c.Allowed)
	switch {
	case a.Item == nil:
		c.Item = b.Item
	case b.Item != nil:
		item := mergeConstraints(*a.Item, *b.Item)
		c.Item = &item
	}
	return c
}

// stricter picks the bound that forbids more; an absent one forbids nothing.
func stricter[T any](a, b *T, tighter func(x, y T) bool) *T {
	if a == nil || b != nil && tighter(*b, *a) {
		return b
	}
	return a
}

// intersection is the values in both lists, in the order of a; nil allows
// everything. inB is the index of b.
func intersection(a, b []expr.Value, inB map[valueKey]bool) []expr.Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	both := []expr.Value{}
	for _, v := range a {
		if inB[keyOf(v)] {
			both = append(both, v)
		}
	}
	return both
}

// emptiness says why no value can satisfy merged constraints; "" when some
// may. Allowed values outside the bounds contradict them too.
func (c *Constraints) emptiness(t ParameterType) string {
	if c.Allowed != nil && len(c.Allowed) == 0 {
		return "no allowed value is in all of them"
	}
	if _, why := c.contradiction(); why != "" {
		return why
	}
	if broken := c.brokenAllowed(t); broken != nil {
		return broken[0]
	}
	return ""
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
