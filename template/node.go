// This file defines node, a value of a document before it has a meaning.

package template

// nodeKind says what a node is after tag resolution by the YAML 1.2 core rules
// or by JSON.
type nodeKind uint8

const (
	nullNode nodeKind = iota
	boolNode
	intNode
	floatNode
	stringNode
	sequenceNode
	mappingNode
)

// String names the kind as messages do, with its article.
func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "an integer", "a floating-point number", "a string", "a list", "a mapping"}[k]
}

// scalarStyle says how a string is written, which decides how an offset in its
// decoded text maps to a place in the file.
type scalarStyle uint8

const (
	plainStyle scalarStyle = iota
	singleQuoted
	doubleQuoted
	literalBlock
	foldedBlock
	jsonQuoted
)

// node is one value of a document, the same for YAML and JSON. Nodes are
// shared where YAML uses aliases and are never changed after loading.
type node struct {
	kind    nodeKind
	style   scalarStyle
	pos     Position
	text    string  // a scalar as decoded; a number as written
	integer int64   // of an intNode that fits
	big     bool    // an intNode that does not fit in 64 bits signed
	float   float64 // of a floatNode, or an intNode as floating-point number
	boolean bool    // of a boolNode
	items   []*node // of a sequenceNode
	entries []entry // of a mappingNode, in document order, keys unique
}

// entry is one key of a mapping. Keys are always strings.
type entry struct {
	key   string
	pos   Position // of the key
	value *node
}
