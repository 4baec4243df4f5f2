// This file defines FormatString (§7.3): checking and resolving it.

package template

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// FormatString is a text with expressions in {{ }} (§7.3). It is parsed when
// the document is decoded and immutable afterwards, so many goroutines may
// resolve it. The zero value is the empty text.
type FormatString struct {
	Text string   // as decoded from the document
	Pos  Position // of the scalar in its file
	Path string   // place in the document
	body *formatBody
}

// formatBody is the parsed form of a format string that has expressions.
type formatBody struct {
	source   *Source
	node     *node
	segments []segment
}

// segment is a literal piece of a format string, or one expression: a dotted
// name where the document lacks EXPR, else any expression.
type segment struct {
	literal string
	name    string
	parsed  *expr.Expr
	start   int // byte offset in the text of what stands inside the braces
}

// isLiteral reports whether the segment has no expression.
func (s *segment) isLiteral() bool { return s.name == "" && s.parsed == nil }

// IsConstant reports whether the text has no expression, so that Text is what
// it resolves to.
func (f *FormatString) IsConstant() bool { return f.body == nil }

// IsWholeField reports whether the text is one expression and nothing else,
// so that its value may be of another type than string (§7.3).
func (f *FormatString) IsWholeField() bool {
	return f.body != nil && len(f.body.segments) == 1
}

// Resolve gives the text with every expression replaced by its value. A whole
// field has to come to a string or what converts to one; null is an error. The
// error is a *Fault with the place inside the document.
func (f *FormatString) Resolve(env *expr.Env) (string, error) {
	if f.body == nil {
		return f.Text, nil
	}
	value, present, err := f.ResolveField(env, expr.String)
	if err != nil {
		return "", err
	}
	if !present {
		return "", f.fault(0, &expr.Error{Message: "the expression is null where a text is needed"})
	}
	return value.Text(), nil
}

// ResolveField resolves the text as a field of type target (§1.3.2 of the
// expression language): a whole field's value is converted to target, and null
// means that the field is not present; any other text is a string. An
// unresolved value comes back as such.
func (f *FormatString) ResolveField(env *expr.Env, target expr.Type) (value expr.Value, present bool, err error) {
	if f.body == nil {
		return expr.StringValue(f.Text), true, nil
	}
	if f.IsWholeField() {
		s := &f.body.segments[0]
		if s.parsed == nil {
			value, err = lookupName(env, s.name)
			if err == nil && target == expr.String && !value.IsUnresolved() {
				value = expr.StringValue(value.Text())
			}
		} else {
			value, err = s.parsed.Eval(env, expr.Optional(target))
		}
		if err != nil {
			return expr.Value{}, false, f.fault(s.start, err)
		}
		return value, !value.IsNull(), nil
	}
	text, err := f.embedded(env)
	return text, err == nil, err
}

// embedded joins literals and the texts of the expressions between them.
func (f *FormatString) embedded(env *expr.Env) (expr.Value, error) {
	var b strings.Builder
	unresolved := false
	for i := range f.body.segments {
		s := &f.body.segments[i]
		if s.isLiteral() {
			b.WriteString(s.literal)
			continue
		}
		value, err := s.eval(env, expr.Any)
		if err != nil {
			return expr.Value{}, f.fault(s.start, err)
		}
		if value.IsUnresolved() {
			unresolved = true
			continue
		}
		b.WriteString(value.Text())
	}
	if unresolved {
		return expr.UnresolvedValue(expr.String), nil
	}
	return expr.StringValue(b.String()), nil
}

func (s *segment) eval(env *expr.Env, target expr.Type) (expr.Value, error) {
	if s.parsed != nil {
		return s.parsed.Eval(env, target)
	}
	return lookupName(env, s.name)
}

// lookupName finds a name in the way of documents without EXPR: as a whole.
func lookupName(env *expr.Env, name string) (expr.Value, error) {
	value, ok := env.Symbols.Lookup(name)
	if !ok {
		return value, unknownName(env, name)
	}
	return value, nil
}

// unknownName words the fault of a name that the scope does not have.
func unknownName(env *expr.Env, name string) error {
	e := &expr.Error{Kind: expr.NameFault, Message: fmt.Sprintf("%s is not defined here", name), End: len(name), Section: "§7.3.1"}
	if near := suggest(name, env.Symbols.Names()); near != "" {
		e.Hint = fmt.Sprintf("did you mean %s?", near)
	}
	return e
}

// ResolveArgs resolves a list of arguments (§5.2): an item that is one
// expression may be null, which leaves it out, or a list, which stands for its
// items.
func ResolveArgs(args []FormatString, env *expr.Env) ([]string, error) {
	out := make([]string, 0, len(args))
	for i := range args {
		var err error
		if out, err = args[i].appendItem(out, env); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// listItem is the target of an item in a list of strings.
var listItem = expr.Union(expr.String, expr.Null, expr.List(expr.String))

// ResolveItem resolves one item of a list of strings: none where it is null,
// several where it is a list.
func (f *FormatString) ResolveItem(env *expr.Env) ([]string, error) { return f.appendItem(nil, env) }

// appendItem appends what the item resolves to.
func (f *FormatString) appendItem(out []string, env *expr.Env) ([]string, error) {
	if f.body == nil {
		return append(out, f.Text), nil
	}
	value, present, err := f.ResolveField(env, listItem)
	switch {
	case err != nil || !present:
		return out, err
	case !value.Type().IsList():
		return append(out, value.Text()), nil
	}
	for i := range value.Len() {
		out = append(out, value.At(i).Text())
	}
	return out, nil
}

// Check evaluates the text with what is known of env: every name, function
// and type has to fit, and a whole field's type has to convert to target.
// Values may be unresolved.
func (f *FormatString) Check(env *expr.Env, target expr.Type) Faults {
	return f.check(&scope{env: *env}, target)
}

// check is Check with a scope that can explain names.
func (f *FormatString) check(in *scope, target expr.Type) Faults {
	if f.body == nil {
		return nil
	}
	if !f.IsWholeField() {
		target = expr.Any
	}
	var faults Faults
	at := locator{format: f}
	for i := range f.body.segments {
		s := &f.body.segments[i]
		var err error
		switch {
		case s.isLiteral():
		case s.parsed != nil:
			_, err = s.parsed.Check(&in.env, target)
		default:
			_, err = lookupName(&in.env, s.name)
		}
		if err != nil {
			faults = append(faults, in.expressionFault(&at, s.start, err))
		}
		if len(faults) == MaxFaultsShown {
			break // one text with so many faults has said enough
		}
	}
	return faults
}

// fault places an error of an expression that starts at a byte offset of the
// text.
func (f *FormatString) fault(start int, err error) *Fault {
	return (&locator{format: f}).fault(start, err)
}

// locator places the errors of one format string; the map from its text to the
// file is made once, when it is first needed.
type locator struct {
	format *FormatString
	places *scalarMap
}

// fault is FormatString.fault.
func (l *locator) fault(start int, err error) *Fault {
	f := l.format
	out := &Fault{Pos: f.Pos, Path: f.Path, Message: err.Error()}
	var e *expr.Error
	if errors.As(err, &e) {
		out.Message, out.Hint, out.Section = e.Message, e.Hint, strings.TrimPrefix(e.Section, "§")
		start += e.Offset
	}
	if f.body != nil {
		if l.places == nil {
			l.places = mapScalar(f.body.source, f.body.node)
		}
		out.Pos = l.places.at(utf8.RuneCountInString(f.Text[:min(start, len(f.Text))]))
	}
	return out
}

// literals calls visit for the literal pieces, with their byte offsets.
func (f *FormatString) literals(visit func(text string, offset int)) {
	if f.body == nil {
		visit(f.Text, 0)
		return
	}
	for _, s := range f.body.segments {
		if s.isLiteral() {
			visit(s.literal, s.start)
		}
	}
}
