package expr

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// fuzzEnv has names of every type, known and unresolved.
func fuzzEnv() *Env {
	symbols := NewSymbols(nil)
	rng, err := ParseRange("1-10:3,20")
	if err != nil {
		panic(err)
	}
	for name, v := range map[string]Value{
		"n": NullValue(), "b": BoolValue(true), "i": IntValue(-3), "f": FloatText(1.5, "1.50"),
		"s": StringValue("a é b"), "p": PathValue("/a/b.tar.gz"), "r": RangeValue(rng),
		"l": IntListValue([]int64{3, 1, 2}), "t": StringListValue([]string{"x", "", "y"}),
		"e": ListValue(Null, nil), "m": ListValue(List(Int), []Value{IntListValue([]int64{1}), IntListValue(nil)}),
	} {
		symbols.Define(name, v)
		symbols.Define("U."+name, UnresolvedValue(v.Type()))
	}
	symbols.Define("U.any", UnresolvedValue(Any))
	return &Env{
		Symbols: symbols, Library: Base().WithHost().WithServices(),
		Limits: Limits{Operations: 20_000, Memory: 1_000_000},
	}
}

// checkFault asserts what holds of every fault.
func checkFault(t *testing.T, source string, err error) *Error {
	t.Helper()
	var fault *Error
	require.True(t, errors.As(err, &fault), "%q: %T %v", source, err, err)
	require.NotEmpty(t, fault.Message, source)
	require.True(t, 0 <= fault.Offset && fault.Offset <= fault.End && fault.End <= len(source), "%q: %d-%d", source, fault.Offset, fault.End)
	require.False(t, fault.Offset < len(source) && !utf8.RuneStart(source[fault.Offset]) && utf8.ValidString(source), "%q: %d", source, fault.Offset)
	return fault
}

func addSeeds(f *testing.F) {
	for _, c := range readCorpus(f) {
		f.Add(c.source)
	}
	for _, s := range []string{"U.any[U.any:U.any] + U.any", "[x.upper() for x in U.t if x in U.any] * U.i", "U.p / s + '_' + r", "m == [[1], e]"} {
		f.Add(s)
	}
}

// FuzzParse: whatever the text, parsing ends in an expression or a fault with
// a place in it.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, source string) {
		if _, err := Parse(source); err != nil {
			checkFault(t, source, err)
		}
	})
}

// FuzzEval: evaluation never panics and stays within its limits; what
// evaluates passes the check with the same type; and what it gives agrees with
// what the check says of it when all names are unresolved.
func FuzzEval(f *testing.F) {
	addSeeds(f)
	env := fuzzEnv()
	unresolved := NewSymbols(nil)
	for _, name := range env.Symbols.Names() {
		v, _ := env.Symbols.Lookup(name)
		unresolved.Define(name, UnresolvedValue(v.Type().Constraint()))
	}
	static := *env
	static.Symbols = unresolved
	f.Fuzz(func(t *testing.T, source string) {
		e, err := Parse(source)
		if err != nil {
			return
		}
		v, usage, err := e.EvalUsage(env, Any)
		require.LessOrEqual(t, usage.Operations, env.Limits.Operations, source)
		require.LessOrEqual(t, usage.Memory, env.Limits.Memory, source)
		if err != nil {
			checkFault(t, source, err)
			return
		}
		checked, err := e.Check(&static, Any)
		if err != nil {
			// A part that is passed over may name what is not there, or do
			// too much; and the types of an element are checked of a list
			// that turns out to be empty.
			kind := checkFault(t, source, err).Kind
			if !strings.Contains(source, "for") {
				require.Contains(t, []Kind{NameFault, LimitFault}, kind, "%q: %v", source, err)
			}
			return
		}
		requireAgreement(t, source, v, checked)
	})
}

// requireAgreement: the type of the value is one the check allows. An empty
// list may have had another type.
func requireAgreement(t *testing.T, source string, v Value, checked Type) {
	t.Helper()
	got := v.Type().Constraint()
	if got.IsList() {
		require.True(t, checked.Overlaps(listTypes), "%q: %s, checked as %s", source, v.Type(), checked)
		return
	}
	require.True(t, checked.Has(got), "%q: %s, checked as %s", source, v.Type(), checked)
}

// FuzzCoerce: conversion gives a value of the type that was wanted, or a
// fault; and never an unresolved one of a known value.
func FuzzCoerce(f *testing.F) {
	f.Add("12", uint32(Int|Float))
	f.Add("1-3", uint32(RangeExpr))
	f.Add("true", uint32(Bool|Path))
	f.Fuzz(func(t *testing.T, text string, bits uint32) {
		target := Type(bits) & Any
		for _, v := range []Value{StringValue(text), StringListValue([]string{text, text}), PathValue(text)} {
			got, err := Coerce(v, target)
			if err != nil {
				var fault *Error
				require.True(t, errors.As(err, &fault))
				continue
			}
			require.False(t, got.IsUnresolved())
			if target != NoReturn {
				require.True(t, target.Has(got.Type()), "%s to %s gave %s", v.Type(), target, got.Type())
			}
		}
	})
}
