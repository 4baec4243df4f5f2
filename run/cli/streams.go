package cli

// This file defines what the command line knows of the world around it.

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"golang.org/x/term"
)

// Streams is everything of the process that a command may touch. [System] has
// the real ones, [Test] ones that a test can look into.
type Streams struct {
	// Out takes results and the output of actions, Err takes diagnostics.
	Out, Err io.Writer
	// OutTerminal and ErrTerminal say that the stream is shown on a terminal.
	OutTerminal, ErrTerminal bool
	// Width is the terminal's width in columns; 0 where there is none.
	Width int
	// Environ is the process environment, NAME=value.
	Environ []string
	// Dir is the absolute working directory; empty when it cannot be told.
	Dir string
	// TempDir is the folder for temporary files.
	TempDir string
	// Now is the clock.
	Now func() time.Time
	// Signals starts the delivery of the given signals, which does not end: once
	// it did, a signal would end the process.
	Signals func(...os.Signal) <-chan os.Signal
	// desk hears the signals; Main sets it.
	desk *desk
}

// System returns the process's own streams.
func System() *Streams {
	s := &Streams{
		Out:         os.Stdout,
		Err:         os.Stderr,
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Environ:     os.Environ(),
		TempDir:     os.TempDir(),
		Now:         time.Now,
		Signals:     notify,
	}
	if s.OutTerminal {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.Width = w
		}
	}
	if dir, err := os.Getwd(); err == nil {
		s.Dir = dir
	}
	return s
}

// notify delivers signals on a channel that has room for three of each kind: a
// third one means "at once" and must not be lost.
func notify(list ...os.Signal) <-chan os.Signal {
	c := make(chan os.Signal, 3*len(list)+1)
	signal.Notify(c, list...)
	return c
}

// Getenv returns the value of an environment variable, the last if it is there
// twice, and "" if it is not there.
func (s *Streams) Getenv(name string) string {
	for i := len(s.Environ) - 1; i >= 0; i-- {
		if n, v, ok := strings.Cut(s.Environ[i], "="); ok && n == name {
			return v
		}
	}
	return ""
}

// palette is the colours for standard output; errPalette those for standard
// error. NO_COLOR set to anything and TERM=dumb turn colours off, and what is
// not a terminal never gets one.
func (s *Streams) palette() *palette    { return newPalette(s.OutTerminal && s.wantsColor()) }
func (s *Streams) errPalette() *palette { return newPalette(s.ErrTerminal && s.wantsColor()) }

func (s *Streams) wantsColor() bool {
	return s.Getenv("NO_COLOR") == "" && s.Getenv("TERM") != "dumb"
}

// minWidth is the width of the narrowest terminal that gets a progress line.
const minWidth = 20

// canRedraw says that a line of standard output can be drawn again.
func (s *Streams) canRedraw() bool {
	return s.OutTerminal && s.Width >= minWidth && s.Getenv("TERM") != "dumb"
}

// TestStreams is [Streams] whose output can be read back.
type TestStreams struct {
	Streams
	OutText, ErrText *bytes.Buffer
	// Raise is where a test puts the signals that the program is to get.
	Raise chan os.Signal
}

// Test returns streams that are no terminal, start at a fixed time (2026-01-02
// 03:04:05 UTC) that stands still, and live in dir.
func Test(dir string) *TestStreams {
	t := &TestStreams{OutText: new(bytes.Buffer), ErrText: new(bytes.Buffer), Raise: make(chan os.Signal, 8)}
	t.Streams = Streams{
		Out:     t.OutText,
		Err:     t.ErrText,
		Dir:     dir,
		TempDir: dir,
		Environ: []string{"PATH=/usr/bin:/bin", "HOME=" + dir},
		Now:     func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		Signals: func(...os.Signal) <-chan os.Signal { return t.Raise },
	}
	return t
}
