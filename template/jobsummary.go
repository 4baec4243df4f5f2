// This file gathers what is worth knowing of a Job before it runs.

package template

// Summary is a Job in figures and names, for display.
type Summary struct {
	Name         string
	Parameters   []ParameterSummary
	Environments []string // in the order of entry
	Steps        []StepSummary
	Services     []ServiceSummary
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
	Combination      string // "" without task parameters
	Dependencies     []string
	Environments     []string
	Services         []string // that have it in their scope
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
	Name        string
	Description string
	From        string // the document that brings it
	Ports       []ResolvedPort
	Steps       []string // its scope
	After       []string // what it depends on
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
	return s
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
	for _, service := range j.Services {
		for _, i := range service.Scope {
			if i == s.Index {
				out.Services = append(out.Services, service.Service.Name)
			}
		}
	}
	return out
}

func (j *Job) serviceSummary(s *JobService) ServiceSummary {
	out := ServiceSummary{Name: s.Service.Name, Description: s.Service.Description, Ports: s.Ports}
	if s.Document != nil && s.Document.Source != nil {
		out.From = s.Document.Source.Name
	}
	for _, i := range s.Scope {
		out.Steps = append(out.Steps, j.Steps[i].Step.Name)
	}
	for _, i := range s.DependsSteps {
		out.After = append(out.After, j.Steps[i].Step.Name)
	}
	for _, i := range s.DependsServices {
		out.After = append(out.After, j.Services[i].Service.Name)
	}
	return out
}
