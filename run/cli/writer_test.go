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
		assert.Equal(t, "one\n", w.text.String())
		assert.Equal(t, before, w.last)
		_, _ = f.Write([]byte("two\n"))
		synctest.Wait()
		assert.Equal(t, 1, w.writes, "the second line follows at once: it gathers company")
		time.Sleep(floodPause)
		synctest.Wait()
		assert.Equal(t, "one\ntwo\n", w.text.String())
		assert.NoError(t, f.Close(time.Second))
	})
}

func TestFloodWriterGathersFloods(t *testing.T) {
	w := &countingWriter{}
	f := newFloodWriter(w, nil)
	const lines = 1_000_000
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
	w.mu.Lock()
	assert.Equal(t, strings.Repeat("a line\n", 100), w.text.String())
	w.mu.Unlock()
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
	assert.NoError(t, f.Close(time.Millisecond))
	assert.Positive(t, f.dropped)
	close(w.let)
	<-f.done
}
