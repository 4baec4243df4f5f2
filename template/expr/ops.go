// This file defines the operators as functions of the library (§2.1).

package expr

import (
	"math"
	"math/big"
	"strings"
)

// operatorFunctions is the table of §2.1. The order of overloads matters: of
// several that fit after conversion the first is taken, so path + path is a
// string.
func operatorFunctions() []Function {
	return []Function{
		{Name: "__add__", Section: "§2.1.1-§2.1.5", Doc: "a + b: sum, or one after the other", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "int", Impl: onInts(addInts)},
			{Params: "a: float, b: float", Result: "float", Impl: onFloats(func(a, b float64) float64 { return a + b })},
			{Params: "a: string, b: string", Result: "string", Impl: concatTexts},
			{Params: "a: string, b: range_expr", Result: "string", Impl: concatTexts},
			{Params: "a: range_expr, b: string", Result: "string", Impl: concatTexts},
			{Params: "p: path, suffix: string", Result: "path", Impl: appendToPath},
			{Params: "a: list[T1], b: list[T2]", Result: "list[T3]", Accept: acceptConcat, Impl: concatLists},
			{Params: "a: range_expr, b: list[T1]", Result: "list[T2]", Accept: acceptConcat, Impl: concatLists},
			{Params: "a: list[T1], b: range_expr", Result: "list[T2]", Accept: acceptConcat, Impl: concatLists},
			{Params: "a: range_expr, b: range_expr", Result: "list[int]", Impl: concatLists},
		}},
		{Name: "__sub__", Section: "§2.1.1", Doc: "a - b: difference", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "int", Impl: onInts(subInts)},
			{Params: "a: float, b: float", Result: "float", Impl: onFloats(func(a, b float64) float64 { return a - b })},
		}},
		{Name: "__mul__", Section: "§2.1.1-§2.1.3", Doc: "a * b: product, or b times a", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "int", Impl: onInts(mulInts)},
			{Params: "a: float, b: float", Result: "float", Impl: onFloats(func(a, b float64) float64 { return a * b })},
			{Params: "s: string, n: int", Result: "string", Impl: repeatText},
			{Params: "a: list[T], n: int", Result: "list[T]", Impl: repeatList},
		}},
		{Name: "__truediv__", Section: "§2.1.1, §2.1.5", Doc: "a / b: quotient, or a path below a path", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "float", Impl: divideInts},
			{Params: "a: float, b: float", Result: "float", Impl: divideFloats},
			{Params: "p: path, child: string", Result: "path", Impl: joinPaths},
			{Params: "p: path, child: path", Result: "path", Impl: joinPaths},
		}},
		{Name: "__floordiv__", Section: "§2.1.1", Doc: "a // b: quotient, rounded down", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "int", Impl: floorDivideInts},
			{Params: "a: float, b: float", Result: "int", Impl: floorDivideFloats},
		}},
		{Name: "__mod__", Section: "§2.1.1", Doc: "a % b: remainder, with the sign of b", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "int", Impl: moduloInts},
			{Params: "a: float, b: float", Result: "float", Impl: moduloFloats},
		}},
		{Name: "__pow__", Section: "§2.1.1", Doc: "a ** b: power", Overloads: []Overload{
			{Params: "a: int, b: int", Result: "float | int", Impl: powerInts},
			{Params: "a: float, b: float", Result: "float", Impl: powerFloats},
		}},
		{Name: "__neg__", Section: "§2.1.1", Doc: "-a", Overloads: []Overload{
			{Params: "a: int", Result: "int", Impl: func(_ *Call, a []Value) (Value, error) { return subInts(0, a[0].Int()) }},
			{Params: "a: float", Result: "float", Impl: func(_ *Call, a []Value) (Value, error) { return FloatValue(-a[0].Float()), nil }},
		}},
		{Name: "__pos__", Section: "§2.1.1", Doc: "+a", Overloads: []Overload{
			{Params: "a: int", Result: "int", Impl: func(_ *Call, a []Value) (Value, error) { return a[0], nil }},
			{Params: "a: float", Result: "float", Impl: func(_ *Call, a []Value) (Value, error) { return FloatValue(a[0].Float()), nil }},
		}},
		{Name: "__not__", Section: "§2.1.6", Doc: "not a", Overloads: []Overload{
			{Params: "a: bool", Result: "bool", Impl: func(_ *Call, a []Value) (Value, error) { return BoolValue(!a[0].Bool()), nil }},
		}},
	}
}

// onInts is an implementation on two ints.
func onInts(f func(a, b int64) (Value, error)) func(*Call, []Value) (Value, error) {
	return func(_ *Call, args []Value) (Value, error) { return f(args[0].Int(), args[1].Int()) }
}

// onFloats is an implementation on two floats whose result must be finite.
func onFloats(f func(a, b float64) float64) func(*Call, []Value) (Value, error) {
	return func(_ *Call, args []Value) (Value, error) {
		return checkedFloat(f(args[0].Float(), args[1].Float()))
	}
}

// overflow is the fault of an int that needs more than 64 bits.
func overflow() (Value, error) {
	return Value{}, &Error{
		Kind: ValueFault, Section: "§1.2.1",
		Message: "the result is outside the range of int, -9223372036854775808 to 9223372036854775807",
	}
}

// divisionByZero is the fault of /, // and %.
func divisionByZero() (Value, error) {
	return Value{}, &Error{Kind: ValueFault, Section: "§2.1.1", Message: "division by zero"}
}

func addInts(a, b int64) (Value, error) {
	if c := a + b; (c > a) == (b > 0) {
		return IntValue(c), nil
	}
	return overflow()
}

func subInts(a, b int64) (Value, error) {
	if c := a - b; (c < a) == (b > 0) {
		return IntValue(c), nil
	}
	return overflow()
}

func mulInts(a, b int64) (Value, error) {
	if a == 0 || b == 0 {
		return IntValue(0), nil
	}
	c := a * b
	if c/b != a || a == math.MinInt64 && b == -1 || b == math.MinInt64 && a == -1 {
		return overflow()
	}
	return IntValue(c), nil
}

// divideInts rounds the exact quotient once, also of ints that no float holds.
func divideInts(_ *Call, args []Value) (Value, error) {
	a, b := args[0].Int(), args[1].Int()
	if b == 0 {
		return divisionByZero()
	}
	const exact = 1 << 53
	if -exact <= a && a <= exact && -exact <= b && b <= exact {
		return checkedFloat(float64(a) / float64(b))
	}
	f, _ := new(big.Rat).SetFrac(big.NewInt(a), big.NewInt(b)).Float64()
	return checkedFloat(f)
}

func divideFloats(_ *Call, args []Value) (Value, error) {
	if args[1].Float() == 0 {
		return divisionByZero()
	}
	return checkedFloat(args[0].Float() / args[1].Float())
}

func floorDivideInts(_ *Call, args []Value) (Value, error) {
	a, b := args[0].Int(), args[1].Int()
	if b == 0 {
		return divisionByZero()
	}
	if a == math.MinInt64 && b == -1 {
		return overflow()
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return IntValue(q), nil
}

func moduloInts(_ *Call, args []Value) (Value, error) {
	a, b := args[0].Int(), args[1].Int()
	if b == 0 {
		return divisionByZero()
	}
	if b == -1 {
		return IntValue(0), nil
	}
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return IntValue(m), nil
}

// floorMod is the floored quotient and remainder of floats. The quotient is
// derived from the exact remainder, as a/b alone may round up to the next
// whole number.
func floorMod(a, b float64) (quotient, remainder float64) {
	m := math.Mod(a, b)
	q := (a - m) / b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
		q--
	}
	return math.Round(q), m
}

func floorDivideFloats(_ *Call, args []Value) (Value, error) {
	if args[1].Float() == 0 {
		return divisionByZero()
	}
	q, _ := floorMod(args[0].Float(), args[1].Float())
	if i, ok := wholeInt(q); ok {
		return IntValue(i), nil
	}
	return overflow()
}

func moduloFloats(_ *Call, args []Value) (Value, error) {
	if args[1].Float() == 0 {
		return divisionByZero()
	}
	_, m := floorMod(args[0].Float(), args[1].Float())
	return checkedFloat(m)
}

// powerInts is an int for exponents from 0 on, else a float.
func powerInts(c *Call, args []Value) (Value, error) {
	base, exponent := args[0].Int(), args[1].Int()
	if exponent < 0 {
		return powerFloats(c, args)
	}
	switch {
	case exponent == 0, base == 1:
		return IntValue(1), nil
	case base == 0:
		return IntValue(0), nil
	case base == -1:
		return IntValue(1 - exponent%2*2), nil
	case exponent > 63:
		return overflow()
	}
	result := IntValue(1)
	for range exponent {
		var err error
		if result, err = mulInts(result.Int(), base); err != nil {
			return result, err
		}
	}
	return result, nil
}

func powerFloats(_ *Call, args []Value) (Value, error) {
	base, exponent := args[0].Float(), args[1].Float()
	switch {
	case base == 0 && exponent < 0:
		return Value{}, &Error{Kind: ValueFault, Section: "§2.1.1", Message: "zero has no negative powers"}
	case base < 0 && exponent != math.Trunc(exponent):
		return Value{}, &Error{Kind: ValueFault, Section: "§2.1.1", Message: "a negative number has no fractional powers"}
	}
	return checkedFloat(power(base, exponent))
}

// concatTexts joins strings; a range_expr becomes its canonical text.
func concatTexts(c *Call, args []Value) (Value, error) {
	v, err := joinTexts(c, args[0].Text(), args[1].Text())
	return StringValue(v), err
}

// appendToPath adds a text to the last component of a path.
func appendToPath(c *Call, args []Value) (Value, error) {
	v, err := joinTexts(c, args[0].Text(), args[1].Text())
	return PathValue(v), err
}

func joinTexts(c *Call, a, b string) (string, error) {
	if err := c.Reserve(int64(len(a)) + int64(len(b))); err != nil {
		return "", err
	}
	joined := a + b
	return joined, c.Process(joined)
}

// repeatText is n copies of a string; none for n below 1.
func repeatText(c *Call, args []Value) (Value, error) {
	s, n := args[0], args[1].Int()
	if n <= 0 || s.text == "" {
		return StringValue(""), nil
	}
	size := int64(len(s.text))
	if n > math.MaxInt64/size {
		return Value{}, c.Reserve(math.MaxInt64)
	}
	if err := c.Reserve(n * size); err != nil {
		return Value{}, err
	}
	if err := c.ProcessLen(s.Characters() * int(n)); err != nil {
		return Value{}, err
	}
	return Value{typ: String, num: s.num * uint64(n), text: strings.Repeat(s.text, int(n))}, nil
}

// repeatList is n copies of the items; none for n below 1.
func repeatList(c *Call, args []Value) (Value, error) {
	l, n := args[0], args[1].Int()
	size := int64(l.Len())
	if n <= 0 || size == 0 {
		return ListValue(l.typ.Elem(), nil), nil
	}
	if n > math.MaxInt/size {
		n = math.MaxInt / size
	}
	if err := c.Iterate(int(n * size)); err != nil {
		return Value{}, err
	}
	if l.typ == List(Int) {
		if err := c.Reserve(n * size * 8); err != nil {
			return Value{}, err
		}
		ints := make([]int64, 0, n*size)
		for range n {
			ints = append(ints, l.ref.ints...)
		}
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(n * size); err != nil {
		return Value{}, err
	}
	items := make([]Value, 0, n*size)
	for range n {
		items = append(items, l.ref.items...)
	}
	return ListValue(l.typ.Elem(), items), nil
}

// joinPaths is a path below a path (§2.1.5).
func joinPaths(c *Call, args []Value) (Value, error) {
	if err := c.ProcessLen(args[0].Characters() + args[1].Characters()); err != nil {
		return Value{}, err
	}
	child := parsePath(c.PathStyle(), args[1].text)
	if child.uri { // absolute, and kept to the letter
		return PathValue(args[1].text), nil
	}
	return PathValue(parsePath(c.PathStyle(), args[0].text).join(child).text()), nil
}
