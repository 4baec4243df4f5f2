// This file goes on with the evaluation: what decides which parts are
// evaluated at all. Where that is not known yet, the parts are evaluated all
// the same, for their types, and faults of parts that may be passed over are
// no faults of the whole.

package expr

import "errors"

// faultCost is how many operations a fault costs that the evaluation goes on
// after: wording one is more work than most operations.
const faultCost = 1000

// attempt evaluates a part that may be passed over. The stack and the memory
// account are as before if it fails.
func (ev *evaluator) attempt(n node, target Type) (Value, error) {
	base, live := len(ev.stack), ev.budget.live
	v, err := ev.eval(n, target)
	if err != nil {
		ev.stack, ev.budget.live = ev.stack[:base], live
		ev.budget.operations = min(ev.budget.operations+faultCost, ev.budget.maxOperations)
	}
	return v, err
}

// kindOf is the kind of a fault that the evaluator made.
func kindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ValueFault
}

// never says that no value comes: the part certainly fails, at a value not
// known yet.
func never(v Value) bool { return v.typ == Unresolved(NoReturn) }

// compare evaluates a chain of comparisons up to the first that is false.
func (ev *evaluator) compare(n *compare) (Value, error) {
	x, err := ev.eval(n.first, Any)
	if err != nil {
		return Value{}, err
	}
	unknown := false // a link so far is unresolved
	for i, op := range n.ops {
		y, err := ev.attempt(n.rest[i], Any)
		var result Value
		if err == nil {
			result, err = ev.comparison(op, n.opsAt[i], x, y)
		}
		switch {
		case err != nil && unknown && kindOf(err) != LimitFault:
			return UnresolvedValue(Bool), nil
		case err != nil:
			return Value{}, err
		case never(result):
			return result, nil
		case result.IsUnresolved():
			unknown = true
		case !result.Bool():
			return result, nil
		}
		x = y
	}
	if unknown {
		return UnresolvedValue(Bool), nil
	}
	return BoolValue(true), nil
}

// comparison is one link of a chain; the commonest on ints without going
// through the library.
func (ev *evaluator) comparison(op opcode, where extent, x, y Value) (Value, error) {
	if op == opContains || op == opNotContains {
		return ev.apply(ev.lib.operators[op], where, y, x)
	}
	if x.typ != Int || y.typ != Int {
		return ev.apply(ev.lib.operators[op], where, x, y)
	}
	if err := ev.budget.spend(1); err != nil {
		return Value{}, at(err, where)
	}
	a, b := x.Int(), y.Int()
	switch op {
	case opEqual:
		return BoolValue(a == b), nil
	case opNotEqual:
		return BoolValue(a != b), nil
	case opLess:
		return BoolValue(a < b), nil
	case opLessEqual:
		return BoolValue(a <= b), nil
	case opGreater:
		return BoolValue(a > b), nil
	default:
		return BoolValue(a >= b), nil
	}
}

// falsy is the types that have a value that `and` and `or` take for false
// (§2.1.6); of nulltype it is the only one.
const falsy = Bool | Null

// logic evaluates x and y, or x or y: the result is one of the operands.
func (ev *evaluator) logic(n *logic) (Value, error) {
	x, err := ev.eval(n.x, Any)
	if err != nil || never(x) {
		return x, err
	}
	if !x.IsUnresolved() {
		if isFalsy := x.IsNull() || x.typ == Bool && !x.Bool(); isFalsy == n.and {
			return x, nil
		}
		return ev.eval(n.y, Any)
	}
	// The types of x with which x is the result, and those with which y is.
	keeps, goesOn := x.typ.Constraint()&^Null, x.typ&falsy
	if n.and {
		keeps, goesOn = goesOn, keeps
	}
	if goesOn == NoReturn {
		return x, nil
	}
	y, err := ev.attempt(n.y, Any)
	switch {
	case err == nil:
		return UnresolvedValue(keeps | y.typ.Constraint()), nil
	case keeps == NoReturn || kindOf(err) == LimitFault:
		return Value{}, err
	}
	return UnresolvedValue(keeps), nil
}

// condition evaluates the condition of an if, which has to be a bool
// (§1.3.5). known is false while it is unresolved.
func (ev *evaluator) condition(n node) (value, known bool, err error) {
	c, err := ev.eval(n, Bool)
	switch {
	case err != nil:
		return false, false, err
	case c.typ == Bool:
		return c.Bool(), true, nil
	case c.IsUnresolved() && (c.typ.Overlaps(Bool) || never(c)):
		return false, false, nil
	}
	where := n.where()
	return false, false, &Error{
		Kind: TypeFault, Offset: where.start, End: where.end, Section: "§1.3.5",
		Message: "a condition has to be a bool, and this is " + c.typ.Constraint().String(),
		Hint:    "compare it with something",
	}
}

// conditional evaluates then if cond else els.
func (ev *evaluator) conditional(n *conditional, target Type) (Value, error) {
	cond, known, err := ev.condition(n.cond)
	if err != nil {
		return Value{}, err
	}
	if known {
		if cond {
			return ev.eval(n.then, target)
		}
		return ev.eval(n.els, target)
	}
	then, thenErr := ev.attempt(n.then, target)
	if thenErr != nil && kindOf(thenErr) == LimitFault {
		return Value{}, thenErr
	}
	els, elsErr := ev.attempt(n.els, target)
	if elsErr != nil && kindOf(elsErr) == LimitFault {
		return Value{}, elsErr
	}
	switch {
	case thenErr != nil && elsErr != nil:
		e := *at(thenErr, n.then.where())
		e.Message = "both branches fail: " + thenErr.Error() + "; " + elsErr.Error()
		e.Hint = ""
		return Value{}, &e
	case thenErr != nil:
		return UnresolvedValue(els.typ), nil
	case elsErr != nil:
		return UnresolvedValue(then.typ), nil
	}
	return UnresolvedValue(then.typ | els.typ), nil
}
