// This file defines the evaluation of a parsed expression.

package expr

import "errors"

// PathStyle says how the path type reads and writes file system paths; URIs
// are the same in both (§"Path Format").
type PathStyle uint8

// The path styles. TEMPLATE scope is always POSIX, a host scope is the host's.
const (
	POSIX PathStyle = iota
	Windows
)

// Env is what an expression is evaluated in. It is only read, so several
// evaluations may share one.
type Env struct {
	Symbols *Symbols
	Library *Library // functions that may be called; nil is Base()

	// PathMapping applies the session's path mapping rules to a text; nil
	// returns it unchanged. Only functions of a host library ask for it.
	PathMapping func(string) string
	PathStyle   PathStyle

	Limits Limits
}

// Eval evaluates the expression and converts its result to target (§1.2.3,
// §1.3.1); Any leaves it as it is. Errors are *Error.
//
// With unresolved values in the scope the result may be unresolved: the type
// that is known of it.
func (e *Expr) Eval(env *Env, target Type) (Value, error) {
	return Value{}, errors.New("not yet")
}

// Check evaluates the expression with what is known of the scope and returns
// the type of its result, converted to target. Unlike Eval it also looks at
// the parts that this evaluation did not come to: every name and function
// must exist, and no comprehension variable may hide another name (§1.3.7).
// An expression that passed does not fail on a type error at evaluation in a
// scope of the same names and types.
func (e *Expr) Check(env *Env, target Type) (Type, error) {
	return 0, errors.New("not yet")
}
