package template

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
