package run_test

import (
	"context"
	"net"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/run/proc"
	"runner/template"
)

// freePort is a number that nobody has at the moment.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// listening is a Service that pins a number and really listens there.
func listening(name, number, more string) string {
	return `
  - name: ` + name + `
    ports: [{name: p, port: ` + number + `}]` + more + `
    script:
      actions:
        onRun: {command: python3, args: ["-c", "import socket,sys,time; s=socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1', int(sys.argv[1]))); s.listen(); time.sleep(60)", "{{Service.` + name + `.p.port}}"]}
        onExit: ` + sh(`echo `+name+` exit >>$DIR/trace`)
}

// refused makes sure that a Job is refused before anything starts.
func refused(t *testing.T, text string, n int) error {
	t.Helper()
	created, err := create(t, text)
	require.NoError(t, err)
	root := t.TempDir()
	result, err := run.Run(context.Background(), created, run.Options{Workers: n, WorkRoot: root, Environ: os.Environ(),
		Guard: proc.GuardOptions{Path: os.Args[0], Args: []string{"guardian"}}},
		func(e *run.Event) { t.Errorf("something happens: %+v", e) })
	require.Nil(t, result)
	var faults template.Faults
	require.ErrorAs(t, err, &faults)
	left, err := os.ReadDir(root)
	require.NoError(t, err)
	assert.Empty(t, left)
	return faults
}

func TestScenario48_one_number_for_two_Services(t *testing.T) {
	err := refused(t, jobHead+"services:"+listening("V", "7007", "")+listening("W", "7007", "")+`
steps:`+step("A", "{service: V}, {service: W}", `echo never`)+"\n", 1)
	assert.ErrorContains(t, err, "job.yaml:12:")
	assert.ErrorContains(t, err, "the port p of Service V and the port p of Service W are both TCP 7007, and they may be up at the same time")
}

func TestOneNumberInTurn(t *testing.T) {
	port := freePort(t)
	order := func() string {
		return jobHead + "services:" + listening("V", port, "") + listening("W", port, "") + `
steps:` + step("A", "{service: V}", `echo A >>$DIR/trace`) + step("B", "{dependsOn: A}, {service: W}", `echo B >>$DIR/trace`) + "\n"
	}
	for _, n := range []int{1, 3} {
		t.Run(strconv.Itoa(n)+" workers", func(t *testing.T) {
			dir, in := folder(t)
			j := runJob(t, order(), in, workers(n))
			require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
			assert.Equal(t, []string{"A", "V exit", "B", "W exit"}, trace(t, dir))
			assert.Equal(t, 1, j.service("V").Launches)
			assert.Equal(t, 1, j.service("W").Launches)
		})
	}
	apart := jobHead + "services:" + listening("V", port, "") + listening("W", port, "") + `
steps:` + step("A", "{service: V}", `echo A >>$DIR/trace`) + step("B", "{service: W}", `echo B >>$DIR/trace`) + "\n"
	t.Run("one worker takes the Steps in turn", func(t *testing.T) {
		dir, in := folder(t)
		j := runJob(t, apart, in)
		require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
		assert.Equal(t, []string{"A", "V exit", "B", "W exit"}, trace(t, dir))
	})
	t.Run("two workers do not", func(t *testing.T) {
		assert.ErrorContains(t, refused(t, apart, 2), "may be up at the same time")
	})
	t.Run("a restart brings Steps back", func(t *testing.T) {
		both := "\n    restartPolicy: {maxAttempts: 1, completedTasks: RERUN}"
		text := jobHead + "services:" + listening("V", port, "") + listening("W", port, "") + said("X", both) + `
steps:` + step("A", "{service: V}, {service: X}", `true`) + step("B", "{dependsOn: A}, {service: W}, {service: X}", `true`) + "\n"
		assert.ErrorContains(t, refused(t, text, 1), "a restart of Service X brings Steps of V back while W is up")
	})
}

// A number that is pinned is had again for the next Session of the Service.
func TestOneNumberAgain(t *testing.T) {
	dir, in := folder(t)
	port := freePort(t)
	j := runJob(t, jobHead+`
services:
  - name: V
    ports: [{name: p, port: `+port+`}]
    healthCheck: {type: STDOUT}
    restartPolicy: {maxAttempts: 1, completedTasks: KEEP}
    script:
      actions:
        onRun: `+sh(`echo up {{Service.V.p.port}} >>$DIR/trace; mkdir $DIR/once && exit 1; `+announce)+`
steps:`+step("A", "{service: V}", `echo A >>$DIR/trace`)+"\n", in)
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"up " + port, "up " + port, "A"}, trace(t, dir))
	assert.Equal(t, 2, j.sessions("V"))
}
