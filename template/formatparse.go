// This file parses format strings and reads the fields that are one.

package template

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// formatString reads a format string of least to most code points (§7.3). The
// upper limit holds for the resolved text, so here only the literal pieces
// count towards it. Control characters in literal pieces are faults unless
// they are in except.
func (e element) formatString(section string, least, most int, except string) (FormatString, bool) {
	text, ok := e.str()
	if !ok {
		return FormatString{}, false
	}
	f, ok := e.parseFormat(text)
	if !ok {
		return f, false
	}
	if least == 1 && text == "" {
		e.fault(section, "", "must not be empty")
		return f, false
	}
	count := 0
	f.literals(func(piece string, offset int) {
		count += utf8.RuneCountInString(piece)
		if except == anyCharacter {
			return
		}
		if at, r := controlCharacter(piece, except); at >= 0 && ok {
			ok = false
			e.faultAt(utf8.RuneCountInString(text[:offset])+at, section, "", "contains the control character U+%04X", r)
		}
	})
	if most > 0 && count > most {
		ok = false
		what := "has"
		if !f.IsConstant() {
			what = "has, beside its expressions,"
		}
		e.fault(section, "", "%s %d characters, at most %d are allowed", what, count, most)
	}
	return f, ok
}

// anyCharacter as formatString's except allows every character.
const anyCharacter = "*"

// parseFormat splits a text at its braces and parses what stands in them.
func (e element) parseFormat(text string) (FormatString, bool) {
	f := FormatString{Text: text, Pos: e.node.pos, Path: e.path}
	if !strings.Contains(text, "{{") && !strings.Contains(text, "}}") {
		return f, true
	}
	body := &formatBody{source: e.d.source, node: e.node}
	at, failed := 0, 0
	whole := locator{format: &FormatString{Text: text, Pos: f.Pos, Path: f.Path, body: body}}
	fail := func(offset int, err error) {
		failed++
		e.d.faults.add(whole.fault(offset, err))
	}
	for at < len(text) && failed < MaxFaultsShown {
		open := strings.Index(text[at:], "{{")
		stray := strings.Index(text[at:], "}}")
		if stray >= 0 && (open < 0 || stray < open) {
			fail(at+stray, &expr.Error{Message: "}} without {{ before it", Section: "§7.3"})
			return f, false
		}
		if open < 0 {
			body.segments = append(body.segments, segment{literal: text[at:], start: at})
			break
		}
		if open > 0 {
			body.segments = append(body.segments, segment{literal: text[at : at+open], start: at})
		}
		start := at + open + 2
		length := strings.Index(text[start:], "}}")
		if length < 0 {
			fail(at+open, &expr.Error{Message: "{{ without }} behind it", Hint: "close it with }}", Section: "§7.3"})
			return f, false
		}
		s, err := e.d.parseSegment(text[start:start+length], start)
		if err != nil {
			fail(start, err)
		}
		body.segments = append(body.segments, s)
		at = start + length + 2
	}
	f.body = body
	return f, failed == 0
}

// parseSegment parses what stands between braces.
func (d *decoder) parseSegment(inside string, start int) (segment, error) {
	s := segment{start: start}
	trimmed := strings.TrimLeft(inside, " \t\r\n")
	lead := len(inside) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t\r\n")
	if trimmed == "" {
		return s, &expr.Error{Message: "nothing stands between {{ and }}", Section: "§7.3"}
	}
	if d.has(Expr) {
		parsed, err := expr.Parse(inside)
		s.parsed = parsed
		return s, err
	}
	parts := strings.Split(trimmed, ".")
	for i, part := range parts {
		parts[i] = strings.Trim(part, " \t\r\n")
		if !isIdentifier(parts[i]) {
			return s, &expr.Error{Offset: lead, Section: "§7.3",
				Message: fmt.Sprintf("%s is not a dotted name", quoteShort(trimmed)),
				Hint:    "other expressions need the extension EXPR"}
		}
	}
	s.name = strings.Join(parts, ".")
	s.start += lead
	return s, nil
}

// quoteShort quotes a text for a message, cut to 60 characters.
func quoteShort(text string) string {
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// intField reads an integer between low and high: a number; where
// FEATURE_BUNDLE_1 or text says so, digits in a string or a format string
// resolved at job creation. An unusable value gives nil.
func (e element) intField(section string, low, high int64, text, format bool) *IntField {
	f := &IntField{Min: low, Max: high, Pos: e.node.pos, Path: e.path, section: section}
	switch {
	case e.node.kind == stringNode && (text || format):
		parsed, ok := e.parseFormat(e.node.text)
		if !ok {
			return nil
		}
		if !parsed.IsConstant() {
			if !format {
				e.fault(section, "", "an expression is not allowed here")
				return nil
			}
			f.Format = parsed
			return f
		}
		value, err := fieldInt(e.node.text)
		if err != nil {
			e.fault(section, "", "%s", err)
			return nil
		}
		f.Value = value
	case e.node.kind == stringNode:
		hint := ""
		if !e.d.has(FeatureBundle1) {
			hint = "write the number without quotes; text and expressions need the extension FEATURE_BUNDLE_1"
		}
		e.fault(section, hint, "expected an integer, found %s", e.describe())
		if f.Format, _ = e.parseFormat(e.node.text); f.Format.IsConstant() {
			return nil
		}
		return f // so that its names are checked too
	default:
		value, ok := e.integer()
		if !ok {
			return nil
		}
		f.Value = value
	}
	f.Constant = true
	if err := f.bounds(f.Value); err != nil {
		e.fault(section, "", "%s", err)
		return nil
	}
	return f
}

// floatField reads a number of at least low (above it when above): a number;
// with FEATURE_BUNDLE_1 also text and format strings.
func (e element) floatField(section string, low float64, above bool) *FloatField {
	f := &FloatField{Min: low, Above: above, Pos: e.node.pos, Path: e.path, section: section}
	switch {
	case e.node.kind == intNode || e.node.kind == floatNode:
		f.Value = e.node.float
	case e.node.kind == stringNode && e.d.has(FeatureBundle1):
		parsed, ok := e.parseFormat(e.node.text)
		if !ok {
			return nil
		}
		if !parsed.IsConstant() {
			f.Format = parsed
			return f
		}
		value, err := fieldFloat(e.node.text)
		if err != nil {
			e.fault(section, "", "%s", err)
			return nil
		}
		f.Value = value
	default:
		hint := ""
		if e.node.kind == stringNode {
			hint = "write the number without quotes; text and expressions need the extension FEATURE_BUNDLE_1"
		}
		e.fault(section, hint, "expected a number, found %s", e.describe())
		return nil
	}
	f.Constant = true
	if err := f.bounds(f.Value); err != nil {
		e.fault(section, "", "%s", err)
		return nil
	}
	return f
}
