package cli

// This file defines the documents of "runner summary --output json|yaml".
// docs/output.md describes them.

import "runner/template"

// jobSummaryDocument is the summary of a job.
type jobSummaryDocument struct {
	Version      int                      `json:"version"`
	Status       string                   `json:"status"`
	Message      string                   `json:"message"`
	Name         string                   `json:"name"`
	Parameters   []parameterSummary       `json:"parameter_definitions"`
	TotalSteps   int                      `json:"total_steps"`
	TotalTasks   int64                    `json:"total_tasks"`
	TotalEnvs    int                      `json:"total_environments"`
	Environments []rootEnvironment        `json:"root_environments"`
	Steps        []stepSummary            `json:"steps"`
	Services     []serviceSummaryDocument `json:"services"`
}

// stepSummaryDocument is the summary of one Step (--step).
type stepSummaryDocument struct {
	Version         int                      `json:"version"`
	Status          string                   `json:"status"`
	Message         string                   `json:"message"`
	JobName         string                   `json:"job_name"`
	StepName        string                   `json:"step_name"`
	Description     string                   `json:"description"`
	TotalTasks      int64                    `json:"total_tasks"`
	TotalParameters int                      `json:"total_parameters"`
	TotalEnvs       int                      `json:"total_environments"`
	Parameters      []taskParameterSummary   `json:"parameter_definitions"`
	Combination     string                   `json:"combination"`
	Dependencies    []dependencyDocument     `json:"dependencies"`
	Environments    []string                 `json:"environment_names"`
	Services        []serviceSummaryDocument `json:"services"`
	Requirements    *requirementsDocument    `json:"host_requirements"`
}

type parameterSummary struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Type        string `json:"type"`
	Value       string `json:"value"`
	Given       bool   `json:"given"`
}

type rootEnvironment struct {
	Name   string `json:"name"`
	Parent string `json:"parent"`
}

type stepSummary struct {
	Name             string                 `json:"name"`
	Description      string                 `json:"description"`
	TotalTasks       int64                  `json:"total_tasks"`
	Parameters       []taskParameterSummary `json:"parameter_definitions"`
	Combination      string                 `json:"combination"`
	Environments     int                    `json:"environments"`
	EnvironmentNames []string               `json:"environment_names"`
	Dependencies     int                    `json:"dependencies"`
	DependencyNames  []string               `json:"dependency_names"`
	ServiceNames     []string               `json:"service_names"`
	HostRequirements *requirementsDocument  `json:"host_requirements"`
}

type taskParameterSummary struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Values  int64  `json:"values"`
	Chunked bool   `json:"chunked"`
}

type dependencyDocument struct {
	StepName string `json:"step_name"`
}

type serviceSummaryDocument struct {
	Name        string        `json:"name"`
	Description string        `json:"description"`
	From        string        `json:"from"`
	Ports       []plannedPort `json:"ports"`
	StepNames   []string      `json:"step_names"`
	StartsAfter []string      `json:"starts_after"`
}

// plannedPort is a port before the run; Port 0 is one that the run chooses.
type plannedPort struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
	Port     int    `json:"port"`
}

type requirementsDocument struct {
	Amounts    []amountDocument    `json:"amounts"`
	Attributes []attributeDocument `json:"attributes"`
}

type amountDocument struct {
	Name string   `json:"name"`
	Min  *float64 `json:"min"`
	Max  *float64 `json:"max"`
}

type attributeDocument struct {
	Name  string   `json:"name"`
	AnyOf []string `json:"any_of"`
	AllOf []string `json:"all_of"`
}

func jobSummaryDocumentOf(s template.Summary) jobSummaryDocument {
	doc := jobSummaryDocument{Version: documentVersion, Status: statusSuccess, Message: "Summary for '" + s.Name + "'",
		Name: s.Name, Parameters: []parameterSummary{}, TotalSteps: len(s.Steps), TotalTasks: s.Tasks, TotalEnvs: totalEnvironments(s),
		Environments: []rootEnvironment{}, Steps: []stepSummary{}, Services: []serviceSummaryDocument{}}
	for _, p := range s.Parameters {
		doc.Parameters = append(doc.Parameters, parameterSummary{p.Name, p.Description, string(p.Type), p.Value, p.Given})
	}
	for _, name := range s.Environments {
		doc.Environments = append(doc.Environments, rootEnvironment{name, "root"})
	}
	for _, step := range s.Steps {
		doc.Steps = append(doc.Steps, stepSummary{step.Name, step.Description, step.Tasks, taskParameters(step), step.Combination,
			len(step.Environments), list(step.Environments), len(step.Dependencies), list(step.Dependencies), list(step.Services),
			requirements(step.HostRequirements)})
	}
	for _, v := range s.Services {
		doc.Services = append(doc.Services, serviceSummaryOf(v))
	}
	return doc
}

func stepSummaryDocumentOf(s template.Summary, index int) stepSummaryDocument {
	step := s.Steps[index]
	doc := stepSummaryDocument{Version: documentVersion, Status: statusSuccess, Message: "Summary for Step '" + step.Name + "'",
		JobName: s.Name, StepName: step.Name, Description: step.Description, TotalTasks: step.Tasks,
		TotalParameters: len(step.Parameters), TotalEnvs: len(step.Environments), Parameters: taskParameters(step),
		Combination: step.Combination, Dependencies: []dependencyDocument{}, Environments: list(step.Environments),
		Services: []serviceSummaryDocument{}, Requirements: requirements(step.HostRequirements)}
	for _, name := range step.Dependencies {
		doc.Dependencies = append(doc.Dependencies, dependencyDocument{name})
	}
	for _, v := range servicesOf(s, step) {
		doc.Services = append(doc.Services, serviceSummaryOf(v))
	}
	return doc
}

// servicesOf is the Services that have the Step in their scope.
func servicesOf(s template.Summary, step template.StepSummary) []template.ServiceSummary {
	var out []template.ServiceSummary
	for _, v := range s.Services {
		for _, name := range step.Services {
			if name == v.Name {
				out = append(out, v)
			}
		}
	}
	return out
}

func taskParameters(s template.StepSummary) []taskParameterSummary {
	out := []taskParameterSummary{}
	for _, p := range s.Parameters {
		out = append(out, taskParameterSummary{p.Name, string(p.Type), p.Values, p.Chunked})
	}
	return out
}

func serviceSummaryOf(s template.ServiceSummary) serviceSummaryDocument {
	doc := serviceSummaryDocument{s.Name, s.Description, s.From, []plannedPort{}, list(s.Steps), list(s.After)}
	for _, p := range s.Ports {
		doc.Ports = append(doc.Ports, plannedPort{p.Name, p.Protocol, p.Number})
	}
	return doc
}

func requirements(r *template.ResolvedRequirements) *requirementsDocument {
	if r == nil {
		return nil
	}
	doc := &requirementsDocument{[]amountDocument{}, []attributeDocument{}}
	for _, a := range r.Amounts {
		doc.Amounts = append(doc.Amounts, amountDocument(a))
	}
	for _, a := range r.Attributes {
		doc.Attributes = append(doc.Attributes, attributeDocument{a.Name, list(a.AnyOf), list(a.AllOf)})
	}
	return doc
}
