// This file defines indexing and slicing (§2.1.7, §2.1.8, §1.3.8).

package expr

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func containsText(text, part string) bool { return strings.Contains(text, part) }

// itemPosition turns an index that may count from the end into one from 0.
func itemPosition(i, length int64, what string) (int64, error) {
	at := i
	if i < 0 {
		at += length
	}
	if at < 0 || at >= length {
		return 0, &Error{
			Kind: ValueFault, Section: "§2.1.7",
			Message: fmt.Sprintf("the index %d is outside of a %s of length %d", i, what, length),
		}
	}
	return at, nil
}

// itemAt is list[i] or range[i].
func itemAt(_ *Call, args []Value) (Value, error) {
	what := "list"
	if args[0].typ == RangeExpr {
		what = "range"
	}
	at, err := itemPosition(args[1].Int(), sequenceLen(args[0]), what)
	if err != nil {
		return Value{}, err
	}
	if args[0].typ == RangeExpr {
		return IntValue(args[0].ref.rng.At(at)), nil
	}
	return args[0].At(int(at)), nil
}

// characterAt is string[i].
func characterAt(c *Call, args []Value) (Value, error) {
	s := args[0]
	at, err := itemPosition(args[1].Int(), int64(s.Characters()), "string")
	if err != nil {
		return Value{}, err
	}
	if s.isASCII() {
		return Value{typ: String, num: 1, text: s.text[at : at+1]}, nil
	}
	start, err := runeOffset(c, s.text, int(at))
	if err != nil {
		return Value{}, err
	}
	_, size := utf8.DecodeRuneInString(s.text[start:])
	return Value{typ: String, num: 1, text: s.text[start : start+size]}, nil
}

// runeOffset is where character n of text starts, in bytes. Going there is
// charged, at more than a comparison because decoding is slower.
func runeOffset(c *Call, text string, n int) (int, error) {
	if err := c.budget.scan(4 * n); err != nil {
		return 0, err
	}
	offset := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset, nil
}

// cut is the bounds of a slice, as positions from start on by step, count of
// them.
type cut struct {
	start, step, count int64
}

// sliceCut applies Python's rules: bounds count from the end below zero, are
// cut to the length, and default to all of it in the direction of step.
func sliceCut(args []Value, length int64) (cut, error) {
	step := int64(1)
	if !args[3].IsNull() {
		step = args[3].Int()
	}
	if step == 0 {
		return cut{}, &Error{Kind: ValueFault, Section: "§2.1.8", Message: "the step of a slice is 0"}
	}
	low, high := int64(0), length // what a bound is cut to
	if step < 0 {
		low, high = -1, length-1
	}
	bound := func(v Value, missing int64) int64 {
		if v.IsNull() {
			return missing
		}
		i := v.Int()
		if i < 0 {
			i += length
		}
		return min(max(i, low), high)
	}
	var c cut
	c.step = step
	if step > 0 {
		c.start = bound(args[1], low)
		if span := bound(args[2], high) - c.start; span > 0 {
			c.count = (span-1)/step + 1
		}
		return c, nil
	}
	c.start = bound(args[1], high)
	if span := c.start - bound(args[2], low); span > 0 {
		// -step of the least int is no int64, but a uint64.
		c.count = int64(uint64(span-1)/uint64(-step)) + 1
	}
	return c, nil
}

// at is the i-th position of the cut.
func (c cut) at(i int64) int64 { return c.start + i*c.step }

// sliceList is list[start:stop:step].
func sliceList(c *Call, args []Value) (Value, error) {
	l := args[0]
	k, err := sliceCut(args, int64(l.Len()))
	if err != nil {
		return Value{}, err
	}
	if err := c.budget.spend(k.count); err != nil {
		return Value{}, err
	}
	if l.typ == List(Int) {
		if err := c.budget.fits(k.count, 8); err != nil {
			return Value{}, err
		}
		ints := make([]int64, k.count)
		for i := range ints {
			ints[i] = l.ref.ints[k.at(int64(i))]
		}
		return IntListValue(ints), nil
	}
	if err := c.ReserveItems(k.count); err != nil {
		return Value{}, err
	}
	items := make([]Value, k.count)
	for i := range items {
		items[i] = l.ref.items[k.at(int64(i))]
	}
	return ListValue(l.typ.Elem(), items), nil
}

// sliceRange is range[start:stop:step]: a range_expr going up, a list[int]
// going down.
func sliceRange(c *Call, args []Value) (Value, error) {
	r := args[0].ref.rng
	k, err := sliceCut(args, r.Len())
	if err != nil {
		return Value{}, err
	}
	if k.step > 0 {
		stop := k.start
		if k.count > 0 {
			stop = k.at(k.count-1) + 1
		}
		return RangeValue(r.Slice(k.start, stop, k.step)), nil
	}
	if err := c.budget.spend(k.count); err != nil {
		return Value{}, err
	}
	if err := c.budget.fits(k.count, 8); err != nil {
		return Value{}, err
	}
	ints := make([]int64, k.count)
	for i := range ints {
		ints[i] = r.At(k.at(int64(i)))
	}
	return IntListValue(ints), nil
}

// sliceText is string[start:stop:step], in characters.
func sliceText(c *Call, args []Value) (Value, error) {
	s := args[0]
	k, err := sliceCut(args, int64(s.Characters()))
	if err != nil {
		return Value{}, err
	}
	if err := c.ProcessLen(int(k.count)); err != nil {
		return Value{}, err
	}
	switch {
	case k.count == 0:
		return StringValue(""), nil
	case s.isASCII() && k.step == 1:
		return Value{typ: String, num: uint64(k.count), text: s.text[k.start : k.start+k.count]}, nil
	case s.isASCII():
		part := make([]byte, k.count)
		for i := range part {
			part[i] = s.text[k.at(int64(i))]
		}
		return StringValue(string(part)), nil
	}
	if err := c.ProcessValue(s); err != nil {
		return Value{}, err
	}
	if err := c.budget.fits(int64(s.Characters()), 8); err != nil {
		return Value{}, err
	}
	runes := []rune(s.text)
	part := make([]rune, k.count)
	for i := range part {
		part[i] = runes[k.at(int64(i))]
	}
	return StringValue(string(part)), nil
}
