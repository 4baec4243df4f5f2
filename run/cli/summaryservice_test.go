package cli

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"runner/template"
)

// TestPortTimeouts pins that a summary shows the timeouts of single ports.
func TestPortTimeouts(t *testing.T) {
	check := template.ResolvedHealthCheck{Type: template.TCPConnectCheck, Ports: []string{"a", "b"}, ReadinessTimeout: 20 * time.Second, FailureThreshold: 3,
		PortTimeouts: map[string]time.Duration{"a": 20 * time.Second, "b": 2 * time.Second}}
	assert.Equal(t, "TCP_CONNECT of a, b, READY within 20 s, a within 20 s, b within 2 s", checkText(check))
	assert.Equal(t, map[string]float64{"a": 20, "b": 2}, healthCheckOf(check).PortTimeouts)
}

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
