// This file walks over every expression of a document with the scope of its
// place.

package template

import (
	"fmt"

	"runner/template/expr"
)

// checkExpressions checks every format string and let binding in the scope of
// its place (§7.3.1): names, functions and types.
func (c *checker) checkExpressions() {
	c.scopes = newScopes(c)
	if t := c.document.Environment; t != nil {
		if t.Environment != nil {
			c.checkJobEnvironment(t.Environment)
		}
	} else {
		t := c.document.Job
		c.format(&t.Name, c.scopes.jobName(), expr.String)
		for _, env := range t.Environments {
			c.checkJobEnvironment(env)
		}
		for _, s := range t.Steps {
			c.checkStep(s)
		}
	}
	for _, s := range c.document.Services() {
		c.checkService(s)
	}
}

// format checks one format string as a field of type target.
func (c *checker) format(f *FormatString, s *scope, target expr.Type) {
	if len(c.faults.faults) >= maxFaultsKept {
		return // nobody will read more
	}
	for _, fault := range f.check(s, target) {
		c.faults.add(fault)
	}
}

// keep keeps the faults of a part that checks itself, explained by the scope.
func (c *checker) keep(faults Faults) {
	for _, f := range faults {
		c.faults.add(f)
	}
}

// item is the target of an item in a list of strings that may be left out or
// stand for several: with EXPR only.
func (c *checker) items(list []FormatString, s *scope) {
	for i := range list {
		c.format(&list[i], s, listItem)
	}
}

// checkJobEnvironment checks an Environment outside of a Step. One that runs in
// the Sessions of Services sees no Service.
func (c *checker) checkJobEnvironment(env *Environment) {
	what := "Environment " + quoteShort(env.Name)
	entity := &consumer{what: what, services: env.Dependencies}
	before := len(c.faults.faults)
	if env.RunScopeGiven && env.RunScope.Has(ServiceScope) {
		entity = nil
	}
	c.checkEnvironment(env, c.scopes.creation("a field of the "+what, nil), entity, what)
	if entity == nil {
		c.blindEnvironment(env, before)
	}
}

// blindEnvironment puts what an Environment with SERVICE in its runScope refers
// to of Services, reported since before, into one fault at its runScope: that is
// the one thing to be changed.
func (c *checker) blindEnvironment(env *Environment, before int) {
	kept := c.faults.faults[:before]
	var first *Fault
	for _, f := range c.faults.faults[before:] {
		switch {
		case f.Hint != blindHint:
			kept = append(kept, f)
		case first == nil:
			first = f
			f.Message += fmt.Sprintf(" (line %d)", f.Pos.Line)
			f.Pos, f.Path = env.RunScopePos, env.Path+".runScope"
			kept = append(kept, f)
		}
	}
	c.faults.faults = kept
}

// checkEnvironment checks an Environment in a creation scope, which has the
// Step's names for a Step Environment.
func (c *checker) checkEnvironment(env *Environment, creation *scope, entity *consumer, what string) {
	variables := c.scopes.host(creation, "the variables of the "+what, entity)
	for i := range env.Variables {
		c.format(&env.Variables[i].Value, variables, expr.String)
	}
	script := c.scopes.host(creation, "the script of the "+what, entity)
	script.files("Env.File", env.Files)
	script = c.checkLet(env.Let, script)
	if env.Wrap.Idea {
		c.checkIdeaScript(env, script, creation, "the "+what)
		return
	}
	c.files(env.Files, script)
	for _, a := range env.Actions() {
		c.action(a, script, creation, "the "+what)
	}
}

// files checks the data of embedded files.
func (c *checker) files(files []*EmbeddedFile, s *scope) {
	for _, f := range files {
		c.format(&f.Data, s, expr.String)
	}
}

// action checks an Action: command and args in its script's scope, timeout and
// cancelation, which are resolved at job creation, in creation. A hook sees in
// all of them what it wraps.
func (c *checker) action(a *Action, script, creation *scope, of string) {
	timing := creation.with()
	if a.Kind.IsHook() {
		script = script.with()
		script.wrapped(a.Kind)
		timing.wrapped(a.Kind)
	}
	c.command(a, script)
	c.timing(a, timing, of)
}

// command checks the command and args of an Action.
func (c *checker) command(a *Action, script *scope) {
	c.format(&a.Command, script, expr.String)
	c.items(a.Args, script)
}

// timing checks the timeout and cancelation of an Action in a scope of its own.
func (c *checker) timing(a *Action, timing *scope, of string) {
	place := fmt.Sprintf("the timeout and cancelation of %s in %s", a.Kind, of)
	timing.explain = func(name string) (string, string) { return c.explainName(name, place, !a.Kind.IsHook(), nil) }
	c.intField(a.Timeout, timing)
	if a.Cancelation != nil {
		c.format(&a.Cancelation.Mode, timing, expr.Optional(expr.String))
		c.intField(a.Cancelation.NotifyPeriod, timing)
	}
}

// intField checks an integer that is written as a format string, and its value
// where it is known already.
func (c *checker) intField(f *IntField, s *scope) {
	if f == nil || f.Constant {
		return
	}
	if faults := f.Format.check(s, expr.Optional(expr.Int)); len(faults) > 0 {
		c.keep(faults)
		return
	}
	c.keep(f.check(&s.env))
}

// checkStep checks a Step and its Environments.
func (c *checker) checkStep(step *Step) {
	what := "Step " + quoteShort(step.Name)
	creation := c.checkLet(step.Let, c.scopes.creation("the let of the "+what, step))
	c.hostRequirementFields(step.HostRequirements, creation, "the hostRequirements of the "+what)
	c.checkParameterSpace(step.ParameterSpace, creation, "the parameterSpace of the "+what)
	entity := &consumer{what: what, services: step.Dependencies}
	for _, env := range step.Environments {
		c.checkEnvironment(env, creation, entity, "Step Environment "+quoteShort(env.Name))
	}
	if s := step.Script; s != nil {
		script := c.scopes.host(creation, "the script of the "+what, entity)
		script.task(step)
		script.files("Task.File", s.Files)
		script = c.checkLet(s.Let, script)
		c.files(s.Files, script)
		if s.OnRun != nil {
			c.action(s.OnRun, script, creation, "the "+what)
		}
	}
}

// checkParameterSpace checks the ranges and chunks of task parameters. What
// type of value a range comes to is judged when the Job is created.
func (c *checker) checkParameterSpace(space *ParameterSpace, creation *scope, place string) {
	if space == nil {
		return
	}
	s := creation.with()
	s.explain = func(name string) (string, string) { return c.explainName(name, place, true, nil) }
	for _, p := range space.Parameters {
		if p.Text != nil {
			c.format(p.Text, s, expr.Any)
		}
		for _, item := range p.List {
			if item.Format != nil {
				c.format(item.Format, s, expr.Any)
			}
		}
		if p.Chunks != nil {
			c.intField(p.Chunks.DefaultTaskCount, s)
			c.intField(p.Chunks.TargetRuntimeSeconds, s)
		}
	}
}

// hostRequirementFields checks the names, numbers and values of host
// requirements.
func (c *checker) hostRequirementFields(h *HostRequirements, creation *scope, place string) {
	if h == nil {
		return
	}
	s := creation.with()
	s.explain = func(name string) (string, string) { return c.explainName(name, place, true, nil) }
	for _, a := range h.Amounts {
		c.format(&a.Name, s, expr.String)
		for _, f := range []*FloatField{a.Min, a.Max} {
			if f == nil || f.Constant {
				continue
			}
			if faults := f.Format.check(s, expr.Optional(expr.Float)); len(faults) > 0 {
				c.keep(faults)
			} else {
				c.keep(f.check(&s.env))
			}
		}
	}
	for _, a := range h.Attributes {
		c.format(&a.Name, s, expr.String)
		c.items(a.AnyOf, s)
		c.items(a.AllOf, s)
	}
}

// checkService checks a Service. Its numbers are resolved at job creation with
// the names of its let.
func (c *checker) checkService(service *Service) {
	what := "Service " + quoteShort(service.Name)
	creation := c.checkLet(service.Let, c.scopes.creation("the let of the "+what, nil))
	c.hostRequirementFields(service.HostRequirements, creation, "the hostRequirements of the "+what)
	numbers := creation.with()
	numbers.explain = func(name string) (string, string) {
		return c.explainName(name, "a number of the "+what, true, nil)
	}
	for _, p := range service.Ports {
		c.intField(p.Port, numbers)
	}
	h := service.HealthCheck
	for _, f := range []*IntField{h.ReadinessInterval, h.ReadinessTimeout, h.HealthInterval, h.FailureThreshold, service.RestartPolicy.MaxAttempts} {
		c.intField(f, numbers)
	}
	for _, p := range service.Ports {
		c.intField(h.PortTimeouts[p.Name], numbers)
	}
	entity := &consumer{what: what, own: service, services: service.Dependencies}
	variables := c.scopes.host(creation, "the variables of the "+what, entity)
	for i := range service.Variables {
		c.format(&service.Variables[i].Value, variables, expr.String)
	}
	script := c.scopes.host(creation, "the script of the "+what, entity)
	script.files("Service.File", service.Files)
	script = c.checkLet(service.ScriptLet, script)
	c.files(service.Files, script)
	for _, a := range service.Actions() {
		c.action(a, script, creation, "the "+what)
	}
}
