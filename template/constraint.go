// This file reads the constraints of job parameters (§2.1 to §2.16) and holds
// values against them.

package template

import (
	"fmt"
	"unicode/utf8"

	"runner/template/expr"
)

// constraints takes the keys that constrain values of type t from a parameter
// definition (top) or from an item object.
func (d *decoder) constraints(m *mapping, t ParameterType, top bool) Constraints {
	var c Constraints
	switch t {
	case StringParam, PathParam:
		c.Allowed = d.allowedValues(m, t, top)
		least := int64(0)
		if top {
			least = 1 // a maxLength of 0 leaves nothing useful
		}
		c.MinLength, c.MaxLength = lengthKey(m, "minLength", 0), lengthKey(m, "maxLength", least)
	case IntParam, FloatParam:
		c.Allowed = d.allowedValues(m, t, top)
		c.MinValue, c.MaxValue = boundKey(m, "minValue", t, top), boundKey(m, "maxValue", t, top)
	case RangeExprParam:
		c.MinLength, c.MaxLength = lengthKey(m, "minLength", 1), lengthKey(m, "maxLength", 0)
	case BoolParam:
	default:
		c.MinLength, c.MaxLength = lengthKey(m, "minLength", 0), lengthKey(m, "maxLength", 0)
		if item := t.Item(); item != BoolParam {
			c.Item = d.itemConstraints(m, item)
		}
	}
	c.index = indexValues(c.Allowed)
	c.consistent(m, t)
	return c
}

func (d *decoder) itemConstraints(m *mapping, item ParameterType) *Constraints {
	e, ok := m.optional("item")
	if !ok {
		return nil
	}
	im := e.mapping("an item object", m.section)
	if im == nil {
		return nil
	}
	c := d.constraints(im, item, false)
	im.done()
	return &c
}

// allowedValues reads allowedValues. Of a parameter itself it may neither be
// null nor empty; of items it may.
func (d *decoder) allowedValues(m *mapping, t ParameterType, top bool) []expr.Value {
	e, there := m.raw("allowedValues")
	if !there || e.isNull() && !top {
		return nil
	}
	least := 0
	if top {
		least = 1
	}
	values, usable := []expr.Value{}, true
	for _, item := range e.list(m.section, least, 0) {
		v, ok := item.parameterValue(t, top)
		usable = usable && ok
		values = append(values, v)
	}
	if !usable || e.node.kind != sequenceNode || top && len(values) == 0 {
		return nil // holding other values against it would raise faults that are none
	}
	return values
}

// lengthKey reads minLength or maxLength, an integer of at least least.
func lengthKey(m *mapping, key string, least int64) *int64 {
	e, ok := m.optional(key)
	if !ok {
		return nil
	}
	n, ok := e.integer()
	if !ok {
		return nil
	}
	if n < least {
		e.fault(m.section, "", "%s is %d, the least it may be is %d", key, n, least)
		return nil
	}
	return &n
}

// boundKey reads minValue or maxValue.
func boundKey(m *mapping, key string, t ParameterType, text bool) *expr.Value {
	e, ok := m.optional(key)
	if !ok {
		return nil
	}
	v, ok := e.parameterValue(t, text)
	if !ok {
		return nil
	}
	return &v
}

// consistent reports constraints that contradict each other.
func (c *Constraints) consistent(m *mapping, t ParameterType) {
	if key, why := c.contradiction(); why != "" {
		m.at(key).fault(m.section, "", "%s", why)
		return
	}
	for i, broken := range c.brokenAllowed(t) {
		if i == maxBroken {
			break
		}
		m.at("allowedValues").fault(m.section, "", "%s", broken)
	}
}

// brokenAllowed says which allowed values break the other constraints, at most
// some more than maxBroken of them.
func (c *Constraints) brokenAllowed(t ParameterType) []string {
	bounds := *c
	bounds.Allowed, bounds.index = nil, nil
	var broken []string
	for _, v := range c.Allowed {
		if len(broken) > maxBroken {
			break
		}
		broken = append(broken, bounds.check(t, v, "", "the allowed value")...)
	}
	return broken
}

// at is the element of a key that is there, else the mapping itself.
func (m *mapping) at(key string) element {
	if en, there := m.find(key); there {
		return m.child(en)
	}
	return m.element
}

// contradiction says which bounds no value can keep, and the key of the upper
// one; "" when there are none.
func (c *Constraints) contradiction() (key, why string) {
	if c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength {
		return "maxLength", fmt.Sprintf("minLength %d is greater than maxLength %d", *c.MinLength, *c.MaxLength)
	}
	if c.MinValue != nil && c.MaxValue != nil && compareNumbers(*c.MinValue, *c.MaxValue) > 0 {
		return "maxValue", fmt.Sprintf("minValue %s is greater than maxValue %s", c.MinValue.Text(), c.MaxValue.Text())
	}
	return "", ""
}

// maxBroken is how many broken constraints are told of one value; a list may
// have very many items.
const maxBroken = 20

// check says what a value of type t breaks, each as a sentence about subject
// ("the default"). text is the value as written, whose length counts for
// RANGE_EXPR.
func (c *Constraints) check(t ParameterType, v expr.Value, text, subject string) []string {
	var broken []string
	say := func(format string, args ...any) {
		broken = append(broken, fmt.Sprintf("%s (%s) ", subject, displayValue(v))+fmt.Sprintf(format, args...))
	}
	if c.Allowed != nil && !c.index[keyOf(v)] {
		say("is not one of the allowed values %s", displayValues(c.Allowed))
	}
	if n, unit, ok := valueLength(t, v, text); ok {
		most := c.MaxLength
		if limit := int64(maxParameterText); most == nil && t == RangeExprParam {
			most = &limit
		}
		if c.MinLength != nil && n < *c.MinLength {
			say("has %d %s, minLength is %d", n, unit, *c.MinLength)
		}
		if most != nil && n > *most {
			say("has %d %s, maxLength is %d", n, unit, *most)
		}
	}
	if c.MinValue != nil && compareNumbers(v, *c.MinValue) < 0 {
		say("is less than minValue %s", c.MinValue.Text())
	}
	if c.MaxValue != nil && compareNumbers(v, *c.MaxValue) > 0 {
		say("is greater than maxValue %s", c.MaxValue.Text())
	}
	if item := t.Item(); item != "" && c.Item != nil {
		for i := range v.Len() {
			if len(broken) > maxBroken {
				return append(broken[:maxBroken], fmt.Sprintf("%s has more faults like these", subject))
			}
			if v := v.At(i); c.Item.check(item, v, "", "") != nil {
				broken = append(broken, c.Item.check(item, v, "", fmt.Sprintf("item %d of %s", i+1, subject))...)
			}
		}
	}
	return broken
}

// valueLength is what minLength and maxLength count.
func valueLength(t ParameterType, v expr.Value, text string) (n int64, unit string, ok bool) {
	switch t {
	case StringParam, PathParam:
		return int64(utf8.RuneCountInString(v.Str())), "characters", true
	case RangeExprParam:
		return int64(utf8.RuneCountInString(text)), "characters", true
	case IntParam, FloatParam, BoolParam:
		return 0, "", false
	}
	return int64(v.Len()), "items", true
}

// compareNumbers orders two ints or two floats.
func compareNumbers(a, b expr.Value) int {
	if a.Type() == expr.Int && b.Type() == expr.Int {
		switch x, y := a.Int(), b.Int(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	switch x, y := a.Float(), b.Float(); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// sameValue reports whether two values of one parameter type are equal:
// numbers as numbers, texts as texts.
func sameValue(a, b expr.Value) bool {
	switch a.Type() {
	case expr.Int, expr.Float:
		return compareNumbers(a, b) == 0
	}
	return a.Str() == b.Str()
}

// valueKey is a scalar value of a parameter as a key of a map: equal for equal
// values of one type.
type valueKey struct {
	number int64
	float  float64
	text   string
}

func keyOf(v expr.Value) valueKey {
	switch v.Type() {
	case expr.Int:
		return valueKey{number: v.Int()}
	case expr.Float:
		return valueKey{float: v.Float()}
	}
	return valueKey{text: v.Str()}
}

// indexValues makes a set of values; nil for nil.
func indexValues(values []expr.Value) map[valueKey]bool {
	if values == nil {
		return nil
	}
	index := make(map[valueKey]bool, len(values))
	for _, v := range values {
		index[keyOf(v)] = true
	}
	return index
}
