package cli

// This file defines the documents of "runner summary --output json|yaml".
// docs/output.md describes them.

import (
	"time"

	"runner/template"
)

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
	Requirements []requirementDocument    `json:"required_services"`
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
	ListedServices   []string               `json:"listed_service_names"`
	ServiceNames     []string               `json:"service_names"`
	HostRequirements *requirementsDocument  `json:"host_requirements"`
}

type taskParameterSummary struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Values  int64  `json:"values"`
	Chunked bool   `json:"chunked"`
}

// dependencyDocument is an entry of dependencies: a Step or a Service.
type dependencyDocument struct {
	StepName    string `json:"step_name,omitempty"`
	ServiceName string `json:"service_name,omitempty"`
}

type serviceSummaryDocument struct {
	Name         string               `json:"name"`
	Description  string               `json:"description"`
	From         string               `json:"from"`
	Ports        []plannedPort        `json:"ports"`
	HealthCheck  healthCheckDocument  `json:"health_check"`
	Restart      restartDocument      `json:"restart_policy"`
	StepNames    []string             `json:"step_names"`
	StartsAfter  []string             `json:"starts_after"`
	Dependencies []dependencyDocument `json:"dependencies"`
}

// healthCheckDocument has the numbers in effect, in seconds; null is a check
// that does not ask again.
type healthCheckDocument struct {
	Type              string   `json:"type"`
	Ports             []string `json:"ports"`
	ReadinessInterval *float64 `json:"readiness_interval"`
	ReadinessTimeout  float64  `json:"readiness_timeout"`
	HealthInterval    *float64 `json:"health_interval"`
	FailureThreshold  int64    `json:"failure_threshold"`
	// PortTimeouts are readiness timeouts of single ports, where they differ.
	PortTimeouts map[string]float64 `json:"port_readiness_timeouts,omitempty"`
}

type restartDocument struct {
	MaxAttempts    int64   `json:"max_attempts"`
	CompletedTasks *string `json:"completed_tasks"`
}

// requirementDocument is a Service that the job requires; ProvidedBy is null
// when nothing attached has it.
type requirementDocument struct {
	Name       string        `json:"name"`
	Ports      []plannedPort `json:"ports"`
	ProvidedBy *string       `json:"provided_by"`
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
		Environments: []rootEnvironment{}, Steps: []stepSummary{}, Services: []serviceSummaryDocument{},
		Requirements: []requirementDocument{}}
	for _, p := range s.Parameters {
		doc.Parameters = append(doc.Parameters, parameterSummary{p.Name, p.Description, string(p.Type), p.Value, p.Given})
	}
	for _, name := range s.Environments {
		doc.Environments = append(doc.Environments, rootEnvironment{name, "root"})
	}
	for _, step := range s.Steps {
		doc.Steps = append(doc.Steps, stepSummary{step.Name, step.Description, step.Tasks, taskParameters(step), step.Combination,
			len(step.Environments), list(step.Environments), len(step.Dependencies), list(step.Dependencies), list(step.ListedServices),
			serviceNames(s, step), requirements(step.HostRequirements)})
	}
	for _, v := range s.Services {
		doc.Services = append(doc.Services, serviceSummaryOf(v))
	}
	for _, r := range s.Requirements {
		doc.Requirements = append(doc.Requirements, requirementDocument{r.Name, plannedPorts(r.Ports), optional(r.Provider)})
	}
	return doc
}

func stepSummaryDocumentOf(s template.Summary, index int) stepSummaryDocument {
	step := s.Steps[index]
	doc := stepSummaryDocument{Version: documentVersion, Status: statusSuccess, Message: "Summary for Step '" + step.Name + "'",
		JobName: s.Name, StepName: step.Name, Description: step.Description, TotalTasks: step.Tasks,
		TotalParameters: len(step.Parameters), TotalEnvs: len(step.Environments), Parameters: taskParameters(step),
		Combination: step.Combination, Dependencies: dependencies(step.Dependencies, step.ListedServices), Environments: list(step.Environments),
		Services: []serviceSummaryDocument{}, Requirements: requirements(step.HostRequirements)}
	for _, i := range step.Services {
		doc.Services = append(doc.Services, serviceSummaryOf(s.Services[i]))
	}
	return doc
}

func dependencies(steps, services []string) []dependencyDocument {
	out := []dependencyDocument{}
	for _, name := range steps {
		out = append(out, dependencyDocument{StepName: name})
	}
	for _, name := range services {
		out = append(out, dependencyDocument{ServiceName: name})
	}
	return out
}

func serviceNames(s template.Summary, step template.StepSummary) []string {
	out := []string{}
	for _, i := range step.Services {
		out = append(out, s.Services[i].Name)
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
	return serviceSummaryDocument{s.Name, s.Description, s.From, plannedPorts(s.Ports), healthCheckOf(s.HealthCheck),
		restartDocument{s.MaxAttempts, optional(s.CompletedTasks)}, list(s.Steps),
		append(list(s.AfterSteps), s.AfterServices...), dependencies(s.AfterSteps, s.AfterServices)}
}

func healthCheckOf(h template.ResolvedHealthCheck) healthCheckDocument {
	interval := func(d time.Duration) *float64 {
		if d == 0 {
			return nil
		}
		seconds := d.Seconds()
		return &seconds
	}
	limits := map[string]float64{}
	for port, limit := range h.PortTimeouts {
		limits[port] = limit.Seconds()
	}
	return healthCheckDocument{h.Type, list(h.Ports), interval(h.ReadinessInterval), h.ReadinessTimeout.Seconds(),
		interval(h.HealthInterval), h.FailureThreshold, limits}
}

func plannedPorts(ports []template.ResolvedPort) []plannedPort {
	out := []plannedPort{}
	for _, p := range ports {
		out = append(out, plannedPort{p.Name, p.Protocol, p.Number})
	}
	return out
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
