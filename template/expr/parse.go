// This file defines the parser.

package expr

import "errors"

// extent is a piece of the source: byte offsets, the end is exclusive.
type extent struct{ start, end int }

// Expr is a parsed expression. It never changes, so any number of goroutines
// may evaluate it at once.
type Expr struct {
	src string
}

// Source is the text the expression was parsed from.
func (e *Expr) Source() string { return e.src }

// Parse parses an expression (§1.1). The whole text is the expression;
// blanks and line ends around it are allowed. Errors are *Error.
func Parse(src string) (*Expr, error) {
	return nil, errors.New("not yet")
}
