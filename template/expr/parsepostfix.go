// This file goes on with the parser: primaries, and what may follow them.

package expr

// postfix: Primary { "." word | "(" [ Args ] ")" | "[" Subscript "]" }
func (p *parser) postfix() (node, error) {
	start := p.tok.start
	x, err := p.primary()
	callable := p.lastEnd > start && start < len(p.scan.src) && p.scan.src[start] != '('
	for err == nil {
		switch p.tok.kind {
		case tokDot:
			x, err = p.attribute(start, x, callable)
			callable = true
			continue
		case tokOpen:
			if !callable {
				return nil, syntaxError(p.tok.extent, "", "only functions and methods can be called, by name")
			}
			x, err = p.call(start, x)
		case tokOpenBracket:
			x, err = p.subscript(start, x)
		default:
			return x, nil
		}
		callable = false
	}
	return nil, err
}

// attribute reads "." word behind x. Behind a bare name it becomes part of it.
func (p *parser) attribute(start int, x node, bare bool) (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind < tokIf && p.tok.kind != tokName {
		return nil, p.unexpected("a name")
	}
	word, at := p.tok.text, p.tok.extent
	if err := p.advance(); err != nil {
		return nil, err
	}
	if n, ok := x.(*name); ok && bare {
		n.text += "." + word
		n.parts = append(n.parts, namePart{len(n.text), at})
		n.end = at.end
		return n, nil
	}
	if _, ok := x.(*literal); ok && bare && p.scan.src[x.where().end-1] != '"' && p.scan.src[x.where().end-1] != '\'' {
		lit := p.scan.src[x.where().start:x.where().end]
		return nil, syntaxError(at, "write ("+lit+")."+word, "a method of a number or a constant needs parentheses")
	}
	return &attribute{p.from(start), x, word, at}, nil
}

// call reads the arguments of x, which is a name or an attribute.
func (p *parser) call(start int, x node) (node, error) {
	c := &call{}
	switch x := x.(type) {
	case *name:
		last := len(x.parts) - 1
		c.fn, c.fnAt = x.part(last), x.parts[last].at
		if last > 0 {
			c.method = true
			x.text, x.parts = x.prefix(last), x.parts[:last]
			x.end = x.parts[last-1].at.end
			c.args = append(c.args, x)
		}
	case *attribute:
		c.fn, c.fnAt, c.method = x.property, x.propertyAt, true
		c.args = append(c.args, x.x)
	default:
		return nil, syntaxError(p.tok.extent, "", "only functions and methods can be called, by name")
	}
	if len(c.fn) > 1 && c.fn[:2] == "__" {
		return nil, syntaxError(c.fnAt, "use the operator or the property", "%s cannot be called", c.fn)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for p.tok.kind != tokClose {
		switch p.tok.kind {
		case tokStar, tokStarStar:
			return nil, syntaxError(p.tok.extent, "", "arguments cannot be unpacked with `%s`", p.spell())
		}
		arg, err := p.conditional()
		if err != nil {
			return nil, err
		}
		c.args = append(c.args, arg)
		if p.tok.kind != tokComma {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tokClose, "`,` or `)`"); err != nil {
		return nil, err
	}
	c.extent = p.from(start)
	return c, nil
}

// subscript: Conditional | [ Conditional ] ":" [ Conditional ] [ ":" [ Conditional ] ]
func (p *parser) subscript(start int, x node) (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	var parts [3]node
	n := 0 // which of the parts is next
	for {
		if p.tok.kind != tokColon && p.tok.kind != tokCloseBracket {
			part, err := p.conditional()
			if err != nil {
				return nil, err
			}
			parts[n] = part
		}
		if p.tok.kind != tokColon || n == 2 {
			break
		}
		n++
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if n == 0 && parts[0] == nil {
		return nil, p.unexpected("an index")
	}
	wanted := "`]`"
	if n < 2 {
		wanted = "`:` or `]`"
	}
	if err := p.expect(tokCloseBracket, wanted); err != nil {
		return nil, err
	}
	if n == 0 {
		return &index{p.from(start), x, parts[0]}, nil
	}
	return &slice{p.from(start), x, parts[0], parts[1], parts[2]}, nil
}

// primary: name | number | string | constant | "(" Conditional ")" | List
func (p *parser) primary() (node, error) {
	switch p.tok.kind {
	case tokName:
		n := &name{extent: p.tok.extent, text: p.tok.text, slot: -1}
		n.parts = append(make([]namePart, 0, 3), namePart{len(n.text), n.extent})
		return n, p.advance()
	case tokInt, tokFloat, tokString, tokTrue, tokFalse, tokNone:
		return p.literal()
	case tokOpenBracket:
		return p.list()
	case tokOpen:
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.conditional()
		if err != nil {
			return nil, err
		}
		if p.tok.kind == tokComma {
			return nil, syntaxError(p.tok.extent, "lists are written [ ]", "tuples are not part of the language")
		}
		return x, p.expect(tokClose, "`)`")
	}
	return nil, p.unexpected("a value")
}

// list: "[" [ Conditional ( Comprehension | { "," Conditional } [ "," ] ) ] "]"
func (p *parser) list() (node, error) {
	start := p.tok.start
	if err := p.advance(); err != nil {
		return nil, err
	}
	l := &list{}
	for p.tok.kind != tokCloseBracket {
		item, err := p.conditional()
		if err != nil {
			return nil, err
		}
		if p.tok.kind == tokFor && l.items == nil {
			return p.comprehension(start, item)
		}
		l.items = append(l.items, item)
		if p.tok.kind != tokComma {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tokCloseBracket, "`,` or `]`"); err != nil {
		return nil, err
	}
	l.extent = p.from(start)
	return l, nil
}

// comprehension: "for" variable "in" Or [ "if" Or ], and the bracket.
func (p *parser) comprehension(start int, elem node) (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	c := &comprehension{elem: elem, variable: p.tok.text, variableAt: p.tok.extent}
	if p.tok.kind != tokName {
		return nil, p.unexpected("a variable")
	}
	if first := c.variable[0]; first >= 'A' && first <= 'Z' {
		return nil, syntaxError(c.variableAt, "", "the variable %s must start with a lower-case letter or an underscore", c.variable)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokComma {
		return nil, syntaxError(p.tok.extent, "", "a comprehension has one variable")
	}
	if err := p.expect(tokIn, "`in`"); err != nil {
		return nil, err
	}
	var err error
	if c.iter, err = p.or(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokIf {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if c.filter, err = p.or(); err != nil {
			return nil, err
		}
	}
	switch p.tok.kind {
	case tokFor:
		return nil, syntaxError(p.tok.extent, "write a comprehension inside the element or the list", "a comprehension has one `for`")
	case tokIf:
		return nil, syntaxError(p.tok.extent, "join conditions with and", "a comprehension has one `if`")
	}
	if err := p.expect(tokCloseBracket, "`]`"); err != nil {
		return nil, err
	}
	c.extent = p.from(start)
	return c, nil
}
