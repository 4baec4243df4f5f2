package main

// The names that expressions may use, with the same values on both sides.

import (
	"fmt"
	"sort"

	"runner/template/expr"
)

// symbolValue is a value as both sides take it: a text, a bool, a number, or a
// list of those.
type symbolValue struct {
	Type  string `json:"type"`
	Value any    `json:"value"`
}

// symbolTable has at least one name of every type. Paths are here as a document
// can have them and path() would not make them: not normalised.
func symbolTable() map[string]symbolValue {
	return map[string]symbolValue{
		"Param.Bool":      {"bool", true},
		"Param.Int":       {"int", 7},
		"Param.Negative":  {"int", -3},
		"Param.Float":     {"float", "3.500"},
		"Param.Whole":     {"float", "12.0"},
		"Param.String":    {"string", "Hello, World"},
		"Param.Empty":     {"string", ""},
		"Param.Path":      {"path", "/proj/shot_010/render.0042.exr"},
		"Param.Raw":       {"path", "/a//b/./c/"},
		"Param.Uri":       {"path", "s3://bucket/dir/file.tar.gz"},
		"Param.Frames":    {"range_expr", "1-10:3,20-22"},
		"Param.Strings":   {"list[string]", []any{"b", "a", "", "b"}},
		"Param.Ints":      {"list[int]", []any{3, 1, 2, 3}},
		"Param.Floats":    {"list[float]", []any{2.5, -1.0, 0.1}},
		"Param.Bools":     {"list[bool]", []any{true, false}},
		"Param.Paths":     {"list[path]", []any{"/a/b", "c/d.txt"}},
		"Param.Lists":     {"list[list[int]]", []any{[]any{1, 2}, []any{3}}},
		"Param.EmptyInts": {"list[int]", []any{}},
		"let_value":       {"string", "x=1"},
	}
}

func symbolNames(table map[string]symbolValue, typ expr.Type) []string {
	var names []string
	for name, v := range table {
		if v.Type == typ.String() {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// scope is the table as our side takes it.
func scope(table map[string]symbolValue) (*expr.Symbols, error) {
	symbols := expr.NewSymbols(nil)
	for name, given := range table {
		typ, ok := expr.ParseType(given.Type)
		if !ok {
			return nil, fmt.Errorf("symbol %s: no type %q", name, given.Type)
		}
		value, err := ourValue(typ, given.Value)
		if err != nil {
			return nil, fmt.Errorf("symbol %s: %w", name, err)
		}
		symbols.Define(name, value)
	}
	return symbols, nil
}

func ourValue(typ expr.Type, given any) (expr.Value, error) {
	if typ.IsList() {
		var items []expr.Value
		for _, item := range given.([]any) {
			value, err := ourValue(typ.Elem(), item)
			if err != nil {
				return expr.Value{}, err
			}
			items = append(items, value)
		}
		return expr.ListValue(typ.Elem(), items), nil
	}
	switch given := given.(type) {
	case bool:
		return expr.BoolValue(given), nil
	case int:
		return expr.IntValue(int64(given)), nil
	case float64:
		return expr.FloatValue(given), nil
	case string:
		if typ == expr.Path {
			return expr.PathValue(given), nil
		}
		return expr.Coerce(expr.StringValue(given), typ)
	}
	return expr.Value{}, fmt.Errorf("no value of a symbol: %v", given)
}
