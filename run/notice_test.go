package run_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"runner/run"
)

// §5.3.2: a Service that nothing needs any more gets its notice once; to many
// programs a second SIGTERM says "now, without saving".
func TestStoppedServiceHasOneNotice(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: notice
services:
  - name: Store
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onRun:
          command: python3
          args:
            - "-c"
            - |
              import signal
              signals = [signal.SIGTERM]
              signal.pthread_sigmask(signal.SIG_BLOCK, signals)
              print("openjd_service_ready: up", flush=True)
              signal.sigwait(signals)
              print("told once", flush=True)
              if signal.sigtimedwait(signals, 0.3):
                  print("told twice", flush=True)
          cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 20}
steps:
  - name: Use
    dependencies: [{service: Store}]
    script: {actions: {onRun: {command: "true"}}}
`)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	require.Equal(t, 1, j.count("told once"), j.log())
	require.Zero(t, j.count("told twice"), j.log())
}

// services §9.2-1: under RERUN running Tasks are canceled also when no attempt is
// left; that they return to the queue is then not told.
func TestCanceledForALostServiceIsNotCalledRequeued(t *testing.T) {
	j := start(t, `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: exhausted
services:
  - name: Store
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 0, completedTasks: RERUN}
    script:
      actions:
        onRun: {command: sh, args: ["-c", "echo openjd_service_ready: up; read x < gate", "{{Session.WorkingDirectory}}"]}
        onEnter: {command: mkfifo, args: [gate]}
steps:
  - name: Use
    dependencies: [{service: Store}]
    script:
      actions:
        onRun: {command: sh, args: ["-c", "echo working; exec sleep 60"]}
`)
	j.untilLine("working")
	dir := j.until("the Service's Session", func(e *run.Event) bool {
		return e.Kind == run.SessionStarted && e.Source.Service == "Store"
	}).Text
	open(t, dir+"/gate")
	j.wait()
	require.Equal(t, run.Failed, j.result.Outcome)
	require.Equal(t, int64(1), j.result.Steps[0].Canceled, j.log())
	for _, e := range j.all() {
		require.NotEqual(t, run.Requeued, e.Outcome, j.log())
		require.NotContains(t, e.Text, "put back")
	}
}

// open opens a named pipe for writing and closes it: its reader sees the end.
func open(t *testing.T, path string) {
	t.Helper()
	pipe, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	require.NoError(t, pipe.Close())
}
