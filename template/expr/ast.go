// This file defines the nodes of a parsed expression.

package expr

// extent is a piece of the source: byte offsets, the end is exclusive.
type extent struct{ start, end int }

// node is a part of an expression. Nodes do not change after parsing.
type node interface {
	where() extent
}

func (x extent) where() extent { return x }

// opcode names an operator function of the library.
type opcode uint8

const (
	opAdd opcode = iota
	opSub
	opMul
	opDiv
	opFloorDiv
	opMod
	opPow
	opNeg
	opPos
	opNot
	opEqual
	opNotEqual
	opLess
	opLessEqual
	opGreater
	opGreaterEqual
	opContains
	opNotContains
	opIndex
	opCount
)

// operatorNames is the specification's names of the operators (§2.1).
var operatorNames = [opCount]string{
	"__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__pow__",
	"__neg__", "__pos__", "__not__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
	"__contains__", "__not_contains__", "__getitem__",
}

// operatorSigns is how a user writes the operators.
var operatorSigns = [opCount]string{
	"+", "-", "*", "/", "//", "%", "**", "-", "+", "not", "==", "!=", "<", "<=", ">", ">=",
	"in", "not in", "[ ]",
}

type (
	// literal is a constant. big marks 1<<63, which only fits behind a minus.
	literal struct {
		extent
		value Value
		big   bool
	}

	// name is a dotted name, of which the longest prefix that is a symbol is
	// the value and the rest are properties (§1.2.2). slot is the
	// comprehension variable that the first part means, or -1.
	name struct {
		extent
		text  string // the parts joined by dots
		parts []namePart
		slot  int
	}
	// namePart is where a part ends in text, and where it is in the source.
	namePart struct {
		end int
		at  extent
	}

	unary struct {
		extent
		op opcode
		x  node
	}

	// binary is x op y; faults of the operator are told at its sign.
	binary struct {
		extent
		op   opcode
		opAt extent
		x, y node
	}

	// compare is first ops[0] rest[0] ops[1] rest[1] …
	compare struct {
		extent
		first node
		ops   []opcode
		opsAt []extent
		rest  []node
	}

	// logic is x and y, or x or y.
	logic struct {
		extent
		and  bool
		x, y node
	}

	conditional struct {
		extent
		cond, then, els node
	}

	list struct {
		extent
		items []node
	}

	// comprehension is [elem for variable in iter if filter]; filter may be nil.
	comprehension struct {
		extent
		elem, iter, filter node
		variable           string
		variableAt         extent
		slot               int
	}

	// call is fn(args), or args[0].fn(args[1:]) if it is a method call.
	call struct {
		extent
		fn     string
		fnAt   extent
		args   []node
		method bool
	}

	// attribute is x.property where x is not a name.
	attribute struct {
		extent
		x          node
		property   string
		propertyAt extent
	}

	index struct {
		extent
		x, i node
	}

	// slice is x[start:stop:step]; the three may be nil.
	slice struct {
		extent
		x                 node
		start, stop, step node
	}
)

// part is part i of a dotted name.
func (n *name) part(i int) string {
	start := 0
	if i > 0 {
		start = n.parts[i-1].end + 1
	}
	return n.text[start:n.parts[i].end]
}

// prefix is the first i parts of a dotted name.
func (n *name) prefix(i int) string { return n.text[:n.parts[i-1].end] }

// children calls f for the direct parts of n that are there, in the order of
// the source.
func children(n node, f func(node)) {
	each := func(nodes ...node) {
		for _, c := range nodes {
			if c != nil {
				f(c)
			}
		}
	}
	switch n := n.(type) {
	case *unary:
		f(n.x)
	case *binary:
		each(n.x, n.y)
	case *compare:
		f(n.first)
		each(n.rest...)
	case *logic:
		each(n.x, n.y)
	case *conditional:
		each(n.then, n.cond, n.els)
	case *list:
		each(n.items...)
	case *comprehension:
		each(n.elem, n.iter, n.filter)
	case *call:
		each(n.args...)
	case *attribute:
		f(n.x)
	case *index:
		each(n.x, n.i)
	case *slice:
		each(n.x, n.start, n.stop, n.step)
	}
}
