// This file turns YAML into nodes. No other file imports the YAML library.

package template

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parseYAML turns a YAML document into nodes. The YAML library is used for the
// syntax only: tags are resolved here by the YAML 1.2 core rules, and
// duplicate keys, aliases, merge keys, depth and number are checked here,
// because the library does none of that for its nodes. It returns nil when the
// document cannot be read or exceeds a limit; after other faults the document
// goes on without what is faulty.
func parseYAML(source *Source, limits Limits, faults *faultList) *node {
	root, err := yamlRoot(hideDirective(source.Bytes))
	if err != nil {
		faults.add(yamlFault(source, err))
		return nil
	}
	c := &yamlConverter{source: source, limits: limits, faults: faults, oddLines: oddLines(source),
		done: map[*yaml.Node]*node{}, sizes: map[*node]int{}}
	out := c.convert(root, 0)
	if c.stopped {
		return nil
	}
	return out
}

var yamlDirective = regexp.MustCompile(`^\x{FEFF}?(?:[ \t]*(?:#[^\n]*)?\r?\n)*%YAML[ \t]+1\.[0-9]+[ \t]*\r?\n`)

// hideDirective turns a leading %YAML 1.x into a comment, because the library
// knows version 1.1 only. No place in the text moves.
func hideDirective(data []byte) []byte {
	found := yamlDirective.Find(data)
	if found == nil {
		return data
	}
	hidden := bytes.Clone(data)
	hidden[bytes.LastIndexByte(found, '%')] = '#'
	return hidden
}

// errSeveralDocuments is told apart from syntax errors to word its fault.
type errSeveralDocuments struct{ line, column int }

func (e errSeveralDocuments) Error() string { return "several documents" }

// yamlRoot parses data to the value of its only document. The library's panics
// become errors: no text may end the program.
func yamlRoot(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("the YAML reader gave up: %v", r)
		}
	}()
	reader := yaml.NewDecoder(bytes.NewReader(data))
	var document, next yaml.Node
	if err := reader.Decode(&document); err != nil {
		return nil, err
	}
	switch err := reader.Decode(&next); {
	case err == nil:
		return nil, errSeveralDocuments{next.Line, next.Column}
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("the document has no single value")
	}
	return document.Content[0], nil
}

var (
	yamlErrorLine = regexp.MustCompile(`^line (\d+): `)
	// yamlParserError matches what the library's parser says, whose lines count
	// from 0, unlike its scanner's.
	yamlParserError = regexp.MustCompile(`^(did not find expected (key|node content|'|<)|found (duplicate %|incompatible YAML|undefined tag))`)
	yamlNoAnchor    = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// yamlFault words an error of the library, whose only place is a line in its
// text.
func yamlFault(source *Source, err error) *Fault {
	var several errSeveralDocuments
	switch {
	case errors.As(err, &several):
		return &Fault{Pos: Position{source.Name, several.line, several.column},
			Message: "a second YAML document starts here", Hint: "a file holds one template; put the other into a file of its own"}
	case errors.Is(err, io.EOF):
		return &Fault{Pos: Position{source.Name, 1, 1}, Message: "the document is empty",
			Hint: "a template starts with specificationVersion"}
	}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	pos := Position{File: source.Name, Line: 1}
	if m := yamlErrorLine.FindStringSubmatch(text); m != nil {
		pos.Line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
		if yamlParserError.MatchString(text) {
			pos.Line++
		}
	}
	pos.Line = min(pos.Line, len(source.lines))
	hint := ""
	switch {
	case strings.Contains(text, "cannot start any token"):
		hint = "put the text in quotes, and indent with spaces, not tabs"
	case strings.Contains(text, "mapping values are not allowed"):
		hint = "put a text that contains \": \" in quotes, and check the indentation"
	case strings.Contains(text, "did not find expected key"):
		hint = "check the indentation and the quotes of this line and those around it"
	case strings.Contains(text, "did not find expected ',' or "):
		hint = "a bracket or brace that is opened here or above is not closed, or a comma is missing"
	case strings.Contains(text, "unexpected end of stream"):
		hint = "a quote that is opened here is not closed"
	case yamlNoAnchor.MatchString(text):
		// The library tells no place: it is the alias itself.
		name := regexp.QuoteMeta(yamlNoAnchor.FindStringSubmatch(text)[1])
		alias := regexp.MustCompile(`(?m)(?:^|[\s,\[{:?-])(\*` + name + `)(?:$|[\s,\]}:])`)
		if at := alias.FindSubmatchIndex(source.Bytes); at != nil {
			pos = source.position(at[2])
		}
		hint = "put a text that starts with * in quotes"
	}
	return &Fault{Pos: pos, Message: "not valid YAML: " + text, Hint: hint}
}

// yamlConverter turns the library's nodes into ours.
type yamlConverter struct {
	source *Source
	limits Limits
	faults *faultList
	// oddLines is where the library sees lines start, if not where they do.
	oddLines []int
	done     map[*yaml.Node]*node // nil while the node is being converted
	sizes    map[*node]int        // nodes at and below an anchored node
	nodes    int
	aliased  int
	stopped  bool // a limit is exceeded: said once
}

// fault keeps a fault at a node of the library.
func (c *yamlConverter) fault(n *yaml.Node, hint, format string, args ...any) {
	c.faults.add(&Fault{Pos: c.pos(n), Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (c *yamlConverter) pos(n *yaml.Node) Position {
	if c.oddLines == nil {
		return Position{c.source.Name, n.Line, n.Column}
	}
	at := c.oddLines[min(max(n.Line, 1), len(c.oddLines))-1]
	for column := 1; column < n.Column && at < len(c.source.Bytes); column++ {
		_, size := utf8.DecodeRune(c.source.Bytes[at:])
		at += size
	}
	return c.source.position(at)
}

// oddLines gives the byte offsets where the library sees lines start, when the
// text has characters that end a line for it (YAML 1.1) but not for YAML 1.2:
// U+0085, U+2028, U+2029. Without such characters it is nil, and also with very
// long lines, where it would take too long.
func oddLines(s *Source) []int {
	if s.marks != nil {
		return nil
	}
	var odd []int
	for _, breaking := range []string{"\u0085", "\u2028", "\u2029"} {
		for at := 0; ; {
			i := bytes.Index(s.Bytes[at:], []byte(breaking))
			if i < 0 {
				break
			}
			at += i + len(breaking)
			odd = append(odd, at)
		}
	}
	if odd == nil {
		return nil
	}
	odd = append(odd, s.lines...)
	odd[len(odd)-len(s.lines)] = s.lineStart(1)
	slices.Sort(odd)
	return odd
}

// stop reports an exceeded limit, once.
func (c *yamlConverter) stop(n *yaml.Node, format string, args ...any) *node {
	if !c.stopped {
		c.stopped = true
		c.fault(n, "", format, args...)
	}
	return c.null(n)
}

func (c *yamlConverter) null(n *yaml.Node) *node { return &node{kind: nullNode, pos: c.pos(n)} }

// convert returns the node for n; a null node stands for what is faulty.
func (c *yamlConverter) convert(n *yaml.Node, depth int) *node {
	if c.stopped {
		return c.null(n)
	}
	if n.Kind == yaml.AliasNode {
		return c.alias(n)
	}
	if depth > c.limits.Depth {
		return c.stop(n, "lists and mappings are nested more than %d deep", c.limits.Depth)
	}
	if c.nodes++; c.nodes > c.limits.Nodes {
		return c.stop(n, "the document has more than %d values", c.limits.Nodes)
	}
	before := c.nodes + c.aliased
	if n.Anchor != "" {
		c.done[n] = nil
	}
	var out *node
	switch n.Kind {
	case yaml.ScalarNode:
		out = c.scalar(n)
	case yaml.SequenceNode:
		out = &node{kind: sequenceNode, pos: c.pos(n)}
		c.checkTag(n, "!!seq")
		for _, item := range n.Content {
			out.items = append(out.items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		out = &node{kind: mappingNode, pos: c.pos(n)}
		c.checkTag(n, "!!map")
		c.entries(out, n, depth)
	default:
		return c.null(n)
	}
	if n.Anchor != "" {
		c.done[n] = out
		c.sizes[out] = c.nodes + c.aliased - before + 1
	}
	return out
}

// alias shares the node that an alias names and books its size.
func (c *yamlConverter) alias(n *yaml.Node) *node {
	target, known := c.done[n.Alias]
	if !known || target == nil {
		c.fault(n, "", "the alias *%s stands inside the value that it names", n.Value)
		return c.null(n)
	}
	if c.aliased += c.sizes[target]; c.aliased > c.limits.Aliases {
		return c.stop(n, "the aliases stand for more than %d values", c.limits.Aliases)
	}
	return target
}

// checkTag reports an explicit tag other than the core one.
func (c *yamlConverter) checkTag(n *yaml.Node, core string) {
	if n.Style&yaml.TaggedStyle != 0 && n.ShortTag() != core {
		c.fault(n, "remove it", "the tag %s is not supported here", n.Tag)
	}
}

// entries fills a mapping: keys are strings and unique, and "<<" merges other
// mappings behind the keys that are written.
func (c *yamlConverter) entries(out *node, n *yaml.Node, depth int) {
	seen := make(map[string]bool, len(n.Content)/2)
	var merged []*node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, ok := c.key(n.Content[i], depth)
		if !ok {
			c.convert(n.Content[i+1], depth+1)
			continue
		}
		value := c.convert(n.Content[i+1], depth+1)
		if seen[key.text] {
			c.fault(n.Content[i], "remove one of the two", "the key %q is given twice", key.text)
			continue
		}
		seen[key.text] = true
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && k.Value == "<<" && k.Style&^yaml.TaggedStyle == 0 {
			merged = append(merged, c.mergeSources(n.Content[i+1], value)...)
			continue
		}
		out.entries = append(out.entries, entry{key.text, c.pos(n.Content[i]), value})
	}
	for _, from := range merged {
		if c.aliased += len(from.entries); c.aliased > c.limits.Aliases {
			c.stop(n, "the aliases stand for more than %d values", c.limits.Aliases)
			return
		}
		for _, en := range from.entries {
			if !seen[en.key] {
				seen[en.key] = true
				out.entries = append(out.entries, en)
			}
		}
	}
}

// key reads the key of an entry, which has to be a string.
func (c *yamlConverter) key(n *yaml.Node, depth int) (*node, bool) {
	key := c.convert(n, depth+1)
	switch {
	case c.stopped:
	case key.kind == stringNode:
		return key, true
	case key.kind == mappingNode && n.Style&yaml.FlowStyle != 0:
		c.fault(n, "put a text with {{ }} in quotes", "a key has to be a string, found %s", key.kind)
	case key.kind == sequenceNode || key.kind == mappingNode:
		c.fault(n, "", "a key has to be a string, found %s", key.kind)
	default:
		c.fault(n, "put it in quotes", "a key has to be a string; %s is %s", n.Value, key.kind)
	}
	return nil, false
}

// mergeSources lists the mappings that a "<<" key brings.
func (c *yamlConverter) mergeSources(n *yaml.Node, value *node) []*node {
	switch value.kind {
	case mappingNode:
		return []*node{value}
	case sequenceNode:
		for _, item := range value.items {
			if item.kind != mappingNode {
				c.fault(n, "", "<< merges mappings, found %s", item.kind)
				return nil
			}
		}
		return value.items
	}
	c.fault(n, "", "<< merges mappings, found %s", value.kind)
	return nil
}

// scalar resolves a scalar: a quoted or block one is a string, a plain one
// what the core rules say, and an explicit core tag decides against both.
func (c *yamlConverter) scalar(n *yaml.Node) *node {
	out := &node{kind: stringNode, pos: c.pos(n), text: n.Value}
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		out.style = singleQuoted
	case n.Style&yaml.DoubleQuotedStyle != 0:
		out.style = doubleQuoted
	case n.Style&yaml.LiteralStyle != 0:
		out.style = literalBlock
	case n.Style&yaml.FoldedStyle != 0:
		out.style = foldedBlock
	}
	if n.Style&yaml.TaggedStyle == 0 {
		if out.style == plainStyle {
			resolvePlain(out)
		}
		return out
	}
	tag := n.ShortTag()
	if tag == "!!str" {
		return out
	}
	resolvePlain(out)
	want, known := map[string]nodeKind{"!!null": nullNode, "!!bool": boolNode, "!!int": intNode, "!!float": floatNode}[tag]
	switch {
	case !known:
		c.fault(n, "remove it", "the tag %s is not supported", n.Tag)
	case want == floatNode && out.kind == intNode:
		out.kind = floatNode
	case want != out.kind:
		c.fault(n, "", "the value %q does not fit its tag %s", n.Value, tag)
	}
	return out
}

// The YAML 1.2 core schema (§10.3.2 of the YAML specification).
var (
	coreInteger = regexp.MustCompile(`^[-+]?[0-9]+$`)
	coreOctal   = regexp.MustCompile(`^0o[0-7]+$`)
	coreHex     = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	coreFloat   = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	coreSpecial = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// resolvePlain sets the kind and value of a plain scalar from its text.
func resolvePlain(n *node) {
	switch n.text {
	case "", "~", "null", "Null", "NULL":
		n.kind = nullNode
		return
	case "true", "True", "TRUE", "false", "False", "FALSE":
		n.kind, n.boolean = boolNode, n.text[0] == 't' || n.text[0] == 'T'
		return
	}
	if first := n.text[0]; first != '.' && first != '+' && first != '-' && (first < '0' || first > '9') {
		return
	}
	switch {
	case coreInteger.MatchString(n.text):
		setInteger(n, n.text, 10)
	case coreOctal.MatchString(n.text):
		setInteger(n, n.text[2:], 8)
	case coreHex.MatchString(n.text):
		setInteger(n, n.text[2:], 16)
	case coreFloat.MatchString(n.text), coreSpecial.MatchString(n.text):
		n.kind = floatNode
		text := n.text
		if coreSpecial.MatchString(text) {
			text = strings.Replace(text, ".", "", 1)
		}
		n.float, _ = strconv.ParseFloat(text, 64) // out of range gives an infinity
	}
}

// setInteger makes n an integer; one that does not fit keeps its text.
func setInteger(n *node, digits string, base int) {
	n.kind = intNode
	value, err := strconv.ParseInt(digits, base, 64)
	n.integer, n.big = value, err != nil
	n.float = float64(value)
	if err != nil {
		n.float, _ = strconv.ParseFloat(digits, 64)
	}
}
