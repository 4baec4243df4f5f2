package main

// Expressions made at random from the signatures of the library and the syntax.

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"runner/template/expr"
)

// How often, in a hundred, an argument is of a type nobody asked for.
const wrongTypes = 4

type generator struct {
	rand      *rand.Rand
	symbols   map[string]symbolValue
	pools     map[expr.Type][]string
	roles     map[string][]string
	overloads []overload
	flat      []string
	variables []variable // of the comprehensions around
	used      map[string]int
}

type variable struct {
	name string
	typ  expr.Type
}

func newGenerator(seed uint64, symbols map[string]symbolValue) *generator {
	return &generator{
		rand: rand.New(rand.NewPCG(seed, 1)), symbols: symbols, pools: pools(), roles: roles(),
		overloads: overloads(expr.Base().WithHost()), flat: flat(), used: map[string]int{},
	}
}

// expressions makes n of them: first what the grammar is tried with, then every
// overload in turn with leaves for arguments, then nested ones and spoilt texts.
func (g *generator) expressions(n int) []*node {
	var all []*node
	for _, text := range g.flat {
		all = append(all, &node{Op: "text", Text: text})
	}
	for round := 0; round < 5; round++ {
		for _, o := range g.overloads {
			all = append(all, g.call(o, g.bind(o, expr.Any), 0))
		}
	}
	for len(all) < n {
		e := g.expression(g.anyType(), 1+g.rand.IntN(4))
		if g.rand.IntN(12) == 0 {
			e = &node{Op: "text", Text: g.spoil(e.String()), Origin: e}
		}
		all = append(all, e)
	}
	return all[:n]
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func (g *generator) scalar() expr.Type { return pick(g.rand, scalars) }

func (g *generator) anyType() expr.Type {
	switch g.rand.IntN(8) {
	case 0, 1:
		return expr.List(g.scalar())
	case 2:
		return expr.List(expr.List(g.scalar()))
	case 3:
		return expr.Null
	}
	return g.scalar()
}

// expression makes one whose value should be of type typ, a concrete one.
func (g *generator) expression(typ expr.Type, depth int) *node {
	if depth <= 0 {
		return g.leaf(typ, "")
	}
	switch g.rand.IntN(14) {
	case 0:
		return g.leaf(typ, "")
	case 1:
		return compose("if", "§ if § else §", operand(g.expression(typ, depth-1)),
			operand(g.expression(expr.Bool, depth-1)), operand(g.expression(typ, depth-1)))
	case 2:
		word := pick(g.rand, []string{"and", "or"})
		return compose(word, "§ "+word+" §", operand(g.expression(typ, depth-1)), operand(g.expression(typ, depth-1)))
	case 3:
		return compose("[i]", "§[§]", receiver(g.list(typ, depth-1)), g.role("index", expr.Int))
	case 4, 5:
		if typ.IsList() {
			return g.list(typ.Elem(), depth)
		}
	}
	var fitting []overload
	for _, o := range g.overloads {
		if result := parseType(o.Result); result.Overlaps(typ) {
			fitting = append(fitting, o)
		}
	}
	if len(fitting) == 0 {
		return g.leaf(typ, "")
	}
	o := pick(g.rand, fitting)
	return g.call(o, g.bind(o, typ), depth-1)
}

// parseType reads the type of a signature; a variable is any type that it may be.
func parseType(text string) expr.Type {
	for _, name := range []string{"T1", "T2", "T3", "T"} {
		text = strings.ReplaceAll(text, "["+name+"]", "[any]")
		if text == name {
			return expr.Any
		}
	}
	typ, _ := expr.ParseType(text)
	return typ
}

// bind chooses the types that the variables of an overload stand for, so that
// its result is of type wanted if it can be.
func (g *generator) bind(o overload, wanted expr.Type) map[string]expr.Type {
	scalar := g.scalar()
	bound := map[string]expr.Type{"T": scalar, "T1": scalar, "T2": scalar}
	if g.rand.IntN(4) == 0 {
		bound["T"], bound["T2"] = g.anyType(), g.scalar()
	}
	if wanted == expr.Any {
		return bound
	}
	switch o.Result {
	case "T":
		bound["T"] = wanted
	case "list[T]", "list[T3]", "list[T2]", "list[T1]":
		if wanted.IsList() {
			elem := wanted.Elem()
			bound["T"], bound["T1"], bound["T2"] = elem, elem, elem
		}
	}
	return bound
}

func substitute(text string, bound map[string]expr.Type) expr.Type {
	if typ, ok := bound[text]; ok {
		return typ
	}
	if inner, ok := strings.CutPrefix(text, "list["); ok {
		return expr.List(substitute(strings.TrimSuffix(inner, "]"), bound))
	}
	if inner, ok := strings.CutSuffix(text, "?"); ok {
		return substitute(inner, bound)
	}
	typ, _ := expr.ParseType(text)
	return typ
}

// call is a use of an overload.
func (g *generator) call(o overload, bound map[string]expr.Type, depth int) *node {
	g.used[o.Name]++
	args := make([]*node, len(o.Params))
	for i, param := range o.Params {
		typ := substitute(param.Type, bound)
		if typ == expr.NoReturn || g.rand.IntN(100) < wrongTypes {
			typ = g.anyType()
		}
		role := param.Name
		if o.Name == "range" {
			role = "range"
		}
		if depth <= 0 || g.rand.IntN(4) == 0 {
			args[i] = g.leaf(typ, role)
		} else {
			args[i] = g.expression(typ, depth)
		}
	}
	return g.write(o.Name, args)
}

// infix is how operators are written.
var infix = map[string]string{
	"__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/", "__floordiv__": "//", "__mod__": "%", "__pow__": "**",
	"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=",
}

var prefix = map[string]string{"__neg__": "-", "__pos__": "+", "__not__": "not "}

// write spells a use of a function, operator or property of the library.
func (g *generator) write(name string, args []*node) *node {
	if sign, ok := infix[name]; ok {
		return compose(sign, "§ "+sign+" §", operand(args[0]), operand(args[1]))
	}
	if sign, ok := prefix[name]; ok {
		return compose("unary "+strings.TrimSpace(sign), sign+"§", operand(args[0]))
	}
	switch {
	case name == "__contains__":
		return compose("in", "§ in §", operand(args[1]), operand(args[0]))
	case name == "__not_contains__":
		return compose("not in", "§ not in §", operand(args[1]), operand(args[0]))
	case name == "__getitem__" && len(args) == 2:
		return compose("[i]", "§[§]", receiver(args[0]), args[1])
	case name == "__getitem__":
		return g.slice(args)
	case strings.HasPrefix(name, "__property_"):
		property := strings.TrimSuffix(strings.TrimPrefix(name, "__property_"), "__")
		return compose("."+property, "§."+property, receiver(args[0]))
	case len(args) == 0:
		return leaf(name + "()")
	case g.rand.IntN(3) == 0:
		rest := strings.TrimSuffix(strings.Repeat("§, ", len(args)-1), ", ")
		return compose("."+name+"()", "§."+name+"("+rest+")", append([]*node{receiver(args[0])}, args[1:]...)...)
	}
	return compose(name, name+"("+strings.TrimSuffix(strings.Repeat("§, ", len(args)), ", ")+")", args...)
}

// slice leaves out some of the bounds.
func (g *generator) slice(args []*node) *node {
	text, kept := "§[", []*node{receiver(args[0])}
	for i, bound := range args[1:] {
		if i > 0 {
			text += ":"
		}
		if g.rand.IntN(3) > 0 {
			text += "§"
			kept = append(kept, bound)
		}
	}
	return compose("[a:b:c]", text+"]", kept...)
}

// list makes a list of elem: written out, a comprehension, or what a function gives.
func (g *generator) list(elem expr.Type, depth int) *node {
	if g.rand.IntN(3) > 0 || depth <= 0 {
		n := g.rand.IntN(4)
		args := make([]*node, n)
		for i := range args {
			args[i] = operand(g.expression(elem, depth-1))
		}
		return compose("list", "["+strings.TrimSuffix(strings.Repeat("§, ", n), ", ")+"]", args...)
	}
	source := g.scalar()
	iterable := g.expression(expr.List(source), depth-1)
	name := fmt.Sprintf("v%d", len(g.variables))
	g.variables = append(g.variables, variable{name, source})
	item := operand(g.expression(elem, depth-1))
	text, args := "[§ for "+name+" in §", []*node{item, operand(iterable)}
	if g.rand.IntN(3) == 0 {
		text += " if §"
		args = append(args, operand(g.expression(expr.Bool, depth-1)))
	}
	g.variables = g.variables[:len(g.variables)-1]
	n := compose("for", text+"]", args...)
	n.Bound = iterable.Bound || len(g.variables) > 0
	return n
}

func (g *generator) role(name string, typ expr.Type) *node {
	if pool, ok := g.roles[name]; ok {
		return leaf(pick(g.rand, pool))
	}
	return g.leaf(typ, "")
}

// leaf is a value of type typ, from the pool of the role if there is one.
func (g *generator) leaf(typ expr.Type, role string) *node {
	for _, v := range g.variables {
		if v.typ == typ && g.rand.IntN(2) == 0 {
			return &node{Op: "leaf", Text: v.name, Bound: true}
		}
	}
	if typ == expr.Int || typ == expr.String || (typ == expr.Path && role == "other") {
		if pool, ok := g.roles[role]; ok && g.rand.IntN(10) > 0 {
			text := leaf(pick(g.rand, pool))
			if typ == expr.Path {
				return compose("path", "path(§)", text)
			}
			return text
		}
	}
	if names := symbolNames(g.symbols, typ); len(names) > 0 && g.rand.IntN(5) == 0 {
		return leaf(pick(g.rand, names))
	}
	if typ.IsList() {
		return g.list(typ.Elem(), 0)
	}
	pool := g.pools[typ]
	if len(pool) == 0 {
		return leaf("null")
	}
	return leaf(pick(g.rand, pool))
}

// spoil changes a text in one place, so that it may be no expression any more.
func (g *generator) spoil(text string) string {
	at := g.rand.IntN(len(text) + 1)
	token := pick(g.rand, words(`( ) [ ] , . : + - * / ** not in and or if else for 1 'x' " \ # = == { } lambda null 0 1. _ @ ~`))
	switch g.rand.IntN(3) {
	case 0:
		return text[:at] + " " + token + " " + text[at:]
	case 1:
		return text[:at] + token + text[at:]
	}
	if at == len(text) {
		return text[:at]
	}
	return strings.ToValidUTF8(text[:at]+text[at+1:], "")
}
