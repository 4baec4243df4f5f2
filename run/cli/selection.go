package cli

// This file defines which Steps and Tasks of a job are run: --step,
// --run-dependencies, --task-param and --tasks.

import (
	"slices"
	"strings"

	"runner/run"
	"runner/template"
)

// selection is the Steps and Tasks that the options pick; nil is the whole job.
func selection(job *template.Job, o *runOptions) ([]run.StepSelection, error) {
	narrowed := len(o.TaskParams) > 0 || o.HasTasks
	step := -1
	switch {
	case o.Step != "":
		if step = stepNamed(job, o.Step); step < 0 {
			return nil, unknownStep(job, o.Step)
		}
	case narrowed && len(job.Steps) > 1:
		err := usagef("--task-param and --tasks need --step: the job has %d Steps", len(job.Steps))
		err.hint = "its Steps are " + strings.Join(stepNames(job), ", ")
		return nil, err
	case narrowed:
		step = 0
	default:
		return nil, nil
	}
	picked := run.StepSelection{Step: step}
	if narrowed {
		tasks, err := taskSets(job.Steps[step], o)
		if err != nil {
			return nil, err
		}
		picked.Tasks = tasks
	}
	var out []run.StepSelection
	if o.Dependencies {
		for _, d := range closure(job, step) {
			out = append(out, run.StepSelection{Step: d})
		}
	}
	return append(out, picked), nil
}

// tasksToRun is the number of Tasks that will run if nothing fails; 0 when it
// cannot be told in 64 bits.
func tasksToRun(job *template.Job, picked []run.StepSelection, maximum int64) int64 {
	if picked == nil {
		for i := range job.Steps {
			picked = append(picked, run.StepSelection{Step: i})
		}
	}
	var total int64
	for _, p := range picked {
		n := job.Steps[p.Step].Space.Len()
		if p.Tasks != nil {
			n = int64(len(p.Tasks))
		}
		if maximum > 0 {
			n = min(n, maximum)
		}
		if total += n; total < 0 {
			return 0
		}
	}
	return total
}

// closure is the Steps that a Step depends on, at any distance and also through
// the Services that it needs, each after those that it depends on itself.
func closure(job *template.Job, step int) []int {
	var out []int
	seen := map[int]bool{step: true}
	var visit func(int)
	visit = func(i int) {
		for _, d := range template.StepDependencies(job.Document.Job, job.Steps[i].Step) {
			if !seen[d.Index] {
				seen[d.Index] = true
				visit(d.Index)
				out = append(out, d.Index)
			}
		}
	}
	visit(step)
	return out
}

func stepNames(job *template.Job) []string {
	names := make([]string, len(job.Steps))
	for i, s := range job.Steps {
		names[i] = s.Step.Name
	}
	return names
}

func stepNamed(job *template.Job, name string) int { return slices.Index(stepNames(job), name) }

func unknownStep(job *template.Job, name string) error {
	err := usagef("the job has no Step %q", name)
	if err.hint = suggestion(name, stepNames(job)); err.hint == "" {
		err.hint = "its Steps are " + strings.Join(stepNames(job), ", ")
	}
	return err
}
