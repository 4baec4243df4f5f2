package cli

// This file defines the reading of -p: NAME=VALUE, file://PATH, inline JSON.

import (
	"maps"
	"strings"

	"runner/template"
)

// parameterValues reads the values of -p in the order given; a later value of
// a name replaces an earlier one, wherever the two come from. All faults are
// told together. sources are the texts that were read.
func parameterValues(s *Streams, given []string) (values map[string]template.ParameterInput, sources []*template.Source, err error) {
	values = map[string]template.ParameterInput{}
	var errs []error
	for _, word := range given {
		more, source, err := parameterValue(s, word)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		maps.Copy(values, more)
		if source != nil {
			sources = append(sources, source)
		}
	}
	return values, sources, join(errs)
}

// parameterValue reads one -p; source is nil for NAME=VALUE.
func parameterValue(s *Streams, word string) (values map[string]template.ParameterInput, source *template.Source, err error) {
	if path, ok := fileReference(s, word); ok {
		if path == "" {
			return nil, nil, usagef("-p file:// needs a path after it")
		}
		data, err := readInput(s, "parameter file", path)
		if err != nil {
			return nil, nil, err
		}
		return parameterDocument(path, data)
	}
	if trimmed := strings.TrimSpace(word); strings.HasPrefix(trimmed, "{") && strings.HasSuffix(trimmed, "}") {
		return parameterDocument("-p inline.json", []byte(trimmed))
	}
	name, value, ok := strings.Cut(word, "=")
	if !ok || name == "" {
		err := usagef("-p %q is not understood", word)
		err.hint = "write NAME=VALUE, file://PATH of a JSON or YAML mapping, or an inline JSON mapping"
		return nil, nil, err
	}
	return map[string]template.ParameterInput{name: template.TextInput(value, "-p")}, nil, nil
}

// parameterDocument reads a mapping of values; a name that ends in .json makes
// it JSON.
func parameterDocument(name string, data []byte) (map[string]template.ParameterInput, *template.Source, error) {
	source := template.NewSource(name, data)
	values, err := template.ReadParameters(name, data, template.Limits{})
	if err != nil {
		return nil, nil, located(err, source)
	}
	return values, source, nil
}
