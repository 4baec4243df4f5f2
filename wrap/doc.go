// Package wrap makes an action a wrapped action (§4.3.1, WRAP_ACTIONS).
//
// A wrapping Environment has hooks that run in place of the actions of what is
// inside it. The wrapped action is resolved as ever, in its own scope, and then
// is not run: it becomes values that the hook's format strings may use, and the
// hook runs in its stead, with its own timeout and cancelation.
//
//	inner scope:  command, args, timeout, cancelation  ──►  Action
//	hook's scope: the wrapping Environment's + Symbols(Action)  ──►  hook's command
//
// The two scopes never meet: no name of the one is seen by the other.
//
// A document in the idea form, which is older than RFC 0008, has other names
// for the same values; idea.go has them, and nothing else knows of the two.
//
// The ready-made wrappers (docker, podman, bwrap and others) are Environment
// Templates in ready/, part of the binary. A further wrapper is a file there and a
// line in ready.go; a further engine of Docker's kind is an entry in its table. What
// several scripts have in common is in ready/parts.sh. Nothing else in the program
// knows an engine.
//
// The package imports template and template/expr; it starts nothing.
package wrap
