package template

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// refusals loads a Job Template with lines in front of its steps and returns
// the faults' texts.
func refusals(extensions, lines string) []string {
	_, err := Load("t.yaml", []byte(jobText(extensions, lines)), Options{})
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// assertRefusal wants exactly one fault that contains want, or none for "".
func assertRefusal(t *testing.T, want string, got []string) {
	t.Helper()
	if want == "" {
		assert.Empty(t, got)
		return
	}
	require.Len(t, got, 1, "%q", got)
	assert.Contains(t, got[0], want)
	assert.Regexp(t, `^t\.yaml:\d+:\d+: `, got[0])
}

func TestParameterDefinitions(t *testing.T) {
	tests := []struct{ name, extensions, definition, want string }{
		{"§2 minimal", "", "name: P, type: STRING", ""},
		{"§2 no name", "", "type: STRING", `needs the key "name"`},
		{"§2 no type", "", "name: P", `needs the key "type"`},
		{"§2 unknown type", "", "name: P, type: STRNG", `did you mean "STRING"?`},
		{"§2 lower case without EXPR", "", "name: P, type: string", "not a parameter type"},
		{"RFC 0007 lower case with EXPR", "EXPR", "name: P, type: string", ""},
		{"§2.9 needs EXPR", "", "name: P, type: BOOL", "needs the extension EXPR"},
		{"§2 unknown key", "", "name: P, type: INT, minVal: 1", `has no key "minVal" (did you mean "minValue"?)`},
		{"§2 key of another type", "", "name: P, type: INT, minLength: 1", `the INT parameter "P" has no key "minLength"`},
		{"§7.2 description", "", "name: P, type: INT, description: ''", "must not be empty"},
		{"§7.1 name", "", "name: a-b, type: INT", "not an identifier"},
		{"§14 null is absent", "", "name: P, type: INT, default: null, minValue: null, description: null, userInterface: null", ""},
		{"§14 allowedValues null, STRING", "", "name: P, type: STRING, allowedValues: null", "expected a list, found null"},
		{"§14 allowedValues null, FLOAT", "", "name: P, type: FLOAT, allowedValues: null", "expected a list, found null"},
		{"§14 item fields null", "EXPR", "name: P, type: 'LIST[INT]', item: {allowedValues: null, minValue: null}", ""},
		{"§2.1 allowedValues empty", "", "name: P, type: STRING, allowedValues: []", "the list is empty"},
		{"§2.11 item.allowedValues empty", "EXPR", "name: P, type: 'LIST[STRING]', item: {allowedValues: []}", ""},
		{"§2.1 minLength 0", "", "name: P, type: STRING, minLength: 0", ""},
		{"§2.1 maxLength 0", "", "name: P, type: STRING, maxLength: 0", "the least it may be is 1"},
		{"§2.11 maxLength 0", "EXPR", "name: P, type: 'LIST[STRING]', maxLength: 0, item: {maxLength: 0}", ""},
		{"§2.10 maxLength 0", "EXPR", "name: P, type: RANGE_EXPR, maxLength: 0", ""},
		{"§2.10 minLength 0", "EXPR", "name: P, type: RANGE_EXPR, minLength: 0", "the least it may be is 1"},
		{"B11 minLength as text", "", "name: P, type: STRING, minLength: '1'", "expected an integer"},
		{"B11 minLength as float", "", "name: P, type: STRING, minLength: 1.0", "expected an integer"},
		{"B14 minLength above 1024", "", "name: P, type: STRING, minLength: 2000", ""},
		{"§2.1 min above max", "", "name: P, type: STRING, minLength: 3, maxLength: 2", "minLength 3 is greater than maxLength 2"},
		{"§2.1 default too short", "", "name: P, type: STRING, minLength: 3, default: ab", `the default ("ab") has 2 characters, minLength is 3`},
		{"§2.1 allowed too long", "", "name: P, type: STRING, maxLength: 2, allowedValues: [abc]", `the allowed value ("abc") has 3 characters`},
		{"§2.1 allowed of another type", "", "name: P, type: STRING, allowedValues: [1], default: '1'", "expected a string"},
		{"§2.5 default 1025", "", "name: P, type: STRING, default: " + strings.Repeat("x", 1025), "at most 1024"},
		{"§2.5 default 1024 of wide runes", "", "name: P, type: STRING, default: " + strings.Repeat("ü", 1024), ""},
		{"§2.5 allowed 1025", "", "name: P, type: PATH, allowedValues: [" + strings.Repeat("x", 1025) + "]", "at most 1024"},
		{"B14 items of LIST[STRING] may be longer", "EXPR", "name: P, type: 'LIST[STRING]', default: [" + strings.Repeat("x", 1025) + "]", ""},
		{"B15 braces are literal", "", "name: P, type: STRING, default: '{{ nothing'", ""},
		{"§2.2 objectType", "", "name: P, type: PATH, objectType: FOLDER", "not one of FILE, DIRECTORY"},
		{"§2.2 dataFlow", "", "name: P, type: PATH, dataFlow: in", "did you mean \"IN\"?"},
		{"§2.1 objectType of STRING", "", "name: P, type: STRING, objectType: FILE", "has no key"},
		{"B3 absolute default is for job creation", "", "name: P, type: PATH, default: /x", ""},
		{"§2.3 default text", "", "name: P, type: INT, default: '+7', minValue: ' 7', maxValue: '007', allowedValues: ['7', 7]", ""},
		{"§2.3 default float", "", "name: P, type: INT, default: 1.0", "expected an integer"},
		{"§2.3 default bool", "", "name: P, type: INT, default: true", "expected an integer"},
		{"§2.3 default 1e3 text", "", "name: P, type: INT, default: '1e3'", "not an integer"},
		{"§2.3 default 2^63", "", "name: P, type: INT, default: 9223372036854775808", "64 bits"},
		{"§2.3 bound 2^63 text", "", "name: P, type: INT, maxValue: '9223372036854775808'", "64 bits"},
		{"§2.3 int64 neighbours differ", "", "name: P, type: INT, minValue: 9223372036854775807, maxValue: 9223372036854775806", "is greater than maxValue"},
		{"§2.3 default 0 and below", "", "name: P, type: INT, default: -1, minValue: -1, maxValue: 0", ""},
		{"§2.4 ints are floats", "", "name: P, type: FLOAT, default: 1, minValue: 0, allowedValues: ['1.0', 2.5]", ""},
		{"§2.4 nan", "", "name: P, type: FLOAT, default: .nan", "not a finite number"},
		{"§2.4 inf", "", "name: P, type: FLOAT, maxValue: .inf", "not a finite number"},
		{"§2.4 bool", "", "name: P, type: FLOAT, default: true", "expected a number"},
		{"§2.4 nan text", "", "name: P, type: FLOAT, default: nan", "not a number"},
		{"§2.4 1e309", "", "name: P, type: FLOAT, default: '1e309'", "too large"},
		{"§2.9 words", "EXPR", "name: P, type: BOOL, default: 'OFF'", ""},
		{"§2.9 0.5", "EXPR", "name: P, type: BOOL, default: 0.5", "expected a boolean"},
		{"§2.9 allowedValues", "EXPR", "name: P, type: BOOL, allowedValues: [true]", "has no key"},
		{"§2.10 faulty default", "EXPR", "name: P, type: RANGE_EXPR, default: '1-10,5-15'", "overlap"},
		{"§2.10 number", "EXPR", "name: P, type: RANGE_EXPR, default: 5", "expected a string"},
		{"§2.11 scalar", "EXPR", "name: P, type: 'LIST[STRING]', default: a", "expected a list"},
		{"§2.11 item default", "EXPR", "name: P, type: 'LIST[STRING]', default: [a, bc], item: {minLength: 2}", `item 1 of the default ("a") has 1 characters`},
		{"§2.11 item key", "EXPR", "name: P, type: 'LIST[STRING]', item: {minValue: 2}", `has no key "minValue"`},
		{"§2.13 B11 item text", "EXPR", "name: P, type: 'LIST[INT]', default: ['1']", "expected an integer"},
		{"§2.13 B11 item.minValue text", "EXPR", "name: P, type: 'LIST[INT]', item: {minValue: '1'}", "expected an integer"},
		{"§2.14 B11 item text", "EXPR", "name: P, type: 'LIST[FLOAT]', default: ['1.5']", "expected a number"},
		{"§2.15 no item", "EXPR", "name: P, type: 'LIST[BOOL]', item: {}", `has no key "item"`},
		{"§2.16 nested", "EXPR", "name: P, type: 'LIST[LIST[INT]]', default: [[1], []], item: {maxLength: 1, item: {allowedValues: [1]}}", ""},
		{"§2.16 inner", "EXPR", "name: P, type: 'LIST[LIST[INT]]', default: [[1, 2]], item: {item: {maxValue: 1}}", "item 2 of item 1 of the default (2) is greater than maxValue 1"},
		{"§2 too deep", "EXPR", "name: P, type: 'LIST[LIST[STRING]]'", "not a parameter type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertRefusal(t, tt.want, refusals(tt.extensions, "parameterDefinitions:\n- {"+tt.definition+"}\n"))
		})
	}
}

func TestParameterDefinitionLists(t *testing.T) {
	list := func(n int) string {
		var b strings.Builder
		b.WriteString("parameterDefinitions:\n")
		for i := range n {
			b.WriteString("- {name: P" + strings.Repeat("x", i) + ", type: INT}\n")
		}
		return b.String()
	}
	assertRefusal(t, "the list is empty", refusals("", "parameterDefinitions: []\n"))
	assertRefusal(t, "", refusals("", list(50)))
	assertRefusal(t, "at most 50", refusals("", list(51)))
	assertRefusal(t, "", refusals("FEATURE_BUNDLE_1", list(200)))
	assertRefusal(t, "at most 200", refusals("FEATURE_BUNDLE_1", list(201)))
	assertRefusal(t, `the parameter "P" is defined twice, first at t.yaml:4:3`,
		refusals("", "parameterDefinitions:\n- {name: P, type: INT}\n- {name: P, type: INT}\n"))
}

func TestUserInterface(t *testing.T) {
	tests := []struct{ name, extensions, definition, want string }{
		{"§2 without control", "", "type: STRING, userInterface: {label: a, groupLabel: b}", ""},
		{"§2 empty", "", "type: STRING, userInterface: {}", ""},
		{"§2.1 unknown control", "", "type: STRING, userInterface: {control: LINE}", "not one of LINE_EDIT"},
		{"§2.1 unknown key", "", "type: STRING, userInterface: {labl: a}", `did you mean "label"?`},
		{"§2.1 line edit with allowedValues", "", "type: STRING, allowedValues: [a], userInterface: {control: LINE_EDIT}", "cannot be used with allowedValues"},
		{"§2.1 dropdown without", "", "type: STRING, userInterface: {control: DROPDOWN_LIST}", "needs allowedValues"},
		{"§2.1 check box pair", "", "type: STRING, allowedValues: ['On', 'oFF'], userInterface: {control: CHECK_BOX}", ""},
		{"§2.1 check box repeated", "", "type: STRING, allowedValues: ['on', 'on'], userInterface: {control: CHECK_BOX}", "two allowed values"},
		{"§2.1 check box mixed", "", "type: STRING, allowedValues: ['on', 'false'], userInterface: {control: CHECK_BOX}", "two allowed values"},
		{"§2.1 check box of three", "", "type: STRING, allowedValues: ['on', 'off', '1'], userInterface: {control: CHECK_BOX}", "two allowed values"},
		{"§2.1 faulty allowedValues count as there", "", "type: STRING, allowedValues: [1], userInterface: {control: DROPDOWN_LIST}", "expected a string"},
		{"§2.6 label 64", "", "type: STRING, userInterface: {label: " + strings.Repeat("x", 64) + "}", ""},
		{"§2.6 label 65", "", "type: STRING, userInterface: {label: " + strings.Repeat("x", 65) + "}", "at most 64"},
		{"§2.6 label control character", "", `type: STRING, userInterface: {label: "a\tb"}`, "U+0009"},
		{"§2.2 file control and DIRECTORY", "", "type: PATH, objectType: DIRECTORY, userInterface: {control: CHOOSE_INPUT_FILE}", "does not fit the objectType DIRECTORY"},
		{"§2.2 directory control and FILE", "", "type: PATH, objectType: FILE, userInterface: {control: CHOOSE_DIRECTORY}", "does not fit the objectType FILE"},
		{"§2.2 file control and none", "", "type: PATH, userInterface: {control: CHOOSE_OUTPUT_FILE}", ""},
		{"§2.2 filters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['*', '*.*', '*.tar.gz', '*.ü']}], fileFilterDefault: {label: b, patterns: ['*.x']}}", ""},
		{"§2.2 filters by default control", "", "type: PATH, objectType: FILE, userInterface: {fileFilters: [{label: a, patterns: ['*']}]}", ""},
		{"§2.2 filters of a directory", "", "type: PATH, userInterface: {control: CHOOSE_DIRECTORY, fileFilters: [{label: a, patterns: ['*']}]}", "chooses files"},
		{"§2.2 no filters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: []}", "the list is empty"},
		{"§2.2 20 filters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [" + strings.Repeat("{label: a, patterns: ['*']}, ", 20) + "]}", ""},
		{"§2.2 21 filters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [" + strings.Repeat("{label: a, patterns: ['*']}, ", 21) + "]}", "at most 20"},
		{"§2.7 no patterns", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a}]}", `needs the key "patterns"`},
		{"§2.8 20 characters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['*.abcdefghijklmnopqr']}]}", ""},
		{"§2.8 21 characters", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['*.abcdefghijklmnopqrs']}]}", "at most 20"},
		{"§2.8 no extension", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['*.']}]}", "not a file filter pattern"},
		{"§2.8 no star", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['a.x']}]}", "not a file filter pattern"},
		{"§2.8 forbidden character", "", "type: PATH, userInterface: {control: CHOOSE_INPUT_FILE, fileFilters: [{label: a, patterns: ['*.a=b']}]}", "not a file filter pattern"},
		{"§2.3 delta", "", "type: INT, userInterface: {singleStepDelta: 2}", ""},
		{"§2.3 delta 0", "", "type: INT, userInterface: {singleStepDelta: 0}", "has to be above 0"},
		{"§2.3 delta float", "", "type: INT, userInterface: {singleStepDelta: 0.5}", "expected an integer"},
		{"§2.3 decimals of INT", "", "type: INT, userInterface: {decimals: 2}", "has no key"},
		{"B13 delta with allowedValues", "", "type: INT, allowedValues: [1], userInterface: {singleStepDelta: 2}", "belongs to a SPIN_BOX control, not to DROPDOWN_LIST"},
		{"§2.4 delta", "", "type: FLOAT, userInterface: {decimals: 0, singleStepDelta: 0.5}", ""},
		{"§2.4 delta 0", "", "type: FLOAT, userInterface: {singleStepDelta: 0.0}", "has to be above 0"},
		{"§2.4 decimals hidden", "", "type: FLOAT, userInterface: {control: HIDDEN, decimals: 1}", "belongs to a SPIN_BOX"},
		{"§2.9 check box", "EXPR", "type: BOOL, userInterface: {control: CHECK_BOX}", ""},
		{"§2.12 filters", "EXPR", "type: 'LIST[PATH]', objectType: FILE, dataFlow: OUT, userInterface: {fileFilters: [{label: a, patterns: ['*x']}]}", "not a file filter pattern"},
		{"§2.12 directory list and FILE", "EXPR", "type: 'LIST[PATH]', objectType: FILE, userInterface: {control: CHOOSE_DIRECTORY_LIST}", ""},
		{"§2.13 delta 0", "EXPR", "type: 'LIST[INT]', userInterface: {singleStepDelta: 0}", "has to be above 0"},
		{"§2.14 decimals", "EXPR", "type: 'LIST[FLOAT]', userInterface: {decimals: 2, singleStepDelta: 1}", ""},
		{"§2.16 hidden only", "EXPR", "type: 'LIST[LIST[INT]]', userInterface: {control: SPIN_BOX_LIST}", "not one of HIDDEN"},
		{"§2.16 no delta", "EXPR", "type: 'LIST[LIST[INT]]', userInterface: {singleStepDelta: 1}", "has no key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertRefusal(t, tt.want, refusals(tt.extensions, "parameterDefinitions:\n- {name: P, "+tt.definition+"}\n"))
		})
	}
}

func TestParameterSpaces(t *testing.T) {
	one := "taskParameterDefinitions: [{name: A, type: INT, range: '1-3'}]"
	two := "taskParameterDefinitions: [{name: A, type: INT, range: '1-3'}, {name: B, type: INT, range: [1, 2, 3]}]"
	chunk := func(chunks string) string {
		return "taskParameterDefinitions: [{name: A, type: 'CHUNK[INT]', range: '1-3', chunks: " + chunks + "}, {name: B, type: INT, range: [1]}]"
	}
	fixed := "{defaultTaskCount: 1, rangeConstraint: CONTIGUOUS}"
	tests := []struct{ name, extensions, space, want string }{
		{"§3.4 minimal", "", one, ""},
		{"§3.4 empty", "", "taskParameterDefinitions: []", "the list is empty"},
		{"§3.4 absent", "", "combination: A", `needs the key "taskParameterDefinitions"`},
		{"§3.4 combination null", "", one + ", combination: null", ""},
		{"§3.4 twice", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1'}, {name: A, type: INT, range: '1'}]", "defined twice"},
		{"§3.4.1 unknown type", "", "taskParameterDefinitions: [{name: A, type: BOOL, range: [1]}]", "not one of INT, FLOAT, STRING, PATH"},
		{"§3.4.1 lower case without EXPR", "", "taskParameterDefinitions: [{name: A, type: int, range: [1]}]", `did you mean "INT"?`},
		{"RFC 0007 lower case with EXPR", "EXPR, TASK_CHUNKING", "taskParameterDefinitions: [{name: A, type: 'chunk[int]', range: [1], chunks: " + fixed + "}]", ""},
		{"§3.4.1 no range", "", "taskParameterDefinitions: [{name: A, type: INT}]", `needs the key "range"`},
		{"§3.4.1 unknown key", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1', step: 1}]", `has no key "step"`},
		{"§3.4.1.1 number", "", "taskParameterDefinitions: [{name: A, type: INT, range: 5}]", "expected a list or a range expression"},
		{"§3.4.1.1 empty list", "", "taskParameterDefinitions: [{name: A, type: INT, range: []}]", "the list is empty"},
		{"§3.4.1.1 element float", "", "taskParameterDefinitions: [{name: A, type: INT, range: [1.0]}]", "expected an integer"},
		{"§3.4.1.1 element text", "", "taskParameterDefinitions: [{name: A, type: INT, range: ['1', 'x']}]", `"x" is not an integer`},
		{"§3.4.1.1 element null", "", "taskParameterDefinitions: [{name: A, type: INT, range: [null]}]", "found null"},
		{"§3.4.1.1 B10 element", "", "taskParameterDefinitions: [{name: A, type: INT, range: [9223372036854775808]}]", "64 bits"},
		{"§3.4.1.1.1 fault at its character", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1-3,x'}]", "t.yaml:6:80"},
		{"§3.4.1.1.1 overlap", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1-11:2,11'}]", `the ranges "1-11:2" and "11" overlap`},
		{"§3.4.1.2 text", "EXPR", "taskParameterDefinitions: [{name: A, type: FLOAT, range: '1-3'}]", "a text is no range for the type FLOAT"},
		{"§3.4.1.3 text without EXPR", "", "taskParameterDefinitions: [{name: A, type: STRING, range: 'abc'}]", "expected a list"},
		{"§3.4.1.3 element number", "", "taskParameterDefinitions: [{name: A, type: STRING, range: [1]}]", "expected a string"},
		{"§3.4.1.3 element empty", "", "taskParameterDefinitions: [{name: A, type: STRING, range: ['']}]", "must not be empty"},
		{"§3.4.1.4 element empty", "", "taskParameterDefinitions: [{name: A, type: PATH, range: ['']}]", "must not be empty"},
		{"§3.4.2 1024", "", "taskParameterDefinitions: [{name: A, type: STRING, range: [" + strings.Repeat("x", 1024) + "]}]", ""},
		{"§3.4.2 1025", "", "taskParameterDefinitions: [{name: A, type: STRING, range: [" + strings.Repeat("x", 1025) + "]}]", "at most 1024"},
		{"§3.4.1.2 list too long", "", "taskParameterDefinitions: [{name: A, type: FLOAT, range: [" + strings.Repeat("1, ", 1025) + "]}]", "at most 1024"},
		{"§3.4.1.1.1 no limit", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1-2000'}]", ""},
		{"§7.3 unknown name", "", "taskParameterDefinitions: [{name: A, type: INT, range: ['{{Param.X}}']}]", "Param.X"},
		{"§3.4.3 product", "", two + ", combination: 'A*B'", ""},
		{"§3.4.3 missing", "", two + ", combination: 'A'", `lacks the task parameter "B"`},
		{"§3.4.3 twice", "", two + ", combination: '(A,B,A)'", `"A" 2 times`},
		{"§3.4.3 unknown", "", one + ", combination: 'A*C'", `has "C", which is no task parameter`},
		{"§3.4.3 syntax at its character", "", two + ", combination: 'A @ B'", "'@' stands where"},
		{"§3.4.3 empty", "", one + ", combination: ''", "must not be empty"},
		{"§3.4.3 1280", "", one + ", combination: '" + strings.Repeat(" ", 1279) + "A'", ""},
		{"§3.4.3 1281", "", one + ", combination: '" + strings.Repeat(" ", 1280) + "A'", "at most 1280"},
		{"B25 unequal lengths are found at job creation", "", "taskParameterDefinitions: [{name: A, type: INT, range: '1-3'}, {name: B, type: INT, range: [1]}], combination: '(A,B)'", ""},
		{"§3.4.1.5 needs TASK_CHUNKING", "", "taskParameterDefinitions: [{name: A, type: 'CHUNK[INT]', range: '1', chunks: " + fixed + "}]", "needs the extension TASK_CHUNKING"},
		{"§3.4.1.5 chunks", "TASK_CHUNKING", chunk(fixed), ""},
		{"§3.4.1.5 no chunks", "TASK_CHUNKING", "taskParameterDefinitions: [{name: A, type: 'CHUNK[INT]', range: '1'}]", `needs the key "chunks"`},
		{"§3.4.1.5 chunks of INT", "TASK_CHUNKING", "taskParameterDefinitions: [{name: A, type: INT, range: '1', chunks: " + fixed + "}]", `has no key "chunks"`},
		{"§3.4.1.5 count as text", "TASK_CHUNKING", chunk("{defaultTaskCount: '2', targetRuntimeSeconds: '0', rangeConstraint: NONCONTIGUOUS}"), ""},
		{"§3.4.1.5 count 0", "TASK_CHUNKING", chunk("{defaultTaskCount: 0, rangeConstraint: CONTIGUOUS}"), "at least 1"},
		{"§3.4.1.5 count float", "TASK_CHUNKING", chunk("{defaultTaskCount: 1.5, rangeConstraint: CONTIGUOUS}"), "expected an integer"},
		{"§3.4.1.5 target negative", "TASK_CHUNKING", chunk("{defaultTaskCount: 1, targetRuntimeSeconds: -1, rangeConstraint: CONTIGUOUS}"), "at least 0"},
		{"§3.4.1.5 constraint", "TASK_CHUNKING", chunk("{defaultTaskCount: 1, rangeConstraint: contiguous}"), `did you mean "CONTIGUOUS"?`},
		{"§3.4.1.5 constraint absent", "TASK_CHUNKING", chunk("{defaultTaskCount: 1}"), `needs the key "rangeConstraint"`},
		{"§3.4.1.5 two", "TASK_CHUNKING", "taskParameterDefinitions: [{name: A, type: 'CHUNK[INT]', range: '1', chunks: " + fixed + "}, {name: B, type: 'CHUNK[INT]', range: '1', chunks: " + fixed + "}]", "one CHUNK[INT] parameter"},
		{"§3.4.3 item 6 product", "TASK_CHUNKING", chunk(fixed) + ", combination: B*A", ""},
		{"§3.4.3 item 6 association", "TASK_CHUNKING", chunk(fixed) + ", combination: '(A,B)'", "cannot be associated"},
		{"§3.4.3 item 6 product in an association", "TASK_CHUNKING", "taskParameterDefinitions: [{name: A, type: 'CHUNK[INT]', range: '1', chunks: " + fixed + "}, {name: B, type: INT, range: '1'}, {name: C, type: INT, range: '1'}], combination: '(A*B, C)'", "cannot be associated"},
		{"§3.4.3 item 6 alone in parentheses", "TASK_CHUNKING", chunk(fixed) + ", combination: '(A)*B'", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertRefusal(t, tt.want, refusals(tt.extensions, `
steps:
- name: S
  parameterSpace: {`+tt.space+`}
  script: {actions: {onRun: {command: a}}}
`))
		})
	}
	many := func(n int) string {
		var b strings.Builder
		b.WriteString("\nsteps:\n- name: S\n  parameterSpace:\n    taskParameterDefinitions:\n")
		for i := range n {
			b.WriteString("    - {name: P" + strings.Repeat("x", i) + ", type: INT, range: [1]}\n")
		}
		return b.String() + "  script: {actions: {onRun: {command: a}}}\n"
	}
	assertRefusal(t, "", refusals("", many(16)))
	assertRefusal(t, "at most 16", refusals("", many(17)))
}
