package cli

// This file defines the reading of -p: NAME=VALUE, file://PATH, inline JSON.

import (
	"errors"
	"maps"
	"strings"

	"runner/template"
)

// parameterValues reads the values of -p in the order given; a later value of
// a name replaces an earlier one, wherever the two come from. All faults are
// told together.
func parameterValues(s *Streams, given []string) (map[string]template.ParameterInput, error) {
	values := map[string]template.ParameterInput{}
	var errs []error
	for _, word := range given {
		more, err := parameterValue(s, word)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		maps.Copy(values, more)
	}
	return values, join(errs)
}

func parameterValue(s *Streams, word string) (map[string]template.ParameterInput, error) {
	if path, ok := fileReference(s, word); ok {
		if path == "" {
			return nil, usagef("-p file:// needs a path after it")
		}
		data, err := readInput(s, "parameter file", path)
		if err != nil {
			return nil, err
		}
		return parameterDocument(path, data)
	}
	if trimmed := strings.TrimSpace(word); strings.HasPrefix(trimmed, "{") && strings.HasSuffix(trimmed, "}") {
		return parameterDocument(inlineName, []byte(trimmed))
	}
	name, value, ok := strings.Cut(word, "=")
	if !ok || name == "" {
		err := usagef("-p %q is not understood", word)
		err.hint = "write NAME=VALUE, file://PATH of a JSON or YAML mapping, or an inline JSON mapping"
		return nil, err
	}
	return map[string]template.ParameterInput{name: template.TextInput(value, "-p")}, nil
}

// inlineName names inline JSON in places; its end makes the reader take it for
// JSON.
const inlineName = "-p.json"

// parameterDocument reads a mapping of values.
func parameterDocument(name string, data []byte) (map[string]template.ParameterInput, error) {
	values, err := template.LoadValues(name, data, template.Limits{})
	if err != nil {
		var faults template.Faults
		if errors.As(err, &faults) && name == inlineName {
			for _, f := range faults {
				f.Pos.File = "-p"
			}
		}
		return nil, withSource(err, template.NewSource(name, data))
	}
	return values, nil
}
