// This file defines Type, the types of the expression language (§1.2.1) as
// sets of concrete types, and their union normal form.

package expr

import (
	"math/bits"
	"sort"
	"strings"
)

// Type is a set of concrete types. The language has 21 concrete types (seven
// scalars counting nulltype, lists of them, lists of those lists), so a Type
// is a bit set: cheap to copy, comparable with ==, a union is an OR, and the
// normal form of §"Union Type Normalization" holds by construction (flat,
// without duplicates, `any` absorbs, `noreturn` vanishes).
//
// One further bit says unresolved: the value is not known yet, only that it
// satisfies the set. Being a flag of the whole, it is always outermost.
type Type uint32

// The concrete scalar types, and the two ends of the lattice.
const (
	Bool Type = 1 << iota
	Int
	Float
	String
	Path
	RangeExpr
	Null

	// NoReturn is the empty set: no value ever comes (§2.2.1 fail).
	NoReturn Type = 0
	// Any is every concrete type.
	Any Type = 1<<(3*listShift) - 1

	listShift          = 7
	unresolvedBit Type = 1 << 31

	scalarTypes      = Bool | Int | Float | String | Path | RangeExpr
	level0      Type = 1<<listShift - 1
	level1           = level0 << listShift
	level2           = level1 << listShift
	listTypes        = level1 | level2
	emptyList        = Null << listShift
)

// List is the type of lists whose items are of type t. Of a union it is the
// union of the lists: a list's items are all of one type. Lists nest at most
// two deep (§1.2.1); members of t that are too deep have no list type and
// vanish.
func List(t Type) Type {
	return (t&(level0|level1))<<listShift | t&unresolvedBit
}

// Union is the type of a value that may be of any of the types.
func Union(types ...Type) Type {
	var u Type
	for _, t := range types {
		u |= t
	}
	return u
}

// Optional is t? (§1.2.1): t or null.
func Optional(t Type) Type { return t | Null }

// Unresolved is unresolved[t]: a value not known yet that satisfies t.
func Unresolved(t Type) Type { return t | unresolvedBit }

// IsUnresolved says whether the type stands for a value not known yet.
func (t Type) IsUnresolved() bool { return t&unresolvedBit != 0 }

// Constraint is t without its unresolved mark: unresolved[T] gives T.
func (t Type) Constraint() Type { return t &^ unresolvedBit }

// Elem is the type of the items of the lists in t, NoReturn if there are none.
func (t Type) Elem() Type {
	return (t & listTypes) >> listShift
}

// IsList says whether t is one or more list types and nothing else.
func (t Type) IsList() bool {
	c := t.Constraint()
	return c != 0 && c&^listTypes == 0
}

// Has says whether every concrete type of u is in t.
func (t Type) Has(u Type) bool {
	u = u.Constraint()
	return t&u == u
}

// Overlaps says whether t and u have a concrete type in common.
func (t Type) Overlaps(u Type) bool { return t.Constraint()&u.Constraint() != 0 }

// single says whether t is exactly one concrete type.
func (t Type) single() bool {
	c := t.Constraint()
	return c != 0 && c&(c-1) == 0
}

// each calls f for every concrete type of t, in a fixed order, until it
// returns false.
func (t Type) each(f func(Type) bool) {
	for c := t.Constraint(); c != 0; {
		one := c & -c
		if !f(one) {
			return
		}
		c &^= one
	}
}

// count is how many concrete types t has.
func (t Type) count() int { return bits.OnesCount32(uint32(t.Constraint())) }

var scalarNames = [listShift]string{"bool", "int", "float", "string", "path", "range_expr", "nulltype"}

// String spells the type as the specification does: list[int], int?,
// int | string, unresolved[int]; unions sorted by name, nulltype last.
func (t Type) String() string {
	if t.IsUnresolved() {
		if t.Constraint() == Any {
			return "unresolved"
		}
		return "unresolved[" + t.Constraint().String() + "]"
	}
	switch t {
	case NoReturn:
		return "noreturn"
	case Any:
		return "any"
	}
	var names []string
	rest := t &^ Null
	if rest.Has(listTypes) {
		names = append(names, "list[any]")
		rest &^= listTypes
	}
	rest.each(func(one Type) bool {
		names = append(names, one.concreteName())
		return true
	})
	sort.Strings(names)
	switch {
	case t&Null == 0:
	case len(names) == 1:
		return names[0] + "?"
	default:
		names = append(names, "nulltype")
	}
	return strings.Join(names, " | ")
}

// concreteName spells one concrete type.
func (t Type) concreteName() string {
	if elem := t.Elem(); elem != 0 {
		return "list[" + elem.concreteName() + "]"
	}
	return scalarNames[bits.TrailingZeros32(uint32(t))]
}

// ParseType reads a type as String spells it, with `T?`, `S | T`, list[T],
// any, noreturn and unresolved[T]. It reports false for anything else.
func ParseType(text string) (Type, bool) {
	text = strings.TrimSpace(text)
	if parts := splitTop(text, '|'); len(parts) > 1 {
		var u Type
		for _, p := range parts {
			t, ok := ParseType(p)
			if !ok {
				return 0, false
			}
			u |= t
		}
		return u, true
	}
	if inner, ok := strings.CutSuffix(text, "?"); ok {
		t, ok := ParseType(inner)
		return Optional(t), ok
	}
	if inner, ok := bracketed(text, "list"); ok {
		t, ok := ParseType(inner)
		if !ok || t&level2 != 0 && t != Any {
			return 0, false
		}
		return List(t), true
	}
	if inner, ok := bracketed(text, "unresolved"); ok {
		t, ok := ParseType(inner)
		return Unresolved(t), ok
	}
	switch text {
	case "any":
		return Any, true
	case "noreturn":
		return NoReturn, true
	case "unresolved":
		return Unresolved(Any), true
	}
	for i, name := range scalarNames {
		if text == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// bracketed takes name[inner] apart.
func bracketed(text, name string) (inner string, ok bool) {
	rest, ok := strings.CutPrefix(text, name+"[")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, "]")
}

// splitTop splits at sep where no bracket is open.
func splitTop(text string, sep byte) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			depth++
		case ']':
			depth--
		case sep:
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}
