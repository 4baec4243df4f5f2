// This file defines the operators on sequences and the comparisons as
// functions of the library (§2.1.3, §2.1.4, §2.1.7, §2.1.8).

package expr

import "math"

// comparisonFunctions is the rest of the table of §2.1.
func comparisonFunctions() []Function {
	anyTwo := func([]Type) (Type, bool) { return Bool, true }
	ordered := func(t []Type) (Type, bool) { return Bool, orderable(t[0], t[1]) }
	equality := func(want bool) []Overload {
		return []Overload{{Params: "a: T1, b: T2", Result: "bool", Accept: anyTwo,
			Impl: func(c *Call, a []Value) (Value, error) {
				same, err := c.budget.equal(a[0], a[1])
				return BoolValue(same == want), err
			}}}
	}
	order := func(holds func(int) bool) []Overload {
		return []Overload{{Params: "a: T1, b: T2", Result: "bool", Accept: ordered,
			Impl: func(c *Call, a []Value) (Value, error) {
				o, err := c.budget.order(a[0], a[1])
				return BoolValue(holds(o)), err
			}}}
	}
	membership := func(want bool) []Overload {
		impl := func(c *Call, a []Value) (Value, error) {
			in, err := contains(c, a[0], a[1])
			return BoolValue(in == want), err
		}
		return []Overload{
			{Params: "a: string, b: string", Result: "bool", Impl: impl},
			{Params: "list: list[T], item: T", Result: "bool", Accept: acceptContains, Impl: impl},
			{Params: "r: range_expr, item: int", Result: "bool", Accept: acceptContains, Impl: impl},
		}
	}
	const section = "§2.1.4, §1.2.5"
	return []Function{
		{Name: "__eq__", Section: section, Doc: "a == b", Overloads: equality(true)},
		{Name: "__ne__", Section: section, Doc: "a != b", Overloads: equality(false)},
		{Name: "__lt__", Section: section, Doc: "a < b", Overloads: order(func(o int) bool { return o < 0 })},
		{Name: "__le__", Section: section, Doc: "a <= b", Overloads: order(func(o int) bool { return o <= 0 })},
		{Name: "__gt__", Section: section, Doc: "a > b", Overloads: order(func(o int) bool { return o > 0 })},
		{Name: "__ge__", Section: section, Doc: "a >= b", Overloads: order(func(o int) bool { return o >= 0 })},
		{Name: "__contains__", Section: "§2.1.2, §2.1.3", Doc: "item in a", Overloads: membership(true)},
		{Name: "__not_contains__", Section: "§2.1.2, §2.1.3", Doc: "item not in a", Overloads: membership(false)},
		{Name: "__getitem__", Section: "§2.1.7, §2.1.8", Doc: "a[i], a[start:stop:step]; below zero counts from the end",
			Overloads: []Overload{
				{Params: "list: list[T], index: int", Result: "T", Impl: itemAt},
				{Params: "r: range_expr, index: int", Result: "int", Impl: itemAt},
				{Params: "s: string, index: int", Result: "string", Impl: characterAt},
				{Params: "list: list[T], start: int?, stop: int?, step: int?", Result: "list[T]", Impl: sliceList},
				{Params: "r: range_expr, start: int?, stop: int?, step: int?", Result: "range_expr | list[int]", Impl: sliceRange},
				{Params: "s: string, start: int?, stop: int?, step: int?", Result: "string", Impl: sliceText},
			}},
	}
}

// commonElem is the item type of lists with items of types a and b together
// (§1.2.6), 0 if there is none. An empty list takes the other's.
func commonElem(a, b Type) Type {
	switch {
	case a == b:
		return a
	case a&numbers != 0 && b&numbers != 0:
		return Float
	case a&texts != 0 && b&texts != 0:
		return String
	case a == emptyList && b&listTypes != 0:
		return b
	case b == emptyList && a&listTypes != 0:
		return a
	case a&listTypes != 0 && b&listTypes != 0:
		return List(commonElem(a.Elem(), b.Elem()))
	}
	return NoReturn
}

// asList is the list type that a range_expr is treated as.
func asList(t Type) Type {
	if t == RangeExpr {
		return List(Int)
	}
	return t
}

// acceptConcat says what list + list gives (§2.1.3). Lists of lists must have
// the same type.
func acceptConcat(t []Type) (Type, bool) {
	a, b := asList(t[0]), asList(t[1])
	switch {
	case a&listTypes == 0 || b&listTypes == 0:
		return 0, false
	case a == emptyList || a == b:
		return b, true
	case b == emptyList:
		return a, true
	case (a|b)&level2 != 0:
		return 0, false
	}
	elem := commonElem(a.Elem(), b.Elem())
	return List(elem), elem != NoReturn
}

// concatLists is the items of a, then those of b.
func concatLists(c *Call, args []Value) (Value, error) {
	result, _ := acceptConcat([]Type{args[0].typ, args[1].typ})
	const most = math.MaxInt64 / 2 // the lengths of two ranges may not add up
	total := min(sequenceLen(args[0]), most) + min(sequenceLen(args[1]), most)
	if err := c.budget.spend(total); err != nil {
		return Value{}, err
	}
	if result == List(Int) {
		if err := c.budget.fits(total, 8); err != nil {
			return Value{}, err
		}
		ints := make([]int64, 0, total)
		for _, a := range args {
			switch a.typ {
			case RangeExpr:
				for i := range a.ref.rng.All() {
					ints = append(ints, i)
				}
			case List(Int):
				ints = append(ints, a.ref.ints...)
			}
		}
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(total); err != nil {
		return Value{}, err
	}
	elem := result.Elem()
	items := make([]Value, 0, total)
	for _, a := range args {
		for i := range a.Len() {
			item := a.At(i)
			if item.typ != elem {
				var err error
				if item, err = c.budget.convert(item, elem); err != nil {
					return Value{}, err
				}
			}
			items = append(items, item)
		}
	}
	return ListValue(elem, items), nil
}

// sequenceLen is Len in full, for a range that has more values than an int
// counts on a small machine.
func sequenceLen(v Value) int64 {
	if v.typ == RangeExpr {
		return v.ref.rng.Len()
	}
	return int64(v.Len())
}

// acceptContains says whether an item of this type can be in that container:
// it has the item type or converts to it, or the other way round.
func acceptContains(t []Type) (Type, bool) {
	container, item := t[0], t[1]
	switch {
	case container == RangeExpr:
		return Bool, item&numbers != 0
	case container == emptyList:
		return Bool, true
	case container&listTypes != 0:
		return Bool, comparableItems(container.Elem(), item)
	}
	return 0, false
}

func comparableItems(a, b Type) bool {
	switch {
	case a == b, a&numbers != 0 && b&numbers != 0, a&texts != 0 && b&texts != 0:
		return true
	case a == RangeExpr || b == RangeExpr: // which becomes a list[int] and no other (§1.2.3)
		a, b = asList(a), asList(b)
		return a == b || a == emptyList || b == emptyList
	}
	if a&listTypes == 0 || b&listTypes == 0 {
		return false
	}
	return a == emptyList || b == emptyList || comparableItems(a.Elem(), b.Elem())
}

// contains is item in container.
func contains(c *Call, container, item Value) (bool, error) {
	switch {
	case container.typ == String:
		if err := c.ProcessValue(container); err != nil {
			return false, err
		}
		return containsText(container.text, item.text), nil
	case container.typ == RangeExpr:
		i, ok := item.Int(), true
		if item.typ == Float {
			i, ok = wholeInt(item.Float())
		}
		return ok && container.ref.rng.Contains(i), nil
	}
	if err := c.Iterate(container.Len()); err != nil {
		return false, err
	}
	for i := range container.Len() {
		if same, err := c.budget.equal(container.At(i), item); same || err != nil {
			return same, err
		}
	}
	return false, nil
}
