// This file defines the two root objects (§1) and reads them.

package template

// Kind says which of the two root objects a document is.
type Kind uint8

// The kinds of documents, by their specificationVersion.
const (
	JobKind         Kind = iota + 1 // jobtemplate-2023-09 (§1.1)
	EnvironmentKind                 // environment-2023-09 (§1.2)
)

// String names the kind as messages do.
func (k Kind) String() string {
	switch k {
	case JobKind:
		return "Job Template"
	case EnvironmentKind:
		return "Environment Template"
	}
	return "document"
}

// Document is one checked document: a Job Template or an Environment Template.
// It is immutable after Load, so many goroutines may read it.
type Document struct {
	Kind        Kind
	Job         *JobTemplate         // of a JobKind document
	Environment *EnvironmentTemplate // of an EnvironmentKind document
	Source      *Source
	Extensions  ExtensionSet // as the document declares them
}

// Parameters are the document's parameter definitions, of either kind.
func (d *Document) Parameters() []*ParameterDefinition {
	if d.Job != nil {
		return d.Job.Parameters
	}
	return d.Environment.Parameters
}

// Services are the services that the document defines, of either kind.
func (d *Document) Services() []*Service {
	if d.Job != nil {
		return d.Job.Services
	}
	return d.Environment.Services
}

// JobTemplate is the root object of a Job Template (§1.1).
type JobTemplate struct {
	Name             FormatString
	Description      string
	Parameters       []*ParameterDefinition
	Environments     []*Environment // jobEnvironments, in the order of entry
	Services         []*Service     // in both forms all services of the document
	RequiresServices []*ServiceRequirement
	Steps            []*Step
	Document         *Document
}

// EnvironmentTemplate is the root object of an Environment Template (§1.2).
type EnvironmentTemplate struct {
	Parameters  []*ParameterDefinition
	Environment *Environment // nil when the document has only services
	Services    []*Service
	Document    *Document
}

// jobTemplate reads the root object of a Job Template (§1.1), whose
// specificationVersion and extensions are read already.
func (d *decoder) jobTemplate(m *mapping) *JobTemplate {
	t := &JobTemplate{}
	most := maxJobName
	parameters := maxParameters
	if d.has(FeatureBundle1) {
		most, parameters = maxJobNameFB1, maxParametersFB1
	}
	if name, ok := m.required("name"); ok {
		t.Name, _ = name.formatString("1.1.1", 1, most, "")
	}
	if description, ok := m.optional("description"); ok {
		t.Description = description.description()
	}
	if list, ok := m.optional("parameterDefinitions"); ok {
		t.Parameters = d.parameterDefinitions(list, parameters)
	}
	t.Environments = d.environments(m, "jobEnvironments", jobEnvironmentPlace)
	if list, ok := m.gated("services", Services); ok {
		t.Services = d.services(list, dependsOnAll)
	}
	if list, ok := m.gated("requiresServices", Services); ok {
		t.RequiresServices = d.requirements(list, t.Services)
	}
	var jobServices []*Service
	if list, ok := m.gated("jobServices", Services, Expr); ok {
		jobServices = d.ideaServices(list, "jobServices")
	}
	if steps, ok := m.required("steps"); ok {
		t.Steps = d.steps(steps)
	}
	m.done()
	d.environmentNames(t)
	d.linkIdeaServices(m, t, jobServices)
	return t
}

// environmentNames reports Step Environments that are named like a Job
// Environment (§1.1).
func (d *decoder) environmentNames(t *JobTemplate) {
	job := map[string]*Environment{}
	for _, env := range t.Environments {
		job[env.Name] = env
	}
	for _, s := range t.Steps {
		for _, env := range s.Environments {
			if first := job[env.Name]; first != nil && env.Name != "" {
				d.faults.add(&Fault{Pos: env.Pos, Path: env.Path, Section: "1.1", Hint: "give one of them another name",
					Message: "the environment " + quoteShort(env.Name) + " is named like a Job Environment"})
			}
		}
	}
}

// environmentTemplate reads the root object of an Environment Template (§1.2).
func (d *decoder) environmentTemplate(m *mapping) *EnvironmentTemplate {
	t := &EnvironmentTemplate{}
	if list, ok := m.optional("parameterDefinitions"); ok {
		t.Parameters = d.parameterDefinitions(list, maxParameters)
	}
	environment, hasEnvironment := m.optional("environment")
	if isWrapIdea(m) {
		// Expressions come with the form, in the Environment alone; the document
		// counts as one without extensions.
		d.ideaWrap, d.extensions = true, d.extensions.With(Expr)
	}
	if hasEnvironment {
		t.Environment = d.environment(environment, templateEnvironmentPlace)
	}
	services, hasServices := m.gated("services", Services)
	if hasServices {
		t.Services = d.services(services, dependsOnServices)
	}
	for _, s := range t.Services {
		s.EveryStep = true
	}
	m.done()
	switch {
	case hasEnvironment || hasServices || m.given("services"):
	case d.has(Services):
		m.fault("1.2", "", "an Environment Template needs environment or services")
	default:
		m.lacks("1.2", "environment")
	}
	return t
}
