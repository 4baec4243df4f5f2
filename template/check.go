// This file defines the checks that look at more than one object, in order.

package template

import (
	"fmt"

	"runner/template/expr"
)

// checker holds a decoded document against the rules that look at more than
// one object: names that refer to others, the graph of dependencies, wrap
// hooks, and the names and types in expressions. Each pass runs whatever the
// passes before found, so that one fault does not hide the others.
type checker struct {
	*decoder
	root     *node
	document *Document
	scopes   scopes
}

// run runs the passes in order.
func (c *checker) run() {
	c.own()
	c.linkDependencies()
	c.checkCycles()
	c.serviceScopes()
	c.checkHooks()
	c.checkExpressions()
}

// own tells the parts of the document which document they are of.
func (c *checker) own() {
	for _, env := range c.environments() {
		env.Document = c.document
	}
	for _, s := range c.document.Services() {
		s.Document = c.document
	}
	if t := c.document.Job; t != nil {
		for _, s := range t.Steps {
			s.Document = c.document
		}
	}
}

// environments lists every Environment of the document.
func (c *checker) environments() []*Environment {
	if t := c.document.Environment; t != nil {
		if t.Environment == nil {
			return nil
		}
		return []*Environment{t.Environment}
	}
	out := append([]*Environment(nil), c.document.Job.Environments...)
	for _, s := range c.document.Job.Steps {
		out = append(out, s.Environments...)
	}
	return out
}

// report keeps a fault at a place of the model.
func (c *checker) report(pos Position, path, section, hint, format string, args ...any) {
	c.faults.add(&Fault{Pos: pos, Path: path, Section: section, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// checkLet checks bindings in order and returns the scope with their names in
// it, known by value or by type. A name that an earlier binding or one of an
// enclosing list has is a fault (§3.6).
func (c *checker) checkLet(bindings []*LetBinding, s *scope) *scope {
	if len(bindings) == 0 {
		return s
	}
	inner := s.with()
	for _, b := range bindings {
		if inner.bound[b.Name] {
			c.report(b.Pos, b.Path, "3.6", "choose another name", "the name %q is bound already", b.Name)
			continue
		}
		inner.define(b.Name, c.letValue(b, inner))
		inner.bound[b.Name] = true
	}
	return inner
}

// letValue is what is known of a binding: its value, or its type, or after a
// fault nothing, so that one fault does not raise others.
func (c *checker) letValue(b *LetBinding, s *scope) expr.Value {
	if b.parsed == nil {
		return expr.UnresolvedValue(expr.Any)
	}
	typ, err := b.parsed.Check(&s.env, expr.Any)
	if err != nil {
		explain := s.explain
		s.explain = func(name string) (string, string) {
			if name == b.Name {
				return fmt.Sprintf("the binding %q refers to itself", name), "a binding may refer to those before it"
			}
			return explain(name)
		}
		c.faults.add(s.expressionFault(&locator{format: &b.format}, b.start, err))
		s.explain = explain
		return expr.UnresolvedValue(expr.Any)
	}
	if value, err := b.parsed.Eval(&s.env, expr.Any); err == nil {
		return value
	}
	return expr.UnresolvedValue(typ.Constraint())
}
