package cli

import (
	"encoding/json"
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"runner/run"
)

func shownOptions(t *testing.T, f format) (*runOptions, *TestStreams) {
	t.Helper()
	s := Test(t.TempDir())
	return &runOptions{Streams: &s.Streams, Output: f, Stamps: stampRelative, Jobs: 1}, s
}

// Signals become interrupts, in order, until the run is over.
func TestSignalsAreForwarded(t *testing.T) {
	defer goleak.VerifyNone(t)
	o, s := shownOptions(t, formatHuman)
	w := newShow(o, "J", 0)
	desk, stop := listen(s.Raise)
	require.True(t, desk.begin())
	desk.attach(w.signal)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, os.Interrupt} {
		s.Raise <- sig
	}
	for _, want := range []string{"SIGINT", "SIGTERM", "SIGINT"} {
		assert.Equal(t, want, <-w.interrupts)
	}
	desk.over(w.out.Release)
	stop()
	assert.Equal(t, &reported{130}, w.end(&run.Result{Interrupted: "SIGINT", Outcome: run.Canceled}, nil))
}

// A terminal that goes away is one hangup, however it is noticed first; a second
// signal hurries.
func TestHangupIsOne(t *testing.T) {
	defer goleak.VerifyNone(t)
	o, _ := shownOptions(t, formatHuman)
	for _, tells := range [][]bool{{true, false}, {false, true}} {
		w := newShow(o, "J", 0)
		for _, byOutput := range tells {
			w.hangUp(byOutput)
		}
		assert.Equal(t, "SIGHUP", <-w.interrupts)
		assert.Empty(t, w.interrupts)
		w.hangUp(false)
		assert.Equal(t, "SIGHUP", <-w.interrupts)
		require.NoError(t, w.end(&run.Result{Outcome: run.Succeeded}, nil))
	}
}

// More signals than anybody takes are no reason to wait.
func TestSignalsNeverBlock(t *testing.T) {
	defer goleak.VerifyNone(t)
	o, _ := shownOptions(t, formatHuman)
	w := newShow(o, "J", 0)
	for range 10 * interruptRoom {
		w.interrupt("SIGINT")
	}
	assert.Len(t, w.interrupts, interruptRoom)
	require.NoError(t, w.end(&run.Result{Outcome: run.Succeeded}, nil))
}

func TestStatusesOfARun(t *testing.T) {
	full := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	closed := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EIO}
	gone := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	for _, c := range []struct {
		name   string
		result *run.Result
		err    error
		output error // of standard output
		want   int
	}{
		{"succeeded", &run.Result{Outcome: run.Succeeded}, nil, nil, 0},
		{"failed", &run.Result{Outcome: run.Failed}, nil, nil, 1},
		{"canceled without a signal", &run.Result{Outcome: run.Canceled}, nil, nil, 1},
		{"interrupted", &run.Result{Outcome: run.Canceled, Interrupted: "SIGTERM"}, nil, nil, 143},
		{"hung up", &run.Result{Outcome: run.Canceled, Interrupted: "SIGHUP"}, nil, nil, 129},
		{"runner's own trouble", nil, errors.New("no disk"), nil, 3},
		{"output gone, ended by it", &run.Result{Outcome: run.Canceled, Interrupted: "SIGPIPE"}, nil, gone, 141},
		{"output gone, job done", &run.Result{Outcome: run.Succeeded}, nil, gone, 141},
		{"output full, job done", &run.Result{Outcome: run.Succeeded}, nil, full, 3},
		{"output full, ended by it", &run.Result{Outcome: run.Canceled, Interrupted: "SIGPIPE"}, nil, full, 3},
		{"terminal gone, ended by it", &run.Result{Outcome: run.Canceled, Interrupted: "SIGHUP"}, nil, closed, 129},
		{"output gone, job failed", &run.Result{Outcome: run.Failed}, nil, gone, 1},
	} {
		for _, f := range []format{formatHuman, formatJSON} {
			o, s := shownOptions(t, f)
			out := newOutlet(o.Streams.Out)
			if c.output != nil {
				out = newOutlet(brokenWriter{c.output})
			}
			o.Streams.Out = out
			err := newShow(o, "J", 0).end(c.result, c.err)
			assert.Equal(t, c.want, finalStatus(o.Streams, out.failure(), statusOf(err)), "%s, %s", c.name, f)
			if errors.Is(c.output, syscall.EPIPE) {
				assert.Empty(t, s.ErrText.String(), "the status says that the reader is gone")
			}
			if f == formatJSON && c.output == nil {
				var doc map[string]any
				require.NoError(t, json.Unmarshal(s.OutText.Bytes(), &doc), s.OutText.String())
				assert.EqualValues(t, c.want, doc["exit_status"], c.name)
			}
			if f == formatHuman && c.err != nil {
				assert.Equal(t, "error: no disk\n", s.ErrText.String())
			}
		}
	}
}

// A standard output that fails ends the run as a signal does.
func TestBrokenOutputInterrupts(t *testing.T) {
	defer goleak.VerifyNone(t)
	o, _ := shownOptions(t, formatHuman)
	o.Streams.Out = brokenWriter{syscall.EPIPE}
	w := newShow(o, "J", 0)
	w.reporter.event(&run.Event{Kind: run.RunStarted, Text: "J"})
	assert.Equal(t, "SIGPIPE", <-w.interrupts)
	assert.Equal(t, &reported{141}, w.end(&run.Result{Interrupted: "SIGPIPE"}, nil))
}

func TestLogRoot(t *testing.T) {
	for _, c := range []struct {
		env, flag, want string
	}{
		{"XDG_STATE_HOME=/state", "", "/state/runner"},
		{"XDG_STATE_HOME=relative", "", "/home/me/.local/state/runner"},
		{"", "", "/home/me/.local/state/runner"},
		{"HOME=", "", ""},
		{"XDG_STATE_HOME=/state", "logs", "/here/logs"},
	} {
		o, s := shownOptions(t, formatHuman)
		o.Streams.Dir, o.LogDir = "/here", c.flag
		o.Streams.Environ = append(s.Environ, "HOME=/home/me", c.env)
		assert.Equal(t, c.want, o.logRoot(), c.env)
	}
}
