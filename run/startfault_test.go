package run_test

import (
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// TestPinnedPortInUse pins that what to do about it is said once an attempt, and
// shortly elsewhere (§9.3).
func TestPinnedPortInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	j := failed(t, jobHead+`
services:`+pinned("V", port, "\n    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}")+`
steps:
  - {name: A, dependencies: [{service: V}], script: {actions: {onRun: `+sh("echo task")+`}}}
`, second(folder(t)))
	require.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, 2, strings.Count(j.log(), "end that, request another number"), "%s", j.log())
	reason := j.service("V").Reason
	assert.Contains(t, reason, "port p: TCP "+port+" is in use by ")
	assert.NotContains(t, reason, "request another number")
	require.Len(t, j.result.Failures, 2)
	assert.Contains(t, j.result.Failures[0].Message, "Service V could not be run: port p: the requested number TCP "+port)
}

// TestNotStartedService pins that the reason is told once and for all (§9).
func TestNotStartedService(t *testing.T) {
	j := failed(t, oneTask(`
script:
  actions:
    onRun: {command: /no/such/command}`, "echo task"))
	assert.Equal(t, `command "/no/such/command" was not found`, j.service("V").Reason)
	require.Len(t, j.result.Failures, 1)
	assert.Equal(t, `Service V: onRun could not be started: command "/no/such/command" was not found`, j.result.Failures[0].Message)
	assert.NotContains(t, j.log(), "found before READY")
}
