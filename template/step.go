package template

// Step is one entry of a Job Template's steps (§3).
type Step struct {
	Name             string
	Index            int // in the template's steps
	Description      string
	Let              []*LetBinding // resolved at job creation
	Dependencies     []Dependency
	Environments     []*Environment // stepEnvironments, in the order of entry
	HostRequirements *HostRequirements
	ParameterSpace   *ParameterSpace // nil: exactly one Task
	Script           *StepScript     // also for a Step written with bash, python, …
	Services         []*Service      // the inline Services it lists, in that order
	Document         *Document
	Pos              Position
	Path             string
}

// StepScript is what a Step's Tasks run (§3.5).
type StepScript struct {
	Let   []*LetBinding // resolved for each Task, on the host
	OnRun *Action
	Files []*EmbeddedFile
	Pos   Position
	Path  string
}

// Dependency is one entry of a dependencies list (§3.2): on a Step, or on a
// Service of the same document, or on a required Service.
type Dependency struct {
	StepName    string              // of dependsOn; "" for a Service
	ServiceName string              // of service; "" for a Step
	Step        *Step               // what StepName names
	Service     *Service            // what ServiceName names, when inline
	Requirement *ServiceRequirement // what ServiceName names, when required
	Pos         Position
	Path        string
}
