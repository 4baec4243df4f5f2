// This file goes on with the evaluation: list literals and comprehensions
// (§1.2.6, §1.3.7).

package expr

// takesTarget says whether what is wanted of the node shapes its value.
func takesTarget(n node) bool {
	switch n.(type) {
	case *list, *comprehension, *conditional:
		return true
	}
	return false
}

// collector makes a list of items whose type it finds out.
type collector struct {
	ev      *evaluator
	wanted  Type // of the items, if the context has exactly one list type
	elem    Type // of the items so far; of unresolved ones what it may be
	ints    []int64
	items   []Value // instead of ints from the first other item on
	mixed   bool    // some items have to be converted to elem
	unknown bool    // an item, or the number of items, is unresolved
	never   bool    // an item never comes
}

// newCollector starts a list for a context that wants target.
func (ev *evaluator) newCollector(target Type) collector {
	c := collector{ev: ev}
	if target != Any && (target & listTypes).single() {
		c.wanted = target.Elem()
	}
	return c
}

// itemTarget is what is wanted of an item.
func (c *collector) itemTarget() Type {
	if c.wanted == NoReturn {
		return Any
	}
	return c.wanted
}

// add appends an item, which stands at the given place.
func (c *collector) add(v Value, where extent) error {
	if c.wanted != NoReturn && v.typ != c.wanted && v.typ != Null {
		var err error
		if v, err = c.ev.budget.coerce(v, c.wanted); err != nil {
			return at(err, where)
		}
	}
	if never(v) {
		c.never = true
		return nil
	}
	t := v.typ.Constraint() &^ Null
	switch {
	case t == NoReturn:
		return &Error{
			Kind: TypeFault, Offset: where.start, End: where.end, Section: "§1.2.6",
			Message: "null cannot be an item of a list", Hint: "leave it out with a condition",
		}
	case t&(level0|level1) == 0:
		return &Error{
			Kind: TypeFault, Offset: where.start, End: where.end, Section: "§1.2.1",
			Message: "lists can only be nested two deep", Hint: "join inner lists with flatten",
		}
	}
	if c.elem != t {
		common := t
		if c.elem != NoReturn {
			c.mixed = true
			common = commonItem(c.elem, t)
		}
		if common == NoReturn {
			return &Error{
				Kind: TypeFault, Offset: where.start, End: where.end, Section: "§1.2.6",
				Message: "a list cannot hold " + c.elem.String() + " and " + t.String(),
				Hint:    "convert one to the other",
			}
		}
		c.elem = common
	}
	return c.store(v, where)
}

// commonItem is commonElem for items that may be of several types each.
func commonItem(a, b Type) (common Type) {
	a.each(func(x Type) bool {
		b.each(func(y Type) bool {
			common |= commonElem(x, y)
			return true
		})
		return true
	})
	return common
}

// store keeps the item, unless the list is unresolved anyway.
func (c *collector) store(v Value, where extent) error {
	if v.IsUnresolved() {
		c.unknown = true
	}
	if c.unknown {
		c.ints, c.items = nil, nil
		return nil
	}
	size := int64(valueBytes)
	if v.typ == Int && c.items == nil {
		c.ints = append(c.ints, v.Int())
		size = 8
	} else {
		for _, i := range c.ints {
			c.items = append(c.items, IntValue(i))
		}
		c.ints = nil
		c.items = append(c.items, v)
	}
	if err := c.ev.budget.hold(size); err != nil {
		return at(err, where)
	}
	return nil
}

// list is the finished list.
func (c *collector) list() (Value, error) {
	switch {
	case c.never:
		return UnresolvedValue(NoReturn), nil
	case c.unknown && c.elem == NoReturn:
		return UnresolvedValue(emptyList), nil
	case c.unknown:
		return UnresolvedValue(List(c.elem)), nil
	case c.elem == NoReturn && c.wanted != NoReturn:
		return ListValue(c.wanted, nil), nil
	case c.elem == NoReturn:
		return ListValue(Null, nil), nil
	case c.items == nil:
		return IntListValue(c.ints), nil
	}
	if c.mixed {
		for i, v := range c.items {
			if v.typ != c.elem {
				var err error
				if c.items[i], err = c.ev.budget.convert(v, c.elem); err != nil {
					return Value{}, err
				}
			}
		}
	}
	return ListValue(c.elem, c.items), nil
}

func (ev *evaluator) list(n *list, target Type) (Value, error) {
	c := ev.newCollector(target)
	for _, item := range n.items {
		v, err := ev.eval(item, c.itemTarget())
		if err != nil {
			return Value{}, err
		}
		if err := c.add(v, item.where()); err != nil {
			return Value{}, err
		}
	}
	return ev.finish(&c, n.extent)
}

func (ev *evaluator) finish(c *collector, where extent) (Value, error) {
	v, err := c.list()
	if err != nil {
		return Value{}, at(err, where)
	}
	return v, nil
}

// comprehension evaluates [elem for variable in iter if filter].
func (ev *evaluator) comprehension(n *comprehension, target Type) (Value, error) {
	if ev.env.Symbols.Defined(n.variable) {
		return Value{}, shadowError(n)
	}
	iter, err := ev.eval(n.iter, Any)
	if err != nil || never(iter) {
		return iter, err
	}
	if !iter.typ.Overlaps(listTypes | RangeExpr) {
		where := n.iter.where()
		return Value{}, &Error{
			Kind: TypeFault, Offset: where.start, End: where.end, Section: "§1.3.7",
			Message: "a comprehension goes through a list or a range_expr, and this is " + iter.typ.Constraint().String(),
		}
	}
	c := ev.newCollector(target)
	if iter.IsUnresolved() {
		return ev.comprehendUnresolved(n, iter, &c)
	}
	count := sequenceLen(iter)
	if err := ev.budget.spend(count); err != nil {
		return Value{}, at(err, n.extent)
	}
	for i := range int(count) {
		ev.locals[n.slot] = iter.At(i)
		if err := ev.comprehendItem(n, &c); err != nil {
			return Value{}, err
		}
	}
	return ev.finish(&c, n.extent)
}

// comprehendItem adds the element for the variable's value, if the filter
// lets it through.
func (ev *evaluator) comprehendItem(n *comprehension, c *collector) error {
	if n.filter != nil {
		keep, known, err := ev.condition(n.filter)
		if err != nil {
			return err
		}
		if !known {
			c.unknown = true
			return ev.comprehendMaybe(n, c)
		}
		if !keep {
			return nil
		}
	}
	v, err := ev.eval(n.elem, c.itemTarget())
	if err != nil {
		return err
	}
	return c.add(v, n.elem.where())
}

// comprehendMaybe looks at the element for an item that may not be there: its
// types have to fit, while a fault of a value need not come about.
func (ev *evaluator) comprehendMaybe(n *comprehension, c *collector) error {
	v, err := ev.attempt(n.elem, c.itemTarget())
	if err == nil && !never(v) {
		err = c.add(v, n.elem.where())
	}
	if err != nil && kindOf(err) == ValueFault {
		return nil
	}
	return err
}

// comprehendUnresolved looks at the element once, for the variable's type.
func (ev *evaluator) comprehendUnresolved(n *comprehension, iter Value, c *collector) (Value, error) {
	elem := iter.typ.Elem() &^ Null
	if iter.typ.Overlaps(RangeExpr) {
		elem |= Int
	}
	c.unknown = true
	if elem != NoReturn {
		ev.locals[n.slot] = UnresolvedValue(elem)
		if n.filter != nil {
			keep, known, err := ev.condition(n.filter)
			if err != nil && kindOf(err) != ValueFault {
				return Value{}, err
			}
			if err == nil && known && !keep {
				return UnresolvedValue(emptyList), nil
			}
		}
		if err := ev.comprehendMaybe(n, c); err != nil {
			return Value{}, err
		}
	}
	return ev.finish(c, n.extent)
}
