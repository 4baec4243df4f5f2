package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/probe"
	"runner/run/proc"
)

const sec = time.Second

// fakeProcess ends when it is told to.
type fakeProcess struct {
	grace time.Duration // from Cancel to its end

	once    sync.Once
	ended   chan struct{}
	done    chan struct{}
	held    time.Duration // from the end to that of its output
	exit    proc.Exit
	mu      sync.Mutex
	cancels []time.Duration // the limits of the Cancel calls
}

func newFakeProcess(grace time.Duration) *fakeProcess {
	return &fakeProcess{grace: grace, ended: make(chan struct{}), done: make(chan struct{})}
}

func (p *fakeProcess) Ended() <-chan struct{} { return p.ended }
func (p *fakeProcess) Status() proc.Exit      { <-p.ended; return p.exit }
func (p *fakeProcess) Done() <-chan struct{}  { return p.done }
func (p *fakeProcess) Exit() proc.Exit        { <-p.done; return p.exit }

func (p *fakeProcess) end(exit proc.Exit) {
	p.once.Do(func() {
		p.exit = exit
		close(p.ended)
		if p.held == 0 {
			close(p.done)
			return
		}
		time.AfterFunc(p.held, func() { close(p.done) })
	})
}

func (p *fakeProcess) Cancel(limit time.Duration) {
	p.mu.Lock()
	p.cancels = append(p.cancels, limit)
	p.mu.Unlock()
	time.AfterFunc(p.grace, func() { p.end(proc.Exit{Reason: proc.Canceled, Signal: "SIGKILL"}) })
}

// log is what an instance emitted, a line each with the time since launch.
type log struct {
	launch time.Time
	lines  []string
	ending int // Ending events
}

func (l *log) emit(e Event) {
	what := ""
	switch e := e.(type) {
	case Probed:
		what = fmt.Sprintf("probed ok=%v %d/%d", e.OK, e.Failures, e.Threshold)
	case Ready:
		what = "READY after " + e.After.String()
	case Unhealthy:
		what = fmt.Sprintf("UNHEALTHY %d/%d", e.Failures, e.Threshold)
	case ReadinessTimeout:
		what = "not READY within " + e.Limit.String()
	case Ending:
		l.ending++
		return // told apart below
	case Exited:
		what = fmt.Sprintf("exited: %v, was ready %v: %s", e.Failure.Kind, e.WasReady, e.Detail)
	}
	l.lines = append(l.lines, fmt.Sprintf("%v #%d %s", time.Since(l.launch), e.InstanceNumber(), what))
}

// command is a COMMAND check that fails before ready and after sick.
func command(ready, sick time.Duration) (HealthCheck, RunCheck) {
	start := time.Now()
	return HealthCheck{Type: Command, ReadinessInterval: 1 * sec, ReadinessTimeout: 20 * sec, HealthInterval: 10 * sec},
		func(context.Context) probe.CommandResult {
			age := time.Since(start)
			ok := age >= ready && age < sick
			return probe.CommandResult{Succeeded: ok, Detail: fmt.Sprintf("ok=%v", ok)}
		}
}

// instanceCase is one life of an instance with a COMMAND check.
type instanceCase struct {
	name        string
	ready, sick time.Duration // the check fails before ready and from sick on
	grace       time.Duration // from Cancel to the process's end
	at          time.Duration // when something happens
	act         func(*Instance, *fakeProcess)
	want        []string
	cancels     []time.Duration
}

func (c instanceCase) run(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &log{launch: time.Now()}
		process := newFakeProcess(c.grace)
		check, run := command(c.ready, c.sick)
		instance, err := Supervise(Launch{
			Instance: 7, Process: process, At: l.launch, Check: check, RunCheck: run, Emit: l.emit,
		})
		require.NoError(t, err)
		select {
		case <-instance.Done():
		case <-time.After(c.at):
			c.act(instance, process)
			<-instance.Done()
		}
		assert.Equal(t, c.want, l.lines)
		assert.Equal(t, 1, l.ending)
		assert.Equal(t, c.cancels, process.cancels)
	})
}

func TestInstanceExits(t *testing.T) {
	crash := proc.Exit{Code: 3}
	tests := []instanceCase{
		{
			name: "§9 exit after READY", ready: 0, sick: 1000 * sec, at: 5 * sec,
			act: func(_ *Instance, p *fakeProcess) { p.end(crash) },
			want: []string{
				"0s #7 READY after 0s",
				"5s #7 exited: onRun exited, was ready true: onRun exited with status 3",
			},
		},
		{
			name: "§9 exit with status 0 is a failure too", ready: 0, sick: 1000 * sec, at: 5 * sec,
			act: func(_ *Instance, p *fakeProcess) { p.end(proc.Exit{}) },
			want: []string{
				"0s #7 READY after 0s",
				"5s #7 exited: onRun exited, was ready true: onRun exited with status 0",
			},
		},
		{
			name: "§9 a daemon after READY", ready: 0, sick: 1000 * sec, at: 5 * sec,
			act: func(_ *Instance, p *fakeProcess) { p.end(proc.Exit{Left: 2}) },
			want: []string{
				"0s #7 READY after 0s",
				"5s #7 exited: onRun exited, was ready true: onRun exited with status 0; a Service stays in the foreground until it is stopped; " +
					"the 2 processes that it left running were ended",
			},
		},
		{
			name: "§9 a daemon before READY", ready: 10 * sec, sick: 1000 * sec, at: 500 * time.Millisecond,
			act: func(_ *Instance, p *fakeProcess) { p.end(proc.Exit{Left: 1}) },
			want: []string{
				"0s #7 probed ok=false 0/0",
				"500ms #7 exited: onRun exited before READY, was ready false: onRun exited with status 0 before READY; " +
					"a Service stays in the foreground until it is stopped; the last probe: ok=false; the process that it left running was ended",
			},
		},
		{
			name: "§9 a crash that leaves processes is no daemon", ready: 0, sick: 1000 * sec, at: 5 * sec,
			act: func(_ *Instance, p *fakeProcess) { p.end(proc.Exit{Code: 3, Left: 1}) },
			want: []string{
				"0s #7 READY after 0s",
				"5s #7 exited: onRun exited, was ready true: onRun exited with status 3",
			},
		},
		{
			name: "§9 not started", ready: 10 * sec, sick: 1000 * sec, at: 500 * time.Millisecond,
			act: func(_ *Instance, p *fakeProcess) {
				p.end(proc.Exit{Reason: proc.NotStarted, Code: 127, Err: errors.New("command x was not found")})
			},
			want: []string{
				"0s #7 probed ok=false 0/0",
				"500ms #7 exited: onRun exited before READY, was ready false: onRun could not be started",
			},
		},
		{
			name: "§9 exit before READY", ready: 10 * sec, sick: 1000 * sec, at: 1500 * time.Millisecond,
			act: func(_ *Instance, p *fakeProcess) { p.end(crash) },
			want: []string{
				"0s #7 probed ok=false 0/0", "1s #7 probed ok=false 0/0",
				"1.5s #7 exited: onRun exited before READY, was ready false: onRun exited with status 3 before READY; the last probe: ok=false",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func TestInstanceIsEnded(t *testing.T) {
	crash := proc.Exit{Code: 3}
	tests := []instanceCase{
		{
			name: "§9.4 UNHEALTHY stops onRun by its own method, then it exits", ready: 0, sick: 15 * sec, grace: 4 * sec, at: 1000 * sec,
			want: []string{
				"0s #7 READY after 0s", "10s #7 probed ok=true 0/3", "20s #7 probed ok=false 1/3", "30s #7 probed ok=false 2/3",
				"40s #7 UNHEALTHY 3/3",
				"44s #7 exited: UNHEALTHY, was ready true: 3 probes in a row failed; the last: ok=false",
			},
			cancels: []time.Duration{0},
		},
		{
			name: "§9.4 readiness timeout", ready: 500 * sec, sick: 1000 * sec, grace: 4 * sec, at: 1000 * sec,
			want: append(everySecond(20),
				"20s #7 not READY within 20s",
				"24s #7 exited: not READY in time, was ready false: not READY within 20s; the last probe: ok=false"),
			cancels: []time.Duration{0},
		},
		{
			name: "stop intent is no failure, and can be made more urgent", ready: 0, sick: 1000 * sec, grace: 4 * sec, at: 5 * sec,
			act: func(i *Instance, _ *fakeProcess) { i.Stop(30 * sec); i.Stop(2 * sec) },
			want: []string{
				"0s #7 READY after 0s",
				"9s #7 exited: no failure, was ready true: onRun was canceled",
			},
			cancels: []time.Duration{30 * sec, 2 * sec},
		},
		{
			name: "an exit that came before Stop reached the process is no failure", ready: 0, sick: 1000 * sec, at: 5 * sec,
			act: func(i *Instance, p *fakeProcess) { i.mu.Lock(); i.stopped = true; i.mu.Unlock(); p.end(crash) },
			want: []string{
				"0s #7 READY after 0s",
				"5s #7 exited: no failure, was ready true: onRun exited with status 3",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func everySecond(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("%ds #7 probed ok=false 0/0", i))
	}
	lines[0] = "0s #7 probed ok=false 0/0"
	return lines
}

// The exit is told at once; Done waits for a check that takes its time to be
// canceled, and what that check answers counts for nothing.
func TestConstraint11(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &log{launch: time.Now()}
		process := newFakeProcess(0)
		var cause error
		instance, err := Supervise(Launch{
			Instance: 1, Process: process, At: l.launch, Check: HealthCheck{Type: Command}, Emit: l.emit,
			RunCheck: func(ctx context.Context) probe.CommandResult {
				<-ctx.Done()
				cause = context.Cause(ctx)
				time.Sleep(30 * sec) // its notify period, in virtual time
				return probe.CommandResult{Succeeded: true}
			},
		})
		require.NoError(t, err)
		time.AfterFunc(2*sec, func() { process.end(proc.Exit{Code: 1}) })
		<-instance.Done()
		assert.Equal(t, 32*sec, time.Since(l.launch))
		assert.Equal(t, []string{
			"2s #1 exited: onRun exited before READY, was ready false: onRun exited with status 1 before READY",
		}, l.lines)
		assert.ErrorIs(t, cause, ErrExited)
	})
}

// The end of onRun is told apart from the end of its output, which a child may
// hold: it is told at once, and no probe counts after it.
func TestEndingComesBeforeExited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		process := newFakeProcess(0)
		process.held = 5 * sec
		asked := 0
		var got []string
		instance, err := Supervise(Launch{
			Instance: 1, Process: process, At: start, Check: HealthCheck{Type: Command, ReadinessInterval: sec},
			Emit: func(e Event) {
				switch e := e.(type) {
				case Ending:
					got = append(got, fmt.Sprintf("%v ending: %v, %s", time.Since(start), e.Failure.Kind, e.Detail))
				case Exited:
					got = append(got, fmt.Sprintf("%v exited: %v, %s", time.Since(start), e.Failure.Kind, e.Detail))
				}
			},
			RunCheck: func(context.Context) probe.CommandResult { asked++; return probe.CommandResult{} },
		})
		require.NoError(t, err)
		time.AfterFunc(2500*time.Millisecond, func() { process.end(proc.Exit{Code: 7}) })
		<-instance.Done()
		why := "onRun exited before READY, onRun exited with status 7 before READY"
		assert.Equal(t, []string{"2.5s ending: " + why, "7.5s exited: " + why}, got)
		assert.Equal(t, 3, asked)
	})
}

// A probe that succeeds in the very moment of the exit never makes READY.
func TestConstraint11InTheSameMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 50 {
			l := &log{launch: time.Now()}
			process := newFakeProcess(0)
			instance, err := Supervise(Launch{
				Instance: 1, Process: process, At: l.launch, Check: HealthCheck{Type: Command}, Emit: l.emit,
				RunCheck: func(context.Context) probe.CommandResult {
					process.end(proc.Exit{})
					return probe.CommandResult{Succeeded: true}
				},
			})
			require.NoError(t, err)
			<-instance.Done()
			require.Len(t, l.lines, 1)
			assert.Contains(t, l.lines[0], "onRun exited before READY")
		}
	})
}

// TestLatePort pins that the port that is late is named, with its own timeout.
func TestLatePort(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	good := Port{Name: "good", Protocol: TCP, Number: listener.Addr().(*net.TCPAddr).Port, BindAddress: Loopback}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	bad := Port{Name: "bad", Protocol: TCP, Number: closed.Addr().(*net.TCPAddr).Port, BindAddress: Loopback}
	closed.Close()
	var timeout ReadinessTimeout
	var exited Exited
	instance, err := Supervise(Launch{
		Instance: 1, Process: newFakeProcess(0), At: time.Now(), Ports: []Port{good, bad},
		Check: HealthCheck{
			ReadinessTimeout: 60 * sec,
			PortTimeouts:     map[string]time.Duration{"good": 500 * time.Millisecond, "bad": 600 * time.Millisecond},
		},
		Emit: func(e Event) {
			switch e := e.(type) {
			case ReadinessTimeout:
				timeout = e
			case Exited:
				exited = e
			}
		},
	})
	require.NoError(t, err)
	<-instance.Done()
	want := fmt.Sprintf("not READY: port bad at 127.0.0.1:%d was not reached within 600ms", bad.Number)
	assert.Equal(t, want, timeout.Reason())
	assert.Equal(t, NotReadyInTime, exited.Failure.Kind)
	assert.Equal(t, want, exited.Detail)
}

func TestStdoutInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &log{launch: time.Now()}
		process := newFakeProcess(0)
		instance, err := Supervise(Launch{
			Instance: 2, Process: process, At: l.launch, Emit: l.emit,
			Check: HealthCheck{Type: Stdout, HealthInterval: 10 * sec},
		})
		require.NoError(t, err)
		time.AfterFunc(3*sec, func() { assert.True(t, instance.ReadyLine("listening")) })
		<-instance.Done()
		assert.Equal(t, []string{
			"3s #2 READY after 3s", "13s #2 probed ok=false 1/3", "23s #2 probed ok=false 2/3", "33s #2 UNHEALTHY 3/3",
			"33s #2 exited: UNHEALTHY, was ready true: 3 probes in a row failed; the last: " +
				"no openjd_service_ready line for 30s",
		}, l.lines)
		assert.False(t, instance.ReadyLine("late"))
	})
}

func TestReadyLineUnderAnotherCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &log{launch: time.Now()}
		process := newFakeProcess(0)
		check, run := command(500*sec, 1000*sec)
		instance, err := Supervise(Launch{Process: process, At: l.launch, Check: check, RunCheck: run, Emit: l.emit})
		require.NoError(t, err)
		assert.False(t, instance.ReadyLine("listening"))
		instance.Stop(0)
		<-instance.Done()
		assert.NotContains(t, fmt.Sprint(l.lines), "READY after")
	})
}

// With no interval given, a command is asked soon and less and less often.
func TestCommandBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked atomic.Int32
		process := newFakeProcess(0)
		instance, err := Supervise(Launch{
			Process: process, At: start, Check: HealthCheck{Type: Command, ReadinessTimeout: 60 * sec}, Emit: func(Event) {},
			RunCheck: func(context.Context) probe.CommandResult { asked.Add(1); return probe.CommandResult{} },
		})
		require.NoError(t, err)
		time.AfterFunc(sec, func() { assert.EqualValues(t, 12, asked.Load()) })
		<-instance.Done()
		assert.Equal(t, 60*sec, time.Since(start))
		assert.Less(t, asked.Load(), int32(40))
	})
}

func TestSuperviseRefusesAnUnfitCheck(t *testing.T) {
	udpOnly := []Port{{Name: "log", Protocol: UDP, Number: 9}}
	tests := []struct {
		name  string
		check HealthCheck
		want  string
	}{
		{"§9.4 no TCP port", HealthCheck{}, "a TCP_CONNECT health check needs a TCP port"},
		{"§9.4 a UDP port", HealthCheck{Ports: []string{"log"}}, `the health check's port "log" is not a TCP port of the Service`},
		{"§9.4 an unknown port", HealthCheck{Ports: []string{"x"}}, `the health check's port "x" is not a TCP port`},
		{"§9.4 COMMAND without a command", HealthCheck{Type: Command}, "needs an onHealthCheck action"},
		{"§9.4 an unknown type", HealthCheck{Type: "HTTP"}, `unknown type of health check "HTTP"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Supervise(Launch{Check: test.check, Ports: udpOnly})
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestProbedAddress(t *testing.T) {
	for bind, want := range map[string]string{
		"127.0.0.1": "127.0.0.1:80", "0.0.0.0": "127.0.0.1:80", "::": "[::1]:80", "::1": "[::1]:80", "192.0.2.7": "192.0.2.7:80",
	} {
		assert.Equal(t, want, target(Port{Name: "web", Number: 80, BindAddress: bind}).Address)
	}
}

func TestDefaults(t *testing.T) {
	assert.Equal(t, HealthCheck{TCPConnect, nil, sec, 300 * sec, 30 * sec, 3, nil}, HealthCheck{}.WithDefaults())
	assert.Equal(t, HealthCheck{Command, nil, 5 * sec, 300 * sec, 30 * sec, 3, nil}, HealthCheck{Type: Command}.WithDefaults())
	assert.Equal(t, HealthCheck{Stdout, nil, 0, 300 * sec, 0, 3, nil}, HealthCheck{Type: Stdout}.WithDefaults())
	given := HealthCheck{TCPConnect, []string{"a"}, 2 * sec, 3 * sec, 4 * sec, 5, nil}
	assert.Equal(t, given, given.WithDefaults())
}
