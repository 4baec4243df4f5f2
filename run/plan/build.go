package plan

import (
	"fmt"
	"slices"
)

// build checks the Job and makes the initial state of its Steps, Services and
// workers.
func (p *Plan) build() error {
	if err := checkIndexes(p.job); err != nil {
		return err
	}
	p.steps = make([]step, len(p.job.Steps))
	for i, s := range p.job.Steps {
		p.steps[i] = step{total: s.Tasks, open: s.Open, pass: 1, ended: s.Skip, deps: slices.Clone(s.Dependencies)}
	}
	p.buildServices()
	if err := p.checkScopes(); err != nil {
		return err
	}
	p.linkSteps()
	if err := p.checkServiceCircle(); err != nil {
		return err
	}
	p.workers = make([]worker, p.job.Workers)
	for i := range p.workers {
		p.workers[i] = worker{step: None, task: None}
	}
	if err := p.placeSteps(); err != nil {
		return err
	}
	return p.checkApart()
}

func checkIndexes(job Job) error {
	check := func(kind string, owner int, what string, list []int, n int) error {
		for _, i := range list {
			if i < 0 || i >= n {
				return fmt.Errorf("plan: %s %d: %s names index %d of %d", kind, owner, what, i, n)
			}
		}
		return nil
	}
	for i, s := range job.Steps {
		if s.Tasks < 0 {
			return fmt.Errorf("plan: step %d has %d tasks", i, s.Tasks)
		}
		if err := check("step", i, "dependencies", s.Dependencies, len(job.Steps)); err != nil {
			return err
		}
		if err := check("step", i, "services", s.Services, len(job.Services)); err != nil {
			return err
		}
	}
	for i, s := range job.Services {
		if err := check("service", i, "scope", s.Scope, len(job.Steps)); err != nil {
			return err
		}
		if err := check("service", i, "step dependencies", s.DependsSteps, len(job.Steps)); err != nil {
			return err
		}
		if err := check("service", i, "apart", s.Apart, len(job.Services)); err != nil {
			return err
		}
		if err := check("service", i, "service dependencies", s.DependsServices, len(job.Services)); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) buildServices() {
	p.services = make([]service, len(p.job.Services))
	for i, j := range p.job.Services {
		s := &p.services[i]
		s.inScope = make([]bool, len(p.steps))
		for _, step := range j.Scope {
			s.inScope[step] = true
		}
		if j.AllSteps || j.JobEnvs {
			for step := range s.inScope {
				s.inScope[step] = true
			}
		}
		s.allSteps = !slices.Contains(s.inScope, false)
		for step, in := range s.inScope {
			if in {
				s.scope = append(s.scope, step)
				p.steps[step].scopedBy = append(p.steps[step].scopedBy, i)
			}
		}
		for _, up := range j.DependsServices {
			p.services[up].listedBy = append(p.services[up].listedBy, i)
		}
	}
}

// checkScopes holds the Job against §9.1: who lists a Service is in its scope.
func (p *Plan) checkScopes() error {
	for i, s := range p.job.Steps {
		for _, sv := range s.Services {
			if !p.services[sv].inScope[i] {
				return fmt.Errorf("plan: step %d lists service %d and is not in its scope", i, sv)
			}
		}
	}
	for i := range p.services {
		for _, down := range p.services[i].listedBy {
			for _, step := range p.services[down].scope {
				if !p.services[i].inScope[step] {
					return fmt.Errorf("plan: service %d lists service %d, whose scope lacks step %d", down, i, step)
				}
			}
		}
	}
	return nil
}

// linkSteps adds the dependencies that a Step has through the Services of its
// scope: no Task of it runs before they are READY, and they start only after
// the Steps that they list.
func (p *Plan) linkSteps() {
	for i := range p.steps {
		s := &p.steps[i]
		for _, sv := range s.scopedBy {
			s.deps = append(s.deps, p.job.Services[sv].DependsSteps...)
		}
		slices.Sort(s.deps)
		s.deps = slices.Compact(s.deps)
		for _, d := range s.deps {
			p.steps[d].dependents = append(p.steps[d].dependents, i)
		}
	}
}

// placeSteps makes the order: depth-first, from the template's order.
func (p *Plan) placeSteps() error {
	const (
		unseen = iota
		onPath
		placed
	)
	mark := make([]int, len(p.steps))
	var place func(i int) error
	place = func(i int) error {
		switch mark[i] {
		case onPath:
			return fmt.Errorf("plan: step %d (%s) depends on itself", i, p.job.Steps[i].Name)
		case placed:
			return nil
		}
		mark[i] = onPath
		for _, d := range p.steps[i].deps {
			if err := place(d); err != nil {
				return err
			}
		}
		mark[i] = placed
		p.order = append(p.order, i)
		return nil
	}
	for i := range p.steps {
		if err := place(i); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) checkServiceCircle() error {
	for i := range p.services {
		if slices.Contains(p.dependents(i), i) {
			return fmt.Errorf("plan: service %d (%s) depends on itself", i, p.job.Services[i].Name)
		}
	}
	return nil
}

// dependents are the Services that list this one, directly or not.
func (p *Plan) dependents(service int) []int {
	var all []int
	seen := make([]bool, len(p.services))
	var visit func(i int)
	visit = func(i int) {
		for _, d := range p.services[i].listedBy {
			if !seen[d] {
				seen[d] = true
				all = append(all, d)
				visit(d)
			}
		}
	}
	visit(service)
	return all
}
