// This file resolves the names of a parsed expression: which of them are
// comprehension variables, and which have to be looked up.

package expr

// resolver walks over an expression once after parsing.
type resolver struct {
	expr      *Expr
	variables []string // of the comprehensions around the current node
}

// resolve looks at n and everything in it.
func (r *resolver) resolve(n node) error {
	switch n := n.(type) {
	case *literal:
		if n.big {
			return intRangeError(n.extent)
		}
		return nil
	case *name:
		r.name(n)
		return nil
	case *comprehension:
		return r.comprehension(n)
	case *call:
		r.expr.calls = append(r.expr.calls, Ref{n.fn, n.fnAt.start, n.fnAt.end})
	}
	var first error
	children(n, func(c node) {
		if first == nil {
			first = r.resolve(c)
		}
	})
	return first
}

// name finds out what the first part of n means.
func (r *resolver) name(n *name) {
	first := n.part(0)
	for i, v := range r.variables {
		if v == first {
			n.slot = i
			return
		}
	}
	r.expr.refs = append(r.expr.refs, Ref{n.text, n.start, n.end})
}

// comprehension gives the variable of n the next slot, for its element and
// filter.
func (r *resolver) comprehension(n *comprehension) error {
	if err := r.resolve(n.iter); err != nil {
		return err
	}
	for _, v := range r.variables {
		if v == n.variable {
			return shadowError(n)
		}
	}
	n.slot = len(r.variables)
	r.variables = append(r.variables, n.variable)
	defer func() { r.variables = r.variables[:n.slot] }()
	r.expr.slots = max(r.expr.slots, len(r.variables))
	if n.filter != nil {
		if err := r.resolve(n.filter); err != nil {
			return err
		}
	}
	return r.resolve(n.elem)
}

// shadowError is the fault of a comprehension variable that hides another name.
func shadowError(n *comprehension) error {
	return &Error{
		Kind: NameFault, Offset: n.variableAt.start, End: n.variableAt.end, Section: "§1.3.7",
		Message: "the variable " + n.variable + " hides another name",
		Hint:    "give it another name",
	}
}
