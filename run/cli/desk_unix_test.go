//go:build unix

package cli

// This file tests who hears signals when: before a run, during one, after it.

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"runner/run"
)

// A signal that comes while a command reads, here a pipe that nobody writes to,
// ends it with the signal's status and says so.
func TestSignalBeforeARun(t *testing.T) {
	// A process would be gone; here the readers that were left behind come to an
	// end when they have waited for a writer long enough.
	defer func() {
		err := goleak.Find()
		for end := time.Now().Add(3 * writerWait); err != nil && time.Now().Before(end); {
			err = goleak.Find() // it looks several times
		}
		require.NoError(t, err)
	}()
	for sig, want := range map[os.Signal]struct {
		name   string
		status int
	}{os.Interrupt: {"SIGINT", 130}, syscall.SIGTERM: {"SIGTERM", 143}, syscall.SIGHUP: {"SIGHUP", 129}} {
		s := Test(t.TempDir())
		pipe := filepath.Join(s.Dir, "job.yaml")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		s.Raise <- sig
		assert.Equal(t, want.status, Main([]string{programName, "run", pipe, "--output", "json"}, &s.Streams))
		var doc refusedDocument
		require.NoError(t, json.Unmarshal(s.OutText.Bytes(), &doc), s.OutText.String())
		assert.Equal(t, want.name, *doc.Interrupted)
		assert.Equal(t, want.status, doc.ExitStatus)
		assert.Empty(t, s.ErrText.String())

		s = Test(s.Dir)
		s.Raise <- sig
		assert.Equal(t, want.status, Main([]string{programName, "check", pipe}, &s.Streams))
		assert.Empty(t, s.OutText.String())
		assert.Equal(t, "error: interrupted by "+want.name+": nothing was started\n", s.ErrText.String())
	}
}

// A signal is told to whoever it concerns, and none is lost between.
func TestDesk(t *testing.T) {
	defer goleak.VerifyNone(t)
	desk, stop := listen(make(chan os.Signal))
	defer stop()
	require.True(t, desk.begin())
	desk.take("SIGINT")
	var got []string
	desk.attach(func(name string) { got = append(got, name) })
	desk.take("SIGTERM")
	assert.Equal(t, []string{"SIGINT", "SIGTERM"}, got)
	released := 0
	desk.over(func() { released++ })
	desk.take("SIGHUP")
	desk.take("SIGINT")
	<-desk.late
	assert.Len(t, got, 2, "the run is over")
	assert.Equal(t, 1, released)
	assert.Equal(t, "SIGHUP", desk.name())
	assert.Empty(t, desk.early)
}

// signaling raises a signal with each write.
type signaling struct {
	bytes.Buffer
	raise chan os.Signal
}

func (w *signaling) Write(p []byte) (int, error) {
	select {
	case w.raise <- os.Interrupt:
	default:
	}
	return w.Buffer.Write(p)
}

// A signal that comes while the result is written changes nothing.
func TestSignalAfterTheRun(t *testing.T) {
	s := Test(t.TempDir())
	desk, stop := listen(s.Raise)
	defer stop()
	out := &signaling{raise: s.Raise}
	o := &runOptions{Streams: &s.Streams, Output: formatJSON, Jobs: 1}
	o.Streams.Out, o.Streams.desk = out, desk
	require.True(t, desk.begin())
	w := newShow(o, "J", 0)
	desk.attach(w.signal)
	desk.over(w.out.Release)
	require.NoError(t, w.end(&run.Result{Outcome: run.Succeeded}, nil))
	<-desk.late
	var doc map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc), out.String())
	assert.EqualValues(t, 0, doc["exit_status"])
	assert.Nil(t, doc["interrupted"])
}
