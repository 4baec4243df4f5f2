// This file defines equality and order of values (§1.2.5, §2.1.4).

package expr

import (
	"cmp"
	"math"
	"strings"
)

// numbers and texts are the types that compare with each other.
const (
	numbers = Int | Float
	texts   = String | Path
)

// equal says whether a and b are equal: numbers by value, strings and paths
// by text, lists and ranges item by item, null only to null; pairs of other
// types are unequal.
func (b *budget) equal(x, y Value) (bool, error) {
	switch {
	case x.typ == Int && y.typ == Int:
		return x.num == y.num, nil
	case x.typ&numbers != 0 && y.typ&numbers != 0:
		return compareNumbers(x, y) == 0, nil
	case x.typ&texts != 0 && y.typ&texts != 0:
		if len(x.text) != len(y.text) {
			return false, nil
		}
		return x.text == y.text, b.scan(len(x.text))
	case x.typ == Bool && y.typ == Bool:
		return x.num == y.num, nil
	case x.typ == Null && y.typ == Null:
		return true, nil
	case x.typ == RangeExpr && y.typ == RangeExpr:
		return x.ref.rng.Equal(y.ref.rng), b.spend(int64(len(x.ref.rng.runs)))
	case isSequence(x.typ) && isSequence(y.typ):
		return b.equalItems(x, y)
	}
	return false, nil
}

func isSequence(t Type) bool { return t&(listTypes|RangeExpr) != 0 }

func (b *budget) equalItems(x, y Value) (bool, error) {
	n := x.Len()
	if n != y.Len() {
		return false, nil
	}
	if err := b.spend(int64(n)); err != nil {
		return false, err
	}
	for i := range n {
		if same, err := b.equal(x.At(i), y.At(i)); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// scan charges the comparison of texts of n bytes: nothing for short ones,
// which the specification counts as one operation with the comparison.
func (b *budget) scan(n int) error { return b.spend(int64(n) / textUnit) }

// orderable says whether values of two concrete types can be ordered.
func orderable(x, y Type) bool {
	switch {
	case x&numbers != 0 && y&numbers != 0, x&texts != 0 && y&texts != 0, x == Bool && y == Bool:
		return true
	case x&listTypes != 0 && y&listTypes != 0:
		return x == emptyList || y == emptyList || orderable(x.Elem(), y.Elem())
	}
	return false
}

// order compares values whose types are orderable: false before true, texts
// by code point, lists by the first items that differ, else by length.
func (b *budget) order(x, y Value) (int, error) {
	switch {
	case x.typ == Int && y.typ == Int:
		return cmp.Compare(int64(x.num), int64(y.num)), nil
	case x.typ&numbers != 0:
		return compareNumbers(x, y), nil
	case x.typ&texts != 0:
		return strings.Compare(x.text, y.text), b.scan(min(len(x.text), len(y.text)))
	case x.typ == Bool:
		return cmp.Compare(x.num, y.num), nil
	}
	n := min(x.Len(), y.Len())
	if err := b.spend(int64(n)); err != nil {
		return 0, err
	}
	for i := range n {
		if c, err := b.order(x.At(i), y.At(i)); c != 0 || err != nil {
			return c, err
		}
	}
	return cmp.Compare(x.Len(), y.Len()), nil
}

// compareNumbers orders an int and a float, or two floats, by their exact
// values.
func compareNumbers(x, y Value) int {
	switch {
	case x.typ == Int:
		return compareIntFloat(x.Int(), y.Float())
	case y.typ == Int:
		return -compareIntFloat(y.Int(), x.Float())
	}
	return cmp.Compare(x.Float(), y.Float())
}

// compareIntFloat compares without rounding i to a float.
func compareIntFloat(i int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := math.Trunc(f)
	if c := cmp.Compare(i, int64(whole)); c != 0 {
		return c
	}
	return cmp.Compare(whole, f)
}

// Equal says whether a and b are equal, as == does (§1.2.5).
func (c *Call) Equal(a, b Value) (bool, error) { return c.budget.equal(a, b) }

// Compare orders a and b, as < does (§2.1.4): negative, zero or positive.
// Their types must be orderable; those of the items of one list are, but for
// range_expr.
func (c *Call) Compare(a, b Value) (int, error) { return c.budget.order(a, b) }
