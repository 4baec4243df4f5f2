// Command differential puts the reference implementation beside this one on
// generated input and prints where the two disagree. It is a tool for those who
// work on the runner; the tests do not need it, nor the network that its first
// run takes to install the reference.
//
//	go run ./scripts/differential -expressions 3000 -templates 500 -wraps 40 -seed 1
//
//	seed ─▶ nodes (exprgen*.go) ─────┐                    ┌─▶ ours (exprside.go, templateside.go)
//	     ─▶ documents (templategen*) ┴─▶ question as JSON ┤
//	        one fault (templatefault*)                    └─▶ theirs (reference.go, driver.py)
//	                                         both answers ──▶ compare: known rule? (known*.go)
//	                                                          ──▶ report.go
//	     ─▶ wrapping jobs (wrapgen.go) ──▶ run by both sides (wrapside.go), each action a
//	        probe (wrapprobe.go) that tells what it was given ──▶ compare, as above
//
// Two answers differ if one side accepts what the other refuses or if their
// values do. The messages of errors are not compared. An expression that differs
// is cut down to the smallest part of it that does (minimize.go), so that a rule
// sees one operation and its operands.
//
// Wrapping jobs are run: by the runner, by openjd of the Python reference, and by
// openjd of the crate openjd-cli (cargo install openjd-cli) where -rust names it.
// What is compared is which actions and hooks ran in which order, what each was
// given (arguments, the values of WrappedAction and its kin, variables of its
// process, its embedded file), and whether the job succeeded.
//
// A known difference is a named rule in known*.go with the section that decides
// it, and a line of the same name in docs/deviations.md. Any other makes the
// program exit with 1.
//
// # What may be added
//
// A construct that the generators lack, a fault, a rule with its line. What a
// function accepts is read from the signatures of template/expr, so new
// functions are tried without a change here. May import template and
// template/expr; the runner of wrapping jobs is a program like the references.
package main
