// This file defines the parser: one function a production of grammar.txt.

package expr

import (
	"fmt"
	"strconv"
	"strings"
)

// Expr is a parsed expression. It never changes, so any number of goroutines
// may evaluate it at once.
type Expr struct {
	src   string
	root  node
	refs  []Ref
	calls []Ref
	slots int // how deep comprehensions nest
}

// Ref is a name an expression mentions and where: byte offsets into its source.
type Ref struct {
	Name        string
	Offset, End int
}

// Source is the text the expression was parsed from.
func (e *Expr) Source() string { return e.src }

// Symbols lists the dotted names that are looked up, properties included
// (`Param.File.stem`), without comprehension variables.
func (e *Expr) Symbols() []Ref { return e.refs }

// Calls lists the functions and methods that are called.
func (e *Expr) Calls() []Ref { return e.calls }

// Bounds of the text of one expression.
const (
	// MaxSource is how long an expression may be, in bytes.
	MaxSource = 64 << 10
	// MaxDepth is how deep its parts may nest.
	MaxDepth = 500
)

// Parse parses an expression (§1.1). The whole text is the expression;
// blanks and line ends around it are allowed. At most MaxSource bytes,
// nested at most MaxDepth deep. Errors are *Error.
func Parse(src string) (*Expr, error) {
	if len(src) > MaxSource {
		return nil, &Error{
			Kind: LimitFault, Offset: MaxSource, End: len(src),
			Message: fmt.Sprintf("the expression has %d bytes, at most %d are allowed", len(src), MaxSource),
			Hint:    "divide it with let",
		}
	}
	p := parser{scan: scanner{src: src}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokEOF {
		return nil, syntaxError(extent{0, len(src)}, "", "the expression is empty")
	}
	root, err := p.conditional()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokEOF {
		return nil, p.unexpected("an operator or the end of the expression")
	}
	e := &Expr{src: src, root: root}
	r := resolver{expr: e}
	if err := r.resolve(root); err != nil {
		return nil, err
	}
	return e, nil
}

type parser struct {
	scan    scanner
	tok     token // the current token
	lastEnd int   // where the token before it ended
	depth   int
}

func (p *parser) advance() (err error) {
	p.lastEnd = p.tok.end
	p.tok, err = p.scan.next()
	return err
}

// from is the extent from start up to the last token read.
func (p *parser) from(start int) extent { return extent{start, p.lastEnd} }

// deeper counts a level of nesting.
func (p *parser) deeper() error {
	if p.depth == MaxDepth {
		return &Error{
			Kind: LimitFault, Offset: p.tok.start, End: p.tok.end,
			Message: fmt.Sprintf("the expression nests more than %d deep", MaxDepth),
			Hint:    "divide it with let",
		}
	}
	p.depth++
	return nil
}

// spell is the current token as it is written.
func (p *parser) spell() string { return p.scan.src[p.tok.start:p.tok.end] }

// unexpected is the fault of the current token not being what was wanted.
func (p *parser) unexpected(wanted string) error {
	switch p.tok.kind {
	case tokEOF:
		return syntaxError(extent{p.lastEnd, p.tok.end}, "", "the expression ends where %s is expected", wanted)
	case tokFor:
		return syntaxError(p.tok.extent, "write it in brackets: [x for x in list]", "`for` is only allowed in a list")
	}
	hint := ""
	switch p.spell() {
	case "is":
		hint = "write == or !="
	case "lambda", "await", "yield", "async":
		hint = "it is a word of Python that this language does not have"
	}
	return syntaxError(p.tok.extent, hint, "unexpected `%s` where %s is expected", p.spell(), wanted)
}

// expect takes a token of this kind.
func (p *parser) expect(kind tokenKind, wanted string) error {
	if p.tok.kind != kind {
		return p.unexpected(wanted)
	}
	return p.advance()
}

// conditional: Or [ "if" Or "else" Conditional ]
func (p *parser) conditional() (node, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.tok.start
	then, err := p.or()
	if err != nil || p.tok.kind != tokIf {
		return then, err
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	cond, err := p.or()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tokElse, "`else`"); err != nil {
		return nil, err
	}
	els, err := p.conditional()
	if err != nil {
		return nil, err
	}
	return &conditional{p.from(start), cond, then, els}, nil
}

// or: And { "or" And }
func (p *parser) or() (node, error) { return p.logic(tokOr, p.and) }

// and: Not { "and" Not }
func (p *parser) and() (node, error) { return p.logic(tokAnd, p.not) }

// logic is operands joined by `and` or `or`.
func (p *parser) logic(kind tokenKind, operand func() (node, error)) (node, error) {
	start := p.tok.start
	x, err := operand()
	for err == nil && p.tok.kind == kind {
		var y node
		if err = p.advance(); err == nil {
			y, err = operand()
		}
		x = &logic{p.from(start), kind == tokAnd, x, y}
	}
	return x, err
}

// not: "not" Not | Compare
func (p *parser) not() (node, error) {
	if p.tok.kind != tokNot {
		return p.compare()
	}
	return p.prefix(opNot, p.not)
}

// prefix is an operator before its operand.
func (p *parser) prefix(op opcode, operand func() (node, error)) (node, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.tok.start
	if err := p.advance(); err != nil {
		return nil, err
	}
	x, err := operand()
	if err != nil {
		return nil, err
	}
	if lit, ok := x.(*literal); ok && lit.big && op == opNeg {
		return &literal{extent: p.from(start), value: lit.value}, nil
	}
	return &unary{p.from(start), op, x}, nil
}

// compareOp is the comparison the current token starts, opCount if none.
func compareOp(kind tokenKind) opcode {
	switch kind {
	case tokLess:
		return opLess
	case tokLessEqual:
		return opLessEqual
	case tokGreater:
		return opGreater
	case tokGreaterEqual:
		return opGreaterEqual
	case tokEqual:
		return opEqual
	case tokNotEqual:
		return opNotEqual
	case tokIn:
		return opContains
	case tokNot:
		return opNotContains
	}
	return opCount
}

// compare: Add { CompareOp Add }
func (p *parser) compare() (node, error) {
	start := p.tok.start
	first, err := p.add()
	if err != nil {
		return nil, err
	}
	var c *compare
	for op := compareOp(p.tok.kind); op != opCount; op = compareOp(p.tok.kind) {
		if c == nil {
			c = &compare{first: first}
		}
		opStart := p.tok.start
		if err := p.advance(); err != nil {
			return nil, err
		}
		if op == opNotContains {
			if err := p.expect(tokIn, "`in`"); err != nil {
				return nil, err
			}
		}
		c.ops, c.opsAt = append(c.ops, op), append(c.opsAt, p.from(opStart))
		y, err := p.add()
		if err != nil {
			return nil, err
		}
		c.rest = append(c.rest, y)
	}
	if c == nil {
		return first, nil
	}
	c.extent = p.from(start)
	return c, nil
}

// add: Mul { ( "+" | "-" ) Mul }
func (p *parser) add() (node, error) {
	start := p.tok.start
	x, err := p.mul()
	for err == nil {
		op := opAdd
		switch p.tok.kind {
		case tokPlus:
		case tokMinus:
			op = opSub
		default:
			return x, nil
		}
		x, err = p.binary(start, op, x, p.mul)
	}
	return nil, err
}

// mul: Unary { ( "*" | "/" | "//" | "%" ) Unary }
func (p *parser) mul() (node, error) {
	start := p.tok.start
	x, err := p.unary()
	for err == nil {
		op := opMul
		switch p.tok.kind {
		case tokStar:
		case tokSlash:
			op = opDiv
		case tokSlashSlash:
			op = opFloorDiv
		case tokPercent:
			op = opMod
		default:
			return x, nil
		}
		x, err = p.binary(start, op, x, p.unary)
	}
	return nil, err
}

// binary reads the operator and the right operand of x.
func (p *parser) binary(start int, op opcode, x node, operand func() (node, error)) (node, error) {
	opAt := p.tok.extent
	if err := p.advance(); err != nil {
		return nil, err
	}
	y, err := operand()
	if err != nil {
		return nil, err
	}
	return &binary{p.from(start), op, opAt, x, y}, nil
}

// unary: ( "-" | "+" ) Unary | Power
func (p *parser) unary() (node, error) {
	switch p.tok.kind {
	case tokMinus:
		return p.prefix(opNeg, p.unary)
	case tokPlus:
		return p.prefix(opPos, p.unary)
	}
	return p.power()
}

// power: Postfix [ "**" Unary ]
func (p *parser) power() (node, error) {
	start := p.tok.start
	x, err := p.postfix()
	if err != nil || p.tok.kind != tokStarStar {
		return x, err
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	return p.binary(start, opPow, x, p.unary)
}

// literal reads a number, a string, or a constant of a name.
func (p *parser) literal() (node, error) {
	tok := p.tok
	lit := &literal{extent: tok.extent}
	switch tok.kind {
	case tokTrue:
		lit.value = BoolValue(true)
	case tokFalse:
		lit.value = BoolValue(false)
	case tokNone:
		lit.value = NullValue()
	case tokInt:
		lit.value, lit.big = IntValue(int64(tok.num)), tok.num == 1<<63
	case tokFloat:
		f, err := strconv.ParseFloat(strings.ReplaceAll(tok.text, "_", ""), 64)
		if err != nil {
			return nil, syntaxError(tok.extent, "", "the number is outside the range of float")
		}
		lit.value = FloatText(f, tok.text)
	case tokString:
		text := tok.text
		for {
			if err := p.advance(); err != nil {
				return nil, err
			}
			if p.tok.kind != tokString {
				break
			}
			text += p.tok.text // neighbours are one string, as in Python
		}
		lit.value, lit.extent = StringValue(text), p.from(tok.start)
		return lit, nil
	}
	return lit, p.advance()
}
