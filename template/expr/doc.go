// Package expr is the expression language of Open Job Description (extension
// EXPR): what stands between `{{` and `}}`.
//
//	text ──Parse──▶ *Expr ──Check──▶ Type       what is known of the scope
//	  scan.go         │              check.go   suffices: names, types
//	  parse.go        │
//	  resolve.go      └────Eval───▶ Value       converted to the type that
//	                                eval*.go    the field wants: coerce.go
//
// An *Expr never changes. It is parsed once, checked when the template is,
// again when the job is made, and evaluated for every task, by any number of
// goroutines at once.
//
// There is one evaluator. What is not known yet is an unresolved value, of
// which the type alone is known (Unresolved, UnresolvedValue); operations on
// it give unresolved values of the types that could come of it. A check is an
// evaluation with unresolved names and a look at the names in the parts that
// the evaluation passed over.
//
// # Parts
//
//   - Language: token.go, scan.go, scanstring.go, runename.go; ast.go, parse.go,
//     parsepostfix.go (grammar.txt is the contract), resolve.go.
//   - Types and values: type.go (a Type is a set of concrete types), value.go,
//     coerce.go, compare.go, symbols.go (scopes of dotted names).
//   - Evaluation: eval.go, evalflow.go (what decides which parts are evaluated),
//     evallist.go (list literals, comprehensions), dispatch.go (which overload),
//     budget.go (operations and memory), check.go, error.go, suggest.go.
//   - Library: builtin.go is the shape of a function, library.go assembles the
//     tables; ops.go, opsequence.go and opindex.go hold the operators, lib_*.go a
//     family of functions each, on pure algorithms beside them (path.go,
//     pathmap.go, withnumber.go, regex_*.go, rangeexpr.go, rangeparse.go,
//     float.go, casing.go).
//
// # Limits
//
// One expression has at most MaxSource bytes and nests at most MaxDepth deep;
// Limits bounds what an evaluation may do and hold. Whatever the text and the
// values, parsing and evaluating end in bounded time and memory, with a value
// or an *Error that has a place in the text.
//
// # What may be added
//
// A function: an entry in the table of its family and chunks in
// testdata/lib_*.expr. What a function needs of the host arrives in Env. The
// package imports the standard library alone, nothing of ours, and neither os
// nor time: the same names give the same value everywhere.
package expr
