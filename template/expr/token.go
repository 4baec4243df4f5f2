// This file defines the tokens of the language.

package expr

// tokenKind is what a token is.
type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokName
	tokInt
	tokFloat
	tokString

	tokPlus
	tokMinus
	tokStar
	tokSlash
	tokSlashSlash
	tokPercent
	tokStarStar
	tokLess
	tokLessEqual
	tokGreater
	tokGreaterEqual
	tokEqual
	tokNotEqual
	tokOpen
	tokClose
	tokOpenBracket
	tokCloseBracket
	tokComma
	tokColon
	tokDot

	// Keywords (§1.1.3); after a dot they are names like any other.
	tokIf
	tokElse
	tokAnd
	tokOr
	tokNot
	tokFor
	tokIn
	tokTrue
	tokFalse
	tokNone
	// tokReserved is a keyword of Python that the language has no use for.
	tokReserved
)

// token is a piece of the source.
type token struct {
	kind tokenKind
	extent
	text string // of a name; the value of a string; the digits of a float
	num  uint64 // the value of an int, at most 1<<63
}

// keyword classifies an identifier.
func keyword(word string) tokenKind {
	switch word {
	case "if":
		return tokIf
	case "else":
		return tokElse
	case "and":
		return tokAnd
	case "or":
		return tokOr
	case "not":
		return tokNot
	case "for":
		return tokFor
	case "in":
		return tokIn
	case "True", "true":
		return tokTrue
	case "False", "false":
		return tokFalse
	case "None", "null":
		return tokNone
	case "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
		"except", "finally", "from", "global", "import", "is", "lambda", "nonlocal", "pass",
		"raise", "return", "try", "while", "with", "yield":
		return tokReserved
	}
	return tokName
}

// IsKeyword says whether word means something of its own in an expression, so
// that a let name or comprehension variable of that spelling could not be read.
func IsKeyword(word string) bool { return keyword(word) != tokName }
