package main

// What this implementation says of a template, and the comparison.

import (
	"encoding/json"
	"math/rand/v2"

	"runner/template"
)

// mostTasks is how many Tasks of a Step are compared, as in driver.py.
const mostTasks = 200

// jobFolder is where templates pretend to be.
const jobFolder = "/jobs/example"

type jobOutcome struct {
	Name       string         `json:"name"`
	Parameters map[string]any `json:"parameters"`
	Steps      []stepOutcome  `json:"steps"`
}

type stepOutcome struct {
	Name  string           `json:"name"`
	Tasks []map[string]any `json:"tasks"`
}

// templateAnswer checks a template and creates its Job.
func templateAnswer(source json.RawMessage) answer {
	document, err := template.Load("template.json", source, template.Options{})
	if err != nil {
		return answer{Error: err.Error()}
	}
	job, err := template.CreateJob(document, nil, nil, template.CreateOptions{TemplateDir: jobFolder, WorkingDir: jobFolder})
	if err != nil {
		return answer{Checked: true, Error: err.Error()}
	}
	outcome := jobOutcome{Name: job.Name, Parameters: map[string]any{}}
	for _, p := range job.Parameters {
		outcome.Parameters[p.Name] = shown(p.Value)
	}
	for _, step := range job.Steps {
		tasks, err := tasksOf(step)
		if err != nil {
			return answer{Checked: true, Error: err.Error()}
		}
		outcome.Steps = append(outcome.Steps, stepOutcome{step.Step.Name, tasks})
	}
	return answer{Checked: true, OK: true, Value: asJSON(outcome)}
}

func tasksOf(step *template.JobStep) ([]map[string]any, error) {
	tasks := []map[string]any{}
	for i := range min(step.Space.Len(), mostTasks) {
		parameters, err := step.Space.At(i)
		if err != nil {
			return nil, err
		}
		task := map[string]any{}
		for _, p := range parameters {
			task[p.Name] = shown(p.Value)
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

// templateDifferences compares n templates: valid ones, and as many with a fault.
func templateDifferences(theirs *reference, seed uint64, n int) ([]*difference, error) {
	r := newRand(seed)
	maker, all := &templates{rand: r}, faults()
	var tried []*difference
	var questions []question
	for i := range n {
		doc := maker.document()
		d := &difference{Number: i + 1}
		if i%4 > 0 {
			f, path := spoil(r, doc, all)
			d.Fault, d.Path, d.Certain = f.name, path, f.certain
		}
		d.Source = asJSON(doc)
		tried = append(tried, d)
		questions = append(questions, question{Kind: "template", Document: d.Source, Directory: jobFolder})
	}
	answers, err := theirs.ask(questions)
	if err != nil {
		return nil, err
	}
	var found []*difference
	for i, d := range tried {
		d.Ours, d.Theirs = templateAnswer(d.Source), answers[i]
		bothMissed := d.Certain && d.Ours.OK && d.Theirs.OK
		if bothMissed || d.Fault == "" && !d.Ours.OK || !sameAnswer(d.Ours, d.Theirs) {
			found = append(found, d)
		}
	}
	return found, nil
}
