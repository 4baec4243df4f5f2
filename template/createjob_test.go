package template

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const oneStep = `
steps:
- name: S
  script: {actions: {onRun: {command: "true"}}}
`

func loadText(t *testing.T, name, text string) *Document {
	t.Helper()
	document, err := Load(name, []byte(text), Options{})
	require.NoError(t, err)
	return document
}

// jobText is a Job Template with these lines in front of its steps.
func jobText(extensions, lines string) string {
	head := "specificationVersion: jobtemplate-2023-09\n"
	if extensions != "" {
		head += "extensions: [" + extensions + "]\n"
	}
	if !strings.Contains(lines, "\nname:") {
		head += "name: J\n"
	}
	if !strings.Contains(lines, "\nsteps:") {
		lines += oneStep
	}
	return head + lines
}

func environmentText(extensions, parameters string) string {
	head := "specificationVersion: environment-2023-09\n"
	if extensions != "" {
		head += "extensions: [" + extensions + "]\n"
	}
	return head + "parameterDefinitions:\n" + parameters + "\nenvironment: {name: E, variables: {A: b}}\n"
}

var here = CreateOptions{TemplateDir: "/td/job", WorkingDir: "/cwd/sub"}

func inputs(pairs ...string) map[string]ParameterInput {
	out := map[string]ParameterInput{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = TextInput(pairs[i+1], "-p")
	}
	return out
}

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
	_, err = ReadParameters("big.json", []byte(`{"a":"xxxxxxxxxx"}`), Limits{Size: 10})
	assert.ErrorContains(t, err, "at most 10")
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

func TestMergeParameters(t *testing.T) {
	tests := []struct {
		name       string
		extensions string
		documents  []string // definitions of P; the last is the Job Template's
		given      string
		want       string
	}{
		{"§1.2.1 default of the Environment Template", "", []string{"type: INT, default: 5", "type: INT"}, "", "5"},
		{"§1.2.1 last default", "", []string{"type: INT, default: 5", "type: INT, default: 6"}, "", "6"},
		{"§1.2.1 types differ", "", []string{"type: INT", "type: FLOAT"}, "1", "!is FLOAT here and INT at e0.yaml:3:3"},
		{"§1.2.1 objectType differs", "", []string{"type: PATH, objectType: FILE", "type: PATH, objectType: DIRECTORY"}, "x", "!objectType DIRECTORY here and FILE"},
		{"§1.2.1 dataFlow differs", "", []string{"type: PATH, dataFlow: IN", "type: PATH, dataFlow: OUT"}, "x", "!dataFlow OUT here and IN"},
		{"B27 omitted objectType", "", []string{"type: PATH, objectType: FILE", "type: PATH", "type: PATH, objectType: FILE"}, "/x", "/x"},
		{"§1.2.1 maximum of minima", "", []string{"type: INT, minValue: 3", "type: INT, minValue: 1"}, "2", "!less than minValue 3"},
		{"B28 looser is no fault", "", []string{"type: INT, maxValue: 40", "type: INT, maxValue: 50"}, "41", "!greater than maxValue 40"},
		{"§1.2.1 min above max", "", []string{"type: INT, minValue: 5", "type: INT, maxValue: 4"}, "5", "!minValue 5 is greater than maxValue 4"},
		{"§1.2.1 lengths", "", []string{"type: STRING, minLength: 3", "type: STRING, maxLength: 2"}, "x", "!minLength 3 is greater than maxLength 2"},
		{"§1.2.1 allowedValues intersect", "", []string{"type: INT, allowedValues: [1, 2, 3]", "type: INT, allowedValues: ['3', '2']"}, "1", "!the allowed values 2, 3"},
		{"§1.2.1 empty intersection", "", []string{"type: STRING, allowedValues: [a]", "type: STRING, allowedValues: [b]"}, "a", "!no allowed value is in all of them"},
		{"B29 allowed values outside the bounds", "", []string{"type: INT, allowedValues: [1, 9]", "type: INT, maxValue: 5"}, "1", "!greater than maxValue 5"},
		{"§1.2.1 default against merged constraints", "", []string{"type: INT, minValue: 3", "type: INT, default: 2"}, "7", "!the default of the parameter \"P\" (2) is less than minValue 3"},
		{"B29 an overridden default may violate", "", []string{"type: INT, default: 2", "type: INT, minValue: 3, default: 3"}, "", "3"},
		{"B30 lists: constraints of all", "EXPR", []string{"type: 'LIST[INT]', maxLength: 2, item: {minValue: 0}", "type: 'LIST[INT]', item: {maxValue: 5}"}, "[-1, 6, 1]",
			"!3 items, maxLength is 2"},
		{"B30 lists: item constraints of all", "EXPR", []string{"type: 'LIST[INT]', item: {minValue: 0}", "type: 'LIST[INT]', item: {maxValue: 5}"}, "[-1]", "!less than minValue 0"},
		{"two Environment Templates", "", []string{"type: INT, minValue: 1, default: 5", "type: INT, maxValue: 10", "type: INT"}, "", "5"},
		{"B4 path default of an Environment Template", "", []string{"type: PATH, default: x", "type: PATH"}, "", "/td/job/x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			last := len(tt.documents) - 1
			var attached []*Document
			for i, definition := range tt.documents[:last] {
				attached = append(attached, loadText(t, fmt.Sprintf("e%d.yaml", i), environmentText(tt.extensions, "- {name: P, "+definition+"}")))
			}
			job := loadText(t, "j.yaml", jobText(tt.extensions, "parameterDefinitions:\n- {name: P, "+tt.documents[last]+"}\n"))
			values := map[string]ParameterInput{}
			if tt.given != "" {
				values = inputs("P", tt.given)
			}
			created, err := CreateJob(job, attached, values, here)
			if want, ok := strings.CutPrefix(tt.want, "!"); ok {
				require.Error(t, err)
				assert.Contains(t, err.Error(), want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, created.Parameter("P").Value.Text())
			assert.Len(t, created.Environments, len(attached))
		})
	}
}

func TestCreateJobWantsTheRightKinds(t *testing.T) {
	environment := loadText(t, "e.yaml", environmentText("", "- {name: P, type: INT, default: 1}"))
	_, err := CreateJob(environment, nil, nil, here)
	assert.ErrorContains(t, err, "needs a Job Template")
	job := loadText(t, "j.yaml", jobText("", ""))
	_, err = CreateJob(job, []*Document{job}, nil, here)
	assert.ErrorContains(t, err, "only Environment Templates can be attached")
}

func TestJobName(t *testing.T) {
	name := func(extensions, value string) (string, error) {
		document := loadText(t, "t.yaml", jobText(extensions, "\nname: 'J {{Param.P}}'\nparameterDefinitions:\n- {name: P, type: STRING}\n"))
		job, err := CreateJob(document, nil, inputs("P", value), here)
		if err != nil {
			return "", err
		}
		return job.Name, nil
	}
	got, err := name("", "x")
	require.NoError(t, err)
	assert.Equal(t, "J x", got)
	_, err = name("", strings.Repeat("x", 126))
	require.NoError(t, err)
	_, err = name("", strings.Repeat("x", 127))
	assert.ErrorContains(t, err, "resolves to 129 characters, 1 to 128")
	_, err = name("FEATURE_BUNDLE_1", strings.Repeat("x", 510))
	require.NoError(t, err)
	_, err = name("", "a\nb")
	assert.ErrorContains(t, err, "U+000A")
}

func TestTimings(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("FEATURE_BUNDLE_1, EXPR", `
parameterDefinitions:
- {name: T, type: INT, default: 7}
- {name: Mode, type: STRING, default: NOTIFY_THEN_TERMINATE}
jobEnvironments:
- name: E
  script:
    actions:
      onEnter: {command: a, timeout: "{{Param.T + 1}}", cancelation: {mode: "{{Param.Mode}}"}}
      onExit: {command: a}
steps:
- name: S
  script:
    actions:
      onRun: {command: a, timeout: "{{null}}", cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{Param.T}}"}}
- name: Default
  script: {actions: {onRun: {command: a, cancelation: {mode: NOTIFY_THEN_TERMINATE}}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	e := job.Environments[0]
	assert.Equal(t, ActionTiming{8 * time.Second, NotifyThenTerminate, 30 * time.Second}, job.Timing(e.OnEnter), "§5, default period 30 s")
	assert.Equal(t, ActionTiming{300 * time.Second, Terminate, 0}, job.Timing(e.OnExit), "§5, onExit has 300 s")
	assert.Equal(t, ActionTiming{0, NotifyThenTerminate, 7 * time.Second}, job.Timing(job.Steps[0].Step.Script.OnRun), "null is absent")
	assert.Equal(t, ActionTiming{0, NotifyThenTerminate, 120 * time.Second}, job.Timing(job.Steps[1].Step.Script.OnRun), "§5.3.2, 120 s for a Task")
	_, err = CreateJob(document, nil, inputs("T", "601"), here)
	assert.ErrorContains(t, err, "notifyPeriodInSeconds")
	_, err = CreateJob(document, nil, inputs("Mode", "KILL"), here)
	assert.ErrorContains(t, err, "TERMINATE or NOTIFY_THEN_TERMINATE")
}

func TestHostRequirementsOfAJob(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("FEATURE_BUNDLE_1, EXPR", `
parameterDefinitions:
- {name: N, type: STRING, default: gpu}
- {name: Min, type: FLOAT, default: 2}
- {name: OS, type: "LIST[STRING]", default: [linux, macos]}
steps:
- name: S
  let: ["twice = Param.Min * 2"]
  hostRequirements:
    amounts:
    - {name: "amount.{{Param.N}}", min: "{{Param.Min}}", max: "{{twice}}"}
    - {name: amount.worker.vcpu, min: 1, max: "{{null}}"}
    attributes:
    - {name: attr.worker.os.family, anyOf: ["{{Param.OS}}"]}
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	r := job.Steps[0].HostRequirements
	require.Len(t, r.Amounts, 2)
	assert.Equal(t, "amount.gpu", r.Amounts[0].Name)
	assert.Equal(t, []float64{2, 4, 1}, []float64{*r.Amounts[0].Min, *r.Amounts[0].Max, *r.Amounts[1].Min})
	assert.Nil(t, r.Amounts[1].Max)
	assert.Equal(t, []string{"linux", "macos"}, r.Attributes[0].AnyOf)
	for _, tt := range []struct{ name, value, want string }{
		{"N", "worker.vcpu", "required twice"},
		{"N", "worker.other", "reserved scope"},
		{"N", strings.Repeat("x", 94), "101 characters"},
		{"Min", "-1", "at least 0"},
		{"OS", `["beos"]`, "is not a value of attr.worker.os.family"},
		{"OS", `[]`, "resolves to 0 values"},
	} {
		_, err := CreateJob(document, nil, inputs(tt.name, tt.value), here)
		assert.ErrorContains(t, err, tt.want, tt.name)
	}
}

// spaceText is the space of a Step with these task parameter definitions.
func spaceText(t *testing.T, extensions, definitions string, values map[string]ParameterInput) (*Space, error) {
	t.Helper()
	document := loadText(t, "t.yaml", jobText(extensions, `
parameterDefinitions:
- {name: N, type: INT, default: 3}
- {name: S, type: STRING, default: "a"}
steps:
- name: Render
  parameterSpace:
`+definitions+`
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, values, here)
	if err != nil {
		return nil, err
	}
	return job.Steps[0].Space, nil
}

func TestTaskRanges(t *testing.T) {
	tests := []struct{ name, extensions, typ, text, want string }{
		{"§3.4.1.1 list", "", "INT", "[3, '-1', '{{Param.N}}']", "3 -1 3"},
		{"§3.4.1.1 canonical", "", "INT", "['007', ' +5 ']", "7 5"},
		{"§3.4.1.1.1 range of a parameter", "", "INT", "'1-{{Param.N}}'", "1 2 3"},
		{"§3.4.1.1.1 not a range", "", "INT", "'{{Param.S}}'", `!the range of the task parameter "V": "{{Param.S}}" resolves to "a"`},
		{"§3.4.1.1 item no integer", "", "INT", "['{{Param.S}}']", `!"a" is not an integer`},
		{"§3.4.1.2 B9 numbers", "", "FLOAT", "[1, 2.50, '02.50', '-0.00', '1e3', ' .5 ']", "1.0 2.5 2.50 0.00 1e3 .5"},
		{"§3.4.1.2 parameter", "", "FLOAT", "['{{Param.N}}']", "3"},
		{"§3.4.1.2 not finite", "", "FLOAT", "['{{Param.S}}nf']", "!not a number"},
		{"§3.4.1.3 texts", "", "STRING", "['{{Param.S}}b', c]", "ab c"},
		{"§3.4.1.4 B6 path as written", "", "PATH", "['a/../b', '/x//y/']", "a/../b /x//y/"},
		{"§3.4.2 empty when resolved", "", "STRING", "['{{Param.S}}']", "!the value is empty"},
		{"§1.3.12 list expression", "EXPR", "STRING", "'{{ [Param.S, ''b''] }}'", "a b"},
		{"§1.3.12 B24 display text", "EXPR", "STRING", "'{{ [true, false] }}'", "true false"},
		{"§1.3.12 INT list", "EXPR", "INT", "'{{ [Param.N, 1] }}'", "3 1"},
		{"§1.3.12 INT of one", "EXPR", "INT", "'{{ Param.N }}'", "3"},
		{"§1.3.12 FLOAT list", "EXPR", "FLOAT", "'{{ [1, 2.5] }}'", "1.0 2.5"},
		{"§1.3.12 empty list", "EXPR", "INT", "'{{ [] }}'", "!has no values"},
		{"§1.3.12 null", "EXPR", "INT", "'{{ null }}'", "!null where values are needed"},
		{"§1.3.12 scalar for STRING", "EXPR", "STRING", "'{{ Param.S }}'", "!expected a list, found a value of type string"},
		{"§1.3.2 item lists and null", "EXPR", "INT", "['{{ [4, 5] }}', '{{ null }}', 6]", "4 5 6"},
		{"§1.3.2 item lists of text", "EXPR", "STRING", "['{{ [Param.S, ''q''] }}', '{{ null }}', z]", "a q z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			values := map[string]ParameterInput{}
			if strings.Contains(tt.name, "empty when resolved") {
				values = inputs("S", "")
			}
			s, err := spaceText(t, tt.extensions, "    taskParameterDefinitions:\n    - {name: V, type: "+tt.typ+", range: "+tt.text+"}", values)
			if want, ok := strings.CutPrefix(tt.want, "!"); ok {
				require.Error(t, err)
				assert.Contains(t, err.Error(), want)
				assert.Contains(t, err.Error(), "t.yaml:")
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, strings.Join(tasks(t, s), " "))
		})
	}
}

func TestTaskRangeLimits(t *testing.T) {
	list := func(n int) string { return "[" + strings.Repeat("1, ", n-1) + "1]" }
	_, err := spaceText(t, "EXPR", "    taskParameterDefinitions:\n    - {name: V, type: INT, range: "+list(1024)+"}", nil)
	require.NoError(t, err)
	_, err = spaceText(t, "EXPR", "    taskParameterDefinitions:\n    - {name: V, type: INT, range: '{{ [1] * 1025 }}'}", nil)
	assert.ErrorContains(t, err, "a list of 1025 values, at most 1024")
	_, err = spaceText(t, "EXPR", "    taskParameterDefinitions:\n    - {name: V, type: INT, range: ['{{ [1] * 1024 }}', 2]}", nil)
	assert.ErrorContains(t, err, "a list of 1025 values")
	s, err := spaceText(t, "", "    taskParameterDefinitions:\n    - {name: V, type: INT, range: '1-{{Param.N}}'}", inputs("N", "2000000"))
	require.NoError(t, err)
	assert.Equal(t, int64(2_000_000), s.Len(), "§3.4.1.1.1 has no limit")
}

func TestAssociationOfUnequalLengths(t *testing.T) {
	definitions := `    taskParameterDefinitions:
    - {name: A, type: INT, range: "1-{{Param.N}}"}
    - {name: B, type: STRING, range: [x, y, z]}
    combination: "(A, B)"`
	s, err := spaceText(t, "", definitions, nil)
	require.NoError(t, err)
	assert.Equal(t, "1/x 2/y 3/z", strings.Join(tasks(t, s), " "))
	_, err = spaceText(t, "", definitions, inputs("N", "4"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), `Step "Render", combination "(A, B)": the parts of an association need equal numbers of values, but A has 4 and B has 3`)
	assert.Contains(t, err.Error(), "t.yaml:13:18")
}

func TestChunkFields(t *testing.T) {
	definitions := func(chunks string) string {
		return "    taskParameterDefinitions:\n    - {name: V, type: 'CHUNK[INT]', range: 1-6, chunks: " + chunks + "}"
	}
	s, err := spaceText(t, "TASK_CHUNKING", definitions("{defaultTaskCount: '{{Param.N}}', rangeConstraint: CONTIGUOUS}"), nil)
	require.NoError(t, err)
	assert.Equal(t, "1-3 4-6", strings.Join(tasks(t, s), " "))
	_, err = spaceText(t, "TASK_CHUNKING", definitions("{defaultTaskCount: '{{Param.N}}', rangeConstraint: CONTIGUOUS}"), inputs("N", "0"))
	assert.ErrorContains(t, err, "at least 1")
	s, err = spaceText(t, "TASK_CHUNKING", definitions("{defaultTaskCount: 4, targetRuntimeSeconds: '{{Param.N}}', rangeConstraint: CONTIGUOUS}"), nil)
	require.NoError(t, err)
	assert.Equal(t, "1-4 5-6", strings.Join(tasks(t, s), " "), "greedy with a target")
	assert.NotNil(t, s.Adaptive())
	s, err = spaceText(t, "TASK_CHUNKING", definitions("{defaultTaskCount: '4', targetRuntimeSeconds: 0, rangeConstraint: NONCONTIGUOUS}"), nil)
	require.NoError(t, err)
	assert.Equal(t, "1-3 4-6", strings.Join(tasks(t, s), " "), "a target of 0 is none")
	assert.Nil(t, s.Adaptive())
}

func TestJobSymbols(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("EXPR", `
parameterDefinitions:
- {name: P, type: PATH, default: x}
- {name: L, type: "LIST[PATH]", default: [y]}
steps:
- name: S
  let: ["n = Job.Name + Step.Name"]
  parameterSpace: {taskParameterDefinitions: [{name: T, type: PATH, range: [/td/t]}]}
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	mapPath := func(path string) string { return strings.Replace(path, "/td/", "/mapped/", 1) }
	task, err := job.Steps[0].Space.At(0)
	require.NoError(t, err)
	symbols := task.Symbols(job.Steps[0].Symbols(job.Symbols(mapPath)), mapPath)
	for name, want := range map[string]string{
		"Param.P": "path /mapped/job/x", "RawParam.P": "string /td/job/x",
		"Param.L": `list[path] ["/mapped/job/y"]`, "RawParam.L": `list[string] ["/td/job/y"]`,
		"Task.Param.T": "path /mapped/t", "Task.RawParam.T": "string /td/t",
		"Job.Name": "string J", "Step.Name": "string S", "n": "string JS",
	} {
		v, ok := symbols.Lookup(name)
		require.True(t, ok, name)
		assert.Equal(t, want, v.Type().String()+" "+v.Text(), name)
	}
	v, _ := job.Symbols(nil).Lookup("Param.P")
	assert.Equal(t, "/td/job/x", v.Text())
}

func TestSummary(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("", `
parameterDefinitions:
- {name: N, type: INT, default: 3, description: how many}
jobEnvironments: [{name: E, variables: {A: b}}]
steps:
- name: A
  parameterSpace: {taskParameterDefinitions: [{name: T, type: INT, range: "1-{{Param.N}}"}]}
  script: {actions: {onRun: {command: a}}}
- name: B
  dependencies: [{dependsOn: A}]
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	s := job.Summary()
	assert.Equal(t, int64(4), s.Tasks)
	assert.Equal(t, []string{"E"}, s.Environments)
	assert.Equal(t, ParameterSummary{Name: "N", Description: "how many", Type: IntParam, Value: "3"}, s.Parameters[0])
	assert.Equal(t, []string{"A"}, s.Steps[1].Dependencies)
	assert.Equal(t, []TaskParameterSummary{{Name: "T", Type: IntParam, Values: 3}}, s.Steps[0].Parameters)
}
