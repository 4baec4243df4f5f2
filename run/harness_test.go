package run_test

// This file defines what the tests of this package run Jobs with: a template as
// text, real processes, the events as they come, and a look around afterwards
// for anything left behind.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"runner/run"
	"runner/run/proc"
	"runner/template"
)

// patience bounds every wait of a test; a run that takes longer hangs.
const patience = 60 * time.Second

// TestMain lets the test binary be the guardian of the runs that it makes, and
// the servers and clients that they run.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "tool" {
		os.Exit(toolMain(os.Args[2], os.Args[3:]))
	}
	if len(os.Args) == 2 && os.Args[1] == "guardian" {
		os.Exit(proc.GuardianMain(os.Stdin))
	}
	goleak.VerifyTestMain(m)
}

// job is one run under test.
type job struct {
	t          *testing.T
	dir        string // the work root; has to be empty afterwards
	interrupts chan string
	done       chan struct{}
	result     *run.Result
	err        error

	mu      sync.Mutex
	events  []run.Event
	changed chan struct{} // closed and replaced at every event
}

// option changes how a Job is run.
type option func(*settings)

type settings struct {
	run.Options
	attached []string
	values   map[string]string
}

// workers is -j.
func workers(n int) option { return func(s *settings) { s.Workers = n } }

// keepGoing is --keep-going.
func keepGoing() option { return func(s *settings) { s.KeepGoing = true } }

// attach attaches an Environment Template.
func attach(text string) option {
	return func(s *settings) { s.attached = append(s.attached, text) }
}

// value gives a Job Parameter.
func value(name, text string) option {
	return func(s *settings) { s.values[name] = text }
}

// load loads a document from its text.
func load(t *testing.T, name, text string) *template.Document {
	t.Helper()
	d, err := template.Load(name, []byte(text), template.Options{})
	require.NoError(t, err)
	return d
}

// start begins to run a Job Template.
func start(t *testing.T, text string, options ...option) *job {
	t.Helper()
	j := &job{t: t, dir: t.TempDir(), interrupts: make(chan string, 4), done: make(chan struct{}), changed: make(chan struct{})}
	set := &settings{values: map[string]string{}}
	set.Options = run.Options{
		Workers: 1, WorkRoot: j.dir, LogRoot: filepath.Join(t.TempDir(), "logs"), Environ: os.Environ(),
		Interrupts: j.interrupts, Guard: proc.GuardOptions{Path: os.Args[0], Args: []string{"guardian"}},
	}
	for _, o := range options {
		o(set)
	}
	var attached []*template.Document
	for i, text := range set.attached {
		attached = append(attached, load(t, fmt.Sprintf("env%d.yaml", i+1), text))
	}
	values := map[string]template.ParameterInput{}
	for name, text := range set.values {
		values[name] = template.TextInput(text, "-p")
	}
	created, err := template.CreateJob(load(t, "job.yaml", text), attached, values,
		template.CreateOptions{TemplateDir: j.dir, WorkingDir: j.dir})
	require.NoError(t, err)
	go func() {
		defer close(j.done)
		j.result, j.err = run.Run(context.Background(), created, set.Options, j.take)
	}()
	t.Cleanup(j.giveUp)
	return j
}

// runJob runs a Job to its end.
func runJob(t *testing.T, text string, options ...option) *job {
	t.Helper()
	j := start(t, text, options...)
	j.wait()
	return j
}

// take is the Job's sink.
func (j *job) take(e *run.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, *e)
	close(j.changed)
	j.changed = make(chan struct{})
}

// giveUp ends a Job that a failed test has left running.
func (j *job) giveUp() {
	for range 3 {
		select {
		case j.interrupts <- "SIGTERM":
		default:
		}
	}
	<-j.done
}

// wait waits for the end of the run and looks for what it has left.
func (j *job) wait() *run.Result {
	j.t.Helper()
	select {
	case <-j.done:
	case <-time.After(patience):
		buf := make([]byte, 1<<20)
		j.t.Fatalf("the run does not end\n%s\n%s", j.log(), buf[:runtime.Stack(buf, true)])
	}
	require.NoError(j.t, j.err, j.log())
	if len(j.result.Preserved) == 0 {
		left, err := os.ReadDir(j.dir)
		require.NoError(j.t, err)
		require.Empty(j.t, left, "files are left behind\n%s", j.log())
	}
	return j.result
}

// until waits for an event.
func (j *job) until(what string, is func(e *run.Event) bool) run.Event {
	j.t.Helper()
	deadline := time.After(patience)
	for seen := 0; ; {
		j.mu.Lock()
		for ; seen < len(j.events); seen++ {
			if e := j.events[seen]; is(&e) {
				j.mu.Unlock()
				return e
			}
		}
		changed := j.changed
		j.mu.Unlock()
		select {
		case <-changed:
		case <-j.done:
			select {
			case <-changed: // one came with the end
			default:
				j.t.Fatalf("the run ended without %s\n%s", what, j.log())
			}
		case <-deadline:
			j.t.Fatalf("waited in vain for %s\n%s", what, j.log())
		}
	}
}

// untilLine waits for a line of output that holds text.
func (j *job) untilLine(text string) run.Event {
	j.t.Helper()
	return j.until("the line "+text, func(e *run.Event) bool {
		return e.Kind == run.Output && strings.Contains(e.Text, text)
	})
}

// interrupt sends what the first, second, third signal sends.
func (j *job) interrupt() { j.interrupts <- "SIGINT" }

// all is a copy of the events so far.
func (j *job) all() []run.Event {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]run.Event(nil), j.events...)
}

// lines are the lines of output so far.
func (j *job) lines() []string {
	var out []string
	for _, e := range j.all() {
		if e.Kind == run.Output {
			out = append(out, e.Text)
		}
	}
	return out
}

// count is how many lines of output hold text.
func (j *job) count(text string) int {
	n := 0
	for _, line := range j.lines() {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// order requires lines that hold these texts, in this order.
func (j *job) order(texts ...string) {
	j.t.Helper()
	lines := j.lines()
	at := 0
	for _, text := range texts {
		for at < len(lines) && !strings.Contains(lines[at], text) {
			at++
		}
		require.Less(j.t, at, len(lines), "%q is not there after the ones before it (%q)\n%s", text, texts, j.log())
		at++
	}
}

// log is what happened, for the message of a failed test.
func (j *job) log() string {
	var b strings.Builder
	for _, e := range j.all() {
		fmt.Fprintf(&b, "%-16s %+v %s %s %s", e.Kind, e.Source, e.Text, e.State, e.Outcome)
		if e.Exit != nil {
			fmt.Fprintf(&b, " %+v", *e.Exit)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
