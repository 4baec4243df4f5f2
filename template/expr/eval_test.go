package expr

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func mustParse(t testing.TB, source string) *Expr {
	t.Helper()
	e, err := Parse(source)
	require.NoError(t, err, source)
	return e
}

func TestLimitsAreExact(t *testing.T) {
	e := mustParse(t, "sum(range(1000))")
	_, usage, err := e.EvalUsage(&Env{}, Any)
	require.NoError(t, err)
	require.Equal(t, int64(2002), usage.Operations, "§1.3.10")
	_, err = e.Eval(&Env{Limits: Limits{Operations: 2002}}, Any)
	assert.NoError(t, err)
	_, err = e.Eval(&Env{Limits: Limits{Operations: 2001}}, Any)
	assert.ErrorContains(t, err, "more than 2001 operations")
	assert.Equal(t, LimitFault, kindOf(err))

	e = mustParse(t, "len('a' * 1000)")
	_, usage, err = e.EvalUsage(&Env{}, Any)
	require.NoError(t, err)
	_, err = e.Eval(&Env{Limits: Limits{Memory: usage.Memory}}, Any)
	assert.NoError(t, err, "§1.3.9")
	_, err = e.Eval(&Env{Limits: Limits{Memory: usage.Memory - 1}}, Any)
	assert.ErrorContains(t, err, "bytes of memory")
}

// 84 operations an element, and the same again for the range (§1.3.10 rule 3).
func TestTextsAreCounted(t *testing.T) {
	env := &Env{Limits: Limits{Operations: 100_000}}
	_, err := mustParse(t, "len([len(('a' * 10000).upper()) for i in range(1176)])").Eval(env, Any)
	assert.NoError(t, err)
	_, err = mustParse(t, "len([len(('a' * 10000).upper()) for i in range(1177)])").Eval(env, Any)
	assert.ErrorContains(t, err, "more than 100000 operations")
}

// Faults that are passed over cost operations, and so do types tried in vain:
// a check is as bounded as an evaluation.
func TestRunawayChecks(t *testing.T) {
	symbols := NewSymbols(nil)
	symbols.Define("b", UnresolvedValue(Bool))
	symbols.Define("a", UnresolvedValue(Any))
	for _, source := range []string{
		"[b and nope for i in range(5000000)]",
		"[b and (1 + 'a') for i in range(5000000)]",
		"[nope if b else 1 for i in range(5000000)]",
		"[1 < (2 if b else 3) < nope for i in range(5000000)]",
		"[round(a, a) for i in range(5000000)]",
		"[a[a:a:a] for i in range(9000000)]",
	} {
		_, err := mustParse(t, source).Eval(&Env{Symbols: symbols}, Any)
		require.Error(t, err, source)
		assert.Equal(t, LimitFault, kindOf(err), "%s: %v", source, err)
	}
}

// What a part of an expression used is free again when the part is done.
func TestMemoryIsGivenBack(t *testing.T) {
	source := "len('a' * 60000000)" + strings.Repeat(" + len('a' * 60000000)", 5)
	v, usage, err := mustParse(t, source).EvalUsage(&Env{}, Any)
	require.NoError(t, err, "§1.3.9")
	assert.Equal(t, int64(360000000), v.Int())
	assert.Equal(t, int64(60000000), usage.Memory)

	_, err = mustParse(t, "[len('a' * 60000000) for i in range(5)]").Eval(&Env{}, Any)
	assert.NoError(t, err)
	_, err = mustParse(t, "['a' * 60000000 for i in range(2)]").Eval(&Env{}, Any)
	assert.ErrorContains(t, err, "bytes of memory")
}

// The default limits end whatever would take too long or too much.
func TestRunawayExpressions(t *testing.T) {
	for _, source := range []string{
		"[x for x in range(1000000000000)]",
		"range(-9223372036854775808, 9223372036854775807)",
		"[[y for y in range(4000)] for x in range(4000)]",
		"[1] * 1000000000000",
		"['ab'] * 1000000000000",
		"'ab' * 1000000000000",
		"[('x' * 5000000).upper() for i in range(1000)]",
		"[('x' * 90000000) == ('x' * 90000000) for i in range(1000000)]",
		"[('é' * 4000000)[-1] for i in range(1000000)]",
		"[s[3999999] for s in ['é' * 4000000] * 1000000]",
		"list(range_expr('1-9000000000'))",
		"[1] + range_expr('1-9000000000')",
		"range_expr('1-9000000000')[::-1]",
		"[0] == range_expr('1-9000000000') or range_expr('1-9000000000')[::-1]",
	} {
		_, err := mustParse(t, source).Eval(&Env{}, Any)
		require.Error(t, err, source)
		assert.Equal(t, LimitFault, kindOf(err), "%s: %v", source, err)
	}
}

func TestLimitsHoldInBranchesThatMayBePassedOver(t *testing.T) {
	symbols := NewSymbols(nil)
	symbols.Define("b", UnresolvedValue(Bool))
	for _, source := range []string{
		"b and 'a' * 1000000000 == ''",
		"1 if b else len('a' * 1000000000)",
		"len('a' * 1000000000) if b else 1",
		"1 < (2 if b else 3) < len('a' * 1000000000)",
		"[len('a' * 1000000000) for x in [1] if b]",
	} {
		_, err := mustParse(t, source).Check(&Env{Symbols: symbols}, Any)
		require.Error(t, err, source)
		assert.Equal(t, LimitFault, kindOf(err), source)
	}
}

func TestScopes(t *testing.T) {
	job := NewSymbols(nil)
	job.Define("Param.A", IntValue(1))
	job.Define("x", IntValue(10))
	step := NewSymbols(job)
	step.Define("x", IntValue(20))
	step.Define("y", IntValue(2))
	v, err := mustParse(t, "Param.A + x + y").Eval(&Env{Symbols: step}, Any)
	require.NoError(t, err)
	assert.Equal(t, int64(23), v.Int())
	assert.Equal(t, []string{"Param.A", "x", "y"}, step.Names())
	assert.True(t, step.Defined("Param.A"))
	assert.False(t, job.Defined("y"))
	var none *Symbols
	assert.False(t, none.Defined("x"))
	assert.Empty(t, none.Names())
}

// One parsed expression serves many goroutines (run with -race).
func TestEvaluatedByManyAtOnce(t *testing.T) {
	e := mustParse(t, "[Param.Base + '/' + string(i).zfill(4) for i in range(Task.Param.Frame)][-1]")
	library := Base()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			symbols := NewSymbols(nil)
			symbols.Define("Param.Base", StringValue("/out"))
			symbols.Define("Task.Param.Frame", IntValue(int64(g+1)))
			for range 100 {
				v, err := e.Eval(&Env{Symbols: symbols, Library: library}, Any)
				assert.NoError(t, err)
				assert.Equal(t, "/out/000"+string(rune('0'+g)), v.Str())
			}
		})
	}
	wg.Wait()
}

func TestFloatTextIsKept(t *testing.T) {
	symbols := NewSymbols(nil)
	symbols.Define("V", FloatText(3.5, "3.500"))
	symbols.Define("Z", FloatText(0, "-0.0"))
	for source, want := range map[string]string{
		"V": "3.500", "V + 1": "4.5", "[V][0]": "3.500", "V or 1": "3.500", "V if true else 1": "3.500",
		"[V, 1]": "[3.500, 1.0]", "-(-V)": "3.5", "+V": "3.5", "Z": "0.0", "([V] * 2)[1]": "3.500",
	} {
		v, err := mustParse(t, source).Eval(&Env{Symbols: symbols}, Any)
		require.NoError(t, err, source)
		assert.Equal(t, want, v.Text(), "§1.3.4 %s", source)
	}
}

func TestValueTexts(t *testing.T) {
	r, err := ParseRange("1-3")
	require.NoError(t, err)
	for _, c := range []struct {
		value         Value
		text, display string
	}{
		{NullValue(), "", "null"},
		{BoolValue(true), "true", "true"},
		{IntValue(-5), "-5", "-5"},
		{FloatValue(1e16), "1e+16", "1e+16"},
		{StringValue("a\"\\\n\t\x01é"), "a\"\\\n\t\x01é", `"a\"\\\n\t\u0001é"`},
		{PathValue("/a"), "/a", `"/a"`},
		{RangeValue(r), "1-3", "1-3"},
		{IntListValue([]int64{1, 2}), "[1, 2]", "[1, 2]"},
		{StringListValue([]string{"a", "é"}), `["a", "é"]`, `["a", "é"]`},
		{PathListValue([]string{"/a"}), `["/a"]`, `["/a"]`},
		{ListValue(RangeExpr, []Value{RangeValue(r)}), `["1-3"]`, `["1-3"]`},
		{ListValue(List(Int), []Value{IntListValue([]int64{1}), IntListValue(nil)}), "[[1], []]", "[[1], []]"},
		{UnresolvedValue(Int), "<unresolved[int]>", "<unresolved[int]>"},
	} {
		assert.Equal(t, c.text, c.value.Text(), "§1.3.2")
		assert.Equal(t, c.display, c.value.Display())
	}
	assert.Len(t, IntListValue([]int64{1, 2}).Items(), 2)
	assert.Equal(t, int64(3), RangeValue(r).At(2).Int())
}

// A list prints as JSON, also where a number was written in another way.
func TestNumbersInLists(t *testing.T) {
	for text, want := range map[string]string{
		"1.50": "1.50", "5": "5", "1e3": "1e3", "1.5E-3": "1.5E-3", "1e+3": "1e+3", ".5": "0.5", "5.": "5.0",
		"007.5": "7.5", "+5": "5.0", "-1.5": "-1.5", "5.e3": "5000.0", "0.10": "0.10",
	} {
		f, ok := parseFloat(text)
		require.True(t, ok, text)
		v := FloatText(f, text)
		assert.Equal(t, text, v.Text(), "§1.3.4")
		assert.Equal(t, "["+want+"]", ListValue(Float, []Value{v}).Text(), "§1.3.2")
		assert.True(t, json.Valid([]byte(want)), want)
	}
}

func TestCoerce(t *testing.T) {
	v, err := Coerce(IntValue(5), Union(String, Null))
	require.NoError(t, err)
	assert.Equal(t, StringValue("5"), v, "§1.2.3")
	v, err = Coerce(IntValue(5), Any)
	require.NoError(t, err)
	assert.Equal(t, IntValue(5), v)
	_, err = Coerce(NullValue(), String)
	assert.ErrorContains(t, err, "string is wanted here")
	v, err = Coerce(UnresolvedValue(Int), Unresolved(String))
	require.NoError(t, err)
	assert.Equal(t, Unresolved(String), v.Type())
}

func TestSuggest(t *testing.T) {
	known := []string{"command", "args", "timeout", "cancelation", "Param.Frame", "Param.Frames", "upper", "lower"}
	for word, want := range map[string][]string{
		"comand": {"command"}, "cancellation": {"cancelation"}, "Timeout": {"timeout"}, "uppre": {"upper"},
		"Param.Framse": {"Param.Frame", "Param.Frames"}, "zzz": nil, "": nil, "command": nil, "ars": {"args"},
	} {
		assert.Equal(t, want, Suggest(word, known), word)
	}
	assert.Empty(t, Suggest(strings.Repeat("a", 100000), []string{strings.Repeat("a", 99999)}))
}

func TestIsKeyword(t *testing.T) {
	for _, word := range []string{"if", "true", "null", "None", "lambda", "class"} {
		assert.True(t, IsKeyword(word), word)
	}
	for _, word := range []string{"x", "iff", "True_", "type", "match", "_"} {
		assert.False(t, IsKeyword(word), word)
	}
}
