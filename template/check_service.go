// This file computes the scopes of Services (§9.1) and writes the dependencies
// that the idea form leaves unwritten.

package template

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// serviceScopes computes which Steps each Service of a Job Template serves
// (§9.1): those that list it, directly or through other Services, and every
// Step where a Job Environment lists it. A Service that serves none is a fault.
func (c *checker) serviceScopes() {
	t := c.document.Job
	if t == nil || len(t.Services) == 0 {
		return
	}
	everyStep := map[*Service]bool{}
	for _, env := range t.Environments {
		reach(env.Dependencies, everyStep)
	}
	for i, s := range t.Steps {
		reached := maps.Clone(everyStep)
		reach(s.Dependencies, reached)
		for _, service := range t.Services {
			if reached[service] {
				service.Scope = append(service.Scope, i)
			}
		}
	}
	named := map[string]bool{}
	for _, s := range t.Services {
		again := named[s.Name] || s.Name == "" // said already, and nothing can refer to it
		named[s.Name] = true
		if len(s.Scope) == 0 && len(t.Steps) > 0 && !again {
			message := fmt.Sprintf("no Step and no Job Environment depends on the Service %q", s.Name)
			if listers := listersOf(s, t.Services); len(listers) > 0 {
				message += ", only unused Services do: " + joinWords(listers)
			}
			c.report(s.Pos, s.Path, "9.1", "list it in the dependencies of the Steps that use it, or remove it", "%s", message)
		}
	}
}

// listersOf names the Services that list one.
func listersOf(s *Service, services []*Service) []string {
	var out []string
	for _, other := range services {
		for _, d := range other.Dependencies {
			if d.Service == s {
				out = append(out, other.Name)
			}
		}
	}
	return out
}

// reach marks the Services that dependencies lead to through Services.
func reach(list []Dependency, reached map[*Service]bool) {
	for _, d := range list {
		if d.Service != nil && !reached[d.Service] {
			reached[d.Service] = true
			reach(d.Service.Dependencies, reached)
		}
	}
}

// linkIdeaServices turns jobServices and stepServices into the Services of the
// model: every entity in scope gets the dependencies that this form leaves
// unwritten. m is the document's root.
func (d *decoder) linkIdeaServices(m *mapping, t *JobTemplate, jobServices []*Service) {
	key := ideaKey(m, t)
	if key == "" {
		return
	}
	if draft, at := draftKey(m, t); draft != "" {
		// The services are linked all the same, so that naming them is no further
		// fault.
		at.Section, at.Hint = "9", "write all services in one form"
		at.Message = key + " and " + draft + " cannot stand in one document"
		d.faults.add(at)
	}
	all := slices.Clone(jobServices)
	names := map[string]bool{}
	for i, s := range jobServices {
		names[s.Name] = true
		s.idea = &ideaPlace{key: "jobServices", index: i}
		s.Dependencies = dependenciesOn(jobServices[:i])
	}
	for _, step := range t.Steps {
		own := step.Services
		for j, s := range own {
			if names[s.Name] && s.Name != "" {
				d.faults.add(&Fault{Pos: s.Pos, Path: s.Path, Section: "9", Hint: "give one of them another name",
					Message: "the service " + quoteShort(s.Name) + " is named like one of jobServices"})
			}
			s.idea = &ideaPlace{key: "stepServices", step: step, index: j}
			s.Dependencies = dependenciesOn(slices.Concat(jobServices, own[:j]))
		}
		step.Dependencies = append(step.Dependencies, dependenciesOn(slices.Concat(jobServices, own))...)
		step.Services = nil
		all = append(all, own...)
	}
	for _, env := range t.Environments {
		for _, s := range jobServices {
			if env.refersTo(s.Name) {
				env.Dependencies = append(env.Dependencies, dependenciesOn([]*Service{s})...)
				if !env.RunScopeGiven {
					env.RunScope = TaskScope
				}
			}
		}
	}
	t.Services = append(t.Services, all...)
}

// ideaPlace is where a service of the idea form stands.
type ideaPlace struct {
	key   string // jobServices or stepServices
	step  *Step  // of stepServices
	index int    // in its list
}

// ideaKey is the key of the idea form that a document uses, if any.
func ideaKey(m *mapping, t *JobTemplate) string {
	if m.given("jobServices") {
		return "jobServices"
	}
	for _, s := range t.Steps {
		if len(s.Services) > 0 {
			return "stepServices"
		}
	}
	return ""
}

// draftKey is the key of the draft's form that a document uses, if any, and a
// fault that stands there.
func draftKey(m *mapping, t *JobTemplate) (string, *Fault) {
	for _, key := range []string{"services", "requiresServices"} {
		if e, there := m.raw(key); there {
			return key, &Fault{Pos: e.node.pos, Path: e.path}
		}
	}
	lists := [][]Dependency{}
	for _, s := range t.Steps {
		lists = append(lists, s.Dependencies)
	}
	for _, env := range t.Environments {
		lists = append(lists, env.Dependencies)
	}
	for _, list := range lists {
		for _, d := range list {
			if d.ServiceName != "" {
				return "the dependency service: " + d.ServiceName, &Fault{Pos: d.Pos, Path: d.Path}
			}
		}
	}
	return "", nil
}

// dependenciesOn lists dependencies on Services that nobody wrote.
func dependenciesOn(services []*Service) []Dependency {
	var out []Dependency
	for _, s := range services {
		out = append(out, Dependency{ServiceName: s.Name, Service: s, Pos: s.Pos, Path: s.Path})
	}
	return out
}

// refersTo reports whether any text of the Environment names a value of the
// Service.
func (e *Environment) refersTo(service string) bool {
	return anyRefersTo(service, e.Variables, e.Let, e.Files, e.Actions())
}

// refersTo reports whether any text of the Service names a value of another.
func (s *Service) refersTo(service string) bool {
	return anyRefersTo(service, s.Variables, s.ScriptLet, s.Files, s.Actions())
}

func anyRefersTo(service string, variables []Variable, let []*LetBinding, files []*EmbeddedFile, actions []*Action) bool {
	var texts []string
	for _, v := range variables {
		texts = append(texts, v.Value.Text)
	}
	for _, b := range let {
		texts = append(texts, b.Expression)
	}
	for _, f := range files {
		texts = append(texts, f.Data.Text)
	}
	for _, a := range actions {
		texts = append(texts, a.Command.Text)
		for _, arg := range a.Args {
			texts = append(texts, arg.Text)
		}
	}
	pattern := regexp.MustCompile(`\bService\s*\.\s*` + regexp.QuoteMeta(service) + `\b`)
	return slices.ContainsFunc(texts, pattern.MatchString)
}
