package template

// FormatString is a text with expressions in {{ }} (§7.3). It is parsed when
// the document is decoded and immutable afterwards. The zero value is the
// empty text.
type FormatString struct {
	Text string   // as decoded from the document
	Pos  Position // of the scalar in its file
	Path string   // place in the document
	body *formatBody
}

// IntField is an integer that a document may write as a number, as digits in a
// string, or, where the schema allows, as a format string resolved at job
// creation.
type IntField struct {
	Value    int64        // when Constant
	Constant bool         // no expression: Value holds
	Format   FormatString // when not Constant
	Min, Max int64        // the bounds that a resolved value has to keep
	Pos      Position
	Path     string
	section  string
}

// FloatField is IntField for a number that need not be whole (§3.3.1).
type FloatField struct {
	Value    float64
	Constant bool
	Format   FormatString
	Min      float64 // the lowest value allowed
	Above    bool    // the value has to be above Min, not equal to it
	Pos      Position
	Path     string
	section  string
}

// LetBinding is one "name = expression" of a let list (§3.6).
type LetBinding struct {
	Name string
	Text string   // the expression
	Pos  Position // of the string
	Path string
	node *node
}

// formatBody is the parsed form of a format string that has expressions.
type formatBody struct {
	source *Source
	node   *node
}

// formatUse is a format string with the scope it is used in, kept for the
// checks that follow decoding.
type formatUse struct {
	format *FormatString
}

// scalarPosition maps a rune offset in a decoded scalar to its place.
func scalarPosition(_ *Source, n *node, _ int) Position { return n.pos }
