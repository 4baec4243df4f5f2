// This file defines the mathematical functions (§2.2.2).

package expr

import (
	"cmp"
	"math"
)

func mathFunctions() []Function {
	const section = "§2.2.2"
	return []Function{
		{Name: "abs", Section: section, Doc: "absolute value", Overloads: []Overload{
			{Params: "x: int", Result: "int", Impl: absInt},
			{Params: "x: float", Result: "float", Impl: func(c *Call, a []Value) (Value, error) { return c.Float(math.Abs(a[0].Float())) }},
		}},
		{Name: "min", Section: section, Doc: "least of two or three numbers, of a list or a range", Overloads: extremeOverloads(-1)},
		{Name: "max", Section: section, Doc: "greatest of two or three numbers, of a list or a range", Overloads: extremeOverloads(1)},
		{Name: "sum", Section: section, Doc: "sum of a list or a range; 0 of an empty list", Overloads: []Overload{
			{Params: "values: list[nulltype]", Result: "int", Impl: sumInts},
			{Params: "values: list[int]", Result: "int", Impl: sumInts},
			{Params: "values: list[float]", Result: "float", Impl: sumFloats},
			{Params: "r: range_expr", Result: "int", Impl: sumRange},
		}},
		{Name: "floor", Section: section, Doc: "greatest int not above x", Overloads: wholeOverloads(math.Floor)},
		{Name: "ceil", Section: section, Doc: "least int not below x", Overloads: wholeOverloads(math.Ceil)},
		{Name: "round", Section: section, Doc: "nearest int, of two the even one; or nearest number of so many decimals", Overloads: []Overload{
			{Params: "x: int", Result: "int", Impl: identity},
			{Params: "x: float", Result: "int", Impl: roundToInt},
			{Params: "x: float, ndigits: int", Result: "float | int", Impl: roundFloat},
			{Params: "x: int, ndigits: int", Result: "int", Impl: roundInt},
		}},
	}
}

func identity(_ *Call, args []Value) (Value, error) { return args[0], nil }

func absInt(_ *Call, args []Value) (Value, error) {
	if i := args[0].Int(); i < 0 {
		return subInts(0, i)
	}
	return args[0], nil
}

// extremeOverloads is min (sign -1) or max (sign 1).
func extremeOverloads(sign int) []Overload {
	ofList := func(c *Call, args []Value) (Value, error) {
		list := args[0]
		if list.Len() == 0 {
			return Value{}, c.Errorf("%s() requires a non-empty list", c.Name())
		}
		if err := c.Iterate(list.Len()); err != nil {
			return Value{}, err
		}
		best := list.At(0)
		for i := 1; i < list.Len(); i++ {
			best = extreme(best, list.At(i), sign)
		}
		return best, nil
	}
	ofArguments := func(_ *Call, args []Value) (Value, error) {
		best := args[0]
		for _, v := range args[1:] {
			best = extreme(best, v, sign)
		}
		return best, nil
	}
	ofRange := func(c *Call, args []Value) (Value, error) {
		bound := args[0].Range().Min
		if sign > 0 {
			bound = args[0].Range().Max
		}
		i, ok := bound()
		if !ok {
			return Value{}, c.Errorf("%s() requires a non-empty range", c.Name())
		}
		return IntValue(i), nil
	}
	return []Overload{
		{Params: "a: int, b: int", Result: "int", Impl: ofArguments},
		{Params: "a: float, b: float", Result: "float", Impl: ofArguments},
		{Params: "a: int, b: int, c: int", Result: "int", Impl: ofArguments},
		{Params: "a: float, b: float, c: float", Result: "float", Impl: ofArguments},
		{Params: "values: list[nulltype]", Result: "noreturn", Impl: ofList},
		{Params: "values: list[int]", Result: "int", Impl: ofList},
		{Params: "values: list[float]", Result: "float", Impl: ofList},
		{Params: "r: range_expr", Result: "int", Impl: ofRange},
	}
}

// extreme is the lesser or greater of two numbers of one type, a if equal, so
// that a float keeps its text.
func extreme(a, b Value, sign int) Value {
	order := cmp.Compare(b.Float(), a.Float())
	if a.Type() == Int {
		order = cmp.Compare(b.Int(), a.Int())
	}
	if order == sign {
		return b
	}
	return a
}

func sumInts(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	total := IntValue(0)
	for i := range list.Len() {
		var err error
		if total, err = addInts(total.Int(), list.At(i).Int()); err != nil {
			return Value{}, err
		}
	}
	return total, nil
}

func sumFloats(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	total := 0.0
	for i := range list.Len() {
		total += list.At(i).Float()
	}
	return c.Float(total)
}

func sumRange(c *Call, args []Value) (Value, error) {
	r := args[0].Range()
	if err := c.budget.spend(r.Len()); err != nil {
		return Value{}, err
	}
	if total, ok := r.Sum(); ok {
		return IntValue(total), nil
	}
	return overflow()
}

// wholeOverloads is floor or ceil.
func wholeOverloads(f func(float64) float64) []Overload {
	return []Overload{
		{Params: "x: int", Result: "int", Impl: identity},
		{Params: "x: float", Result: "int", Impl: func(_ *Call, args []Value) (Value, error) {
			if i, ok := wholeInt(f(args[0].Float())); ok {
				return IntValue(i), nil
			}
			return overflow()
		}},
	}
}

func roundToInt(_ *Call, args []Value) (Value, error) {
	if i, ok := wholeInt(math.RoundToEven(args[0].Float())); ok {
		return IntValue(i), nil
	}
	return overflow()
}

// roundFloat is a float with exactly n decimals for n > 0, else an int.
func roundFloat(c *Call, args []Value) (Value, error) {
	f, n := args[0].Float(), args[1].Int()
	if n <= 0 {
		if i, ok := roundToPower(f, -max(n, -maxRoundDigits)); ok {
			return IntValue(i), nil
		}
		return overflow()
	}
	if n > maxRoundDigits {
		return Value{}, c.Errorf("round() makes at most %d decimals, not %d", maxRoundDigits, n)
	}
	return FloatText(roundDecimals(f, int(n))), nil
}

func roundInt(_ *Call, args []Value) (Value, error) {
	i, n := args[0].Int(), args[1].Int()
	if n >= 0 {
		return args[0], nil
	}
	if i, ok := roundIntToPower(i, -max(n, -maxRoundDigits)); ok {
		return IntValue(i), nil
	}
	return overflow()
}
