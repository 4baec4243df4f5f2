package template

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// value creates a Job with one parameter P of the given definition and shows
// its value, or the fault after "!".
func value(t *testing.T, extensions, definition string, values map[string]ParameterInput) string {
	t.Helper()
	document := loadText(t, "t.yaml", jobText(extensions, "parameterDefinitions:\n- {name: P, "+definition+"}\n"))
	job, err := CreateJob(document, nil, values, here)
	if err != nil {
		return "!" + err.Error()
	}
	return job.Parameter("P").Value.Text()
}

func TestParameterValues(t *testing.T) {
	tests := []struct {
		name, extensions, definition, given, want string // given "" takes the default
	}{
		{"§2.1 as entered", "", "type: STRING", " a {{b}} ", " a {{b}} "},
		{"B14 longer than 1024 when submitted", "", "type: STRING, minLength: 1025", strings.Repeat("x", 1025), strings.Repeat("x", 1025)},
		{"§2.1 allowedValues", "", "type: STRING, allowedValues: [a, b]", "c", `!-p: the value of the parameter "P" ("c") is not one of the allowed values "a", "b"`},
		{"§2.1 minLength counts code points", "", "type: STRING, minLength: 2, maxLength: 2", "üü", "üü"},
		{"§2.1 maxLength", "", "type: STRING, maxLength: 2", "üüü", "!3 characters, maxLength is 2"},
		{"§2.3 B7 canonical", "", "type: INT", "+007", "7"},
		{"§2.3 B7 minus zero", "", "type: INT", "-0", "0"},
		{"§2.3 B7 default with blanks", "", "type: INT, default: ' 5 '", "", "5"},
		{"§2.3 B7 leading blank when submitted", "", "type: INT", " 5", `!" 5" is not an integer`},
		{"§2.3 trailing blank when submitted", "", "type: INT", "5 ", "5"},
		{"§2.3 float text", "", "type: INT", "1.0", `!parameter "P" (INT): "1.0" is not an integer`},
		{"§2.3 underscore", "", "type: INT", "1_0", "!not an integer"},
		{"§2.3 other digits", "", "type: INT", "٣", "!not an integer"},
		{"§2.3 B10 64 bits", "", "type: INT", "9223372036854775808", "!64 bits"},
		{"§2.3 minValue 0", "", "type: INT, minValue: 0", "-1", "!less than minValue 0"},
		{"§2.3 maxValue 0", "", "type: INT, maxValue: '0'", "1", "!greater than maxValue 0"},
		{"§2.3 allowed as numbers", "", "type: INT, allowedValues: ['1', 2]", "01", "1"},
		{"§2.4 B9 as entered", "", "type: FLOAT", "1.50", "1.50"},
		{"§2.4 B9 quoted default", "", "type: FLOAT, default: '1.50'", "", "1.50"},
		{"§2.4 B9 unquoted default", "", "type: FLOAT, default: 1.50", "", "1.5"},
		{"§2.4 B9 unquoted whole default", "", "type: FLOAT, default: 2", "", "2.0"},
		{"§2.4 small number without exponent", "", "type: FLOAT, default: 0.00001", "", "0.00001"},
		{"§2.4 large number without exponent", "", "type: FLOAT, default: 100000000000000000000", "", "100000000000000000000.0"},
		{"§2.4 small number with EXPR", "EXPR", "type: FLOAT, default: 0.00001", "", "1e-05"},
		{"§2.4 B8 forms", "", "type: FLOAT", ".5", ".5"},
		{"§2.4 B8 exponent", "", "type: FLOAT", "1E+3", "1E+3"},
		{"§2.4 B8 not finite", "", "type: FLOAT", "inf", "!not a number"},
		{"§2.4 B8 overflow", "", "type: FLOAT", "1e309", "!too large"},
		{"§2.4 B8 underflow", "", "type: FLOAT", "1e-400", "1e-400"},
		{"§2.4 hexadecimal", "", "type: FLOAT", "0x1p3", "!not a number"},
		{"§2.4 bounds as numbers", "", "type: FLOAT, minValue: '1.5'", "1.50", "1.50"},
		{"§2.9 words", "EXPR", "type: BOOL", "Yes", "true"},
		{"§2.9 default 0.0", "EXPR", "type: BOOL, default: 0.0", "", "false"},
		{"§2.9 other", "EXPR", "type: BOOL", "2", "!not a boolean"},
		{"§2.10 canonical", "EXPR", "type: RANGE_EXPR", " 1-3, 7 ", "1-3,7"},
		{"§2.10 faulty", "EXPR", "type: RANGE_EXPR", "1-", "!ends where an integer"},
		{"§2.10 maxLength counts the text", "EXPR", "type: RANGE_EXPR, maxLength: 5", "1 - 3 ", "!maxLength is 5"},
		{"§2.10 minLength", "EXPR", "type: RANGE_EXPR, minLength: 3", "12", "!minLength is 3"},
		{"§2.10 default maxLength", "EXPR", "type: RANGE_EXPR", strings.Repeat(" ", 1024) + "1", "!maxLength is 1024"},
		{"§2.11 JSON text", "EXPR", "type: 'LIST[STRING]'", `["a","b c"]`, `["a", "b c"]`},
		{"§2.11 not a list", "EXPR", "type: 'LIST[STRING]'", `a`, "!is not a list"},
		{"§2.11 empty", "EXPR", "type: 'LIST[STRING]'", `[]`, "[]"},
		{"§2.11 item type", "EXPR", "type: 'LIST[STRING]'", `["a", 1]`, "![1]: expected a string"},
		{"§2.13 items", "EXPR", "type: 'LIST[INT]'", `[1, 02]`, "!is not a list"},
		{"§2.13 B11 text item", "EXPR", "type: 'LIST[INT]'", `[1, "2"]`, "!expected an integer"},
		{"§2.13 B10 item", "EXPR", "type: 'LIST[INT]'", `[9223372036854775808]`, "!64 bits"},
		{"§2.13 item bounds", "EXPR", "type: 'LIST[INT]', item: {maxValue: 3}", `[1, 4]`, `!item 2 of the value of the parameter "P" (4) is greater`},
		{"§2.14 numbers lose their text", "EXPR", "type: 'LIST[FLOAT]'", `[1, 2.50]`, "[1.0, 2.5]"},
		{"§2.15 words", "EXPR", "type: 'LIST[BOOL]'", `["on", 0, true]`, "[true, false, true]"},
		{"§2.16 nested", "EXPR", "type: 'LIST[LIST[INT]]', item: {minLength: 1, item: {minValue: 0}}", `[[1], [2, 3]]`, "[[1], [2, 3]]"},
		{"§2.16 inner length", "EXPR", "type: 'LIST[LIST[INT]]', item: {minLength: 1}", `[[1], []]`, "!has 0 items, minLength is 1"},
		{"RFC 0007 letter case", "EXPR", "type: 'liSt[sTring]'", `["x"]`, `["x"]`},
		{"§2 no value", "", "type: INT", "", "!needs a value (give it with -p P=VALUE)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			values := map[string]ParameterInput{}
			if tt.given != "" {
				values = inputs("P", tt.given)
			}
			got := value(t, tt.extensions, tt.definition, values)
			if want, ok := strings.CutPrefix(tt.want, "!"); ok {
				assert.Contains(t, got, want)
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestEmptyValueIsAValue(t *testing.T) {
	assert.Equal(t, "", value(t, "", "type: STRING, default: x", inputs("P", "")))
	assert.Equal(t, "", value(t, "", "type: PATH, default: x", inputs("P", "")), "an empty path stays empty")
}

func TestPathValues(t *testing.T) {
	tests := []struct{ name, extensions, definition, given, want string }{
		{"§2.2 B1 relative", "", "type: PATH", "a.txt", "/cwd/sub/a.txt"},
		{"§2.2 B1 dot", "", "type: PATH", ".", "/cwd/sub"},
		{"§2.2 B1 normalised", "", "type: PATH", "x/../y/./z", "/cwd/sub/y/z"},
		{"§2.2 B1 may walk up", "", "type: PATH", "../../x", "/x"},
		{"§2.2 B1 absolute as written", "", "type: PATH", "/a/../b//c/", "/a/../b//c/"},
		{"§2.2 default", "", "type: PATH, default: ./x/../y", "", "/td/job/y"},
		{"§2.2 B4 default re-enters", "", "type: PATH, default: ../job/x", "", "/td/job/x"},
		{"§2.2 default escapes", "", "type: PATH, default: x/../../y", "", "!leads out of the template's directory"},
		{"§2.2 default of a sibling", "", "type: PATH, default: ../job-2/x", "", "!leads out of the template's directory"},
		{"§2.2 name that starts with dots", "", "type: PATH, default: ..x/y", "", "/td/job/..x/y"},
		{"§2.2 B3 default absolute", "", "type: PATH, default: /x", "", `!the default "/x" is an absolute path`},
		{"§2.2 B3 only when used", "", "type: PATH, default: /x", "y", "/cwd/sub/y"},
		{"§2.2 constraints after the join", "", "type: PATH, maxLength: 10", "abcdef", "!maxLength is 10"},
		{"§2.2 allowed after the join", "", "type: PATH, allowedValues: [/cwd/sub/a]", "a", "/cwd/sub/a"},
		{"§2.2 B5 no URI without EXPR", "", "type: PATH, default: 's3://b/k'", "", "/td/job/s3:/b/k"},
		{"§2.2 URI", "EXPR", "type: PATH, default: 's3://b/../k'", "", "s3://b/../k"},
		{"§2.2 URI submitted", "EXPR", "type: PATH", "s3://b//k", "s3://b//k"},
		{"§2.12 B2 items", "EXPR", "type: 'LIST[PATH]'", `["a", "/b/../c", "s3://x/y", ""]`, `["/cwd/sub/a", "/b/../c", "s3://x/y", ""]`},
		{"§2.12 B2 default items", "EXPR", "type: 'LIST[PATH]', default: [a, b/../c]", "", `["/td/job/a", "/td/job/c"]`},
		{"§2.12 B2 default escapes", "EXPR", "type: 'LIST[PATH]', default: [a, ..]", "", "!leads out"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			values := map[string]ParameterInput{}
			if tt.given != "" {
				values = inputs("P", tt.given)
			}
			got := value(t, tt.extensions, tt.definition, values)
			if want, ok := strings.CutPrefix(tt.want, "!"); ok {
				assert.Contains(t, got, want)
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestReadParameters(t *testing.T) {
	yaml := "S: 1.50\nI: '7'\nF: 2\nB: true\nL: [1, 2]\n"
	values, err := ReadParameters("p.yaml", []byte(yaml), Limits{})
	require.NoError(t, err)
	document := loadText(t, "t.yaml", jobText("EXPR", `parameterDefinitions:
- {name: S, type: STRING}
- {name: I, type: INT}
- {name: F, type: FLOAT}
- {name: B, type: STRING}
- {name: L, type: "LIST[INT]"}
`))
	job, err := CreateJob(document, nil, values, here)
	require.NoError(t, err)
	var got []string
	for _, p := range job.Parameters {
		got = append(got, p.Value.Text())
		assert.True(t, p.Given)
	}
	assert.Equal(t, []string{"1.50", "7", "2.0", "true", "[1, 2]"}, got)

	values, err = ReadParameters("p.JSON", []byte(`{"S": null, "I": 1.0, "F": true, "B": ["x"], "L": "[3]"}`), Limits{})
	require.NoError(t, err)
	_, err = CreateJob(document, nil, values, here)
	require.Error(t, err)
	for _, want := range []string{
		`p.JSON:1:7: parameter "S" (STRING): expected a string, found null`,
		`p.JSON:1:18: parameter "I" (INT): expected an integer`,
		`p.JSON:1:28: parameter "F" (FLOAT): expected a number`,
		`p.JSON:1:39: parameter "B" (STRING): expected a string, found a list`,
	} {
		assert.Contains(t, err.Error(), want)
	}
	assert.NotContains(t, err.Error(), `"L"`)

	for name, data := range map[string]string{"list.json": `[1]`, "broken.json": `{`, "twice.yaml": "a: 1\na: 2\n", "scalar.yaml": "7"} {
		_, err = ReadParameters(name, []byte(data), Limits{})
		assert.ErrorContains(t, err, name)
	}
	_, err = ReadParameters("empty.yaml", []byte(" \n"), Limits{})
	assert.ErrorContains(t, err, "{} for none")
	_, err = ReadParameters("big.json", []byte(`{"a":"xxxxxxxxxx"}`), Limits{Size: 10})
	assert.ErrorContains(t, err, "more than 10 bytes")
}

func TestUnknownParameters(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("", "parameterDefinitions:\n- {name: Frames, type: INT, default: 1}\n"))
	_, err := CreateJob(document, nil, inputs("Frame", "3", "Nope", "1"), here)
	assert.EqualError(t, err, `-p: the Job has no parameter "Frame" (did you mean "Frames"?)`+"\n"+
		`-p: the Job has no parameter "Nope" (its parameters are Frames)`)
	missing := MissingParameters(loadText(t, "t.yaml", jobText("", "parameterDefinitions:\n- {name: A, type: INT}\n- {name: B, type: INT, default: 1}\n- {name: C, type: INT}\n")).Parameters(),
		inputs("C", "1"))
	require.Len(t, missing, 1)
	assert.Equal(t, "A", missing[0].Name)
}

// Values by the hundred thousand take a time in proportion.
func TestManyValues(t *testing.T) {
	var list strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&list, "%d, ", i)
	}
	many := "[" + strings.TrimSuffix(list.String(), ", ") + "]"
	definition := "type: 'LIST[INT]', item: {allowedValues: " + many + "}, default: " + many
	assert.Len(t, value(t, "EXPR", definition, nil), len(many))

	got := value(t, "EXPR", "type: 'LIST[INT]', item: {maxValue: 0}", inputs("P", many))
	assert.Equal(t, maxBroken, strings.Count(got, "\n"), "%d faults and one that tells of the others", maxBroken)
	assert.Contains(t, got, `the value of the parameter "P" has more faults like these`)

	values := map[string]ParameterInput{}
	for i := range 50_000 {
		values[fmt.Sprintf("Unknown%d", i)] = TextInput("x", "-p")
	}
	values["P"] = TextInput("1", "-p")
	got = value(t, "", "type: INT", values)
	assert.Equal(t, MaxFaultsShown-1, strings.Count(got, "\n"))
}
