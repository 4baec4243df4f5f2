package plan

import (
	"fmt"
	"slices"
)

// This file is about Services that request one and the same port number: they
// may have it in turn, where it is sure that their turns never meet.

// ApartError says that two Services that have to be apart (Service.Apart) could
// be up at the same time.
type ApartError struct {
	First, Second int // indices of the Services
	// Returned is the Service whose restart could bring back Steps of First's
	// scope while Second is up, else None: their Steps may meet by themselves.
	Returned int
}

// Error names the Services by their index; callers know better names.
func (e *ApartError) Error() string {
	return fmt.Sprintf("plan: services %d and %d may be up at the same time", e.First, e.Second)
}

// checkApart holds every pair of Services that have to be apart against the
// order of their Steps.
func (p *Plan) checkApart() error {
	var before [][]bool // made when a pair asks for it
	for i := range p.services {
		for _, k := range p.job.Services[i].Apart {
			if k == i {
				return fmt.Errorf("plan: service %d is to be apart from itself", i)
			}
			if !slices.Contains(p.job.Services[k].Apart, i) {
				return fmt.Errorf("plan: service %d is to be apart from service %d, and not the reverse", i, k)
			}
			if k < i {
				continue
			}
			if before == nil {
				before = p.precedence()
			}
			if err := p.checkPair(i, k, before); err != nil {
				return err
			}
		}
	}
	return nil
}

// precedence says of every two Steps whether the first has always ended before
// the second begins: by dependencies, with one worker by the order.
func (p *Plan) precedence() [][]bool {
	before := make([][]bool, len(p.steps))
	for i := range before {
		before[i] = make([]bool, len(p.steps))
	}
	for at, step := range p.order {
		if p.job.Workers == 1 {
			for _, earlier := range p.order[:at] {
				before[earlier][step] = true
			}
			continue
		}
		for _, d := range p.steps[step].deps {
			before[d][step] = true
			for earlier := range before {
				before[earlier][step] = before[earlier][step] || before[earlier][d]
			}
		}
	}
	return before
}

// checkPair: one's Steps come before the other's, and no restart of a third
// Service brings them back while the other is up.
func (p *Plan) checkPair(i, k int, before [][]bool) error {
	first, second := p.runScope(i), p.runScope(k)
	if len(first) == 0 || len(second) == 0 {
		return nil
	}
	if !allBefore(first, second, before) {
		if !allBefore(second, first, before) {
			return &ApartError{First: i, Second: k, Returned: None}
		}
		i, k, first, second = k, i, second, first
	}
	for z := range p.services {
		if p.mayReturn(z) && !allBefore(p.runScope(z), second, before) && p.returns(z, first) {
			return &ApartError{First: i, Second: k, Returned: z}
		}
	}
	return nil
}

// runScope is the Steps of the scope that are part of the run.
func (p *Plan) runScope(service int) []int {
	var out []int
	for _, step := range p.services[service].scope {
		if !p.job.Steps[step].Skip {
			out = append(out, step)
		}
	}
	return out
}

func allBefore(first, second []int, before [][]bool) bool {
	for _, a := range first {
		for _, b := range second {
			if !before[a][b] {
				return false
			}
		}
	}
	return true
}

// mayReturn says that a failure of the Service, or of one that it lists, can send
// Steps back to pending.
func (p *Plan) mayReturn(service int) bool {
	j := p.job.Services[service]
	if j.CompletedTasks == Keep {
		return false
	}
	return j.CompletedTasks == Rerun && j.MaxAttempts > 0 || p.upstreamMayRestart(service)
}

// upstreamMayRestart: a Service that it lists, directly or not, may get a new
// Session, by an attempt of its own or after a Step that it lists has returned.
func (p *Plan) upstreamMayRestart(service int) bool {
	for _, up := range p.job.Services[service].DependsServices {
		j := p.job.Services[up]
		if j.MaxAttempts > 0 || len(j.DependsSteps) > 0 || p.upstreamMayRestart(up) {
			return true
		}
	}
	return false
}

// returns says that Steps of the list return when those of the Service's scope
// do: they are of it, or depend on one that is.
func (p *Plan) returns(service int, list []int) bool {
	back := make([]bool, len(p.steps))
	for _, step := range p.order {
		back[step] = p.services[service].inScope[step] ||
			slices.ContainsFunc(p.steps[step].deps, func(d int) bool { return back[d] })
	}
	return slices.ContainsFunc(list, func(step int) bool { return back[step] })
}

// apartDown says that every Service that this one has to be apart from is down.
func (p *Plan) apartDown(service int) bool {
	for _, other := range p.job.Services[service].Apart {
		if p.services[other].state != down {
			return false
		}
	}
	return true
}
