// This file chooses the overload of a function by the types of its arguments.
//
// The choice depends on argument types alone, never on what is wanted of the
// result. In order: an overload whose parameters name these very types; one
// they convert to; one with type variables. Of several the first registered
// is taken. The receiver of a method is not converted (§1.2.4), except that an
// empty list is a list of any type.

package expr

import (
	"fmt"
	"strings"
)

// The passes over the overloads.
const (
	passExact = iota
	passConvert
	passGeneric
	passCount
)

// maxCombinations bounds how many type combinations of unresolved arguments
// are tried one by one. So many cost one operation.
const (
	maxCombinations      = 1 << 12
	combinationsPerSpend = 32
)

// choose finds the overload for arguments of these concrete types, and the
// type of its result; nil if there is none.
func (f *Function) choose(types []Type, method bool) (*Overload, Type) {
	for pass := range passCount {
		for i := range f.Overloads {
			o := &f.Overloads[i]
			if len(o.sig.params) != len(types) {
				continue
			}
			if result, ok := o.match(types, pass, method); ok {
				return o, result
			}
		}
	}
	return nil, NoReturn
}

// match says whether the overload takes the types in this pass.
func (o *Overload) match(types []Type, pass int, method bool) (Type, bool) {
	if o.Accept != nil {
		if pass != passGeneric {
			return 0, false
		}
		return o.Accept(types)
	}
	if o.sig.generic != (pass == passGeneric) {
		return 0, false
	}
	var bound [5]Type // by variable
	for i, t := range types {
		p := &o.sig.params[i]
		// The empty list is no conversion: it has no item to convert, and what
		// a comprehension gives must not depend on there being one.
		convertible := pass != passExact && (!(method && i == 0) || t == emptyList)
		switch {
		case p.variable != 0:
			if !p.bind(t, &bound) {
				return 0, false
			}
		case t&p.set == 0 && !(convertible && argumentTypes(t)&p.set != 0):
			return 0, false
		}
	}
	return o.sig.result.instance(&bound), true
}

// bind gives the variable of p the type that makes p equal t.
func (p *pattern) bind(t Type, bound *[5]Type) bool {
	if p.optional && t == Null {
		return true
	}
	for range p.lists {
		if t&listTypes == 0 {
			return false
		}
		t = t.Elem()
	}
	if bound[p.variable] != 0 && bound[p.variable] != t {
		return false
	}
	bound[p.variable] = t
	return true
}

// instance is the type p stands for with the variables bound.
func (p *pattern) instance(bound *[5]Type) Type {
	if p.variable == 0 {
		return p.set
	}
	t := bound[p.variable]
	for range p.lists {
		t = List(t)
	}
	if p.optional {
		t |= Null
	}
	return t
}

// combinations is how many type combinations the arguments may have; 0 if an
// argument never comes.
func combinations(args []Value) int64 {
	n := int64(1)
	for i := range args {
		n *= int64(args[i].typ.count())
		n = min(n, maxCombinations+1)
	}
	return n
}

// resultType is the type of a call of which not every argument is known: the
// results of all combinations of the types that the arguments may have. ok is
// false if none of them has an overload. Where there are too many to try, any
// may come of it.
func (f *Function) resultType(args []Value, method bool) (result Type, ok bool) {
	switch n := combinations(args); {
	case n == 0:
		return NoReturn, true
	case !f.hasArity(len(args)):
		return NoReturn, false
	case n > maxCombinations:
		return Any, true
	}
	types := make([]Type, len(args))
	var try func(i int)
	try = func(i int) {
		if i == len(args) {
			if o, t := f.choose(types, method); o != nil {
				result |= t
				ok = true
			}
			return
		}
		args[i].typ.each(func(one Type) bool {
			types[i] = one
			try(i + 1)
			return true
		})
	}
	try(0)
	return result, ok
}

// argumentTarget is what argument i of n is wanted as (§1.3.1) where target is
// wanted of the call: what the overloads with such a result declare there, Any
// if there is none or one of them has a type variable.
func (f *Function) argumentTarget(i, n int, target Type) (wanted Type) {
	for k := range f.Overloads {
		o := &f.Overloads[k]
		if len(o.sig.params) != n || o.sig.result.set&target == 0 {
			continue
		}
		if o.Accept != nil || o.sig.params[i].variable != 0 {
			return Any
		}
		wanted |= o.sig.params[i].set
	}
	if wanted == NoReturn {
		return Any
	}
	return wanted
}

func (f *Function) hasArity(n int) bool {
	for i := range f.Overloads {
		if len(f.Overloads[i].sig.params) == n {
			return true
		}
	}
	return false
}

// mismatch is the fault of arguments that no overload takes.
func (f *Function) mismatch(args []Value, method bool) *Error {
	e := &Error{Kind: TypeFault, Section: f.Section}
	if sign, ok := f.operator(); ok {
		e.Message = operatorMismatch(sign, args)
		if sign == "+" && len(args) == 2 && (args[0].typ.Constraint() == String || args[1].typ.Constraint() == String) {
			e.Hint = "write string(…) around the other"
		}
		return e
	}
	if property, ok := strings.CutPrefix(f.Name, propertyPrefix); ok {
		e.Message = fmt.Sprintf("%s has no property %s", args[0].typ.Constraint(), strings.TrimSuffix(property, "__"))
		return e
	}
	if t, ok := ParseType(f.Name); len(args) == 1 && (ok && t != Any || f.Name == "list") {
		e.Message = fmt.Sprintf("cannot convert %s to %s", args[0].typ.Constraint(), f.Name)
	} else if !f.hasArity(len(args)) {
		e.Message = fmt.Sprintf("%s does not take %s", f.Name, plural(len(args), "argument"))
	} else {
		e.Message = fmt.Sprintf("%s does not take (%s)", f.Name, typeList(args))
	}
	if method {
		if _, ok := f.resultType(args, false); ok {
			e.Hint = fmt.Sprintf("a method's own value is not converted: write %s(value, …)", f.Name)
			return e
		}
	}
	e.Hint = "it is " + strings.Join(f.signatures(len(args)), ", or ")
	return e
}

// operatorMismatch words the fault for an operator.
func operatorMismatch(sign string, args []Value) string {
	switch {
	case sign == "[ ]" && len(args) == 4:
		return fmt.Sprintf("%s cannot be sliced with [%s]", args[0].typ.Constraint(), typeList(args[1:]))
	case sign == "[ ]":
		return fmt.Sprintf("%s cannot be indexed with %s", args[0].typ.Constraint(), typeList(args[1:]))
	case strings.HasSuffix(sign, "in"): // the container is the first argument
		return fmt.Sprintf("`%s` does not take %s and %s", sign, args[1].typ.Constraint(), args[0].typ.Constraint())
	case len(args) == 1:
		return fmt.Sprintf("`%s` does not take %s", sign, args[0].typ.Constraint())
	}
	return fmt.Sprintf("`%s` does not take %s and %s", sign, args[0].typ.Constraint(), args[1].typ.Constraint())
}

// operator is how a user writes the function, if it is an operator.
func (f *Function) operator() (sign string, ok bool) {
	for op, name := range operatorNames {
		if name == f.Name {
			return operatorSigns[op], true
		}
	}
	return "", false
}

func typeList(args []Value) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.typ.Constraint().String()
	}
	return strings.Join(names, ", ")
}

// plural is n and the word for so many things.
func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}
