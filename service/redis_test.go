package service

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run/proc"
)

// server is a Service's Session reduced to what this package has to do with.
type server struct {
	launcher *proc.Launcher
	output   bytes.Buffer
	events   chan Event
	lease    *Lease
}

func newServer(t *testing.T, lease *Lease) *server {
	t.Helper()
	s := &server{launcher: proc.NewLauncher(proc.LauncherOptions{}), events: make(chan Event, 10_000), lease: lease}
	t.Cleanup(func() { assert.NoError(t, s.launcher.Close()) })
	return s
}

func (s *server) launch(t *testing.T, number int, check HealthCheck, argv ...string) *Instance {
	t.Helper()
	s.lease.Release()
	at := time.Now()
	process := s.launcher.Start(proc.Command{
		Argv: argv, Env: []string{"PATH=" + os.Getenv("PATH")}, Dir: t.TempDir(), Output: &s.output,
	})
	instance, err := Supervise(Launch{
		Instance: number, Process: process, At: at, Check: check, Ports: s.lease.Ports(), Lease: s.lease,
		Emit: func(e Event) { s.events <- e },
	})
	require.NoError(t, err)
	return instance
}

// next is the next event, but for single probes and what Exited tells again.
func (s *server) next(t *testing.T) Event {
	t.Helper()
	for {
		select {
		case e := <-s.events:
			switch e.(type) {
			case Probed, Ending:
			default:
				return e
			}
		case <-time.After(30 * time.Second):
			require.FailNow(t, "no event came")
		}
	}
}

func redis(t *testing.T, port int) []string {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("no redis-server on this machine")
	}
	return []string{path, "--bind", Loopback, "--port", strconv.Itoa(port), "--save", "", "--appendonly", "no"}
}

// ping asks redis whether it is there.
func ping(t *testing.T, port Port) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", address(port), 5*time.Second)
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("PING\r\n"))
	require.NoError(t, err)
	answer := make([]byte, 7)
	_, err = conn.Read(answer)
	require.NoError(t, err)
	assert.Equal(t, "+PONG\r\n", string(answer))
}

func TestRedisIsReadyKilledAndRelaunched(t *testing.T) {
	lease, err := newAllocator(t).Allocate("Redis", tcp(0))
	require.NoError(t, err)
	defer lease.Close()
	port := lease.Ports()[0]
	s := newServer(t, lease)

	instance := s.launch(t, 1, HealthCheck{}, redis(t, port.Number)...)
	ready := s.next(t)
	require.IsType(t, Ready{}, ready, s.output.String)
	t.Logf("redis READY %v after launch", ready.(Ready).After)
	ping(t, port)

	require.NoError(t, kill(instance))
	exited := s.next(t).(Exited)
	assert.Equal(t, Failure{Kind: ExitedAfterReady}, exited.Failure)
	assert.Equal(t, "onRun was ended by SIGKILL", exited.Detail)
	<-instance.Done()
	require.False(t, exited.Failure.NeedsNewSession())

	instance = s.launch(t, 2, HealthCheck{}, redis(t, port.Number)...)
	require.Equal(t, 2, s.next(t).(Ready).Instance)
	ping(t, port)
	instance.Stop(0)
	exited = s.next(t).(Exited)
	assert.Equal(t, NoFailure, exited.Failure.Kind)
	<-instance.Done()
	_, lost := lease.Lost()
	assert.False(t, lost)
}

// kill ends onRun as a crash would.
func kill(instance *Instance) error {
	process, err := os.FindProcess(instance.launch.Process.(*proc.Process).PID())
	if err != nil {
		return err
	}
	return process.Kill()
}

// A number that another process takes between allocation and bind: the server
// exits, and the retry has new ports. It holds even though the check may have
// met the thief and taken it for the server.
func TestAPortLostBeforeTheBindIsRetriedOnNewPorts(t *testing.T) {
	allocator := newAllocator(t)
	lease, err := allocator.Allocate("Redis", tcp(0))
	require.NoError(t, err)
	defer lease.Close()
	lease.Release()
	thief, err := net.Listen("tcp", address(lease.Ports()[0]))
	require.NoError(t, err)
	defer thief.Close()

	s := newServer(t, lease)
	instance := s.launch(t, 1, HealthCheck{}, redis(t, lease.Ports()[0].Number)...)
	event := s.next(t)
	if ready, met := event.(Ready); met {
		t.Logf("the check met the thief: %s", ready.Detail)
		event = s.next(t)
	}
	exited := event.(Exited)
	<-instance.Done()
	assert.True(t, exited.Failure.PortLost)
	assert.Contains(t, exited.Detail, "port web (TCP "+strconv.Itoa(lease.Ports()[0].Number)+") is in use by ")
	require.True(t, exited.Failure.NeedsNewSession())

	again, err := allocator.Allocate("Redis", tcp(0))
	require.NoError(t, err)
	defer again.Close()
	require.NotEqual(t, lease.Ports()[0].Number, again.Ports()[0].Number)
	s.lease = again
	instance = s.launch(t, 2, HealthCheck{}, redis(t, again.Ports()[0].Number)...)
	require.IsType(t, Ready{}, s.next(t))
	ping(t, again.Ports()[0])
	instance.Stop(0)
	require.IsType(t, Exited{}, s.next(t))
	<-instance.Done()
}

func TestACommandThatCannotBeStartedIsAnInstanceFailure(t *testing.T) {
	lease, err := newAllocator(t).Allocate("Cache", tcp(0))
	require.NoError(t, err)
	defer lease.Close()
	s := newServer(t, lease)
	instance := s.launch(t, 1, HealthCheck{}, "no-such-command-anywhere")
	exited := s.next(t).(Exited)
	<-instance.Done()
	assert.Equal(t, Failure{Kind: ExitedBeforeReady}, exited.Failure)
	assert.Equal(t, "onRun could not be started", exited.Detail)
	assert.ErrorContains(t, exited.Exit.Err, "no-such-command-anywhere")
}

// A server that stops listening while its process hangs becomes UNHEALTHY and
// is ended.
func TestAHangingServerBecomesUnhealthy(t *testing.T) {
	lease, err := newAllocator(t).Allocate("Cache", tcp(0))
	require.NoError(t, err)
	defer lease.Close()
	lease.Release()
	listener, err := net.Listen("tcp", address(lease.Ports()[0]))
	require.NoError(t, err)
	s := newServer(t, lease)
	instance := s.launch(t, 1, HealthCheck{HealthInterval: 20 * time.Millisecond, FailureThreshold: 2}, "sh", "-c", "exec sleep 1000")
	require.IsType(t, Ready{}, s.next(t))
	require.NoError(t, listener.Close())
	unhealthy := s.next(t).(Unhealthy)
	assert.Equal(t, 2, unhealthy.Failures)
	assert.Contains(t, unhealthy.Detail, "connection refused")
	exited := s.next(t).(Exited)
	assert.Equal(t, Failure{Kind: BecameUnhealthy}, exited.Failure)
	<-instance.Done()
}
