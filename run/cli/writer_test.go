package cli

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"go.uber.org/goleak"
)

// countingWriter notes each write and when it came.
type countingWriter struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes int
	last   time.Time
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes++
	w.last = time.Now()
	return w.text.Write(p)
}

// A line that comes alone is not held back for an instant; one that follows at
// once is held back for floodPause at most.
func TestFloodWriterDoesNotDelayALoneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &countingWriter{}
		f := newFloodWriter(w, nil)
		time.Sleep(time.Second)
		before := time.Now()
		_, _ = f.Write([]byte("one\n"))
		synctest.Wait()
		text, _, last := w.seen()
		assert.Equal(t, "one\n", text)
		assert.Equal(t, before, last)
		_, _ = f.Write([]byte("two\n"))
		synctest.Wait()
		_, writes, _ := w.seen()
		assert.Equal(t, 1, writes, "the second line follows at once: it gathers company")
		time.Sleep(floodPause)
		synctest.Wait()
		text, _, _ = w.seen()
		assert.Equal(t, "one\ntwo\n", text)
		assert.NoError(t, f.Close(time.Second))
	})
}

func (w *countingWriter) seen() (text string, writes int, last time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String(), w.writes, w.last
}

func TestFloodWriterGathersFloods(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := &countingWriter{}
	f := newFloodWriter(w, nil)
	const lines = 200_000
	line := []byte(strings.Repeat("x", 57) + "\n")
	start := time.Now()
	for range lines {
		_, _ = f.Write(line)
	}
	assert.NoError(t, f.Close(time.Second))
	t.Logf("%d lines in %v, %d writes", lines, time.Since(start), w.writes)
	assert.Equal(t, lines*len(line), w.text.Len())
	assert.Less(t, w.writes, lines/100)
}

func TestFloodWriterFlushWaits(t *testing.T) {
	w := &countingWriter{}
	f := newFloodWriter(w, nil)
	for range 100 {
		_, _ = f.Write([]byte("a line\n"))
	}
	f.Flush()
	text, _, _ := w.seen()
	assert.Equal(t, strings.Repeat("a line\n", 100), text)
	assert.NoError(t, f.Close(time.Second))
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestFloodWriterTellsOfABrokenStreamOnce(t *testing.T) {
	broken := errors.New("broken")
	var told []error
	f := newFloodWriter(brokenWriter{broken}, func(err error) { told = append(told, err) })
	for range 3 {
		_, _ = f.Write(bytes.Repeat([]byte("x"), floodLimit))
		f.Flush()
	}
	assert.Equal(t, broken, f.Close(time.Second))
	assert.Equal(t, []error{broken}, told)
}

// stuckWriter takes nothing until it is let go.
type stuckWriter struct{ let chan struct{} }

func (w stuckWriter) Write(p []byte) (int, error) { <-w.let; return len(p), nil }

func TestFloodWriterReleasesItsWriters(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := stuckWriter{make(chan struct{})}
	f := newFloodWriter(w, nil)
	wrote := make(chan struct{})
	go func() {
		defer close(wrote)
		for range 10 {
			_, _ = f.Write(bytes.Repeat([]byte("x"), floodLimit/2))
		}
	}()
	f.Release()
	<-wrote
	f.Flush()
	assert.Equal(t, errNotTaken, f.Close(time.Millisecond))
	assert.Positive(t, f.dropped)
	close(w.let)
	<-f.done
}
