package cli

// This file defines the reading of --task-param and --tasks.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// taskList reads --tasks: a JSON list of mappings from Task parameters to
// values.
func taskList(step *template.JobStep, o *runOptions) ([]template.TaskParameters, error) {
	name, data := "--tasks", []byte(o.Tasks)
	if path, ok := fileReference(o.Streams, o.Tasks); ok {
		var err error
		if data, err = readWhole(o.Streams, "list of Tasks", path); err != nil {
			return nil, err
		}
		name = path
	}
	sets, err := decodeTaskList(data)
	if err != nil {
		return nil, &refusal{message: name, cause: err}
	}
	if len(sets) == 0 {
		return nil, refusef("%s: the list is empty, so no Task would run", name)
	}
	var errs []error
	tasks := make([]template.TaskParameters, 0, len(sets))
	for i, set := range sets {
		task, err := step.Space.Select(set)
		if err != nil {
			errs = append(errs, &refusal{message: fmt.Sprintf("%s: Task %d", name, i+1), cause: err})
			continue
		}
		tasks = append(tasks, task)
	}
	return tasks, join(errs)
}

// decodeTaskList decodes a JSON list of mappings to texts. A number's text is
// kept as written.
func decodeTaskList(data []byte) ([]map[string]string, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := expect(d, '[', "a JSON list of mappings"); err != nil {
		return nil, err
	}
	var sets []map[string]string
	for d.More() {
		set, err := decodeTask(d)
		if err != nil {
			return nil, fmt.Errorf("Task %d: %w", len(sets)+1, err)
		}
		sets = append(sets, set)
	}
	if _, err := d.Token(); err != nil {
		return nil, jsonFault(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is text after the list")
	}
	return sets, nil
}

func decodeTask(d *json.Decoder) (map[string]string, error) {
	if err := expect(d, '{', "a mapping of Task parameters to values"); err != nil {
		return nil, err
	}
	set := map[string]string{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, jsonFault(err)
		}
		name, _ := key.(string)
		if _, twice := set[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		value, err := d.Token()
		if err != nil {
			return nil, jsonFault(err)
		}
		switch v := value.(type) {
		case string:
			set[name] = v
		case json.Number:
			set[name] = v.String()
		default:
			return nil, fmt.Errorf("the value of %q must be a string or a number", name)
		}
	}
	_, err := d.Token()
	return set, jsonFault(err)
}

// expect reads the opening of a list or mapping.
func expect(d *json.Decoder, open json.Delim, what string) error {
	token, err := d.Token()
	if err != nil {
		return jsonFault(err)
	}
	if token != open {
		return fmt.Errorf("expected %s", what)
	}
	return nil
}

// jsonFault is an error of the JSON decoder in words that make sense to
// somebody who wrote the JSON.
func jsonFault(err error) error {
	switch {
	case err == nil:
		return nil
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is not JSON: it ends too early")
	}
	return fmt.Errorf("it is not JSON: %w", err)
}
