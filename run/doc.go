// Package run carries a Job through: it opens Sessions, enters Environments,
// runs actions, starts and stops Services and reports what happens.
//
// # Who decides and who does
//
// The scheduling core in run/plan decides; this package does. A run is one loop
// ([conductor]) that owns the plan. Everything that happens becomes a plan event
// on one channel; the decisions that come back are carried out side by side,
// each in a goroutine that the conductor waits for before it returns.
//
//	signals ──┐                                   ┌─ worker: Task Session
//	actions ──┼─► conductor ─► plan ─► decisions ─┼─ worker: Task Session
//	Services ─┘        │                          └─ Service Session
//	                   └─► events ─► console, record, result
//
// # A Session
//
// A [session] is a working directory with a stack of entered Environments and
// one action at a time (in a Service Session two: onRun and onHealthCheck).
//
//	opened ─► enter Environments in order ─► Tasks | onEnter, onRun ─► exit in reverse ─► directory removed
//
// After a failed or canceled action nothing but exits happens in it; every
// Environment entered or attempted is exited (How Jobs Are Run, Sessions).
//
// # An action
//
// Its scope's symbols, then the paths of its embedded files, then the script's
// let, then the files' contents, then command, arguments, timeout and
// cancelation are resolved; then the process runs, its lines are scanned for
// messages, cleared of secrets and reported.
//
// Where a wrapping Environment is outside of an action, a hook of it is run in
// the action's place; package wrap says which, and what it may know.
//
// The package imports template, service, probe, wrap, run/plan, run/proc and
// run/logs.
// It knows nothing of flags, colours or exit statuses.
package run
