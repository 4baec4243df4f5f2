package cli

// This file defines the document that --output json and yaml print. docs/output.md
// describes it to users; a test compares the two.

import (
	"errors"

	"runner/run"
	"runner/template"
)

// documentVersion is the version of every document that runner prints. It
// changes when a field changes its meaning or goes away; added fields leave it
// alone.
const documentVersion = 1

// The values of a document's status.
const (
	statusSuccess = "success"
	statusError   = "error"
)

// runDocument is what "runner run" prints, after its logs.
type runDocument struct {
	Status      string            `json:"status"`
	Message     string            `json:"message"`
	Outcome     string            `json:"outcome"`
	JobName     string            `json:"job_name"`
	StepName    *string           `json:"step_name"`
	Duration    float64           `json:"duration"`
	ChunksRun   int64             `json:"chunks_run"`
	Steps       []stepDocument    `json:"steps"`
	Services    []serviceDocument `json:"services"`
	Failures    []failureDocument `json:"failures"`
	Interrupted *string           `json:"interrupted"`
	Preserved   []string          `json:"preserved_directories"`
	Notes       []string          `json:"notes"`
	ExitStatus  int               `json:"exit_status"`
}

type stepDocument struct {
	Name      string `json:"name"`
	Outcome   string `json:"outcome"`
	Total     int64  `json:"total_tasks"`
	Succeeded int64  `json:"succeeded"`
	Failed    int64  `json:"failed"`
	Canceled  int64  `json:"canceled"`
	NotRun    int64  `json:"not_run"`
	Untrusted bool   `json:"untrusted"`
	Reason    string `json:"reason"`
}

type serviceDocument struct {
	Name     string         `json:"name"`
	Scope    []string       `json:"scope"`
	State    string         `json:"state"`
	Launches int            `json:"launches"`
	Reason   string         `json:"reason"`
	Log      string         `json:"log"`
	Ports    []portDocument `json:"ports"`
}

type portDocument struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
	Address  string `json:"address"`
	Port     int    `json:"port"`
}

type failureDocument struct {
	Source     sourceDocument  `json:"source"`
	Parameters []paramDocument `json:"parameters"`
	Started    bool            `json:"started"`
	ExitStatus *int            `json:"exit_status"`
	Signal     *string         `json:"signal"`
	Outcome    string          `json:"outcome"`
	Message    string          `json:"message"`
	Duration   float64         `json:"duration"`
	Log        string          `json:"log"`
	Tail       []string        `json:"tail"`
}

// sourceDocument names an action; what does not apply is left out.
type sourceDocument struct {
	Step        string `json:"step,omitempty"`
	Task        int64  `json:"task,omitempty"`
	Environment string `json:"environment,omitempty"`
	Service     string `json:"service,omitempty"`
	Action      string `json:"action,omitempty"`
	Worker      int    `json:"worker,omitempty"`
}

type paramDocument struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// logDocument is one entry of the logs.
type logDocument struct {
	Timestamp string         `json:"timestamp"`
	Kind      string         `json:"kind"`
	Level     string         `json:"level,omitempty"`
	Source    sourceDocument `json:"source"`
	Message   string         `json:"message"`
	Continued bool           `json:"continued,omitempty"`
}

// refusedDocument is what is printed when nothing was started.
type refusedDocument struct {
	Version     int             `json:"version"`
	Status      string          `json:"status"`
	Message     string          `json:"message"`
	ExitStatus  int             `json:"exit_status"`
	Interrupted *string         `json:"interrupted"`
	Faults      []faultDocument `json:"faults"`
}

type faultDocument struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Path    string `json:"path"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Section string `json:"section"`
}

func refusalDocument(err error) refusedDocument {
	doc := refusedDocument{Version: documentVersion, Status: statusError, Message: err.Error(),
		ExitStatus: statusOf(err), Faults: []faultDocument{}}
	var stopped *interruption
	if errors.As(err, &stopped) {
		doc.Interrupted = &stopped.signal
	}
	var usage *usageError
	if errors.As(err, &usage) && usage.hint != "" {
		doc.Message += " (" + usage.hint + ")"
	}
	for _, e := range parts(err) {
		var faults template.Faults
		if errors.As(e, &faults) {
			doc.Faults = append(doc.Faults, faultDocuments(faults)...)
		}
	}
	return doc
}

func faultDocuments(faults template.Faults) []faultDocument {
	out := make([]faultDocument, len(faults))
	for i, f := range faults {
		out[i] = faultDocument{File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Column,
			Path: f.Path, Message: f.Message, Hint: f.Hint, Section: f.Section}
	}
	return out
}

// resultDocument is the document of a run that took place.
func resultDocument(r *run.Result, step string, status int) runDocument {
	doc := runDocument{
		Status: statusError, Message: resultMessage(r), Outcome: string(r.Outcome), JobName: r.Job,
		StepName: optional(step), Duration: r.Duration.Seconds(), ChunksRun: r.TaskRuns,
		Steps: []stepDocument{}, Services: []serviceDocument{}, Failures: []failureDocument{},
		Interrupted: optional(r.Interrupted), Preserved: list(r.Preserved), Notes: list(r.Notes), ExitStatus: status,
	}
	if status == StatusDone {
		doc.Status = statusSuccess
	}
	for _, s := range r.Steps {
		doc.Steps = append(doc.Steps, stepDocument{s.Name, string(s.Outcome), s.Total, s.Succeeded, s.Failed,
			s.Canceled, s.NotRun, s.Untrusted, stepReason(s)})
	}
	for _, s := range r.Services {
		d := serviceDocument{s.Name, list(s.Scope), s.State, s.Launches, s.Reason, s.Log, []portDocument{}}
		for _, p := range s.Ports {
			d.Ports = append(d.Ports, portDocument{p.Name, p.Protocol, p.Address, p.Port})
		}
		doc.Services = append(doc.Services, d)
	}
	for _, f := range r.Failures {
		doc.Failures = append(doc.Failures, failureDocumentOf(f))
	}
	return doc
}

func failureDocumentOf(f run.Failure) failureDocument {
	d := failureDocument{Source: sourceDocumentOf(f.Source), Parameters: []paramDocument{},
		Started: f.Exit.Started, Signal: optional(f.Exit.Signal), Outcome: string(f.Exit.Outcome),
		Message: f.Message, Duration: f.Exit.Duration.Seconds(), Log: f.Log, Tail: list(f.Tail)}
	if d.Message == "" {
		d.Message = failureText(f)
	}
	if f.Exit.Started && f.Exit.Signal == "" {
		d.ExitStatus = &f.Exit.Code
	}
	for _, p := range f.Params {
		d.Parameters = append(d.Parameters, paramDocument(p))
	}
	return d
}

func sourceDocumentOf(s run.Source) sourceDocument {
	return sourceDocument{s.Step, s.Task, s.Environment, s.Service, s.Action, s.Worker}
}

// optional is nil, null in a document, for "".
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list is never nil, so that a document has [] and not null.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
