// This file defines Error, what is wrong with an expression and where.

package expr

import "errors"

// Kind says at what an expression failed. It decides which faults may be
// passed over while some values are unresolved: a branch that may never be
// taken can fail on a value, never on a limit.
type Kind uint8

// The kinds of fault.
const (
	// SyntaxFault: the text is not an expression (§1.1).
	SyntaxFault Kind = iota
	// NameFault: a symbol, property or function that does not exist.
	NameFault
	// TypeFault: no operator or function takes values of these types.
	TypeFault
	// ValueFault: the types are right and this value is not (1/0).
	ValueFault
	// LimitFault: a limit of operations, memory or size was reached.
	LimitFault
)

// Error is a fault of an expression. Offset and End are byte offsets into the
// text given to Parse, so that a caller can turn them into a place of the
// document the text came from.
type Error struct {
	Kind        Kind
	Offset, End int
	Message     string // what is wrong
	Section     string // of the specification, such as "§2.2.2"; may be empty
	Hint        string // what to do about it; may be empty
}

// Error gives the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// at gives err the span, unless it has one already. An error that is not an
// *Error becomes a ValueFault.
func at(err error, where extent) *Error {
	var e *Error
	if !errors.As(err, &e) {
		return &Error{Kind: ValueFault, Offset: where.start, End: where.end, Message: err.Error()}
	}
	if e.End != 0 {
		return e
	}
	placed := *e
	placed.Offset, placed.End = where.start, where.end
	return &placed
}
