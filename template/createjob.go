// This file creates a Job from a Job Template, attached Environment Templates
// and parameter values (§7.4): everything that is known before the first
// Session opens.

package template

import (
	"fmt"
	"unicode/utf8"

	"runner/template/expr"
)

// CreateOptions says where a Job is created.
type CreateOptions struct {
	// TemplateDir is the absolute path of the Job Template's folder, from which
	// the relative defaults of PATH parameters count.
	TemplateDir string
	// WorkingDir is the absolute path of the current folder, from which
	// submitted relative paths count.
	WorkingDir string
	// WithoutProviders lets required Services be without a provider, for a look
	// at a Job that is not to be run (§1.2.2).
	WithoutProviders bool
	// Limits bounds what expressions may cost.
	Limits expr.Limits
}

// Job is a Job Template with its parameters' values: what can be run. It never
// changes, so many goroutines may read it.
type Job struct {
	Name       string
	Document   *Document   // of the Job Template
	Attached   []*Document // Environment Templates in the order of attachment
	Parameters []JobParameter
	// Environments are entered in every Session in this order: those of the
	// attached Environment Templates, then jobEnvironments.
	Environments []*Environment
	Steps        []*JobStep // in the template's order; StepOrder says which runs first
	// Services are those of the Job Template, then those of the attached
	// documents.
	Services []*JobService
	timings  map[*Action]ActionTiming
	limits   expr.Limits
}

// JobStep is a Step of a Job.
type JobStep struct {
	Step             *Step
	Index            int   // in Job.Steps
	Dependencies     []int // indices of the Steps that must have succeeded before
	Space            *Space
	HostRequirements *ResolvedRequirements // nil: none
	Let              []NamedValue          // the Step's let
}

// NamedValue is a name of a let with its value.
type NamedValue struct {
	Name  string
	Value expr.Value
}

// CreateJob creates a Job (sessions are not part of it): it merges parameter
// definitions, binds values, resolves what is resolved before a Session opens,
// and matches required Services. job must be a Job Template and attached must
// be Environment Templates. The error is a Faults with everything that is
// wrong.
func CreateJob(job *Document, attached []*Document, values map[string]ParameterInput, options CreateOptions) (*Job, error) {
	c := &creator{
		withoutProviders: options.WithoutProviders,
		job:              &Job{Document: job, Attached: attached, timings: map[*Action]ActionTiming{}, limits: options.Limits},
		libraries:        map[bool]*expr.Library{},
	}
	if job.Job == nil {
		return nil, Faults{{Pos: Position{File: job.Source.Name}, Message: "this is an Environment Template; a Job needs a Job Template",
			Hint: "attach it with --env to a Job Template"}}
	}
	for _, document := range attached {
		if document.Environment == nil {
			c.faults = append(c.faults, &Fault{Pos: Position{File: document.Source.Name},
				Message: "this is a Job Template; only Environment Templates can be attached"})
		}
	}
	definitions, faults := mergeParameters(c.documents())
	c.faults = append(c.faults, faults...)
	if len(c.faults) > 0 {
		return nil, c.faults.Err()
	}
	c.job.Parameters, faults = bindParameters(definitions, values, options)
	if len(faults) > 0 {
		return nil, faults.Err() // nothing can be resolved without the values
	}
	c.create()
	if err := c.faults.Err(); err != nil {
		return nil, err
	}
	return c.job, nil
}

// creator is a Job in the making.
type creator struct {
	job       *Job
	faults    Faults
	libraries map[bool]*expr.Library // by whether the document has SERVICE
	// withoutProviders: a required Service may be without one.
	withoutProviders bool
}

// documents are all documents in the order in which definitions count.
func (c *creator) documents() []*Document {
	return append(append([]*Document(nil), c.job.Attached...), c.job.Document)
}

// fail keeps an error of a field; false when there is none.
func (c *creator) fail(err error, pos Position, path string) bool {
	if err == nil {
		return false
	}
	c.faults = append(c.faults, asFault(err, pos, path))
	return true
}

func (c *creator) fault(pos Position, path, section, format string, args ...any) {
	c.faults = append(c.faults, &Fault{Pos: pos, Path: path, Section: section, Message: fmt.Sprintf(format, args...)})
}

// env is the scope of job creation for a document's fields, with symbols.
func (c *creator) env(document *Document, symbols *expr.Symbols) *expr.Env {
	services := document.Extensions.Has(Services)
	library := c.libraries[services]
	if library == nil {
		library = expr.Base()
		if services {
			library = library.WithServices()
		}
		c.libraries[services] = library
	}
	return &expr.Env{Symbols: symbols, Library: library, PathStyle: expr.POSIX, Limits: c.job.limits}
}

// create resolves everything, in the order of the specification's stages.
func (c *creator) create() {
	job := c.job
	parameters := job.templateParameters()
	c.name(c.env(job.Document, parameters))
	symbols := expr.NewSymbols(parameters)
	symbols.Define("Job.Name", expr.StringValue(job.Name))

	for _, document := range job.Attached {
		if e := document.Environment.Environment; e != nil {
			job.Environments = append(job.Environments, e)
			c.timingsOf(e.Actions(), c.env(document, symbols))
		}
	}
	for _, e := range job.Document.Job.Environments {
		job.Environments = append(job.Environments, e)
		c.timingsOf(e.Actions(), c.env(job.Document, symbols))
	}
	for i, step := range job.Document.Job.Steps {
		job.Steps = append(job.Steps, c.step(i, step, symbols))
	}
	c.services(symbols)
	c.checkLayers()
}

// name resolves the Job's name (§1.1.1).
func (c *creator) name(env *expr.Env) {
	written := &c.job.Document.Job.Name
	name, err := written.Resolve(env)
	if c.fail(err, written.Pos, written.Path) {
		return
	}
	c.job.Name = name
	most := maxJobName
	if c.job.Document.Extensions.Has(FeatureBundle1) {
		most = maxJobNameFB1
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > most {
		c.fault(written.Pos, written.Path, "1.1.1", "the name resolves to %d characters, 1 to %d are allowed", n, most)
	}
	if at, r := controlCharacter(name, ""); at >= 0 {
		c.fault(written.Pos, written.Path, "1.1.1", "the resolved name contains the control character U+%04X", r)
	}
}

// step resolves a Step's fields in its scope: job parameters, names, let.
func (c *creator) step(index int, step *Step, symbols *expr.Symbols) *JobStep {
	s := &JobStep{Step: step, Index: index}
	for _, dependency := range step.Dependencies {
		if dependency.Step != nil {
			s.Dependencies = append(s.Dependencies, dependency.Step.Index)
		}
	}
	scope := expr.NewSymbols(symbols)
	scope.Define("Step.Name", expr.StringValue(step.Name))
	env := c.env(step.Document, scope)
	let, ok := c.let(step.Let, env)
	if !ok {
		return s // what follows may need the names
	}
	s.Let = let
	env.Symbols = s.Symbols(symbols)

	var faults Faults
	s.HostRequirements, faults = step.HostRequirements.resolve(env)
	c.faults = append(c.faults, faults...)
	s.Space, faults = newSpace(step.ParameterSpace, step.Name, env)
	c.faults = append(c.faults, faults...)
	for _, e := range step.Environments {
		c.timingsOf(e.Actions(), env)
	}
	if step.Script != nil && step.Script.OnRun != nil {
		c.timingsOf([]*Action{step.Script.OnRun}, env)
	}
	return s
}

// let evaluates bindings; false when one failed.
func (c *creator) let(bindings []*LetBinding, env *expr.Env) ([]NamedValue, bool) {
	symbols, err := EvalLet(bindings, env)
	if c.fail(err, Position{}, "") {
		return nil, false
	}
	var out []NamedValue
	for _, b := range bindings {
		if v, ok := symbols.Lookup(b.Name); ok {
			out = append(out, NamedValue{b.Name, v})
		}
	}
	return out, true
}

// templateParameters are the symbols of parameters in the scope of job
// creation, where paths have no Param because they are not mapped yet (§7.3.1).
func (j *Job) templateParameters() *expr.Symbols {
	symbols := expr.NewSymbols(nil)
	for _, p := range j.Parameters {
		symbols.Define("RawParam."+p.Name, p.Value)
		if !p.Type.IsPath() {
			symbols.Define("Param."+p.Name, p.Value)
		}
	}
	return symbols
}

// Symbols are the names that every host scope of the Job knows: Param.*,
// RawParam.* and Job.Name (§7.3.1). mapPath applies the path mapping rules to
// the text of a path; nil leaves it as it is.
func (j *Job) Symbols(mapPath func(string) string) *expr.Symbols {
	symbols := expr.NewSymbols(nil)
	for _, p := range j.Parameters {
		symbols.Define("RawParam."+p.Name, p.Value)
		symbols.Define("Param."+p.Name, mappedValue(p.Type, p.Value, mapPath))
	}
	symbols.Define("Job.Name", expr.StringValue(j.Name))
	return symbols
}

// Parameter returns the job parameter of that name, nil when there is none.
func (j *Job) Parameter(name string) *JobParameter {
	for i := range j.Parameters {
		if j.Parameters[i].Name == name {
			return &j.Parameters[i]
		}
	}
	return nil
}

// Symbols adds to parent what the Step's scopes know: Step.Name and the names
// of its let.
func (s *JobStep) Symbols(parent *expr.Symbols) *expr.Symbols {
	symbols := expr.NewSymbols(parent)
	symbols.Define("Step.Name", expr.StringValue(s.Step.Name))
	defineAll(symbols, s.Let)
	return symbols
}

func defineAll(symbols *expr.Symbols, values []NamedValue) {
	for _, v := range values {
		symbols.Define(v.Name, v.Value)
	}
}
