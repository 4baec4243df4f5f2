package template

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
