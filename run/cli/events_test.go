package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"runner/run"
)

var (
	taskSource    = run.Source{Session: "worker-1", Worker: 1, Step: "Render", Task: 3, Action: "onRun"}
	envSource     = run.Source{Session: "worker-1", Worker: 1, Environment: "Conda", Action: "onEnter"}
	serviceSource = run.Source{Session: "service-Cache", Service: "Cache", Action: "onRun"}
	healthSource  = run.Source{Session: "service-Cache", Service: "Cache", Action: "onHealthCheck"}
)

// sampleEvents is a run as it might happen, a millisecond between two events.
func sampleEvents(start time.Time) []*run.Event {
	ended := func(s run.Source, x run.Exit) run.Event { return run.Event{Kind: run.ActionEnded, Source: s, Exit: &x} }
	list := []run.Event{
		{Kind: run.RunStarted, Text: "J"},
		{Kind: run.SessionStarted, Source: run.Source{Session: "worker-1", Worker: 1}, Text: "/tmp/x"},
		{Kind: run.ActionStarted, Source: serviceSource},
		{Kind: run.Output, Source: serviceSource, Text: "listening"},
		{Kind: run.ActionStarted, Source: healthSource},
		ended(healthSource, run.Exit{Started: true, Outcome: run.Succeeded}),
		{Kind: run.ServiceState, Source: run.Source{Service: "Cache"}, State: "READY"},
		{Kind: run.ActionStarted, Source: envSource},
		{Kind: run.Setting, Source: envSource, Text: "A=B"},
		ended(envSource, run.Exit{Started: true, Outcome: run.Succeeded}),
		{Kind: run.ActionStarted, Source: taskSource, Params: []run.Param{{Name: "Frame", Type: "INT", Value: "3"}, {Name: "Scene", Type: "STRING", Value: "a b"}}},
		{Kind: run.Output, Source: taskSource, Text: "a\tline"},
		{Kind: run.Output, Source: taskSource, Text: ""},
		{Kind: run.Note, Source: taskSource, Level: run.Info, Text: "a note"},
		{Kind: run.Note, Source: taskSource, Level: run.Debug, Text: "a detail"},
		{Kind: run.Note, Source: taskSource, Level: run.Warning, Text: "a warning"},
		ended(taskSource, run.Exit{Started: true, Code: 3, Outcome: run.Failed, Message: "no license"}),
		ended(serviceSource, run.Exit{Started: true, Code: 1, Outcome: run.Failed}),
		{Kind: run.StepEnded, Source: run.Source{Step: "Render"}, Outcome: run.Failed},
		{Kind: run.Interrupted, Text: "SIGINT", Count: 1},
		{Kind: run.RunEnded, Outcome: run.Failed},
	}
	out := make([]*run.Event, len(list))
	for i := range list {
		list[i].Seq, list[i].Time = int64(i), start.Add(time.Duration(i)*time.Millisecond)
		out[i] = &list[i]
	}
	return out
}

// shown is what a console prints of the events.
func shown(t *testing.T, s *TestStreams, o consoleOptions, events []*run.Event) string {
	t.Helper()
	out := newFloodWriter(s.Out, nil)
	c := newConsole(out, &s.Streams, o)
	for _, e := range events {
		c.event(e)
		out.Flush()
	}
	require.NoError(t, out.Close(time.Second))
	return s.OutText.String()
}

func TestConsole(t *testing.T) {
	s := Test(t.TempDir())
	got := shown(t, s, consoleOptions{style: stampRelative}, sampleEvents(s.Now()))
	assert.Equal(t, `0:00:00.000	Running job 'J'
0:00:00.002	[Cache] ==== Service Cache: onRun
0:00:00.003	[Cache] listening
0:00:00.006	[Cache] Service Cache is READY
0:00:00.007	==== Environment Conda: onEnter
0:00:00.008	Setting: A=B
0:00:00.009	Process exited with code: 0
0:00:00.010	==== Step Render, Task 3: onRun: Frame=3 Scene="a b"
0:00:00.011	a	line
0:00:00.012	
0:00:00.013	a note
0:00:00.016	Process exited with code: 3: no license
0:00:00.017	[Cache] Service Cache ended with status 1
0:00:00.018	Step Render: failed
0:00:00.019	Interrupted by SIGINT: canceling what runs and leaving the environments (once more to hurry)
`, got)
	assert.Equal(t, "warning: Step Render, Task 3: onRun: a warning\n", s.ErrText.String())
}

func TestConsoleVerboseNamesEverySource(t *testing.T) {
	s := Test(t.TempDir())
	got := shown(t, s, consoleOptions{style: stampUTC, verbose: true, several: true}, sampleEvents(s.Now()))
	for _, line := range []string{
		"2026-01-02T03:04:05.001Z\t[worker-1] Session worker-1 starts in /tmp/x\n",
		"\t[Cache onHealthCheck] ==== Service Cache: onHealthCheck\n",
		"\t[Cache onHealthCheck] onHealthCheck of Service Cache ended with status 0\n",
		"\t[Conda worker-1] Setting: A=B\n",
		"\t[Render 3] a\tline\n",
		"\t[Render 3] a detail\n",
	} {
		assert.Contains(t, got, line)
	}
	assert.Equal(t, "warning: [Render 3] a warning\n", s.ErrText.String())
}

// What is no terminal gets no control characters; what is one gets colours,
// unless NO_COLOR or a dumb terminal forbid it.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal bool
		env      string
		want     bool
	}{
		{"piped", false, "TERM=xterm", false}, {"terminal", true, "TERM=xterm", true},
		{"NO_COLOR", true, "NO_COLOR=1", false}, {"NO_COLOR empty", true, "NO_COLOR=", true}, {"dumb", true, "TERM=dumb", false},
	} {
		s := Test(t.TempDir())
		s.OutTerminal, s.ErrTerminal = c.terminal, c.terminal
		s.Environ = append(s.Environ, c.env)
		got := shown(t, s, consoleOptions{style: stampRelative}, sampleEvents(s.Now()))
		assert.Equal(t, c.want, strings.Contains(got, "\x1b["), c.name)
		assert.Equal(t, c.want, strings.Contains(s.ErrText.String(), "\x1b["), c.name)
	}
}

func TestEndTexts(t *testing.T) {
	for _, c := range []struct {
		source run.Source
		exit   run.Exit
		want   string
	}{
		{taskSource, run.Exit{Started: true, Outcome: run.Succeeded}, "Process exited with code: 0"},
		{taskSource, run.Exit{Started: true, Signal: "SIGKILL", Outcome: run.Failed}, "Process exited with code: SIGKILL"},
		{taskSource, run.Exit{Started: true, Signal: "SIGKILL", Outcome: run.TimedOut, Duration: 2 * time.Second},
			"Process exited with code: SIGKILL (timed out, ended after 2.0 s)"},
		{taskSource, run.Exit{Started: true, Outcome: run.Canceled}, "Process exited with code: 0 (canceled)"},
		{taskSource, run.Exit{Outcome: run.Failed, Message: `"x" is not in PATH`}, `Step Render, Task 3: onRun was not started: "x" is not in PATH`},
		{serviceSource, run.Exit{Started: true, Signal: "SIGSEGV", Outcome: run.Failed}, "Service Cache ended by signal SIGSEGV"},
		{healthSource, run.Exit{Started: true, Code: 7, Outcome: run.Failed}, "onHealthCheck of Service Cache ended with status 7"},
		{run.Source{Service: "Cache", Environment: "Conda", Action: "onEnter"}, run.Exit{Started: true, Code: 7, Outcome: run.Failed},
			"onEnter of Environment Conda (Service Cache) ended with status 7"},
	} {
		text, _ := eventText(&run.Event{Kind: run.ActionEnded, Source: c.source, Exit: &c.exit})
		assert.Equal(t, c.want, text)
		if c.source.Service != "" {
			assert.NotContains(t, text, "exited with code")
		}
	}
}

// recorded is the document that a recorder writes of a run.
func recorded(t *testing.T, f format, events []*run.Event) (map[string]any, string) {
	t.Helper()
	var b bytes.Buffer
	rec := newRecorder(&b, f, false)
	for _, e := range events {
		rec.event(e)
	}
	require.NoError(t, rec.finish(resultDocument(sampleResult(), "Render", StatusFailed)))
	var doc map[string]any
	if f == formatYAML {
		require.NoError(t, yaml.Unmarshal(b.Bytes(), &doc), b.String())
	} else {
		require.NoError(t, json.Unmarshal(b.Bytes(), &doc), b.String())
	}
	return doc, b.String()
}

func TestRecorder(t *testing.T) {
	start := Test(t.TempDir()).Now()
	for _, f := range []format{formatJSON, formatYAML} {
		doc, text := recorded(t, f, sampleEvents(start))
		assert.EqualValues(t, 1, doc["version"], text)
		assert.Equal(t, "error", doc["status"])
		assert.Equal(t, "J", doc["job_name"])
		assert.Equal(t, "Render", doc["step_name"])
		assert.EqualValues(t, 2, doc["chunks_run"])
		assert.EqualValues(t, 1, doc["exit_status"])
		logs, _ := doc["logs"].([]any)
		require.Len(t, logs, 16)
		first, _ := logs[2].(map[string]any)
		assert.Equal(t, map[string]any{"timestamp": "2026-01-02T03:04:05.003Z", "kind": "output", "message": "listening",
			"source": map[string]any{"service": "Cache", "action": "onRun"}}, first)
		failures, _ := doc["failures"].([]any)
		require.Len(t, failures, 1)
		failure, _ := failures[0].(map[string]any)
		assert.EqualValues(t, 3, failure["exit_status"])
		assert.Nil(t, failure["signal"])
		assert.Equal(t, []any{"last", "lines"}, failure["tail"])

		empty, text := recorded(t, f, nil)
		assert.Equal(t, []any{}, empty["logs"], text)
	}
}

// The entries that are put together by hand are what a logDocument would be.
func TestRecorderEntries(t *testing.T) {
	events := append(sampleEvents(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		&run.Event{Kind: run.Output, Source: taskSource, Text: "<\x00\"\u2028>", Continued: true})
	for _, f := range []format{formatJSON, formatYAML} {
		r := newRecorder(&bytes.Buffer{}, f, true)
		for _, e := range events {
			r.buf.Reset()
			var got any
			if f == formatJSON {
				require.NoError(t, r.encodeJSON(e, e.Text))
				require.NoError(t, json.Unmarshal(r.buf.Bytes(), &got), r.buf.String())
			} else {
				require.NoError(t, r.encodeYAML(e, e.Text))
				var list []any
				require.NoError(t, yaml.Unmarshal(r.buf.Bytes(), &list), r.buf.String())
				require.Len(t, list, 1)
				got = list[0]
			}
			assert.Equal(t, asJSON(t, logDocument{string(appendStamp(nil, stampUTC, e.Time, e.Time)), string(e.Kind), string(e.Level),
				sourceDocumentOf(e.Source), e.Text, e.Continued}), asJSON(t, got))
		}
	}
}

// asJSON is v as a JSON document has it, for comparison.
func asJSON(t *testing.T, v any) (out any) {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &out))
	return out
}

func sampleResult() *run.Result {
	return &run.Result{
		Job: "J", Outcome: run.Failed, Duration: 1500 * time.Millisecond, TaskRuns: 2,
		Steps: []run.StepResult{
			{Name: "Render", Outcome: run.Failed, Total: 5, Succeeded: 1, Failed: 1, NotRun: 3},
			{Name: "Publish", Outcome: run.NotRun, Total: 1, NotRun: 1, Reason: "Step Render, which it depends on, failed"},
		},
		Services: []run.ServiceResult{{Name: "Cache", State: "STOPPED", Launches: 1,
			Ports: []run.ServiceEndpoint{{Name: "main", Protocol: "TCP", Address: "127.0.0.1", Port: 6379}}}},
		Failures: []run.Failure{{Source: taskSource, Params: []run.Param{{Name: "Frame", Type: "INT", Value: "3"}},
			Exit: run.Exit{Started: true, Code: 3, Outcome: run.Failed}, Message: "no license", Tail: []string{"last", "lines"}, Log: "/l/1.log"}},
		Preserved: []string{"/tmp/x"},
		Notes:     []string{"a note"},
	}
}

func TestResultBlock(t *testing.T) {
	var b bytes.Buffer
	writeResult(&b, sampleResult(), "Render", newPalette(false))
	assert.Equal(t, `
--- Results of local session ---

Session ended with errors; see Task logs for details

Job: J
Step: Render
Duration: 1.500 seconds
Chunks run: 2

Steps:
  Render   failed  5 Tasks: 1 succeeded, 1 failed, 3 not run
  Publish  not-run  1 Task: 1 not run
           Step Render, which it depends on, failed

Services:
  Cache  STOPPED, launched once, main 127.0.0.1:6379/tcp

Failed: Step Render, Task 3: onRun (Frame=3) exited with status 3
  no license
  The last lines of its output:
  | last
  | lines
  Log: /l/1.log

Note: a note

Working directory preserved at: /tmp/x
`, b.String())
}

// TestServiceFailureBlock pins that a Service's failure is headed by its cause, and
// that nothing is said twice.
func TestServiceFailureBlock(t *testing.T) {
	source := run.Source{Service: "Cache", Action: "onRun"}
	killed := run.Exit{Started: true, Signal: "SIGKILL", Code: 137, Outcome: run.Failed}
	for name, test := range map[string]struct {
		failure run.Failure
		want    string
	}{
		"not READY in time": {
			run.Failure{Source: source, Exit: killed, Cause: "not READY within 2s", Message: "Service Cache: not READY within 2s", Log: "/l/1.log"},
			"\nFailed: Service Cache: not READY within 2s\n  Log: /l/1.log\n",
		},
		"no start": {
			run.Failure{Source: run.Source{Service: "Cache"}, Exit: run.Exit{Outcome: run.Failed, Message: "port p: in use"},
				Message: "Service Cache could not be run: port p: in use"},
			"\nFailed: Service Cache was not started: port p: in use\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			writeFailure(&b, test.failure, newPalette(false))
			assert.Equal(t, test.want, b.String())
		})
	}
	assert.Equal(t, "never launched", launchesText(0))
}

func TestParamsText(t *testing.T) {
	long := strings.Repeat("x", 300)
	assert.Equal(t, `A=1 B="" C="a b" D="\x1b[31m" E=`+long[:200]+"…", paramsText([]run.Param{
		{Name: "A", Value: "1"}, {Name: "B"}, {Name: "C", Value: "a b"}, {Name: "D", Value: "\x1b[31m"}, {Name: "E", Value: long}}))
}

// A million lines through the console cost no write a line and little time.
func BenchmarkConsole(b *testing.B) {
	s := Test(b.TempDir())
	out := newFloodWriter(&bytes.Buffer{}, nil)
	c := newConsole(out, &s.Streams, consoleOptions{style: stampRelative})
	e := &run.Event{Kind: run.Output, Source: taskSource, Time: s.Now().Add(time.Hour), Text: strings.Repeat("x", 57)}
	for b.Loop() {
		c.event(e)
	}
	_ = out.Close(time.Second)
}
