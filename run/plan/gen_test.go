package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// genJob makes a random Job as a checked template could give one: no circles,
// scopes by §9.1's formula, a completedTasks wherever there are attempts.
func genJob(r *rand.Rand) Job {
	j := Job{Workers: 1 + r.IntN(4), KeepGoing: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		j.Workers = 1
	}
	nSteps, nServices := 1+r.IntN(5), r.IntN(5)
	if r.IntN(3) == 0 {
		nSteps, nServices = 3+r.IntN(4), 2+r.IntN(5)
	}
	for i := range nSteps {
		s := Step{Name: fmt.Sprintf("S%d", i), Tasks: int64(r.IntN(5)), Open: r.IntN(8) == 0, Skip: r.IntN(15) == 0}
		for d := range i {
			if r.IntN(4) == 0 {
				s.Dependencies = append(s.Dependencies, d)
			}
		}
		j.Steps = append(j.Steps, s)
	}
	for i := range nServices {
		j.Services = append(j.Services, genService(r, i))
	}
	genScopes(r, &j)
	shuffleSteps(r, &j)
	shuffleServices(r, &j)
	genApart(r, &j)
	return j
}

// genApart has Services request the same port number where that is allowed.
func genApart(r *rand.Rand, j *Job) {
	n := len(j.Services)
	for range n {
		a, b := &j.Services[r.IntN(n)], &j.Services[r.IntN(n)]
		oldA, oldB := a.Apart, b.Apart
		ia, ib := slices.Index(names(j), a.Name), slices.Index(names(j), b.Name)
		if ia == ib || slices.Contains(a.Apart, ib) {
			continue
		}
		a.Apart, b.Apart = append(slices.Clone(oldA), ib), append(slices.Clone(oldB), ia)
		if _, err := New(*j); err != nil {
			a.Apart, b.Apart = oldA, oldB
		}
	}
}

func names(j *Job) []string {
	var out []string
	for _, s := range j.Services {
		out = append(out, s.Name)
	}
	return out
}

func genService(r *rand.Rand, i int) Service {
	s := Service{Name: fmt.Sprintf("V%d", i), CompletedTasks: CompletedTasks(r.IntN(3))}
	if s.CompletedTasks != Absent {
		s.MaxAttempts = r.IntN(4)
	}
	for d := range i {
		if r.IntN(3) == 0 {
			s.DependsServices = append(s.DependsServices, d)
		}
	}
	s.AllSteps = r.IntN(5) == 0
	s.JobEnvs = s.AllSteps && r.IntN(2) == 0
	return s
}

// genScopes has Steps list Services, computes the scopes from the lists, and
// lets some Services list Steps that come before their whole scope.
func genScopes(r *rand.Rand, j *Job) {
	scopes := make([]map[int]bool, len(j.Services))
	for i := len(j.Services) - 1; i >= 0; i-- {
		s := &j.Services[i]
		scopes[i] = map[int]bool{}
		for step := range j.Steps {
			lists := r.IntN(3) == 0
			if lists {
				j.Steps[step].Services = append(j.Steps[step].Services, i)
			}
			if lists || s.AllSteps {
				scopes[i][step] = true
			}
		}
		for down := i + 1; down < len(j.Services); down++ {
			if !slices.Contains(j.Services[down].DependsServices, i) {
				continue
			}
			for step := range scopes[down] {
				scopes[i][step] = true
			}
			s.AllSteps = s.AllSteps || j.Services[down].AllSteps
		}
		for step := range scopes[i] {
			s.Scope = append(s.Scope, step)
		}
		slices.Sort(s.Scope)
		if len(s.Scope) > 0 && !s.AllSteps && r.IntN(3) == 0 && s.Scope[0] > 0 {
			s.DependsSteps = []int{r.IntN(s.Scope[0])}
		}
	}
}

// shuffleSteps renames the Steps, so that the template's order is not the order
// of the dependencies.
func shuffleSteps(r *rand.Rand, j *Job) {
	to := r.Perm(len(j.Steps))
	rename := func(list []int) {
		for i := range list {
			list[i] = to[list[i]]
		}
	}
	steps := make([]Step, len(j.Steps))
	for i, s := range j.Steps {
		rename(s.Dependencies)
		steps[to[i]] = s
	}
	j.Steps = steps
	for i := range j.Services {
		rename(j.Services[i].Scope)
		rename(j.Services[i].DependsSteps)
	}
}

// shuffleServices does the same for the Services: their list order means nothing.
func shuffleServices(r *rand.Rand, j *Job) {
	to := r.Perm(len(j.Services))
	services := make([]Service, len(j.Services))
	for i, s := range j.Services {
		for k := range s.DependsServices {
			s.DependsServices[k] = to[s.DependsServices[k]]
		}
		services[to[i]] = s
	}
	j.Services = services
	for i := range j.Steps {
		for k := range j.Steps[i].Services {
			j.Steps[i].Services[k] = to[j.Steps[i].Services[k]]
		}
	}
}
