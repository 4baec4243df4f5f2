// This file checks which wrap hooks an Environment has to have (§4.3).

package template

import "strings"

// checkHooks holds the hooks of each wrapping Environment against what its
// runScope calls for, and sees that no Session has two (§4.3).
func (c *checker) checkHooks() {
	for _, env := range c.environments() {
		if env.Wrap.Any() && !env.Wrap.Idea {
			c.hookSet(env)
		}
	}
	t := c.document.Job
	if t == nil {
		return
	}
	var task, service []*Environment
	for _, env := range t.Environments {
		if env.Wrap.Any() && env.RunScope.Has(TaskScope) {
			task = append(task, env)
		}
		if env.Wrap.Any() && env.RunScope.Has(ServiceScope) {
			service = append(service, env)
		}
	}
	c.onlyOneWrapper(service)
	if len(t.Steps) == 0 {
		c.onlyOneWrapper(task)
	}
	for _, s := range t.Steps {
		stack := task[:len(task):len(task)]
		for _, env := range s.Environments {
			if env.Wrap.Any() {
				stack = append(stack, env)
			}
		}
		c.onlyOneWrapper(stack)
	}
}

// onlyOneWrapper reports the second wrapping Environment of a Session.
func (c *checker) onlyOneWrapper(stack []*Environment) {
	if len(stack) > 1 {
		c.report(stack[1].Pos, stack[1].Path, "4.3", "a Session can have one wrapping Environment",
			"the Environments %s and %s both define wrap hooks and would meet in one Session",
			quoteShort(stack[0].Name), quoteShort(stack[1].Name))
	}
}

// hookSet compares the hooks that an Environment has with those it needs.
func (c *checker) hookSet(env *Environment) {
	want := map[ActionKind]bool{WrapEnvEnterHook: true, WrapEnvExitHook: true}
	want[WrapTaskRunHook] = env.RunScope.Has(TaskScope)
	if c.has(Services) {
		service := env.RunScope.Has(ServiceScope)
		for kind := WrapServiceEnterHook; kind <= WrapServiceExitHook; kind++ {
			want[kind] = service
		}
	}
	have := map[ActionKind]bool{}
	for _, a := range env.Wrap.Actions() {
		have[a.Kind] = true
	}
	var missing []string
	for kind := WrapEnvEnterHook; kind <= WrapServiceExitHook; kind++ {
		if want[kind] && !have[kind] {
			missing = append(missing, kind.String())
		}
	}
	scope, add, remove := "", "add what is missing: the hooks come together or not at all", "remove it"
	if c.has(Services) && env.Step == nil {
		scope = " of the runScope " + env.RunScope.String()
		add, remove = "add what is missing, or narrow the runScope", "remove it, or widen the runScope"
	}
	if len(missing) > 0 {
		c.report(env.Pos, env.Path, "4.3", add, "the wrapping Environment %s%s lacks %s",
			quoteShort(env.Name), scope, strings.Join(missing, ", "))
	}
	for _, a := range env.Wrap.Actions() {
		if !want[a.Kind] {
			c.report(a.Pos, a.Path, "4.3", remove, "the wrapping Environment %s%s has no use for the hook %s",
				quoteShort(env.Name), scope, a.Kind)
		}
	}
}

// String lists the kinds of Session as documents do.
func (s RunScope) String() string {
	var words []string
	if s.Has(TaskScope) {
		words = append(words, "TASK")
	}
	if s.Has(ServiceScope) {
		words = append(words, "SERVICE")
	}
	return "[" + strings.Join(words, ", ") + "]"
}
