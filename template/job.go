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
