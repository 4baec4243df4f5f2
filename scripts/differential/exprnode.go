package main

// A generated expression is a tree, so that a part of it can be asked for alone.

import (
	"regexp"
	"strings"

	"runner/template/expr"
)

// node is an expression. Op says what it is: "leaf", "text" (a text that may be
// no expression at all), or the name of a function, operator or syntax as rules
// name it. Text is what it is written as, with each child standing for a §.
type node struct {
	Op    string
	Text  string
	Args  []*node
	Bound bool // mentions a variable of a comprehension around it

	Origin *node // of a text that was spoilt: what it was made of
}

func leaf(text string) *node { return &node{Op: "leaf", Text: text} }

// compose makes a node whose text has a § for each argument.
func compose(op, text string, args ...*node) *node {
	n := &node{Op: op, Text: text, Args: args}
	for _, arg := range args {
		n.Bound = n.Bound || arg.Bound
	}
	return n
}

func (n *node) String() string {
	if len(n.Args) == 0 {
		return n.Text
	}
	var text strings.Builder
	pieces := strings.Split(n.Text, "§")
	for i, piece := range pieces {
		text.WriteString(piece)
		if i < len(n.Args) && i < len(pieces)-1 {
			text.WriteString(n.Args[i].String())
		}
	}
	return text.String()
}

// parts are the nodes of the tree that mean something alone.
func (n *node) parts() []*node {
	var all []*node
	if !n.Bound {
		all = append(all, n)
	}
	for _, arg := range n.Args {
		all = append(all, arg.parts()...)
	}
	return all
}

var atom = regexp.MustCompile(`^([A-Za-z_][\w.]*|\d[\w.]*|'[^'\\]*')$`)

// operand is n in parentheses where they are needed.
func operand(n *node) *node {
	if atom.MatchString(n.String()) {
		return n
	}
	return compose("()", "(§)", n)
}

// receiver is n as what a method or property is asked of.
func receiver(n *node) *node {
	text := n.String()
	if n.Op == "leaf" && (strings.HasPrefix(text, "'") || strings.HasPrefix(text, "Param.") || strings.HasPrefix(text, "path(")) {
		return n
	}
	return compose("()", "(§)", n)
}

// parameter is one parameter of a signature.
type parameter struct {
	Name string
	Type string // as written, with T, T1 …
}

// overload is one signature of the library, its union types taken apart.
type overload struct {
	Name   string
	Params []parameter
	Result string
}

// overloads reads the signatures of a library.
func overloads(library *expr.Library) []overload {
	var all []overload
	for _, function := range library.Functions() {
		for _, signature := range function.Signatures() {
			all = append(all, parseSignature(signature)...)
		}
	}
	return all
}

// parseSignature reads "zfill(s: string, width: int) -> string". A parameter of
// a union type gives an overload for each member.
func parseSignature(signature string) []overload {
	open, end := strings.Index(signature, "("), strings.LastIndex(signature, ") -> ")
	all := []overload{{Name: signature[:open], Result: signature[end+len(") -> "):]}}
	for _, text := range strings.Split(signature[open+1:end], ", ") {
		if text == "" {
			continue
		}
		name, types, _ := strings.Cut(text, ": ")
		var next []overload
		for _, typ := range strings.Split(types, " | ") {
			for _, o := range all {
				params := append(append([]parameter{}, o.Params...), parameter{name, typ})
				next = append(next, overload{o.Name, params, o.Result})
			}
		}
		all = next
	}
	return all
}
