package expr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faultOf parses and evaluates source and returns the text that its fault is
// at, with the fault.
func faultOf(t *testing.T, source string, symbols *Symbols) (string, *Error) {
	t.Helper()
	e, err := Parse(source)
	if err == nil {
		_, err = e.Check(&Env{Symbols: symbols}, Any)
	}
	var fault *Error
	require.ErrorAs(t, err, &fault, source)
	return source[fault.Offset:fault.End], fault
}

func TestFaultPlaces(t *testing.T) {
	symbols := NewSymbols(nil)
	symbols.Define("Param.Name", UnresolvedValue(String))
	symbols.Define("Param.Count", UnresolvedValue(Int))
	for _, c := range []struct{ section, source, at string }{
		{"§1.1", "1 + ", " "},
		{"§1.1", "é + 1", "é"},
		{"§1.1", "1 = 2", "="},
		{"§1.1", "[1, 2", ""},
		{"§1.1.5", "'a' + 'b", "'b"},
		{"§1.1.5", `'é\x4g'`, `\x4`},
		{"§1.1.6", "1 + 007", "007"},
		{"§1.1.6", "1 + 9223372036854775808", "9223372036854775808"},
		{"§1.2.2", "len('é') + Param.Nmae", "Param.Nmae"},
		{"§1.2.6", "[1, 'a']", "'a'"},
		{"§1.2.6", "[1, null, 2]", "null"},
		{"§1.3.5", "'a' if Param.Count else 'b'", "Param.Count"},
		{"§1.3.7", "[x for x in Param.Count]", "Param.Count"},
		{"§1.3.7", "[Y for Y in [1]]", "Y"},
		{"§2.1.1", "'x' * 2 + (1 - Param.Name) + 'y'", "-"},
		{"§2.1.4", "1 < 2 < 3 <= 'a'", "<="},
		{"§2.1.3", "1 < 2 and 1 not in ['a']", "not in"},
		{"§2.1.1", "1 + 2 / 0", "/"},
		{"§2.2.4", "1 + Param.Count.upper()", "Param.Count.upper()"},
		{"§2", "1 + nope(2)", "nope"},
		{"§2", "Param.Name.nope()", "nope"},
		{"§2.3.1", "Param.Name.stem", "stem"},
	} {
		at, _ := faultOf(t, c.source, symbols)
		assert.Equal(t, c.at, at, "%s %s", c.section, c.source)
	}
}

func TestFaultOfConversionIsAtTheWhole(t *testing.T) {
	e, err := Parse(" 'a' + 'b' ")
	require.NoError(t, err)
	_, err = e.Eval(&Env{}, Int)
	var fault *Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "'a' + 'b'", e.Source()[fault.Offset:fault.End], "§1.2.3")
	assert.Equal(t, ValueFault, fault.Kind)
	assert.Equal(t, "§1.2.3", fault.Section)
}

func TestRefs(t *testing.T) {
	source := "[x.upper() + Param.File.stem for x in names if len(x) > Task.Param.N] + Param.F.parts.sorted()"
	e, err := Parse(source)
	require.NoError(t, err)
	var symbols, calls []string
	for _, r := range e.Symbols() {
		symbols = append(symbols, r.Name)
		assert.Equal(t, r.Name, source[r.Offset:r.End])
	}
	for _, r := range e.Calls() {
		calls = append(calls, r.Name)
		assert.Equal(t, r.Name, source[r.Offset:r.End])
	}
	assert.ElementsMatch(t, []string{"names", "Task.Param.N", "Param.File.stem", "Param.F.parts"}, symbols)
	assert.ElementsMatch(t, []string{"upper", "len", "sorted"}, calls)
}

func TestSizeLimits(t *testing.T) {
	fits := strings.Repeat(" ", MaxSource-1) + "1"
	_, err := Parse(fits)
	require.NoError(t, err)
	_, err = Parse(fits + " ")
	assert.ErrorContains(t, err, "at most 65536 are allowed")
	_, err = Parse("'" + strings.Repeat("a", 1<<20) + "'")
	assert.ErrorContains(t, err, "at most 65536 are allowed")
}

func TestDepthLimits(t *testing.T) {
	for _, c := range []struct{ name, before, core, after string }{
		{"parentheses", "(", "1", ")"},
		{"list", "[", "1", "]"},
		{"minus", "-", "1", ""},
		{"not", "not ", "true", ""},
		{"power", "2**", "1", ""},
		{"call", "abs(", "1", ")"},
		{"index", "a[", "1", "]"},
		{"else", "1 if true else ", "1", ""},
	} {
		nested := func(n int) string { return strings.Repeat(c.before, n) + c.core + strings.Repeat(c.after, n) }
		_, err := Parse(nested(MaxDepth/2 - 1))
		assert.NoError(t, err, c.name)
		_, err = Parse(nested(MaxDepth - 1))
		assert.NoError(t, err, c.name)
		_, err = Parse(nested(MaxDepth + 1))
		assert.ErrorContains(t, err, "nests more than 500 deep", c.name)
		_, err = Parse(nested(3000))
		assert.ErrorContains(t, err, "nests more than 500 deep", c.name)
	}
}

func TestTenThousandParentheses(t *testing.T) {
	_, err := Parse(strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000))
	assert.ErrorContains(t, err, "nests more than 500 deep")
}

// A chain is no nesting: only its size bounds it.
func TestLongChains(t *testing.T) {
	n := MaxSource/2 - 1
	e, err := Parse("1" + strings.Repeat("+1", n))
	require.NoError(t, err)
	v, err := e.Eval(&Env{}, Any)
	require.NoError(t, err)
	assert.Equal(t, int64(n+1), v.Int())

	e, err = Parse("'a'" + strings.Repeat(".upper()", 8000))
	require.NoError(t, err)
	v, err = e.Eval(&Env{}, Any)
	require.NoError(t, err)
	assert.Equal(t, "A", v.Str())
}
