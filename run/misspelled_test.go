package run_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"runner/run"
)

// A ready line that is not of the message's exact form makes nothing READY; that
// is said once, and only where such lines are listened to (§9.4).
func TestMisspelledReadyLine(t *testing.T) {
	for name, c := range map[string]struct {
		check, script string
		warnings      int
	}{
		"STDOUT":  {"STDOUT, readinessTimeoutSeconds: 1", `echo openjd_service_ready:; echo openjd_service_ready; exec sleep 60`, 1},
		"COMMAND": {"COMMAND", `echo openjd_service_ready:; exec sleep 60`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			check := ""
			if name == "COMMAND" {
				check = "\n        onHealthCheck: {command: echo, args: [\"openjd_service_ready:\"]}"
			}
			j := runJob(t, jobHead+`
services:
  - name: V
    ports: [{name: p}]
    healthCheck: {type: `+c.check+`}
    script:
      actions:
        onRun: `+sh(c.script)+check+`
steps:
  - name: A
    dependencies: [{service: V}]
    script: {actions: {onRun: {command: echo, args: ["openjd_service_ready:"]}}}
`)
			assert.Equal(t, c.warnings == 0, j.result.Outcome == run.Succeeded, j.log())
			assert.Len(t, j.said("openjd_service_ready message ignored: the line is not of the form"), c.warnings, j.log())
		})
	}
}
