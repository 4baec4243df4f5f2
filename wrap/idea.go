package wrap

// This file defines the names of the idea form of wrapping, the form before
// RFC 0008: they describe the Task that its one hook replaces.

import (
	"time"

	"runner/template/expr"
)

// TaskCommand is the name by which a scope is known to be that of a wrapped
// Task in the idea form.
const TaskCommand = "Task.Command"

// ideaSymbols adds the values of a wrapped Task in the idea form.
func (a *Action) ideaSymbols(s *expr.Symbols) {
	s.Define(TaskCommand, expr.StringValue(a.Command))
	s.Define("Task.Args", expr.StringListValue(a.Args))
	s.Define("Task.Environment", expr.StringListValue(a.Environment))
}

// ActionSymbols adds what an action of an Environment in the idea form knows of
// itself: its timeout in whole seconds, 0 where it may take for ever.
func ActionSymbols(scope *expr.Symbols, timeout time.Duration) *expr.Symbols {
	s := expr.NewSymbols(scope)
	s.Define("Env.Action.Timeout", expr.IntValue(int64(timeout/time.Second)))
	return s
}
