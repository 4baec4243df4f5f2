package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"runner/template"
)

// TestServiceNames pins what tells Services of one name apart in a summary.
func TestServiceNames(t *testing.T) {
	every := []string{"S", "T"}
	s := template.Summary{Services: []template.ServiceSummary{
		{Name: "Cache", From: "job.yaml", Steps: every},
		{Name: "Own", From: "job.yaml", Steps: []string{"S"}},
		{Name: "Own", From: "job.yaml", Steps: []string{"T"}},
		{Name: "DB", From: "e.yaml", Steps: every},
		{Name: "DB", From: "e.yaml", Steps: every},
		{Name: "Aux", From: "e.yaml", Steps: every},
		{Name: "Aux", From: "f.yaml", Steps: every},
	}}
	var got []string
	for i := range s.Services {
		got = append(got, serviceName(s, i))
	}
	assert.Equal(t, []string{"Cache", "Own of Step S", "Own of Step T", "DB of e.yaml", "DB of e.yaml (2)", "Aux of e.yaml", "Aux of f.yaml"}, got)
}
