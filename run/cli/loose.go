package cli

// This file defines the values of "runner eval -p NAME=VALUE" without a
// template, which would give their types.

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"runner/template/expr"
)

// looseSymbols defines Param.NAME for each NAME=VALUE; a later one wins.
func looseSymbols(given []string) (*expr.Symbols, error) {
	symbols := expr.NewSymbols(nil)
	var errs []error
	for _, word := range given {
		name, text, ok := strings.Cut(word, "=")
		if !ok || name == "" || strings.HasPrefix(word, "file://") {
			err := usagef("-p %q is not understood", word)
			err.hint = "without a template it is NAME=VALUE"
			errs = append(errs, err)
			continue
		}
		symbols.Define("Param."+name, looseValue(text))
		symbols.Define("RawParam."+name, looseValue(text))
	}
	return symbols, join(errs)
}

// looseValue is a text as the JSON value that it is, and as a string where it
// is none or none that the language has.
func looseValue(text string) expr.Value {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) == nil {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			if value, ok := valueOf(v); ok {
				return value
			}
		}
	}
	return expr.StringValue(text)
}

// valueOf is a decoded JSON value; false for null, mappings and mixed lists.
func valueOf(v any) (expr.Value, bool) {
	switch v := v.(type) {
	case bool:
		return expr.BoolValue(v), true
	case string:
		return expr.StringValue(v), true
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return expr.IntValue(i), true
		}
		f, err := v.Float64()
		return expr.FloatValue(f), err == nil
	case []any:
		return listValueOf(v)
	}
	return expr.Value{}, false
}

func listValueOf(items []any) (expr.Value, bool) {
	if len(items) == 0 {
		return expr.ListValue(expr.String, nil), true
	}
	values := make([]expr.Value, len(items))
	for i, item := range items {
		v, ok := valueOf(item)
		if !ok || i > 0 && v.Type() != values[0].Type() {
			return expr.Value{}, false
		}
		values[i] = v
	}
	return expr.ListValue(values[0].Type(), values), true
}
