package cli

// This file defines what "runner run" does: read everything, refuse what is
// wrong before anything is started, run, show, report.

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"runner/run"
	"runner/template/expr"
)

// runJob is "runner run".
func runJob(ctx context.Context, o *runOptions) error {
	in, err := loadInputs(o.Streams, o.Template, o.documentOptions)
	if err != nil {
		return err
	}
	job, err := in.createJob(o.Streams)
	if err != nil {
		return err
	}
	picked, err := selection(job, o)
	if err != nil {
		return err
	}
	rules, err := pathRules(o)
	if err != nil {
		return err
	}
	desk := o.Streams.desk
	if !desk.begin() {
		return &reported{statusLeft}
	}
	show := newShow(o, job.Name, tasksToRun(job, picked, o.MaximumTasks))
	options := run.Options{
		Workers: o.Jobs, KeepGoing: o.KeepGoing, Select: picked, MaximumTasks: o.MaximumTasks, Rules: rules,
		WorkRoot: o.workRoot(), LogRoot: o.logRoot(), Preserve: o.Preserve,
		Environ: o.Streams.Environ, Now: o.Streams.Now, Interrupts: show.interrupts,
		Guard: guardOptions(o.Streams),
	}
	desk.attach(show.signal)
	result, err := run.Run(ctx, job, options, show.reporter.event)
	desk.over(show.out.Release)
	if result != nil && options.LogRoot == "" && slices.ContainsFunc(result.Failures, hadOutput) {
		result.Notes = append(result.Notes, noLogsNote)
	}
	return show.end(result, err)
}

func (o *runOptions) workRoot() string {
	if o.WorkDir != "" {
		return absolute(o.Streams, o.WorkDir)
	}
	return o.Streams.TempDir
}

// noLogsNote tells of a failed run without logs, where one would look for them.
const noLogsNote = "the logs of failed actions are not kept, because neither XDG_STATE_HOME nor HOME names a directory; " +
	"--log-dir DIR keeps them in DIR"

func hadOutput(f run.Failure) bool { return f.Exit.Started }

// logRoot is where logs of failed actions are kept; "" where there is no home.
func (o *runOptions) logRoot() string {
	s := o.Streams
	if o.LogDir != "" {
		return absolute(s, o.LogDir)
	}
	if state := s.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, programName)
	}
	if dir := s.Getenv("HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, ".local", "state", programName)
	}
	return ""
}

// pathRules reads --path-mapping-rules.
func pathRules(o *runOptions) (*expr.Rules, error) {
	if !o.HasPathRules {
		return nil, nil
	}
	name, data := "--path-mapping-rules", []byte(o.PathRules)
	if path, ok := fileReference(o.Streams, o.PathRules); ok {
		var err error
		if data, err = readWhole(o.Streams, "path mapping rules", path); err != nil {
			return nil, err
		}
		name = path
	}
	rules, err := expr.ParseRules(data)
	if err != nil {
		return nil, refusef("%s: %s", name, strings.TrimPrefix(err.Error(), "path mapping rules: "))
	}
	return rules, nil
}

// show is how a run is shown and how its end is asked for: the reporter, the
// stream below it, and the channel of interrupts above.
type show struct {
	o          *runOptions
	job        string // the Job's name
	out        *floodWriter
	reporter   reporter
	interrupts chan string
	mu         sync.Mutex
	broken     error // of standard output
	// How a terminal that went away was noticed.
	hungUpByOutput, hungUpBySignal bool
}

// interruptRoom is how many interrupts may wait for the run to take them; the
// third one kills everything, more say nothing new.
const interruptRoom = 8

// patience is how long a standard output that takes nothing is waited for after
// the run was told to end.
const patience = 2 * time.Second

func newShow(o *runOptions, job string, tasks int64) *show {
	w := &show{o: o, job: job, interrupts: make(chan string, interruptRoom)}
	w.out = newFloodWriter(o.Streams.Out, w.outputBroken)
	if o.Output == formatHuman {
		w.reporter = newConsole(w.out, o.Streams, consoleOptions{style: o.Stamps, verbose: o.Verbose, several: o.Jobs > 1, total: tasks})
	} else {
		w.reporter = newRecorder(w.out, o.Output, o.Verbose)
	}
	return w
}

// outputBroken ends the run as a signal would: the environments are left and
// nothing stays behind, although nobody reads of it.
func (w *show) outputBroken(err error) {
	w.mu.Lock()
	w.broken = err
	w.mu.Unlock()
	if errors.Is(err, syscall.EIO) {
		w.hangUp(true)
		return
	}
	w.interrupt("SIGPIPE")
}

// hangUp is an interrupt by SIGHUP. A terminal that goes away tells it twice, by
// output that fails and by the signal; that is one interrupt, not a second one
// that hurries.
func (w *show) hangUp(byOutput bool) {
	w.mu.Lock()
	known := byOutput && w.hungUpBySignal || !byOutput && w.hungUpByOutput && !w.hungUpBySignal
	w.hungUpByOutput = w.hungUpByOutput || byOutput
	w.hungUpBySignal = w.hungUpBySignal || !byOutput
	w.mu.Unlock()
	if !known {
		w.interrupt("SIGHUP")
	}
}

func (w *show) interrupt(name string) {
	select {
	case w.interrupts <- name:
	default:
	}
}

// signal passes one of the process's signals on to the run.
func (w *show) signal(name string) {
	w.out.Release()
	if name == "SIGHUP" {
		w.hangUp(false)
		return
	}
	w.interrupt(name)
}

// end prints the result and finds the exit status.
func (w *show) end(result *run.Result, failed error) error {
	status := StatusFailed
	switch {
	case failed != nil:
		status = statusOf(failed)
	case result.Interrupted != "":
		status = signalStatus(result.Interrupted)
	case result.Outcome == run.Succeeded:
		status = StatusDone
	case result.HostFault:
		status = StatusInternal
	}
	if rec, ok := w.reporter.(*recorder); ok {
		w.endDocument(rec, result, failed, status)
	} else if result != nil {
		writeResult(w.out, result, w.o.Step, w.o.Streams.palette())
	}
	if err := w.out.Close(patience); errors.Is(err, errNotTaken) && status == StatusDone {
		status = signalStatus(w.o.Streams.desk.name())
	}
	if failed != nil && w.o.Output == formatHuman {
		writeError(w.o.Streams, failed)
	}
	if status == StatusDone {
		return nil
	}
	return &reported{status}
}

func (w *show) endDocument(rec *recorder, result *run.Result, failed error, status int) {
	if result == nil { // it did not even begin
		result = &run.Result{Job: w.job}
	}
	doc := resultDocument(result, w.o.Step, status)
	if failed != nil {
		doc.Message = failed.Error()
	}
	if err := rec.finish(doc); err != nil {
		writeError(w.o.Streams, err)
	}
}
