// This file defines the static check: evaluation with what is known, and a
// look at the names of the parts that this evaluation passes over.

package expr

import (
	"slices"
	"strings"
)

// Check evaluates the expression with what is known of the scope and returns
// the type of its result, converted to target. Unlike Eval it also looks at
// the parts that this evaluation did not come to: every name and function
// must exist, and no comprehension variable may hide another name (§1.3.7).
//
// An expression that passed does not fail on a type error at evaluation in a
// scope of the same names and types, unless the error is in a branch that
// would fail whenever it is taken, or depends on which type of a union a
// value has.
func (e *Expr) Check(env *Env, target Type) (Type, error) {
	lib := env.Library
	if lib == nil {
		lib = Base()
	}
	if err := checkNames(e.root, env.Symbols, lib); err != nil {
		return NoReturn, err
	}
	v, err := e.Eval(env, target)
	return v.typ, err
}

// checkNames looks at the names in n and everything in it.
func checkNames(n node, symbols *Symbols, lib *Library) error {
	switch n := n.(type) {
	case *literal:
		return nil
	case *name:
		return checkName(n, symbols, lib)
	case *call:
		if lib.functions[n.fn] == nil {
			return lib.unknownFunction(n)
		}
	case *attribute:
		if lib.properties[n.property] == nil {
			return lib.unknownProperty(UnresolvedValue(Any), n.property, n.propertyAt)
		}
	case *comprehension:
		if symbols.Defined(n.variable) {
			return shadowError(n)
		}
	}
	var first error
	children(n, func(c node) {
		if first == nil {
			first = checkNames(c, symbols, lib)
		}
	})
	return first
}

func checkName(n *name, symbols *Symbols, lib *Library) error {
	used := 1
	v := UnresolvedValue(Any)
	if n.slot < 0 {
		var ok bool
		if v, used, ok = longestSymbol(symbols, n); !ok {
			return unknownName(symbols, n)
		}
	}
	for i := used; i < len(n.parts); i++ {
		if lib.properties[n.part(i)] == nil {
			return lib.unknownProperty(v, n.part(i), n.parts[i].at)
		}
		v = UnresolvedValue(Any)
	}
	return nil
}

// unknownName is the fault of a name that is no symbol, nor starts with one.
func unknownName(symbols *Symbols, n *name) error {
	e := &Error{
		Kind: NameFault, Offset: n.start, End: n.end, Section: "§1.2.2",
		Message: "there is no " + n.text + " here",
	}
	known := symbols.Names()
	for used := len(n.parts); used > 0 && e.Hint == ""; used-- {
		e.Hint = didYouMean(n.prefix(used), known)
	}
	if symbols.hasPrefix(n.text) {
		e.Message = n.text + " alone is no value"
		i, _ := slices.BinarySearch(known, n.text+".")
		e.Hint = "name what you want of it, such as " + known[i]
	}
	return e
}

// unknownFunction is the fault of a call of something that is no function.
func (l *Library) unknownFunction(n *call) error {
	e := &Error{Kind: NameFault, Offset: n.fnAt.start, End: n.fnAt.end, Section: "§2"}
	switch {
	case l.properties[n.fn] != nil:
		e.Message = n.fn + " is a property, not a function"
		e.Hint = "write ." + n.fn + " without ()"
	case n.fn == "apply_path_mapping":
		e.Message = "apply_path_mapping can only be used where the text is evaluated on the host that runs the job"
		e.Section = "§2.3.2"
	default:
		e.Message = "there is no function " + n.fn
		if e.Hint = pythonName(n.fn); e.Hint == "" {
			e.Hint = didYouMean(n.fn, l.names())
		}
	}
	return e
}

// pythonName says what a thing of Python, or of another form of documents, is
// called here, for what Suggest cannot find.
func pythonName(name string) string {
	switch name {
	case "str":
		return "it is called string"
	case "format":
		return "write string(…) and +"
	case "pow":
		return "write **"
	case "repr":
		return "it is called repr_py"
	case "print":
		return "the value of the expression is what it gives"
	case "joinpath":
		return "write path / path"
	case "exists", "glob", "resolve":
		return "expressions cannot look at files"
	// Those of the idea form of wrapping.
	case "shlex_quote", "shlex_join":
		return "only the idea form of wrapping has it, without extensions; it is called repr_sh"
	case "list_join":
		return "only the idea form of wrapping has it, without extensions; it is called flatten"
	}
	return ""
}

// unknownProperty is the fault of a property that no type has.
func (l *Library) unknownProperty(v Value, word string, where extent) error {
	e := &Error{Kind: NameFault, Offset: where.start, End: where.end, Section: "§2.3.1"}
	t := v.typ.Constraint()
	e.Message = "there is no property " + word
	if t != Any && t != NoReturn {
		e.Message = t.String() + " has no property " + word
	}
	var known []string
	for name := range l.properties {
		known = append(known, name)
	}
	slices.Sort(known)
	e.Hint = didYouMean(word, known)
	if l.functions[word] != nil && !strings.HasPrefix(word, "__") {
		e.Hint = "it is a function: write ." + word + "(…)"
	}
	return e
}
