// This file checks that no Session of a Job has two wrapping Environments,
// when the documents that bring them are put together (§4.3). Two of one
// document were found when it was checked.

package template

import "fmt"

// checkLayers holds the stack of every Session against the rule: a Task
// Session's for each Step, and that of the Service Sessions.
func (c *creator) checkLayers() {
	var task, service []*Environment
	for _, e := range c.job.Environments {
		if !e.Wrap.Any() {
			continue
		}
		if e.RunScope.Has(TaskScope) {
			task = append(task, e)
		}
		if e.RunScope.Has(ServiceScope) {
			service = append(service, e)
		}
	}
	if len(c.job.Services) > 0 && c.oneLayer(service) {
		return
	}
	for _, s := range c.job.Steps {
		stack := task[:len(task):len(task)]
		for _, e := range s.Step.Environments {
			if e.Wrap.Any() {
				stack = append(stack, e)
			}
		}
		if c.oneLayer(stack) {
			return
		}
	}
}

// oneLayer reports the second wrapping Environment of a Session; true if there
// is one.
func (c *creator) oneLayer(stack []*Environment) bool {
	if len(stack) < 2 {
		return false
	}
	c.faults = append(c.faults, &Fault{Pos: stack[1].Pos, Path: stack[1].Path, Section: "4.3",
		Message: fmt.Sprintf("the Environments %s (%s) and %s both define wrap hooks and would meet in one Session",
			quoteShort(stack[0].Name), stack[0].Pos, quoteShort(stack[1].Name)),
		Hint: "a Session can have one wrapping Environment; attach one of them only"})
	return true
}
