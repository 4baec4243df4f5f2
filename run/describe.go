package run

import (
	"fmt"
	"path/filepath"
	"strings"

	"runner/run/plan"
	"runner/service"
	"runner/template"
)

// describe turns the Job into what the plan needs to know of it, and makes the
// lists of Tasks and the Services of the run.
func (c *conductor) describe() error {
	selected := map[int]StepSelection{}
	for _, s := range c.opts.Select {
		selected[s.Step] = s
	}
	shape := plan.Job{Workers: c.opts.Workers, KeepGoing: c.opts.KeepGoing}
	for i, step := range c.job.Steps {
		selection, chosen := selected[i]
		tasks := newTaskList(i, step.Space, selection, c.opts.MaximumTasks)
		c.tasks = append(c.tasks, tasks)
		shape.Steps = append(shape.Steps, plan.Step{
			Name: step.Step.Name, Dependencies: step.Dependencies, Services: c.listed(step.Step.Dependencies),
			Tasks: tasks.count(), Open: tasks.open(), Skip: len(c.opts.Select) > 0 && !chosen,
		})
	}
	var pinned []service.PortSpec
	names := serviceNames(c.job)
	for i, s := range c.job.Services {
		r := &serviceRun{run: c, index: i, job: s, spec: serviceSpec(s, names[i])}
		c.services = append(c.services, r)
		pinned = append(pinned, r.spec.Ports...)
		shape.Services = append(shape.Services, c.describeService(s))
	}
	c.keepApart(shape.Services)
	c.ports = service.NewAllocator(service.AllocatorOptions{Pinned: pinned})
	c.report.prepare(c, shape)
	p, err := plan.New(shape)
	if err != nil {
		return c.unschedulable(err)
	}
	c.plan = p
	return nil
}

// listed gives the indices of the Services that a dependencies list names.
func (c *conductor) listed(dependencies []template.Dependency) []int {
	var out []int
	for _, d := range dependencies {
		if d.ServiceName == "" {
			continue
		}
		if i := c.serviceIndex(provider(c.job, d)); i >= 0 {
			out = append(out, i)
		}
	}
	return out
}

func (c *conductor) serviceIndex(s *template.Service) int {
	for i, candidate := range c.job.Services {
		if candidate.Service == s {
			return i
		}
	}
	return -1
}

// describeService is one Service as the plan sees it.
func (c *conductor) describeService(s *template.JobService) plan.Service {
	out := plan.Service{
		Name: s.Service.Name, Scope: s.Scope, AllSteps: s.EveryStep, MaxAttempts: int(s.MaxAttempts),
		DependsSteps: s.DependsSteps, DependsServices: s.DependsServices,
	}
	switch s.CompletedTasks {
	case template.KeepCompletedTasks:
		out.CompletedTasks = plan.Keep
	case template.RerunCompletedTasks:
		out.CompletedTasks = plan.Rerun
	}
	for _, e := range c.job.Environments {
		for _, d := range e.Dependencies {
			if d.ServiceName != "" && provider(c.job, d) == s.Service {
				out.JobEnvs = true
			}
		}
	}
	return out
}

// serviceSpec is one Service as package service sees it. A number that is not
// the author's is left out: package service has the defaults, and is prompter
// with them.
func serviceSpec(s *template.JobService, name string) service.Spec {
	h := s.HealthCheck
	spec := service.Spec{
		Name: name,
		Check: service.HealthCheck{
			Type: service.CheckType(h.Type), Ports: h.Ports,
			ReadinessTimeout: h.ReadinessTimeout, FailureThreshold: int(h.FailureThreshold),
			PortTimeouts: h.PortTimeouts,
		},
		Restart: service.RestartPolicy{
			MaxAttempts: int(s.MaxAttempts), CompletedTasks: service.Completed(s.CompletedTasks),
		},
	}
	if h.ReadinessIntervalGiven {
		spec.Check.ReadinessInterval = h.ReadinessInterval
	}
	if h.HealthIntervalGiven {
		spec.Check.HealthInterval = h.HealthInterval
	}
	for _, p := range s.Ports {
		spec.Ports = append(spec.Ports, service.PortSpec{
			Name: p.Name, Protocol: service.Protocol(p.Protocol), Number: p.Number,
		})
	}
	return spec
}

// serviceNames gives every Service of the Job the name that its lines in a
// shared log carry: its own, and with it its document for an external one
// (§9.7.1), or its Step where two Steps have one of the name (stepServices). No
// two are the same, also as the name of a folder.
func serviceNames(job *template.Job) []string {
	same := map[string]int{} // in the Job Template
	for _, s := range job.Services {
		if s.Document == job.Document {
			same[s.Service.Name]++
		}
	}
	var names []string
	folders := map[string]bool{}
	for _, s := range job.Services {
		name := s.Service.Name
		switch {
		case s.Document != job.Document:
			name += " of " + filepath.Base(s.Document.Source.Name)
		case same[name] > 1 && len(s.Scope) > 0:
			name += " of Step " + job.Steps[s.Scope[0]].Step.Name
		}
		plain := name
		for n := 2; folders[strings.ToLower(fileName(name))]; n++ {
			name = fmt.Sprintf("%s (%d)", plain, n)
		}
		folders[strings.ToLower(fileName(name))] = true
		names = append(names, name)
	}
	return names
}
