// This file defines let bindings (§3.6), reads and evaluates them.

package template

import (
	"slices"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// LetBinding is one "name = expression" of a let list (§3.6).
type LetBinding struct {
	Name       string
	Expression string   // the text behind the equals sign
	Pos        Position // of the string
	Path       string
	parsed     *expr.Expr
	format     FormatString // the whole string, to place faults
	start      int          // byte offset of Expression in the string
}

// EvalLet evaluates bindings in order into a new scope within env's symbols;
// later ones see earlier ones. The error is a *Fault.
func EvalLet(bindings []*LetBinding, env *expr.Env) (*expr.Symbols, error) {
	inner := *env
	inner.Symbols = expr.NewSymbols(env.Symbols)
	for _, b := range bindings {
		value, err := b.parsed.Eval(&inner, expr.Any)
		if err != nil {
			return nil, b.format.fault(b.start, err)
		}
		inner.Symbols.Define(b.Name, value)
	}
	return inner.Symbols, nil
}

// let reads a let list (§3.6), which needs EXPR.
func (d *decoder) let(m *mapping) []*LetBinding {
	list, ok := m.gated("let", Expr)
	if !ok {
		return nil
	}
	var out []*LetBinding
	for _, e := range list.list("3.6", 1, maxLetBindings) {
		if b := d.letBinding(e); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// reservedNames are words of the expression language that read as a literal
// or an operator, so that a binding of that name could not be used.
var reservedNames = []string{"true", "false", "null", "and", "or", "not", "if", "else", "for", "in", "is", "lambda"}

// letBinding reads one "name = expression".
func (d *decoder) letBinding(e element) *LetBinding {
	text, ok := e.str()
	if !ok {
		return nil
	}
	name, expression, found := strings.Cut(text, "=")
	if !found {
		e.fault("3.6.1", "write: name = expression", "the binding has no =")
		return nil
	}
	b := &LetBinding{Name: strings.Trim(name, " \t"), Expression: expression, Pos: e.node.pos, Path: e.path, start: len(name) + 1}
	b.format = FormatString{Text: text, Pos: b.Pos, Path: b.Path, body: &formatBody{source: d.source, node: e.node}}
	// A binding with a bad name is kept, so that its expression is checked and
	// uses of the name are no further faults.
	switch {
	case !isIdentifier(b.Name) || b.Name[0] >= 'A' && b.Name[0] <= 'Z':
		e.fault("3.6.1", "", "%s is not a name for a binding: it has to start with a lower-case letter or an underscore, and letters, digits and underscores may follow", quoteShort(b.Name))
	case utf8.RuneCountInString(b.Name) > maxLetName:
		e.fault("3.6", "", "the name has %d characters, at most %d are allowed", utf8.RuneCountInString(b.Name), maxLetName)
	case slices.Contains(reservedNames, b.Name):
		e.fault("3.6.1", "choose another name", "%q is a word of the expression language", b.Name)
	}
	if strings.Trim(expression, " \t\r\n") == "" {
		e.fault("3.6.1", "write: name = expression", "the binding %q has no expression", b.Name)
		return b
	}
	parsed, err := expr.Parse(expression)
	if err != nil {
		d.faults.add(b.format.fault(b.start, err))
		return b
	}
	b.parsed = parsed
	return b
}
