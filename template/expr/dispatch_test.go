package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// marked is an overload whose implementation says which one it is.
func marked(params, mark string) Overload {
	return Overload{Params: params, Result: "string", Impl: func(*Call, []Value) (Value, error) {
		return StringValue(mark), nil
	}}
}

// §1.2.3: these very types, then types they convert to, then type variables;
// of several the first.
func TestChoiceOfOverload(t *testing.T) {
	library := newLibrary(nil, operatorFunctions(), []Function{
		{Name: "f", Overloads: []Overload{
			marked("x: T", "any"),
			marked("x: float", "float"),
			marked("x: string", "string"),
			marked("x: list[int]", "ints"),
			marked("x: string, y: string", "texts"),
			marked("x: float, y: float", "floats"),
			marked("x: T, y: T", "equal"),
			marked("x: list[T1], y: T2", "list and any"),
			marked("x: string, y: int?, z: int?", "optional"),
		}},
	}, pathFunctions(), generalFunctions())
	for source, want := range map[string]string{
		"f(1.5)": "float", "f(1)": "float", "f('a')": "string", "f(path('a'))": "string", "f(true)": "any",
		"(1).f()": "any", "path('a').f()": "any", "f([1])": "ints", "f([])": "ints", "f(range_expr('1'))": "ints",
		"[].f()": "ints", "f([1.5])": "any", "f(null)": "any", "f('a', 'b')": "texts", "f('a', path('b'))": "texts",
		"path('a').f('b')": "error", "path('a').f(path('b'))": "equal", "f(1, 2)": "floats", "f(1, 2.5)": "floats",
		"f(true, false)": "equal", "f([1], true)": "list and any", "f(true, 1)": "error",
		"f('a', 1, null)": "optional", "f('a', null, null)": "optional", "f('a', 1.5, null)": "error",
	} {
		v, err := mustParse(t, source).Eval(&Env{Library: library}, Any)
		if want == "error" {
			require.Error(t, err, source)
			assert.Equal(t, TypeFault, kindOf(err), source)
			continue
		}
		require.NoError(t, err, source)
		assert.Equal(t, want, v.Str(), source)
	}
}

func TestSignaturesThatAreNone(t *testing.T) {
	for _, c := range []struct{ params, result string }{
		{"x", "int"}, {"x: integer", "int"}, {"x: int", ""}, {"x: list[list[list[T]]]", "T"}, {"x: T4", "int"},
	} {
		_, err := parseSignature(c.params, c.result)
		assert.Error(t, err, "%v", c)
	}
	assert.Panics(t, func() { newLibrary(nil, []Function{{Name: "f"}}, []Function{{Name: "f"}}) })
}

// Arguments that an overload takes after conversion reach it converted.
func TestArgumentsAreConverted(t *testing.T) {
	var got []Value
	take := func(params string) Overload {
		return Overload{Params: params, Result: "bool", Impl: func(_ *Call, args []Value) (Value, error) {
			got = append([]Value(nil), args...)
			return BoolValue(true), nil
		}}
	}
	library := newLibrary(nil, operatorFunctions(), []Function{
		{Name: "f", Overloads: []Overload{take("x: float, y: string")}},
		{Name: "g", Overloads: []Overload{take("x: list[list[float]]")}},
		{Name: "h", Overloads: []Overload{take("x: list[string]")}},
	}, pathFunctions())
	for source, want := range map[string][]Type{
		"f(1, path('a'))": {Float, String}, "g([[1], []])": {List(List(Float))}, "g([])": {List(List(Float))},
		"h([path('a')])": {List(String)}, "h([])": {List(String)},
	} {
		_, err := mustParse(t, source).Eval(&Env{Library: library}, Any)
		require.NoError(t, err, source)
		require.Len(t, got, len(want))
		for i, w := range want {
			assert.Equal(t, w, got[i].Type(), source)
		}
	}
}
