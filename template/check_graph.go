// This file checks the graph of dependencies (§3.2) and orders Steps by it.

package template

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// linkDependencies finds the Steps and Services that dependencies name (§3.2).
func (c *checker) linkDependencies() {
	l := &linker{c: c, steps: map[string]*Step{}, services: map[string]*Service{}, required: map[string]*ServiceRequirement{}}
	t := c.document.Job
	for _, s := range c.document.Services() {
		if l.services[s.Name] == nil {
			l.services[s.Name] = s
		}
	}
	if t != nil {
		for _, s := range t.Steps {
			if l.steps[s.Name] == nil {
				l.steps[s.Name] = s
			}
		}
		for _, r := range t.RequiresServices {
			if l.required[r.Name] == nil {
				l.required[r.Name] = r
			}
		}
		for _, s := range t.Steps {
			l.link(s.Dependencies, s, nil)
			for _, d := range s.Dependencies {
				if d.Service != nil && !slices.Contains(s.Services, d.Service) {
					s.Services = append(s.Services, d.Service)
				}
			}
		}
	}
	for _, s := range c.document.Services() {
		l.link(s.Dependencies, nil, s)
	}
	for _, env := range c.environments() {
		l.link(env.Dependencies, nil, nil)
	}
}

// linker holds the names of a document.
type linker struct {
	c        *checker
	steps    map[string]*Step
	services map[string]*Service
	required map[string]*ServiceRequirement
}

// link fills in what the entries name; step or service is the entity whose
// list it is.
func (l *linker) link(list []Dependency, step *Step, service *Service) {
	for i := range list {
		d := &list[i]
		if d.Service != nil {
			continue // the idea form knows already
		}
		if d.StepName != "" {
			d.Step = l.steps[d.StepName]
			switch {
			case d.Step == nil:
				l.unknown(d, "Step", d.StepName, keys(l.steps))
			case d.Step == step:
				l.c.report(d.Pos, d.Path, "3.2", "remove the entry", "the Step %s depends on itself", quoteShort(step.Name))
				d.Step = nil
			}
			continue
		}
		d.Service, d.Requirement = l.services[d.ServiceName], l.required[d.ServiceName]
		switch {
		case d.Service != nil && d.Service == service:
			l.c.report(d.Pos, d.Path, "3.2", "remove the entry: a Service sees its own values", "the Service %q depends on itself", service.Name)
			d.Service = nil
		case d.Service != nil:
			d.Requirement = nil
		case d.Requirement == nil:
			l.unknown(d, "Service", d.ServiceName, append(keys(l.services), keys(l.required)...))
		}
	}
}

func keys[V any](m map[string]V) []string {
	if len(m) > maxSuggestFrom {
		return nil
	}
	return slices.Sorted(maps.Keys(m))
}

// unknown reports a name that nothing has.
func (l *linker) unknown(d *Dependency, what, name string, known []string) {
	hint := l.c.didYouMean(name, known)
	_, isRequired := l.required[name]
	switch _, isService := l.services[name]; {
	case what == "Step" && (isService || isRequired):
		hint = "it is a Service: write service: " + name
	case what == "Service" && l.steps[name] != nil:
		hint = "it is a Step: write dependsOn: " + name
	}
	l.c.report(d.Pos, d.Path, "3.2", hint, "there is no %s %s", what, quoteShort(name))
}

// graphNode is a Step or a Service in the graph of dependencies.
type graphNode struct {
	step    *Step
	service *Service
}

func (n graphNode) String() string {
	if n.step != nil {
		return "Step " + quoteShort(n.step.Name)
	}
	return "Service " + quoteShort(n.service.Name)
}

// graphEdge leads to a node; it stands in a dependencies list.
type graphEdge struct {
	to graphNode
	at *Dependency
}

// edgesOf lists what a dependencies list leads to.
func edgesOf(list []Dependency) []graphEdge {
	var out []graphEdge
	for i := range list {
		switch d := &list[i]; {
		case d.Step != nil:
			out = append(out, graphEdge{graphNode{step: d.Step}, d})
		case d.Service != nil:
			out = append(out, graphEdge{graphNode{service: d.Service}, d})
		}
	}
	return out
}

// checkCycles reports cycles of dependencies, each by a walk around it. A
// Service that a Job Environment lists is a dependency of every Step (§3.2).
func (c *checker) checkCycles() {
	w := &cycleWalk{c: c, done: map[graphNode]bool{}, onPath: map[graphNode]int{}}
	t := c.document.Job
	if t != nil {
		seen := map[*Service]bool{}
		for _, env := range t.Environments {
			for _, e := range edgesOf(env.Dependencies) {
				if !seen[e.to.service] {
					seen[e.to.service] = true
					w.everyStep = append(w.everyStep, e)
				}
			}
		}
		for _, s := range t.Steps {
			w.visit(graphNode{step: s})
		}
	}
	for _, s := range c.document.Services() {
		w.visit(graphNode{service: s})
	}
}

// cycleWalk is a depth-first walk over the graph.
type cycleWalk struct {
	c         *checker
	everyStep []graphEdge // from every Step, by Job Environments
	done      map[graphNode]bool
	onPath    map[graphNode]int // 1-based place on path
	path      []graphNode
}

// edges lists where a node leads.
func (w *cycleWalk) edges(n graphNode) []graphEdge {
	if n.service != nil {
		return edgesOf(n.service.Dependencies)
	}
	return append(edgesOf(n.step.Dependencies), w.everyStep...)
}

func (w *cycleWalk) visit(n graphNode) {
	if w.done[n] {
		return
	}
	w.path = append(w.path, n)
	w.onPath[n] = len(w.path)
	for _, e := range w.edges(n) {
		if at := w.onPath[e.to]; at > 0 {
			w.report(w.path[at-1:], e)
			continue
		}
		w.visit(e.to)
	}
	w.path = w.path[:len(w.path)-1]
	delete(w.onPath, n)
	w.done[n] = true
}

// report names a cycle: the nodes on the path, and the edge that closes it.
func (w *cycleWalk) report(cycle []graphNode, closing graphEdge) {
	var names []string
	for i, n := range cycle {
		if i == 10 && len(cycle) > 12 {
			names = append(names, fmt.Sprintf("… %d more …", len(cycle)-i))
			break
		}
		names = append(names, n.String())
	}
	w.c.report(closing.at.Pos, closing.at.Path, "3.2", "remove one of these dependencies",
		"the dependencies form a cycle: %s → %s", strings.Join(names, " → "), closing.to)
}

// StepOrder is the order in which a run takes the Steps: the template's,
// except that the Steps which a Step depends on, also through Services, come
// before it, these again in the template's order.
func StepOrder(t *JobTemplate) []*Step {
	o := &stepOrder{needs: newStepNeeds(t), placed: map[*Step]bool{}}
	for _, s := range t.Steps {
		o.place(s)
	}
	return o.out
}

type stepOrder struct {
	needs  *stepNeeds
	placed map[*Step]bool
	out    []*Step
}

func (o *stepOrder) place(s *Step) {
	if o.placed[s] {
		return
	}
	o.placed[s] = true
	for _, d := range o.needs.of(s) {
		o.place(d)
	}
	o.out = append(o.out, s)
}

// StepDependencies lists the Steps that have to be complete before s can
// start, in the template's order: those it names, and those that the Services
// it needs name.
func StepDependencies(t *JobTemplate, s *Step) []*Step { return newStepNeeds(t).of(s) }

// stepNeeds finds the Steps that Steps depend on.
type stepNeeds struct {
	everyStep []Dependency // on Services, by Job Environments
}

func newStepNeeds(t *JobTemplate) *stepNeeds {
	n := &stepNeeds{}
	seen := map[*Service]bool{}
	for _, env := range t.Environments {
		for _, d := range env.Dependencies {
			if d.Service != nil && !seen[d.Service] {
				seen[d.Service] = true
				n.everyStep = append(n.everyStep, d)
			}
		}
	}
	return n
}

func (n *stepNeeds) of(s *Step) []*Step {
	steps := map[*Step]bool{}
	services := map[*Service]bool{}
	var follow func(list []Dependency)
	follow = func(list []Dependency) {
		for _, d := range list {
			if d.Step != nil && d.Step != s {
				steps[d.Step] = true
			}
			if d.Service != nil && !services[d.Service] {
				services[d.Service] = true
				follow(d.Service.Dependencies)
			}
		}
	}
	follow(s.Dependencies)
	follow(n.everyStep)
	return slices.SortedFunc(maps.Keys(steps), func(a, b *Step) int { return a.Index - b.Index })
}
