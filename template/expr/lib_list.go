// This file defines the functions of lists (§2.2.3).

package expr

import (
	"math"
	"slices"
	"strconv"
)

func listFunctions() []Function {
	const section = "§2.2.3"
	return []Function{
		{Name: "range", Section: section, Doc: "the ints from start to before stop", Overloads: []Overload{
			{Params: "stop: int", Result: "list[int]", Impl: rangeInts},
			{Params: "start: int, stop: int", Result: "list[int]", Impl: rangeInts},
			{Params: "start: int, stop: int, step: int", Result: "list[int]", Impl: rangeInts},
		}},
		{Name: "flatten", Section: section, Doc: "the items of the inner lists", Overloads: []Overload{
			{Params: "values: list[nulltype]", Result: "list[nulltype]", Impl: flattenFlat},
			{Params: "lists: list[list[T]]", Result: "list[T]", Impl: flattenNested},
			{Params: "values: list[T]", Result: "list[T]", Impl: flattenFlat},
		}},
		{Name: "sorted", Section: section, Doc: "the items in ascending order", Overloads: []Overload{
			{Params: "values: list[T]", Result: "list[T]", Accept: acceptSorted, Impl: sorted},
		}},
		{Name: "reversed", Section: section, Doc: "the items from the last to the first", Overloads: []Overload{
			{Params: "values: list[T]", Result: "list[T]", Impl: reversed},
		}},
		{Name: "unique", Section: section, Doc: "the items without repetitions, the first of equal ones kept", Overloads: []Overload{
			{Params: "values: list[T]", Result: "list[T]", Impl: unique},
		}},
		{Name: "any", Section: section, Doc: "whether any item is true; false for an empty list", Overloads: []Overload{
			{Params: "values: list[bool]", Result: "bool", Impl: anyOf(true)},
		}},
		{Name: "all", Section: section, Doc: "whether all items are true; true for an empty list", Overloads: []Overload{
			{Params: "values: list[bool]", Result: "bool", Impl: anyOf(false)},
		}},
	}
}

func rangeInts(c *Call, args []Value) (Value, error) {
	start, stop, step := int64(0), args[0].Int(), int64(1)
	if len(args) > 1 {
		start, stop = stop, args[1].Int()
	}
	if len(args) > 2 {
		step = args[2].Int()
	}
	if step == 0 {
		return Value{}, c.Errorf("the step of range() is 0")
	}
	n := rangeCount(start, stop, step)
	if err := c.budget.spend(n); err != nil {
		return Value{}, err
	}
	if err := c.budget.fits(n, 8); err != nil {
		return Value{}, err
	}
	ints := make([]int64, n)
	for i := range ints {
		ints[i] = start
		start += step // may wrap behind the last one
	}
	return IntListValue(ints), nil
}

// rangeCount is how many values there are from start to before stop. The
// distance may need 64 bits without sign.
func rangeCount(start, stop, step int64) int64 {
	distance, stride := uint64(stop)-uint64(start), uint64(step)
	if step < 0 {
		distance, stride = -distance, -stride
	}
	if step > 0 && start >= stop || step < 0 && start <= stop {
		return 0
	}
	n := (distance-1)/stride + 1
	return int64(min(n, math.MaxInt64))
}

func flattenFlat(c *Call, args []Value) (Value, error) {
	return args[0], c.Iterate(args[0].Len())
}

func flattenNested(c *Call, args []Value) (Value, error) {
	list := args[0]
	total := itemCount(list) - list.Len()
	if err := c.Iterate(list.Len() + total); err != nil {
		return Value{}, err
	}
	elem := list.Type().Elem().Elem()
	if elem == Int {
		if err := c.Reserve(int64(total) * 8); err != nil {
			return Value{}, err
		}
		ints := make([]int64, 0, total)
		for i := range list.Len() {
			if inner := list.At(i); inner.Len() > 0 {
				ints = append(ints, inner.Ints()...)
			}
		}
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(int64(total)); err != nil {
		return Value{}, err
	}
	items := make([]Value, 0, total)
	for i := range list.Len() {
		items = append(items, list.At(i).Items()...)
	}
	return ListValue(elem, items), nil
}

// acceptSorted takes lists whose items have an order.
func acceptSorted(args []Type) (Type, bool) {
	list := args[0]
	if !list.IsList() {
		return 0, false
	}
	return list, list == emptyList || orderable(list.Elem(), list.Elem())
}

func sorted(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	if list.Type() == List(Int) {
		if err := c.Reserve(int64(list.Len()) * 8); err != nil {
			return Value{}, err
		}
		ints := slices.Clone(list.Ints())
		slices.Sort(ints)
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(int64(list.Len())); err != nil {
		return Value{}, err
	}
	items := slices.Clone(list.Items())
	var fault error
	slices.SortStableFunc(items, func(a, b Value) int {
		if fault != nil {
			return 0
		}
		var order int
		order, fault = c.Compare(a, b)
		return order
	})
	if fault != nil {
		return Value{}, fault
	}
	return ListValue(list.Type().Elem(), items), nil
}

func reversed(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	if list.Type() == List(Int) {
		if err := c.Reserve(int64(list.Len()) * 8); err != nil {
			return Value{}, err
		}
		ints := slices.Clone(list.Ints())
		slices.Reverse(ints)
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(int64(list.Len())); err != nil {
		return Value{}, err
	}
	items := slices.Clone(list.Items())
	slices.Reverse(items)
	return ListValue(list.Type().Elem(), items), nil
}

func unique(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	if err := c.ReserveItems(2 * int64(list.Len())); err != nil {
		return Value{}, err
	}
	if elem := list.Type().Elem(); elem == RangeExpr || elem == List(RangeExpr) {
		return uniqueRanges(c, list)
	}
	seen := make(map[string]bool, list.Len())
	var kept []Value
	for i := range list.Len() {
		v := list.At(i)
		key := string(appendKey(nil, v))
		if !seen[key] {
			seen[key] = true
			kept = append(kept, v)
		}
	}
	return ListValue(list.Type().Elem(), kept), nil
}

// uniqueRanges compares every two: equal ranges may be written differently.
func uniqueRanges(c *Call, list Value) (Value, error) {
	var kept []Value
next:
	for i := range list.Len() {
		v := list.At(i)
		if err := c.Iterate(len(kept)); err != nil {
			return Value{}, err
		}
		for _, k := range kept {
			same, err := c.Equal(k, v)
			if err != nil {
				return Value{}, err
			}
			if same {
				continue next
			}
		}
		kept = append(kept, v)
	}
	return ListValue(list.Type().Elem(), kept), nil
}

// appendKey writes v so that values of one type are equal if their keys are:
// floats by their number, texts with their length.
func appendKey(key []byte, v Value) []byte {
	switch v.Type() {
	case Bool:
		return strconv.AppendBool(key, v.Bool())
	case Int:
		return strconv.AppendInt(append(key, ' '), v.Int(), 10)
	case Float:
		return strconv.AppendFloat(append(key, ' '), v.Float(), 'g', -1, 64)
	case String, Path:
		key = strconv.AppendInt(append(key, ' '), int64(len(v.Str())), 10)
		return append(append(key, ':'), v.Str()...)
	}
	for i := range v.Len() {
		key = appendKey(key, v.At(i))
	}
	return key
}

// anyOf looks for a true item (any) or a false one (all), up to the first.
func anyOf(wanted bool) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		list := args[0]
		for i := range list.Len() {
			if list.At(i).Bool() == wanted {
				return BoolValue(wanted), c.Iterate(i + 1)
			}
		}
		return BoolValue(!wanted), c.Iterate(list.Len())
	}
}
