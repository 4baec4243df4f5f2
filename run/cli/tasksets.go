package cli

// This file defines the reading of --task-param and --tasks.

import (
	"errors"
	"fmt"
	"strings"

	"runner/template"
)

// taskSets is the Tasks that --task-param or --tasks pick, each checked to be
// a Task of the Step. All faults are told together.
func taskSets(step *template.JobStep, o *runOptions) ([]template.TaskParameters, error) {
	if len(step.Space.Names()) == 0 {
		return nil, usagef("the Step %s has no Task parameters: it has one Task, which --task-param and --tasks cannot pick", step.Step.Name)
	}
	if o.HasTasks {
		return taskList(step, o)
	}
	set, err := taskParams(o.TaskParams)
	if err != nil {
		return nil, err
	}
	task, err := step.Space.Select(set)
	if err != nil {
		return nil, &refusal{message: "--task-param", cause: err}
	}
	return []template.TaskParameters{task}, nil
}

// taskParams reads NAME=VALUE words; a name given twice is a fault.
func taskParams(given []string) (map[string]string, error) {
	set := map[string]string{}
	var errs []error
	for _, word := range given {
		name, value, ok := strings.Cut(word, "=")
		before, twice := set[name]
		switch {
		case !ok || name == "":
			err := usagef("--task-param %q is not understood: write NAME=VALUE", word)
			errs = append(errs, err)
		case twice:
			errs = append(errs, usagef("--task-param gives %s twice, as %q and as %q", name, before, value))
		default:
			set[name] = value
		}
	}
	return set, join(errs)
}

// taskList reads --tasks: a list of mappings from Task parameters to values.
func taskList(step *template.JobStep, o *runOptions) ([]template.TaskParameters, error) {
	name, data := "--tasks.json", []byte(o.Tasks)
	if path, ok := fileReference(o.Streams, o.Tasks); ok {
		var err error
		if data, err = readInput(o.Streams, "list of Tasks", path); err != nil {
			return nil, err
		}
		name = path
	}
	sets, err := template.LoadTaskSets(name, data, template.Limits{})
	if err != nil {
		return nil, withSource(err, template.NewSource(name, data))
	}
	var errs []error
	tasks := make([]template.TaskParameters, 0, len(sets))
	for i, set := range sets {
		task, err := step.Space.Select(set)
		if err != nil {
			errs = append(errs, &refusal{message: fmt.Sprintf("--tasks, Task %d", i+1), cause: err})
			continue
		}
		tasks = append(tasks, task)
	}
	return tasks, errors.Join(errs...)
}
