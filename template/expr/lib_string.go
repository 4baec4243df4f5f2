// This file defines the functions of strings (§2.2.4). Positions and widths
// count characters.

package expr

import (
	"strings"
	"unicode/utf8"
)

func stringFunctions() []Function {
	const section = "§2.2.4"
	out := []Function{
		{Name: "upper", Section: section, Doc: "in upper case", Overloads: textOverload(toUpper)},
		{Name: "lower", Section: section, Doc: "in lower case", Overloads: textOverload(toLower)},
		{Name: "capitalize", Section: section, Doc: "the first character in upper case, the rest in lower case", Overloads: textOverload(capitalize)},
		{Name: "title", Section: section, Doc: "each word capitalized", Overloads: textOverload(toTitle)},
		{Name: "strip", Section: section, Doc: "without white space, or the characters given, at both ends", Overloads: stripOverloads(true, true)},
		{Name: "lstrip", Section: section, Doc: "without white space, or the characters given, at the start", Overloads: stripOverloads(true, false)},
		{Name: "rstrip", Section: section, Doc: "without white space, or the characters given, at the end", Overloads: stripOverloads(false, true)},
		{Name: "removeprefix", Section: section, Doc: "without the prefix, if it is there", Overloads: []Overload{
			{Params: "s: string, prefix: string", Result: "string", Impl: onTexts(strings.TrimPrefix)},
		}},
		{Name: "removesuffix", Section: section, Doc: "without the suffix, if it is there", Overloads: []Overload{
			{Params: "s: string, suffix: string", Result: "string", Impl: onTexts(strings.TrimSuffix)},
		}},
		{Name: "startswith", Section: section, Doc: "whether it starts with the prefix", Overloads: testOverload("s: string, prefix: string", strings.HasPrefix)},
		{Name: "endswith", Section: section, Doc: "whether it ends with the suffix", Overloads: testOverload("s: string, suffix: string", strings.HasSuffix)},
		{Name: "isdigit", Section: section, Doc: "whether all characters are digits", Overloads: predicate(func(s string) bool { return every(s, isDigit) })},
		{Name: "isalpha", Section: section, Doc: "whether all characters are letters", Overloads: predicate(func(s string) bool { return every(s, isAlpha) })},
		{Name: "isalnum", Section: section, Doc: "whether all characters are letters or numbers", Overloads: predicate(func(s string) bool { return every(s, isAlnum) })},
		{Name: "isspace", Section: section, Doc: "whether all characters are white space", Overloads: predicate(func(s string) bool { return every(s, isSpace) })},
		{Name: "isupper", Section: section, Doc: "whether there are letters with case and all are upper case", Overloads: predicate(func(s string) bool { return allCase(s, isUpper) })},
		{Name: "islower", Section: section, Doc: "whether there are letters with case and all are lower case", Overloads: predicate(func(s string) bool { return allCase(s, isLower) })},
		{Name: "isascii", Section: section, Doc: "whether all characters are ASCII", Overloads: predicate(isASCII)},
		{Name: "join", Section: section, Doc: "the items with the separator between them", Overloads: []Overload{
			{Params: "items: list[nulltype], sep: string", Result: "string", Impl: joinItems},
			{Params: "items: list[string], sep: string", Result: "string", Impl: joinItems},
			{Params: "items: list[path], sep: string", Result: "string", Impl: joinItems},
		}},
		{Name: "replace", Section: section, Doc: "every old replaced with new", Overloads: []Overload{
			{Params: "s: string, old: string, new: string", Result: "string", Impl: replaceText},
		}},
		{Name: "ljust", Section: section, Doc: "filled up with blanks on the right", Overloads: justifyOverload(func(int, int) int { return 0 })},
		{Name: "rjust", Section: section, Doc: "filled up with blanks on the left", Overloads: justifyOverload(func(missing, _ int) int { return missing })},
		{Name: "center", Section: section, Doc: "filled up with blanks on both sides", Overloads: justifyOverload(centered)},
		{Name: "zfill", Section: section, Doc: "filled up with zeros on the left, behind a sign", Overloads: []Overload{
			{Params: "s: string, width: int", Result: "string", Impl: fillZeros},
			{Params: "n: int, width: int", Result: "string", Impl: fillZeros},
			{Params: "x: float, width: int", Result: "string", Impl: fillZeros},
		}},
	}
	return append(out, searchFunctions(section)...)
}

// textOverload is a function that makes a text of a text.
func textOverload(f func(string) string) []Overload {
	return []Overload{{Params: "s: string", Result: "string", Impl: func(c *Call, args []Value) (Value, error) {
		if err := c.Reserve(3 * int64(len(args[0].Str()))); err != nil {
			return Value{}, err
		}
		v := StringValue(f(args[0].Str()))
		return v, c.ProcessLen(max(args[0].Characters(), v.Characters()))
	}}}
}

// predicate is a function that asks something of a text.
func predicate(f func(string) bool) []Overload {
	return []Overload{{Params: "s: string", Result: "bool", Impl: func(c *Call, args []Value) (Value, error) {
		return BoolValue(f(args[0].Str())), c.ProcessValue(args[0])
	}}}
}

// testOverload asks something of a text and another one.
func testOverload(params string, f func(a, b string) bool) []Overload {
	return []Overload{{Params: params, Result: "bool", Impl: func(c *Call, args []Value) (Value, error) {
		return BoolValue(f(args[0].Str(), args[1].Str())), c.ProcessValue(args[0])
	}}}
}

// onTexts is an implementation that cuts something off a text.
func onTexts(f func(a, b string) string) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		return StringValue(f(args[0].Str(), args[1].Str())), c.ProcessValue(args[0])
	}
}

func stripOverloads(left, right bool) []Overload {
	cut := func(s string, drop func(rune) bool) string {
		if left {
			s = strings.TrimLeftFunc(s, drop)
		}
		if right {
			s = strings.TrimRightFunc(s, drop)
		}
		return s
	}
	return []Overload{
		{Params: "s: string", Result: "string", Impl: func(c *Call, args []Value) (Value, error) {
			return StringValue(cut(args[0].Str(), isSpace)), c.ProcessValue(args[0])
		}},
		{Params: "s: string, chars: string", Result: "string", Impl: func(c *Call, args []Value) (Value, error) {
			if err := c.ProcessValue(args[0]); err != nil {
				return Value{}, err
			}
			set := make(map[rune]bool)
			for _, r := range args[1].Str() {
				set[r] = true
			}
			return StringValue(cut(args[0].Str(), func(r rune) bool { return set[r] })), nil
		}},
	}
}

func joinItems(c *Call, args []Value) (Value, error) {
	list, sep := args[0], args[1]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	gaps := max(list.Len()-1, 0)
	size, characters := int64(gaps)*int64(len(sep.Str())), gaps*sep.Characters()
	for i := range list.Len() {
		size += int64(len(list.At(i).Str()))
		characters += list.At(i).Characters()
	}
	if err := c.Reserve(size); err != nil {
		return Value{}, err
	}
	if err := c.ProcessLen(characters); err != nil {
		return Value{}, err
	}
	var b strings.Builder
	b.Grow(int(size))
	for i := range list.Len() {
		if i > 0 {
			b.WriteString(sep.Str())
		}
		b.WriteString(list.At(i).Str())
	}
	return StringValue(b.String()), nil
}

func replaceText(c *Call, args []Value) (Value, error) {
	s, before, after := args[0], args[1].Str(), args[2].Str()
	if before == "" {
		return Value{}, c.Errorf("replace() needs a text to replace; it is empty")
	}
	n := int64(strings.Count(s.Str(), before))
	if err := c.Reserve(int64(len(s.Str())) + n*int64(len(after))); err != nil {
		return Value{}, err
	}
	v := StringValue(strings.ReplaceAll(s.Str(), before, after))
	return v, c.ProcessLen(max(s.Characters(), v.Characters()))
}

// justifyOverload pads with blanks; left says how many of the missing ones go
// to the left for a width.
func justifyOverload(left func(missing, width int) int) []Overload {
	return []Overload{{Params: "s: string, width: int", Result: "string", Impl: func(c *Call, args []Value) (Value, error) {
		s, missing, err := padding(c, args)
		if err != nil || missing <= 0 {
			return StringValue(s), err
		}
		before := left(missing, int(args[1].Int()))
		return StringValue(strings.Repeat(" ", before) + s + strings.Repeat(" ", missing-before)), nil
	}}}
}

// centered puts the odd blank left only if padding and width are both odd, as
// Python does.
func centered(missing, width int) int { return missing/2 + missing&width&1 }

// padding charges for filling a text up to a width and says what is missing.
func padding(c *Call, args []Value) (text string, missing int, err error) {
	text = args[0].Text()
	width, have := args[1].Int(), int64(textLen(text))
	if width <= have {
		return text, 0, c.ProcessLen(int(have))
	}
	if err := c.Reserve(width); err != nil {
		return "", 0, err
	}
	return text, int(width - have), c.ProcessLen(int(width))
}

func fillZeros(c *Call, args []Value) (Value, error) {
	text, missing, err := padding(c, args)
	if err != nil {
		return Value{}, err
	}
	return StringValue(zeroFill(text, textLen(text)+missing)), nil
}

// characterIndex is the position in characters of a byte offset.
func characterIndex(s string, offset int) int64 {
	return int64(utf8.RuneCountInString(s[:offset]))
}
