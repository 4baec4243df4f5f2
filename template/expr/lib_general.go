// This file defines the general functions: lengths and conversions (§2.2.1).

package expr

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

func generalFunctions() []Function {
	const section = "§2.2.1"
	return []Function{
		{Name: "len", Section: section, Doc: "number of items, characters or values", Overloads: []Overload{
			{Params: "list: list[T]", Result: "int", Impl: length},
			{Params: "s: string", Result: "int", Impl: length},
			{Params: "p: path", Result: "int", Impl: length},
			{Params: "r: range_expr", Result: "int", Impl: length},
		}},
		{Name: "bool", Section: section, Doc: "true or false: null and zero are false, strings are 1/true/on/yes or 0/false/off/no", Overloads: []Overload{
			{Params: "value: bool | int | float | string | nulltype", Result: "bool", Accept: acceptBool, Impl: toBool},
		}},
		{Name: "string", Section: section, Doc: "the value as text; null is \"null\", a list is JSON", Overloads: []Overload{
			{Params: "value: bool | int | float | string | path | range_expr | nulltype", Result: "string", Impl: toString},
			{Params: "value: list[T]", Result: "string", Impl: toString},
		}},
		{Name: "int", Section: section, Doc: "the value as an int; an error if it is no whole number", Overloads: []Overload{
			{Params: "value: int | float | string", Result: "int", Impl: toInt},
		}},
		{Name: "float", Section: section, Doc: "the value as a float", Overloads: []Overload{
			{Params: "value: int | float | string", Result: "float", Impl: toFloat},
		}},
		{Name: "list", Section: section, Doc: "the values of a range expression", Overloads: []Overload{
			{Params: "value: range_expr", Result: "list[int]", Impl: rangeToList},
		}},
		{Name: "range_expr", Section: section, Doc: "a range expression of a text such as \"1-10:2\", or of a list of ints", Overloads: []Overload{
			{Params: "s: string", Result: "range_expr", Impl: textToRange},
			{Params: "l: list[int]", Result: "range_expr", Impl: listToRange},
		}},
		{Name: "fail", Section: section, Doc: "ends the evaluation with the message", Overloads: []Overload{
			{Params: "message: string", Result: "noreturn", Impl: fail},
		}},
	}
}

func length(_ *Call, args []Value) (Value, error) {
	switch v := args[0]; v.Type() {
	case String, Path:
		return IntValue(int64(v.Characters())), nil
	case RangeExpr:
		return IntValue(v.Range().Len()), nil
	default:
		return IntValue(int64(v.Len())), nil
	}
}

// acceptBool keeps paths from being read as strings: bool(path) is an error,
// as is bool(list).
func acceptBool(args []Type) (Type, bool) {
	const convertible = Bool | Int | Float | String | Null
	return Bool, convertible.Has(args[0])
}

func toBool(c *Call, args []Value) (Value, error) {
	switch v := args[0]; v.Type() {
	case Bool:
		return v, nil
	case Null:
		return BoolValue(false), nil
	case Int:
		return BoolValue(v.Int() != 0), nil
	case Float:
		return BoolValue(v.Float() != 0), nil
	default:
		if b, ok := parseBool(v.Str()); ok {
			return BoolValue(b), nil
		}
		return Value{}, c.Errorf("bool() cannot read %s; it takes 1, true, on, yes, 0, false, off and no", quoted(v.Str()))
	}
}

// quoted is a text for a message.
func quoted(text string) string { return StringValue(excerpt(text)).Display() }

func toString(c *Call, args []Value) (Value, error) {
	switch v := args[0]; {
	case v.Type() == String:
		return v, nil
	case v.Type() == Null:
		return StringValue("null"), nil
	case v.Type().IsList():
		return listText(c, v, Value.Text)
	default:
		return StringValue(v.Text()), nil
	}
}

// listText charges for writing out a list and writes it.
func listText(c *Call, list Value, write func(Value) string) (Value, error) {
	if err := c.Iterate(itemCount(list)); err != nil {
		return Value{}, err
	}
	if err := c.Reserve(writtenSize(list)); err != nil {
		return Value{}, err
	}
	text := write(list)
	return StringValue(text), c.Process(text)
}

// writtenSize is how many bytes a value may need where it is written out: six
// for a character that has to be escaped.
func writtenSize(v Value) int64 {
	switch {
	case v.Type() == String || v.Type() == Path:
		size := int64(len(v.Str())) + 4
		for i := range len(v.Str()) {
			if c := v.Str()[i]; c < ' ' || c >= 0x7f || strings.IndexByte("\"'\\!%^", c) >= 0 {
				size += 5
			}
		}
		return size
	case v.Type() == List(Int):
		return int64(v.Len()) * 22
	case v.Type().IsList():
		size := int64(8)
		for i := range v.Len() {
			size += writtenSize(v.At(i)) + 2
		}
		return size
	case v.Type() == RangeExpr:
		return 2 * v.held()
	default:
		return max(32, int64(len(v.Number())))
	}
}

// itemCount counts the items of a list with those of its inner lists.
func itemCount(list Value) int {
	n := list.Len()
	if list.Type().Elem().IsList() {
		for i := range list.Len() {
			n += list.At(i).Len()
		}
	}
	return n
}

func toInt(c *Call, args []Value) (Value, error) {
	switch v := args[0]; v.Type() {
	case Int:
		return v, nil
	case Float:
		if i, ok := wholeInt(v.Float()); ok {
			return IntValue(i), nil
		}
		if v.Float() == math.Trunc(v.Float()) {
			return overflow()
		}
		return Value{}, c.Errorf("int() cannot make an int of %s; use floor, ceil or round to drop decimals", v.Number())
	default:
		i, err := strconv.ParseInt(plainNumber(v.Str()), 10, 64)
		if err != nil {
			return Value{}, c.Errorf("int() cannot read %s as a whole number of 64 bits", quoted(v.Str()))
		}
		return IntValue(i), nil
	}
}

func toFloat(c *Call, args []Value) (Value, error) {
	v := args[0]
	if v.Type() != String {
		return FloatValue(v.Float()), nil // drops the original text
	}
	f, ok := parseFloat(plainNumber(v.Str()))
	if !ok {
		return Value{}, c.Errorf("float() cannot read %s as a finite number", quoted(v.Str()))
	}
	return c.Float(f)
}

// plainNumber trims white space and turns the digits of any script into ASCII
// ones, as Python's int() and float() do.
func plainNumber(text string) string {
	text = strings.TrimFunc(text, isSpace)
	if isASCII(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x80 && unicode.Is(unicode.Nd, r) {
			return '0' + decimalValue(r)
		}
		return r
	}, text)
}

// decimalValue is the value of a decimal digit: Unicode has them in rows of ten.
func decimalValue(r rune) rune {
	for _, row := range unicode.Nd.R16 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return (r - rune(row.Lo)) % 10
		}
	}
	for _, row := range unicode.Nd.R32 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return (r - rune(row.Lo)) % 10
		}
	}
	return 0
}

func rangeToList(c *Call, args []Value) (Value, error) {
	ints, err := c.budget.rangeInts(args[0].Range())
	if err != nil {
		return Value{}, err
	}
	return IntListValue(ints), nil
}

func textToRange(c *Call, args []Value) (Value, error) {
	r, err := ParseRange(args[0].Str())
	if err != nil {
		return Value{}, c.Errorf("%s", err)
	}
	return RangeValue(r), nil
}

func listToRange(c *Call, args []Value) (Value, error) {
	ints := args[0].Ints()
	if len(ints) == 0 {
		return Value{}, c.Errorf("range_expr() requires at least one value")
	}
	if err := c.Iterate(len(ints)); err != nil {
		return Value{}, err
	}
	if err := c.Reserve(int64(len(ints)) * 40); err != nil {
		return Value{}, err
	}
	return RangeValue(RangeFromList(ints)), nil
}

func fail(c *Call, args []Value) (Value, error) {
	message := args[0].Str()
	if strings.TrimSpace(message) == "" {
		message = "fail() ended the evaluation and was given no message" // an error always says something
	}
	return Value{}, c.Errorf("%s", message)
}
