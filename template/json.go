// This file turns JSON into nodes.

package template

import (
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// parseJSON turns a JSON document (RFC 8259) into nodes. The standard
// library's reader gives no positions, so this is one of our own. A key that is
// given twice is a fault, after which the document goes on without it.
func parseJSON(source *Source, limits Limits, faults *faultList) *node {
	p := &jsonParser{source: source, limits: limits, faults: faults, cursor: newCursor(source.Bytes, 0, 1, 1)}
	root, err := p.document()
	if err != nil {
		faults.add(err)
		return nil
	}
	return root
}

// jsonParser is a recursive-descent parser with a bound on its depth.
type jsonParser struct {
	source *Source
	limits Limits
	faults *faultList
	cursor
	nodes int
}

// pos is the place of the next character.
func (p *jsonParser) pos() Position { return Position{p.source.Name, p.line, p.column} }

// fail builds the fault that ends the parse, at the next character.
func (p *jsonParser) fail(hint, format string, args ...any) *Fault {
	return &Fault{Pos: p.pos(), Message: "not valid JSON: " + fmt.Sprintf(format, args...), Hint: hint}
}

func (p *jsonParser) document() (*node, *Fault) {
	if len(byteOrderMark(p.source.Bytes)) > 0 {
		return nil, p.fail("save the file without it", "the file starts with a byte order mark")
	}
	p.space()
	if p.end() {
		return nil, &Fault{Pos: p.pos(), Message: "the document is empty", Hint: "a template starts with specificationVersion"}
	}
	root, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.space(); !p.end() {
		return nil, p.fail("", "%s after the document's end", p.next())
	}
	return root, nil
}

// next names the next character for messages.
func (p *jsonParser) next() string {
	if p.end() {
		return "the end of the file"
	}
	return strconv.QuoteRune(p.peek())
}

func (p *jsonParser) space() {
	for !p.end() {
		switch p.src[p.at] {
		case ' ', '\t', '\n', '\r':
			p.take()
		default:
			return
		}
	}
}

func (p *jsonParser) value(depth int) (*node, *Fault) {
	if depth > p.limits.Depth {
		return nil, &Fault{Pos: p.pos(), Message: fmt.Sprintf("lists and mappings are nested more than %d deep", p.limits.Depth)}
	}
	if p.nodes++; p.nodes > p.limits.Nodes {
		return nil, &Fault{Pos: p.pos(), Message: fmt.Sprintf("the document has more than %d values", p.limits.Nodes)}
	}
	n := &node{pos: p.pos(), style: jsonQuoted}
	switch r := p.peek(); {
	case p.end():
		return nil, p.fail("", "the file ends where a value is expected")
	case r == '{':
		return n, p.object(n, depth)
	case r == '[':
		return n, p.array(n, depth)
	case r == '"':
		n.kind = stringNode
		var err *Fault
		n.text, err = p.str()
		return n, err
	case r == '-' || r >= '0' && r <= '9':
		return n, p.number(n)
	}
	return n, p.word(n)
}

// separator takes the comma or the closing bracket behind an element.
func (p *jsonParser) separator(closing rune) (more bool, err *Fault) {
	p.space()
	switch p.peek() {
	case closing:
		p.take()
		return false, nil
	case ',':
		p.take()
		if p.space(); p.peek() == closing {
			return false, p.fail("remove the comma", "a comma before %q", closing)
		}
		return true, nil
	}
	return false, p.fail("", "expected ',' or %q, found %s", closing, p.next())
}

func (p *jsonParser) array(n *node, depth int) *Fault {
	n.kind = sequenceNode
	p.take()
	if p.space(); p.peek() == ']' {
		p.take()
		return nil
	}
	for more := true; more; {
		p.space()
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
		if more, err = p.separator(']'); err != nil {
			return err
		}
	}
	return nil
}

func (p *jsonParser) object(n *node, depth int) *Fault {
	n.kind = mappingNode
	p.take()
	if p.space(); p.peek() == '}' {
		p.take()
		return nil
	}
	seen := map[string]bool{}
	for more := true; more; {
		p.space()
		en := entry{pos: p.pos()}
		if p.peek() != '"' {
			return p.fail("keys are written in double quotes", "expected a key, found %s", p.next())
		}
		var err *Fault
		if en.key, err = p.str(); err != nil {
			return err
		}
		if p.space(); p.peek() != ':' {
			return p.fail("", "expected ':' behind the key %q, found %s", en.key, p.next())
		}
		p.take()
		p.space()
		if en.value, err = p.value(depth + 1); err != nil {
			return err
		}
		if seen[en.key] {
			p.faults.add(&Fault{Pos: en.pos, Hint: "remove one of the two",
				Message: fmt.Sprintf("the key %q is given twice", en.key)})
		} else {
			seen[en.key] = true
			n.entries = append(n.entries, en)
		}
		if more, err = p.separator('}'); err != nil {
			return err
		}
	}
	return nil
}

// str reads a string from its opening to its closing quote.
func (p *jsonParser) str() (string, *Fault) {
	p.take()
	var out []byte
	for {
		switch r := p.peek(); {
		case p.end():
			return "", p.fail("", "the file ends inside a string")
		case r == '"':
			p.take()
			return string(out), nil
		case r < 0x20:
			return "", p.fail(`write a line break as \n, a tab as \t`, "a control character inside a string")
		case r == '\\':
			decoded, ok := p.escape(true)
			if !ok {
				return "", p.fail("", "not an escape of JSON")
			}
			out = utf8.AppendRune(out, decoded)
		default:
			p.take()
			out = utf8.AppendRune(out, r)
		}
	}
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

func (p *jsonParser) number(n *node) *Fault {
	text := string(jsonNumber.Find(p.src[p.at:]))
	after := p.at + len(text)
	if text == "" || after < len(p.src) && (isDigitOrLetter(p.src[after]) || p.src[after] == '.') {
		return p.fail("", "not a number")
	}
	n.text = text
	if coreInteger.MatchString(text) {
		setInteger(n, text, 10)
	} else {
		n.kind = floatNode
		var err error
		if n.float, err = strconv.ParseFloat(text, 64); err != nil {
			return p.fail("", "the number %s is out of range", text)
		}
	}
	for p.at < after {
		p.take()
	}
	return nil
}

func isDigitOrLetter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// word reads null, true or false.
func (p *jsonParser) word(n *node) *Fault {
	end := p.at
	for end < len(p.src) && isDigitOrLetter(p.src[end]) {
		end++
	}
	switch n.text = string(p.src[p.at:end]); n.text {
	case "null":
	case "true", "false":
		n.kind, n.boolean = boolNode, n.text == "true"
	case "":
		return p.fail("", "expected a value, found %s", p.next())
	default:
		return p.fail("strings are written in double quotes", "%.40s is not a value", n.text)
	}
	for p.at < end {
		p.take()
	}
	return nil
}
