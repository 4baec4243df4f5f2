// This file reads and checks the idea form of wrapping: the form in which
// containers around Tasks were first proposed, before RFC 0008.
//
// An Environment Template that declares no extensions and whose only wrap hook
// is onWrapTaskRun is in this form. Expressions are allowed in its Environment,
// Task.Command, Task.Args and Task.Environment describe the wrapped onRun, also
// in embedded files, and Env.Action.Timeout is the running action's timeout.

package template

import (
	"strings"

	"runner/template/expr"
)

// isWrapIdea reports whether the Environment Template m is in the idea form.
// Whatever else is wrong with the document is said by those who read it.
func isWrapIdea(m *mapping) bool {
	actions := m.node
	for _, key := range []string{"environment", "script", "actions"} {
		if actions = actions.value(key); actions == nil {
			return false
		}
	}
	for _, en := range actions.entries {
		if strings.HasPrefix(en.key, "onWrap") && en.key != WrapTaskRunHook.String() {
			return false
		}
	}
	hook := actions.value(WrapTaskRunHook.String())
	return !m.given("extensions") && hook != nil && hook.kind != nullNode
}

// value is the value of a mapping's key; nil where there is none.
func (n *node) value(key string) *node {
	if n.kind != mappingNode {
		return nil
	}
	for _, en := range n.entries {
		if en.key == key {
			return en.value
		}
	}
	return nil
}

// ideaWrapHook reads onWrapTaskRun in the idea form; true when it is given.
func (d *decoder) ideaWrapHook(m *mapping, env *Environment) bool {
	e, given := m.optional(WrapTaskRunHook.String())
	if given {
		env.Wrap.Idea = true
		env.Wrap.TaskRun = d.action(e, WrapTaskRunHook)
	}
	return given
}

// wrappedTask adds the values that describe a wrapped onRun in the idea form.
func (s *scope) wrappedTask() {
	s.declare("Task.Command", expr.String)
	s.declare("Task.Args", expr.List(expr.String))
	s.declare("Task.Environment", expr.List(expr.String))
}

// checkIdeaScript checks the files and actions of an Environment in the idea
// form, and finds the files that can be written for a wrapped Task only.
func (c *checker) checkIdeaScript(env *Environment, script, creation *scope, what string) {
	script = script.with()
	script.declare("Env.Action.Timeout", expr.Int)
	task := script.with()
	task.wrappedTask()
	for _, f := range env.Files {
		f.OfWrappedTask = len(f.Data.check(script, expr.String)) > 0
		c.format(&f.Data, task, expr.String)
	}
	for _, a := range env.Actions() {
		in := script
		if a.Kind.IsHook() {
			in = task
		}
		c.command(a, in)
		c.timing(a, creation.with(), what)
	}
}
