// This file defines the functions that write values into scripts (§2.2.6).

package expr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

func reprFunctions() []Function {
	const section = "§2.2.6"
	literals := func(name, doc string, write func(*strings.Builder, Value)) Function {
		impl := reprValue(write)
		return Function{Name: name, Section: section, Doc: doc, Overloads: []Overload{
			{Params: "value: bool | int | float | string | path | range_expr | nulltype", Result: "string", Impl: impl},
			{Params: "value: list[T]", Result: "string", Impl: impl},
		}}
	}
	words := func(name, doc string, quote func(string) string) Function {
		impl := reprWords(quote)
		return Function{Name: name, Section: section, Doc: doc, Overloads: []Overload{
			{Params: "s: string", Result: "string", Impl: impl},
			{Params: "p: path", Result: "string", Impl: impl},
			{Params: "args: list[string]", Result: "string", Impl: impl},
			{Params: "args: list[path]", Result: "string", Impl: impl},
		}}
	}
	return []Function{
		words("repr_sh", "as one word, or a list as words, of a POSIX shell", quoteSh),
		words("repr_cmd", "as one word, or a list as words, of a Windows .bat file", quoteCmd),
		literals("repr_pwsh", "as a PowerShell literal", writePwsh),
		literals("repr_py", "as a Python literal", writePy),
		literals("repr_json", "as JSON, in ASCII", writeJSON),
	}
}

// reprValue is an implementation that writes any value.
func reprValue(write func(*strings.Builder, Value)) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		text := func(v Value) string {
			var b strings.Builder
			write(&b, v)
			return b.String()
		}
		if args[0].Type().IsList() {
			return listText(c, args[0], text)
		}
		if err := c.Reserve(writtenSize(args[0])); err != nil {
			return Value{}, err
		}
		v := StringValue(text(args[0]))
		return v, c.ProcessValue(v)
	}
}

// reprWords is an implementation that quotes one text, or the texts of a list
// with blanks between them.
func reprWords(quote func(string) string) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		words := func(v Value) string {
			if !v.Type().IsList() {
				return quote(v.Str())
			}
			var b strings.Builder
			for i := range v.Len() {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(quote(v.At(i).Str()))
			}
			return b.String()
		}
		if args[0].Type().IsList() {
			return listText(c, args[0], words)
		}
		if err := c.Reserve(writtenSize(args[0])); err != nil {
			return Value{}, err
		}
		v := StringValue(words(args[0]))
		return v, c.ProcessValue(v)
	}
}

// quoteSh is Python's shlex.quote: a word of harmless characters stays, else
// single quotes, with '"'"' for a single quote.
func quoteSh(s string) string {
	harmless := func(r rune) bool {
		return r < 0x80 && (isAlnum(r) || strings.ContainsRune("@%+=:,./-_", r))
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !harmless(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
}

// quoteCmd writes a word of a .bat file. Line ends cannot be written and are
// dropped; `!` is escaped for delayed expansion as far as that goes.
func quoteCmd(s string) string {
	special := strings.ContainsAny(s, `&|<>^"()%!`) || strings.IndexFunc(s, isSpace) >= 0
	s = strings.NewReplacer("\r", "", "\n", "", "^", "^^", `"`, `^"`, "%", "%%", "!", "^^!").Replace(s)
	if special || s == "" {
		return `"` + s + `"`
	}
	return s
}

// writePwsh writes a PowerShell literal. A list of one list gets a comma, as
// PowerShell would unroll it otherwise.
func writePwsh(b *strings.Builder, v Value) {
	switch v.Type() {
	case Null:
		b.WriteString("$null")
	case Bool, Int, Float:
		if v.Type() == Bool {
			b.WriteByte('$')
		}
		b.WriteString(v.Text())
	case String, Path, RangeExpr:
		b.WriteByte('\'')
		// PowerShell takes typographic single quotes for the plain one.
		for _, r := range v.Text() {
			if strings.ContainsRune("'\u2018\u2019\u201a\u201b", r) {
				b.WriteRune(r)
			}
			b.WriteRune(r)
		}
		b.WriteByte('\'')
	default:
		open := "@("
		if v.Len() == 1 && v.Type().Elem().IsList() {
			open = "@(,"
		}
		writeItems(b, v, open, ")", writePwsh)
	}
}

// writeItems writes a list with ", " between its items.
func writeItems(b *strings.Builder, list Value, open, end string, write func(*strings.Builder, Value)) {
	b.WriteString(open)
	for i := range list.Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, list.At(i))
	}
	b.WriteString(end)
}

// writePy writes what Python's repr gives.
func writePy(b *strings.Builder, v Value) {
	switch v.Type() {
	case Null:
		b.WriteString("None")
	case Bool:
		if v.Bool() {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case Int, Float:
		b.WriteString(v.Number())
	case String, Path, RangeExpr:
		quotePy(b, v.Text())
	default:
		writeItems(b, v, "[", "]", writePy)
	}
}

// quotePy writes a string literal in single quotes, in double ones if it has
// single quotes and no double ones. What cannot be printed is escaped.
func quotePy(b *strings.Builder, s string) {
	quote := '\''
	if strings.ContainsRune(s, '\'') && !strings.ContainsRune(s, '"') {
		quote = '"'
	}
	b.WriteRune(quote)
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteRune(quote)
}

// writeJSON writes what Python's json.dumps gives: JSON with ", " between
// items and nothing but ASCII.
func writeJSON(b *strings.Builder, v Value) {
	if v.Type() == RangeExpr {
		v = StringValue(v.Text())
	}
	for _, r := range v.Display() {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		}
	}
}
