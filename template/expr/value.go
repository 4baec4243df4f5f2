// This file defines Value, what an expression evaluates to.

package expr

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Value is a typed value: one of the concrete types, or unresolved. It is
// cheap to copy (scalars sit in the struct itself) and never changes after it
// was made, so it may be shared between goroutines. The zero Value has no type
// and is of no use.
type Value struct {
	typ  Type
	num  uint64 // bool, int, the bits of a float, the characters of a text
	text string // string, path, or the original text of a float
	ref  *compound
}

// compound is the part of a value that does not fit into the struct.
type compound struct {
	rng   *Range
	items []Value // items of a list, unless it is a list[int]
	ints  []int64 // items of a list[int]
	bytes int64   // what the items hold, for the memory limit
}

// BoolValue is a bool.
func BoolValue(b bool) Value {
	if b {
		return Value{typ: Bool, num: 1}
	}
	return Value{typ: Bool}
}

// IntValue is an int.
func IntValue(i int64) Value { return Value{typ: Int, num: uint64(i)} }

// FloatValue is a float that prints in its shortest form. Negative zero
// becomes zero (§1.3.4). NaN and infinities are no values of the language;
// the caller must have refused them, as Call.Float does.
func FloatValue(f float64) Value {
	if f == 0 {
		f = 0
	}
	return Value{typ: Float, num: math.Float64bits(f)}
}

// FloatText is a float that prints as the given text for as long as it is
// only copied (§1.3.4).
func FloatText(f float64, text string) Value {
	v := FloatValue(f)
	if f == 0 && strings.HasPrefix(text, "-") {
		return v
	}
	v.text = text
	return v
}

// StringValue is a string.
func StringValue(s string) Value { return textValue(String, s) }

// PathValue is a path with this text, which is taken as it is.
func PathValue(s string) Value { return textValue(Path, s) }

// textValue counts the characters once, so that len and indexing need not.
func textValue(t Type, s string) Value {
	return Value{typ: t, num: uint64(utf8.RuneCountInString(s)), text: s}
}

// RangeValue is a range_expr.
func RangeValue(r *Range) Value { return Value{typ: RangeExpr, ref: &compound{rng: r}} }

// NullValue is null.
func NullValue() Value { return Value{typ: Null} }

// UnresolvedValue is a value of which only the type is known.
func UnresolvedValue(t Type) Value { return Value{typ: Unresolved(t)} }

// ListValue is a list whose items are all of type elem; the items are not
// checked or converted. It keeps the slice. elem is Null for the empty list
// `[]`, and a list[nulltype] where it belongs among longer lists.
func ListValue(elem Type, items []Value) Value {
	if elem == Int {
		ints := make([]int64, len(items))
		for i, v := range items {
			ints[i] = v.Int()
		}
		return IntListValue(ints)
	}
	bytes := int64(len(items)) * valueBytes
	for i := range items {
		bytes += items[i].held()
	}
	return Value{typ: List(elem), ref: &compound{items: items, bytes: bytes}}
}

// IntListValue is a list[int]. It keeps the slice.
func IntListValue(ints []int64) Value {
	return Value{typ: List(Int), ref: &compound{ints: ints, bytes: int64(len(ints)) * 8}}
}

// StringListValue is a list[string].
func StringListValue(texts []string) Value {
	return textList(String, texts)
}

// PathListValue is a list[path].
func PathListValue(texts []string) Value {
	return textList(Path, texts)
}

func textList(elem Type, texts []string) Value {
	items := make([]Value, len(texts))
	for i, s := range texts {
		items[i] = textValue(elem, s)
	}
	return ListValue(elem, items)
}

// Type is the value's type: one concrete type, or unresolved.
func (v Value) Type() Type { return v.typ }

// IsNull says whether v is null.
func (v Value) IsNull() bool { return v.typ == Null }

// IsUnresolved says whether only the type of v is known.
func (v Value) IsUnresolved() bool { return v.typ.IsUnresolved() }

// Bool is the payload of a bool.
func (v Value) Bool() bool { return v.num != 0 }

// Int is the payload of an int.
func (v Value) Int() int64 { return int64(v.num) }

// Float is the number of a float or an int.
func (v Value) Float() float64 {
	if v.typ == Int {
		return float64(int64(v.num))
	}
	return math.Float64frombits(v.num)
}

// Str is the text of a string or a path.
func (v Value) Str() string { return v.text }

// Characters is how many code points the text of a string or a path has.
func (v Value) Characters() int { return int(v.num) }

// isASCII says whether each character of a string or a path is one byte.
func (v Value) isASCII() bool { return int(v.num) == len(v.text) }

// Range is the payload of a range_expr.
func (v Value) Range() *Range { return v.ref.rng }

// Len is the number of items of a list or values of a range_expr.
func (v Value) Len() int {
	switch {
	case v.ref == nil:
		return 0
	case v.typ == RangeExpr:
		return int(min(v.ref.rng.Len(), math.MaxInt))
	case v.typ == List(Int):
		return len(v.ref.ints)
	default:
		return len(v.ref.items)
	}
}

// At is item i of a list or value i of a range_expr.
func (v Value) At(i int) Value {
	switch {
	case v.typ == RangeExpr:
		return IntValue(v.ref.rng.At(int64(i)))
	case v.typ == List(Int):
		return IntValue(v.ref.ints[i])
	default:
		return v.ref.items[i]
	}
}

// Ints is the payload of a list[int]; it must not be changed.
func (v Value) Ints() []int64 { return v.ref.ints }

// Items is the items of a list as a slice, which must not be changed. Of a
// list[int] it is a new one, five times the size: use Len and At, or Ints.
func (v Value) Items() []Value {
	if v.typ != List(Int) {
		return v.ref.items
	}
	items := make([]Value, len(v.ref.ints))
	for i, n := range v.ref.ints {
		items[i] = IntValue(n)
	}
	return items
}

// valueBytes is the size of a Value on a 64-bit machine.
const valueBytes = 40

// held is how many bytes v holds outside of its struct, for the memory limit
// (§1.3.9).
func (v Value) held() int64 {
	switch {
	case v.ref == nil:
		return int64(len(v.text))
	case v.ref.rng != nil:
		return int64(len(v.ref.rng.runs)) * 32
	default:
		return v.ref.bytes
	}
}

// Text is what an embedded `{{ }}` puts into its text (§1.3.2): null gives
// nothing, true and false their names, a float its original text or the
// shortest one, a path its text, a range_expr its canonical text, a list JSON
// with ", " between items. Of an unresolved value it is Display.
func (v Value) Text() string {
	switch v.typ {
	case Null:
		return ""
	case String, Path:
		return v.text
	case Float:
		return v.Number()
	}
	return v.Display()
}

// Display is the value as an expression would write it: strings quoted, null
// by name; an unresolved value gives its type in angle brackets.
func (v Value) Display() string {
	if v.IsUnresolved() {
		return "<" + v.typ.String() + ">"
	}
	var b strings.Builder
	v.appendJSON(&b)
	if v.typ == RangeExpr {
		return v.ref.rng.Text()
	}
	return b.String()
}

// Number is the text of an int or a float: a float's original text where it
// has one (§1.3.4).
func (v Value) Number() string {
	if v.typ == Int {
		return strconv.FormatInt(int64(v.num), 10)
	}
	if v.text != "" {
		return v.text
	}
	return floatRepr(v.Float())
}

// jsonNumber is Number, but in the shortest form where the original text is no
// number of JSON, such as `.5`, `5.` or `1_0.0`.
func (v Value) jsonNumber() string {
	if text := v.Number(); isJSONNumber(text) {
		return text
	}
	return floatRepr(v.Float())
}

// isJSONNumber says whether text is -? int [. digits] [e digits].
func isJSONNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	whole, text := cutDigits(text)
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	if rest, ok := strings.CutPrefix(text, "."); ok {
		var fraction string
		if fraction, text = cutDigits(rest); fraction == "" {
			return false
		}
	}
	if text == "" {
		return true
	}
	exponent := strings.TrimLeft(text, "eE")
	if len(text)-len(exponent) != 1 {
		return false
	}
	if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		exponent = exponent[1:]
	}
	digits, rest := cutDigits(exponent)
	return digits != "" && rest == ""
}

// cutDigits takes the decimal digits off the start of text.
func cutDigits(text string) (digits, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// appendJSON writes v as JSON: a range_expr and a path as a string, non-ASCII
// characters kept.
func (v Value) appendJSON(b *strings.Builder) {
	switch v.typ {
	case Null:
		b.WriteString("null")
	case Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case Int, Float:
		b.WriteString(v.jsonNumber())
	case String, Path:
		quoteJSON(b, v.text)
	case RangeExpr:
		quoteJSON(b, v.ref.rng.Text())
	default:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			v.At(i).appendJSON(b)
		}
		b.WriteByte(']')
	}
}

// quoteJSON writes s as a JSON string and keeps characters beyond ASCII.
func quoteJSON(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < 0x20:
			b.WriteString(`\u00`)
			b.WriteByte(hex[r>>4])
			b.WriteByte(hex[r&15])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}
