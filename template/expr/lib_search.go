// This file defines the functions that find and split strings (§2.2.4).

package expr

import (
	"slices"
	"strings"
	"unicode/utf8"
)

func searchFunctions(section string) []Function {
	search := func(name, doc string, f func(c *Call, s, sub string) (int64, error)) Function {
		return Function{Name: name, Section: section, Doc: doc, Overloads: []Overload{{
			Params: "s: string, sub: string", Result: "int",
			Impl: func(c *Call, args []Value) (Value, error) {
				if args[1].Str() == "" {
					return Value{}, c.Errorf("%s() needs a text to look for; it is empty", name)
				}
				if err := c.ProcessValue(args[0]); err != nil {
					return Value{}, err
				}
				n, err := f(c, args[0].Str(), args[1].Str())
				return IntValue(n), err
			},
		}}}
	}
	return []Function{
		search("count", "how often sub is there, without overlaps", func(_ *Call, s, sub string) (int64, error) {
			return int64(strings.Count(s, sub)), nil
		}),
		search("find", "position of the first sub; -1 if there is none", func(_ *Call, s, sub string) (int64, error) {
			return indexOrMinusOne(s, strings.Index(s, sub)), nil
		}),
		search("rfind", "position of the last sub; -1 if there is none", func(_ *Call, s, sub string) (int64, error) {
			return indexOrMinusOne(s, strings.LastIndex(s, sub)), nil
		}),
		search("index", "position of the first sub; an error if there is none", func(c *Call, s, sub string) (int64, error) {
			return found(c, s, sub, strings.Index(s, sub))
		}),
		search("rindex", "position of the last sub; an error if there is none", func(c *Call, s, sub string) (int64, error) {
			return found(c, s, sub, strings.LastIndex(s, sub))
		}),
		{Name: "split", Section: section, Doc: "the parts between white space, or between separators", Overloads: splitOverloads(splitLeft)},
		{Name: "rsplit", Section: section, Doc: "as split, from the right", Overloads: splitOverloads(splitRight)},
	}
}

func indexOrMinusOne(s string, offset int) int64 {
	if offset < 0 {
		return -1
	}
	return characterIndex(s, offset)
}

func found(c *Call, s, sub string, offset int) (int64, error) {
	if offset < 0 {
		return 0, c.Errorf("%s() does not find %s in %s; find() gives -1 then", c.Name(), quoted(sub), quoted(s))
	}
	return characterIndex(s, offset), nil
}

// splitOverloads is split or rsplit. A negative maxsplit is no bound, 0 does
// not split.
func splitOverloads(cut func(s, sep string, most int) []string) []Overload {
	atSeparator := func(c *Call, args []Value) (Value, error) {
		s, sep := args[0], args[1].Str()
		most := -1
		if len(args) > 2 {
			most = int(max(-1, min(args[2].Int(), int64(len(s.Str())))))
		}
		if sep == "" {
			return Value{}, c.Errorf("%s() needs a separator; it is empty", c.Name())
		}
		if err := c.ProcessValue(s); err != nil {
			return Value{}, err
		}
		parts := strings.Count(s.Str(), sep) + 1
		if most >= 0 {
			parts = min(parts, most+1)
		}
		if err := c.ReserveItems(2 * int64(parts)); err != nil {
			return Value{}, err
		}
		return StringListValue(cut(s.Str(), sep, most)), nil
	}
	return []Overload{
		{Params: "s: string", Result: "list[string]", Impl: splitSpace},
		{Params: "s: string, sep: string", Result: "list[string]", Impl: atSeparator},
		{Params: "s: string, sep: string, maxsplit: int", Result: "list[string]", Impl: atSeparator},
	}
}

// splitSpace splits at runs of white space; there are no empty parts.
func splitSpace(c *Call, args []Value) (Value, error) {
	s := args[0]
	if err := c.ProcessValue(s); err != nil {
		return Value{}, err
	}
	if err := c.ReserveItems(int64(countFields(s.Str())) * 2); err != nil {
		return Value{}, err
	}
	return StringListValue(strings.FieldsFunc(s.Str(), isSpace)), nil
}

func countFields(s string) int {
	n, inside := 0, false
	for _, r := range s {
		space := isSpace(r)
		if !space && !inside {
			n++
		}
		inside = !space
	}
	return n
}

func splitLeft(s, sep string, most int) []string {
	if most < 0 {
		return strings.Split(s, sep)
	}
	return strings.SplitN(s, sep, most+1)
}

// splitRight looks for separators from the right, which matters where they
// overlap: rsplit("aaa", "aa") is ["a", ""].
func splitRight(s, sep string, most int) []string {
	var parts []string
	for most != 0 {
		i := strings.LastIndex(s, sep)
		if i < 0 {
			break
		}
		parts = append(parts, s[i+len(sep):])
		s = s[:i]
		most--
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return parts
}

// regexMeta are the characters re_escape escapes (§2.2.5): those that mean
// something in a pattern of either Python or Rust.
const regexMeta = `\.+*?()|[]{}^$#&-~`

// escapeRegex makes a pattern that matches s itself.
func escapeRegex(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] < utf8.RuneSelf && strings.IndexByte(regexMeta, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
