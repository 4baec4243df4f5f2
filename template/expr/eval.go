// This file defines the evaluation of a parsed expression: one walk over its
// nodes, for known and unresolved values alike.

package expr

import "sync"

// PathStyle says how the path type reads and writes file system paths; URIs
// are the same in both (§"Path Format").
type PathStyle uint8

// The path styles. TEMPLATE scope is always POSIX, a host scope is the host's.
const (
	POSIX PathStyle = iota
	Windows
)

// Env is what an expression is evaluated in. It is only read, so several
// evaluations may share one.
type Env struct {
	Symbols *Symbols
	Library *Library // functions that may be called; nil is Base()

	// PathMapping applies the session's path mapping rules to a text; nil
	// returns it unchanged. Only functions of a host library ask for it.
	PathMapping func(string) string
	PathStyle   PathStyle

	Limits Limits
}

// Usage is what an evaluation took.
type Usage struct {
	Operations int64 // §1.3.10
	Memory     int64 // bytes at the most, §1.3.9
}

// Eval evaluates the expression and converts its result to target (§1.2.3,
// §1.3.1); Any leaves it as it is. Errors are *Error.
//
// With unresolved values in the scope the result may be unresolved: the type
// that is known of it.
func (e *Expr) Eval(env *Env, target Type) (Value, error) {
	v, _, err := e.EvalUsage(env, target)
	return v, err
}

// EvalUsage is Eval, and says what it took.
func (e *Expr) EvalUsage(env *Env, target Type) (Value, Usage, error) {
	ev := evaluators.Get().(*evaluator)
	defer ev.release()
	ev.begin(e, env)
	v, err := ev.eval(e.root, target)
	if err == nil {
		if v, err = ev.budget.coerce(v, target); err != nil {
			err = at(err, e.root.where())
		}
	}
	return v, Usage{ev.budget.operations, ev.budget.peak}, err
}

// evaluators are kept from one evaluation to the next: a Job resolves the same
// few expressions for every Task, and making one would cost as much as a small
// expression takes.
var evaluators = sync.Pool{New: func() any { return new(evaluator) }}

// begin makes the evaluator ready for an expression.
func (ev *evaluator) begin(e *Expr, env *Env) {
	ev.env, ev.lib, ev.budget = env, env.Library, newBudget(env.Limits)
	if ev.lib == nil {
		ev.lib = Base()
	}
	ev.call.env, ev.call.budget = env, &ev.budget
	ev.stack = ev.stackBuf[:0]
	ev.locals = ev.localsBuf[:]
	if e.slots > len(ev.localsBuf) {
		ev.locals = make([]Value, e.slots)
	}
}

// release gives the evaluator back without what it refers to.
func (ev *evaluator) release() {
	*ev = evaluator{}
	evaluators.Put(ev)
}

// evaluator is one evaluation.
type evaluator struct {
	env    *Env
	lib    *Library
	budget budget
	call   Call

	locals []Value // comprehension variables by slot
	stack  []Value // arguments of the calls under way

	types     [4]Type // of the arguments that an overload is chosen for
	localsBuf [2]Value
	stackBuf  [4]Value
}

// eval evaluates a node. The target shapes list literals alone (§1.3.1); what
// the result is converted to is the caller's to do. What the parts of the
// node held in memory is given back, its result is held.
func (ev *evaluator) eval(n node, target Type) (Value, error) {
	switch n := n.(type) {
	case *literal:
		return n.value, nil
	case *name:
		return ev.name(n)
	}
	mark := ev.budget.live
	v, err := ev.composite(n, target)
	if err != nil {
		return Value{}, err
	}
	ev.budget.live = mark
	if v.text != "" || v.ref != nil {
		if err := ev.budget.hold(v.held()); err != nil {
			return Value{}, at(err, n.where())
		}
	}
	return v, nil
}

// composite evaluates a node that has parts.
func (ev *evaluator) composite(n node, target Type) (Value, error) {
	switch n := n.(type) {
	case *binary:
		return ev.binary(n)
	case *call:
		return ev.callNode(n, target)
	case *attribute:
		return ev.attribute(n)
	case *compare:
		return ev.compare(n)
	case *logic:
		return ev.logic(n)
	case *conditional:
		return ev.conditional(n, target)
	case *unary:
		return ev.operator(n.op, n.extent, n.x)
	case *list:
		return ev.list(n, target)
	case *comprehension:
		return ev.comprehension(n, target)
	case *index:
		return ev.operator(opIndex, n.extent, n.x, n.i)
	case *slice:
		return ev.operator(opIndex, n.extent, n.x, orNull(n.start), orNull(n.stop), orNull(n.step))
	}
	panic("expr: unknown node")
}

// missing stands for the parts of a slice that are not written.
var missing node = &literal{value: NullValue()}

func orNull(n node) node {
	if n == nil {
		return missing
	}
	return n
}

// name looks a dotted name up: the longest prefix that is a symbol, then
// properties.
func (ev *evaluator) name(n *name) (Value, error) {
	v, used, ok := ev.symbol(n)
	if !ok {
		return Value{}, unknownName(ev.env.Symbols, n)
	}
	for i := used; i < len(n.parts); i++ {
		var err error
		if v, err = ev.property(v, n.part(i), n.parts[i].at); err != nil {
			return Value{}, err
		}
	}
	return v, nil
}

// symbol finds the value that n starts with and how many parts name it.
func (ev *evaluator) symbol(n *name) (v Value, used int, ok bool) {
	if n.slot >= 0 {
		return ev.locals[n.slot], 1, true
	}
	return longestSymbol(ev.env.Symbols, n)
}

func longestSymbol(s *Symbols, n *name) (v Value, used int, ok bool) {
	for used = len(n.parts); used > 0; used-- {
		if v, ok = s.Lookup(n.prefix(used)); ok {
			return v, used, true
		}
	}
	return Value{}, 0, false
}

// binary evaluates an operator of two operands; the commonest ones on ints
// without going through the library.
func (ev *evaluator) binary(n *binary) (Value, error) {
	x, err := ev.eval(n.x, Any)
	if err != nil {
		return Value{}, err
	}
	y, err := ev.eval(n.y, Any)
	if err != nil {
		return Value{}, err
	}
	if x.typ == Int && y.typ == Int && n.op <= opMul {
		if err := ev.budget.spend(1); err != nil {
			return Value{}, at(err, n.opAt)
		}
		var v Value
		switch n.op {
		case opAdd:
			v, err = addInts(x.Int(), y.Int())
		case opSub:
			v, err = subInts(x.Int(), y.Int())
		default:
			v, err = mulInts(x.Int(), y.Int())
		}
		if err != nil {
			return Value{}, at(err, n.opAt)
		}
		return v, nil
	}
	return ev.apply(ev.lib.operators[n.op], n.opAt, x, y)
}

// operator applies an operator function to operands. The receiver of an index
// is not converted, as that of a method.
func (ev *evaluator) operator(op opcode, where extent, operands ...node) (Value, error) {
	base := len(ev.stack)
	for _, x := range operands {
		v, err := ev.eval(x, Any)
		if err != nil {
			return Value{}, err
		}
		ev.stack = append(ev.stack, v)
	}
	v, err := ev.invoke(ev.lib.operators[op], where, base, op == opIndex)
	ev.stack = ev.stack[:base]
	return v, err
}

// apply calls fn with values.
func (ev *evaluator) apply(fn *Function, where extent, args ...Value) (Value, error) {
	base := len(ev.stack)
	ev.stack = append(ev.stack, args...)
	v, err := ev.invoke(fn, where, base, false)
	ev.stack = ev.stack[:base]
	return v, err
}

// invoke calls fn with the arguments on the stack from base on.
func (ev *evaluator) invoke(fn *Function, where extent, base int, method bool) (Value, error) {
	if err := ev.budget.spend(1); err != nil {
		return Value{}, at(err, where)
	}
	args := ev.stack[base:]
	types := ev.types[:0]
	for i := range args {
		if args[i].IsUnresolved() {
			if err := ev.budget.spend(combinations(args) / combinationsPerSpend); err != nil {
				return Value{}, at(err, where)
			}
			result, ok := fn.resultType(args, method)
			if !ok {
				return Value{}, at(fn.mismatch(args, method), where)
			}
			return UnresolvedValue(result), nil
		}
		types = append(types, args[i].typ)
	}
	o, _ := fn.choose(types, method)
	if o == nil {
		return Value{}, at(fn.mismatch(args, method), where)
	}
	if o.Accept == nil {
		for i := range args {
			p := &o.sig.params[i]
			if p.variable == 0 && args[i].typ&p.set == 0 {
				var err error
				if args[i], err = ev.budget.convertArgument(args[i], p.set); err != nil {
					return Value{}, at(err, where)
				}
			}
		}
	}
	ev.call.name = fn.Name
	v, err := o.Impl(&ev.call, args)
	if err != nil {
		e := at(err, where)
		if e.Section == "" {
			e.Section = fn.Section
		}
		return Value{}, e
	}
	return v, nil
}

// propertyPrefix starts the names of properties in the library (§1.3.3).
const propertyPrefix = "__property_"

// property is v.word.
func (ev *evaluator) property(v Value, word string, where extent) (Value, error) {
	fn := ev.lib.properties[word]
	if fn == nil {
		return Value{}, ev.lib.unknownProperty(v, word, where)
	}
	base := len(ev.stack)
	ev.stack = append(ev.stack, v)
	v, err := ev.invoke(fn, where, base, true)
	ev.stack = ev.stack[:base]
	return v, err
}

func (ev *evaluator) attribute(n *attribute) (Value, error) {
	x, err := ev.eval(n.x, Any)
	if err != nil {
		return Value{}, err
	}
	return ev.property(x, n.property, n.propertyAt)
}

// callNode calls a function or method.
func (ev *evaluator) callNode(n *call, target Type) (Value, error) {
	fn := ev.lib.functions[n.fn]
	if fn == nil {
		return Value{}, ev.lib.unknownFunction(n)
	}
	base := len(ev.stack)
	for i, a := range n.args {
		wanted := Any
		if target != Any && !n.method && takesTarget(a) {
			wanted = fn.argumentTarget(i, len(n.args), target)
		}
		v, err := ev.eval(a, wanted)
		if err != nil {
			return Value{}, err
		}
		ev.stack = append(ev.stack, v)
	}
	v, err := ev.invoke(fn, n.extent, base, n.method)
	ev.stack = ev.stack[:base]
	return v, err
}
