// This file gathers what is worth knowing of a Job before it runs.

package template

import "slices"

// Summary is a Job in figures and names, for display.
type Summary struct {
	Name         string
	Parameters   []ParameterSummary
	Environments []string // in the order of entry
	Steps        []StepSummary
	Services     []ServiceSummary
	Requirements []RequirementSummary
	Tasks        int64 // of all Steps; -1 when 64 bits cannot count them
}

// ParameterSummary is a job parameter with its value as text.
type ParameterSummary struct {
	Name, Description string
	Type              ParameterType
	Value             string
	Given             bool
}

// StepSummary is a Step.
type StepSummary struct {
	Name             string
	Description      string
	Tasks            int64
	Parameters       []TaskParameterSummary
	Combination      string   // "" without task parameters
	Dependencies     []string // the Steps that it lists
	ListedServices   []string // the Services that it lists, also required ones
	Environments     []string
	Services         []int // indices of those that have it in their scope
	HostRequirements *ResolvedRequirements
}

// TaskParameterSummary is a task parameter; Values counts single values, also
// where they are chunked.
type TaskParameterSummary struct {
	Name    string
	Type    ParameterType
	Values  int64
	Chunked bool
}

// ServiceSummary is a Service.
type ServiceSummary struct {
	Name           string
	Description    string
	From           string // the document that brings it
	Ports          []ResolvedPort
	HealthCheck    ResolvedHealthCheck
	MaxAttempts    int64
	CompletedTasks string   // KeepCompletedTasks, RerunCompletedTasks or ""
	Steps          []string // its scope
	AfterSteps     []string // the Steps that it lists
	AfterServices  []string // the Services that it lists, also required ones
}

// RequirementSummary is a Service that the Job requires of its attachments.
type RequirementSummary struct {
	Name     string
	Ports    []ResolvedPort
	Provider string // the document that has it; "" when none is attached
}

// Summary describes the Job.
func (j *Job) Summary() Summary {
	s := Summary{Name: j.Name}
	for _, p := range j.Parameters {
		s.Parameters = append(s.Parameters, ParameterSummary{Name: p.Name, Description: p.Definition.Description,
			Type: p.Type, Value: p.Value.Text(), Given: p.Given})
	}
	for _, e := range j.Environments {
		s.Environments = append(s.Environments, e.Name)
	}
	for _, step := range j.Steps {
		s.Steps = append(s.Steps, j.stepSummary(step))
		if tasks := step.Space.Len(); s.Tasks >= 0 {
			if s.Tasks += tasks; s.Tasks < 0 {
				s.Tasks = -1
			}
		}
	}
	for _, service := range j.Services {
		s.Services = append(s.Services, j.serviceSummary(service))
	}
	for _, r := range j.Document.Job.RequiresServices {
		s.Requirements = append(s.Requirements, j.requirementSummary(r))
	}
	return s
}

func (j *Job) requirementSummary(r *ServiceRequirement) RequirementSummary {
	out := RequirementSummary{Name: r.Name}
	for _, p := range r.Ports {
		out.Ports = append(out.Ports, ResolvedPort{Name: p.Name, Protocol: p.Protocol})
	}
	if provider := j.RequiredService(r); provider != nil {
		out.Provider = provider.Document.Source.Name
	}
	return out
}

func (j *Job) stepSummary(s *JobStep) StepSummary {
	out := StepSummary{Name: s.Step.Name, Description: s.Step.Description, Tasks: s.Space.Len(),
		Combination: s.Space.text, HostRequirements: s.HostRequirements}
	for _, d := range s.Space.dims {
		out.Parameters = append(out.Parameters, TaskParameterSummary{Name: d.name, Type: d.typ, Values: d.values.len(), Chunked: d.chunks != nil})
	}
	for _, i := range s.Dependencies {
		out.Dependencies = append(out.Dependencies, j.Steps[i].Step.Name)
	}
	for _, e := range s.Step.Environments {
		out.Environments = append(out.Environments, e.Name)
	}
	for _, d := range s.Step.Dependencies {
		if d.ServiceName != "" {
			out.ListedServices = append(out.ListedServices, d.ServiceName)
		}
	}
	for _, service := range j.Services {
		if slices.Contains(service.Scope, s.Index) {
			out.Services = append(out.Services, service.Index)
		}
	}
	return out
}

func (j *Job) serviceSummary(s *JobService) ServiceSummary {
	out := ServiceSummary{Name: s.Service.Name, Description: s.Service.Description, Ports: s.Ports,
		HealthCheck: s.HealthCheck, MaxAttempts: s.MaxAttempts, CompletedTasks: s.CompletedTasks}
	if s.Document != nil && s.Document.Source != nil {
		out.From = s.Document.Source.Name
	}
	for _, i := range s.Scope {
		out.Steps = append(out.Steps, j.Steps[i].Step.Name)
	}
	for _, d := range s.Service.Dependencies {
		if d.ServiceName != "" {
			out.AfterServices = append(out.AfterServices, d.ServiceName)
		} else {
			out.AfterSteps = append(out.AfterSteps, d.StepName)
		}
	}
	return out
}
