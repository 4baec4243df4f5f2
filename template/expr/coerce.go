// This file defines the conversion of results to what a field wants (§1.2.3)
// and of arguments to what a function takes.

package expr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// destinations lists the types a value of concrete type t converts to, in the
// order they are tried.
func destinations(t Type) []Type {
	switch t {
	case Bool, Path:
		return []Type{String}
	case Int:
		return []Type{Float, String}
	case Float:
		return []Type{Int, String}
	case String:
		return []Type{Int, Float, Bool, RangeExpr, Path}
	case RangeExpr:
		return []Type{String, List(Int)}
	}
	var lists []Type
	switch {
	case t == emptyList:
		(listTypes &^ emptyList).each(func(one Type) bool {
			lists = append(lists, one)
			return true
		})
	case t&listTypes != 0:
		for _, d := range destinations(t.Elem()) {
			if l := List(d); l != 0 {
				lists = append(lists, l)
			}
		}
	}
	return lists
}

// Coerce converts v to target (§1.2.3): a value that satisfies it stays as it
// is, else the destinations of its type are tried in order. Any and NoReturn
// as a target want nothing. An unresolved value becomes what its conversion
// could be. The error is an *Error without a place.
func Coerce(v Value, target Type) (Value, error) {
	b := newBudget(Limits{})
	return b.coerce(v, target)
}

func (b *budget) coerce(v Value, target Type) (Value, error) {
	target = target.Constraint()
	if target == NoReturn || target == Any || v.typ&target != 0 && !v.IsUnresolved() {
		return v, nil
	}
	if v.IsUnresolved() {
		return coerceUnresolved(v, target)
	}
	var failure error
	for _, d := range destinations(v.typ) {
		if d&target == 0 {
			continue
		}
		converted, err := b.convert(v, d)
		if err == nil {
			return converted, nil
		}
		if failure == nil {
			failure = err
		}
	}
	if failure != nil {
		return Value{}, failure
	}
	return Value{}, coercionError(v.typ, target)
}

func coercionError(from, target Type) error {
	return &Error{
		Kind: TypeFault, Section: "§1.2.3",
		Message: fmt.Sprintf("%s is wanted here, and the value is %s", target, from.Constraint()),
	}
}

// coerceUnresolved narrows the type of v to what can come of it.
func coerceUnresolved(v Value, target Type) (Value, error) {
	if v.typ.Constraint() == NoReturn {
		return v, nil
	}
	var result Type
	v.typ.each(func(one Type) bool {
		if one&target != 0 {
			result |= one
			return true
		}
		for _, d := range destinations(one) {
			result |= d & target
		}
		if one&listTypes != 0 {
			result |= target & listTypes // it may be empty
		}
		return true
	})
	if result == NoReturn {
		return Value{}, coercionError(v.typ, target)
	}
	return UnresolvedValue(result), nil
}

// convert turns v into a value of the concrete type to, one of its
// destinations.
func (b *budget) convert(v Value, to Type) (Value, error) {
	switch {
	case v.typ&listTypes != 0:
		return b.convertList(v, to.Elem())
	case v.typ == Path:
		return Value{typ: String, num: v.num, text: v.text}, nil
	case to == String:
		return StringValue(v.Text()), nil
	case v.typ == String:
		return convertText(v, to)
	case v.typ == Int && to == Float:
		return FloatValue(float64(v.Int())), nil
	case v.typ == Float && to == Int:
		if i, ok := wholeInt(v.Float()); ok {
			return IntValue(i), nil
		}
		return Value{}, &Error{
			Kind: ValueFault, Section: "§1.2.3", Message: "the float " + v.Number() + " is not an int",
			Hint: "use round, floor or ceil",
		}
	case v.typ == RangeExpr && to == List(Int):
		ints, err := b.rangeInts(v.Range())
		return IntListValue(ints), err
	}
	return Value{}, coercionError(v.typ, to)
}

// wholeInt is f as an int, if it is one exactly.
func wholeInt(f float64) (int64, bool) {
	if f != math.Trunc(f) || f < -1<<63 || f >= 1<<63 {
		return 0, false
	}
	return int64(f), true
}

// rangeInts expands a range, charging what that takes.
func (b *budget) rangeInts(r *Range) ([]int64, error) {
	if err := b.spend(r.Len()); err != nil {
		return nil, err
	}
	if err := b.fits(r.Len(), 8); err != nil {
		return nil, err
	}
	ints := make([]int64, 0, r.Len())
	for i := range r.All() {
		ints = append(ints, i)
	}
	return ints, nil
}

func (b *budget) convertList(v Value, elem Type) (Value, error) {
	if err := b.fits(int64(v.Len()), valueBytes); err != nil {
		return Value{}, err
	}
	items := make([]Value, v.Len())
	for i := range items {
		item := v.At(i)
		if item.typ != elem {
			var err error
			if item, err = b.convert(item, elem); err != nil {
				return Value{}, err
			}
		}
		items[i] = item
	}
	return ListValue(elem, items), nil
}

// convertText reads a string as a value of another type, strictly: without
// blanks around it and in ASCII.
func convertText(v Value, to Type) (Value, error) {
	text := v.text
	switch to {
	case Path:
		return PathValue(text), nil
	case Int:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return IntValue(i), nil
		}
	case Float:
		if f, ok := parseFloat(text); ok {
			return FloatText(f, text), nil
		}
	case Bool:
		if b, ok := parseBool(text); ok {
			return BoolValue(b), nil
		}
	case RangeExpr:
		r, err := ParseRange(text)
		if err == nil {
			return RangeValue(r), nil
		}
		return Value{}, &Error{Kind: ValueFault, Section: "§1.2.3", Message: err.Error()}
	}
	return Value{}, &Error{
		Kind: ValueFault, Section: "§1.2.3",
		Message: fmt.Sprintf("the string %s cannot be read as %s", StringValue(excerpt(text)).Display(), to),
	}
}

// parseFloat reads a decimal number; neither hexadecimal, underscores,
// infinities nor NaN.
func parseFloat(text string) (float64, bool) {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// parseBool reads the spellings of bool() (§2.2.1).
func parseBool(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "1", "true", "on", "yes":
		return true, true
	case "0", "false", "off", "no":
		return false, true
	}
	return false, false
}

// excerpt cuts a text that a message quotes.
func excerpt(text string) string {
	const most = 60
	for i := range text {
		if i >= most {
			return text[:i] + "…"
		}
	}
	return text
}

// argumentTypes is the types that an argument of concrete type t may take to
// fit a parameter: fewer than for a result, because the choice among the
// overloads depends on them. A range becomes a list[int] only where that very
// type is declared, which generic parameters do not.
func argumentTypes(t Type) Type {
	switch t {
	case Int:
		return Float
	case Path:
		return String
	case RangeExpr:
		return List(Int)
	case List(RangeExpr):
		return 0
	case emptyList:
		return listTypes &^ emptyList
	}
	if elem := t.Elem(); elem != 0 {
		return List(argumentTypes(elem))
	}
	return 0
}

// convertArgument makes v fit a parameter of type set, which argumentTypes
// said is possible.
func (b *budget) convertArgument(v Value, set Type) (Value, error) {
	if v.typ&set != 0 {
		return v, nil
	}
	to := argumentTypes(v.typ) & set
	return b.convert(v, to&-to)
}
