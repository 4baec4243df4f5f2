package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"runner/run/logs"
	"runner/run/plan"
	"runner/run/proc"
	"runner/service"
	"runner/template"
	"runner/template/expr"
)

// conductor carries out one run. Its loop owns the plan; everything else sends
// events to it.
type conductor struct {
	job      *template.Job
	opts     Options
	plan     *plan.Plan
	stream   *stream
	launcher *proc.Launcher
	guard    *proc.Guard
	ports    *service.Allocator
	symbols  *expr.Symbols
	host     *proc.Environment
	// libraries are the functions that each document's format strings may call.
	libraries map[*template.Document]*expr.Library
	dir       string // the run's own directory
	logDir    string
	rootMade  []string // see makeRoot
	logs      atomic.Int64

	workers  []*worker
	services []*serviceRun
	tasks    []*taskList
	events   chan plan.Event
	working  sync.WaitGroup
	// ending is closed when the run is being unwound.
	ending chan struct{}
	// answers are events that the loop itself owes the plan.
	answers []plan.Event

	mu        sync.Mutex
	live      map[*operation]bool
	hurried   bool
	killed    bool
	endpoints map[*template.Service][]service.Port
	report    report
}

// Run carries a Job through and returns when nothing of it is left running. An
// error means that the runner could not do its own work (no directory, no
// disk); a Job that fails is no error but a [Result].
//
// When ctx ends the run is interrupted as by a signal.
func Run(ctx context.Context, job *template.Job, opts Options, sink Sink) (*Result, error) {
	c, err := newConductor(job, opts, sink)
	if err != nil {
		return nil, err
	}
	c.stream.emit(Event{Kind: RunStarted, Text: c.stream.clear(job.Name)})
	c.tellSkippedSteps()
	c.tellIdeaForm()
	end := c.loop(ctx)
	if c.report.interrupts == 0 {
		close(c.ending)
	}
	c.drain()
	result := c.result(end)
	err = c.close()
	c.stream.emit(Event{Kind: RunEnded, Outcome: result.Outcome})
	return result, err
}

// newConductor prepares a run: nothing is started yet but the guardian.
func newConductor(job *template.Job, opts Options, sink Sink) (*conductor, error) {
	opts.Workers = max(opts.Workers, 1)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	c := &conductor{
		job: job, opts: opts,
		stream:    &stream{now: opts.Now, sink: sink, redactor: logs.NewRedactor()},
		host:      proc.NewEnvironment(opts.Environ),
		events:    make(chan plan.Event, 64),
		ending:    make(chan struct{}),
		live:      map[*operation]bool{},
		libraries: map[*template.Document]*expr.Library{},
		endpoints: map[*template.Service][]service.Port{},
	}
	c.symbols = job.Symbols(c.mapPath)
	c.report.started = opts.Now()
	for _, d := range append(job.Attached[:len(job.Attached):len(job.Attached)], job.Document) {
		c.libraries[d] = d.HostLibrary()
	}
	c.guard = proc.NewGuard(opts.Guard)
	if err := c.makeDir(); err != nil {
		_ = c.guard.Close()
		return nil, err
	}
	c.launcher = proc.NewLauncher(proc.LauncherOptions{Guard: c.guard})
	if err := c.describe(); err != nil {
		_ = c.close()
		return nil, err
	}
	for i := range opts.Workers {
		c.workers = append(c.workers, &worker{run: c, number: i + 1})
	}
	return c, nil
}

// makeDir makes the run's own directory, for Session directories and logs. The
// guardian is there and knows of it before it exists: the runner may be killed at
// any moment.
func (c *conductor) makeDir() error {
	root := c.opts.WorkRoot
	if root == "" {
		root = os.TempDir()
	}
	root, err := filepath.Abs(root)
	if err == nil {
		c.guard.Await()
		c.rootMade, err = makeRoot(root, c.guard)
	}
	if err == nil {
		c.dir, err = makeRunDir(root, c.guard)
	}
	if err != nil {
		removeRoot(c.rootMade, c.guard)
		return fmt.Errorf("no working directory can be made in %s: %w", root, err)
	}
	c.logDir = filepath.Join(c.dir, "logs")
	if err := os.Mkdir(c.logDir, 0o700); err != nil {
		_ = removeDir(c.dir)
		c.guard.Unregister(c.dir)
		removeRoot(c.rootMade, c.guard)
		return fmt.Errorf("no folder for logs can be made: %w", err)
	}
	return nil
}

// close gives back what the run took. It is called once nothing runs any more.
func (c *conductor) close() error {
	err := c.launcher.Close()
	if c.ports != nil {
		c.ports.Close()
	}
	if len(c.report.preserved) == 0 {
		if e := removeDir(c.dir); e != nil && err == nil {
			err = e
		}
	} else if e := removeDir(c.logDir); e != nil && err == nil {
		err = e
	}
	c.guard.Unregister(c.dir)
	removeRoot(c.rootMade, c.guard)
	if e := c.guard.Close(); e != nil {
		c.stream.note(Source{}, Debug, c.stream.clear(e.Error()))
	}
	return err
}

// loop feeds the plan until it is finished.
func (c *conductor) loop(ctx context.Context) plan.Finished {
	interrupts := c.opts.Interrupts
	done := ctx.Done()
	next := plan.Event(plan.Begin{})
	for {
		decisions := c.plan.Next(next)
		c.settle(next, decisions)
		for _, d := range decisions {
			if end, ok := d.(plan.Finished); ok {
				return end
			}
			c.carryOut(d)
		}
		if len(c.answers) > 0 {
			next, c.answers = c.answers[0], c.answers[1:]
			continue
		}
		select {
		case next = <-c.events:
		case signal, ok := <-interrupts:
			if !ok {
				interrupts = nil
				continue
			}
			next = c.interrupted(signal)
		case <-done:
			done = nil
			next = c.interrupted(context.Cause(ctx).Error())
		}
	}
}

// drain waits for what is still at work after the plan is finished; events that
// nobody waits for any more are dropped.
func (c *conductor) drain() {
	done := make(chan struct{})
	go func() {
		c.working.Wait()
		close(done)
	}()
	for {
		select {
		case <-c.events:
		case <-done:
			return
		}
	}
}

// interrupted books a request to end the run.
func (c *conductor) interrupted(signal string) plan.Event {
	if c.report.interrupts == 0 {
		close(c.ending)
	}
	c.report.interrupts++
	if c.report.interrupted == "" {
		c.report.interrupted = signal
	}
	c.stream.emit(Event{Kind: Interrupted, Text: signal, Count: c.report.interrupts})
	return plan.Interrupt{}
}

// mapPath applies the run's path mapping rules to a path.
func (c *conductor) mapPath(path string) string {
	mapped, _ := c.opts.Rules.Apply(path, hostPathStyle())
	return mapped
}

// hostPathStyle is how this host writes paths.
func hostPathStyle() expr.PathStyle {
	if filepath.Separator == '\\' {
		return expr.Windows
	}
	return expr.POSIX
}

// send brings an event to the loop.
func (c *conductor) send(e plan.Event) { c.events <- e }

// operation makes an operation that later signals find.
func (c *conductor) operation() *operation {
	c.mu.Lock()
	defer c.mu.Unlock()
	op := &operation{hurried: c.hurried, killed: c.killed}
	c.live[op] = true
	return op
}

// release forgets an operation that is over.
func (c *conductor) release(op *operation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.live, op)
}

// do runs a piece of work and sends the event that it comes to.
func (c *conductor) do(op *operation, work func() plan.Event) {
	c.doMany(op, func() []plan.Event { return []plan.Event{work()} })
}

// doMany is do for work that comes to several events.
func (c *conductor) doMany(op *operation, work func() []plan.Event) {
	c.working.Go(func() {
		events := work()
		c.release(op)
		for _, e := range events {
			c.send(e)
		}
	})
}

// everyOperation applies f to what is under way.
func (c *conductor) everyOperation(f func(*operation)) {
	c.mu.Lock()
	ops := make([]*operation, 0, len(c.live))
	for op := range c.live {
		ops = append(ops, op)
	}
	c.mu.Unlock()
	for _, op := range ops {
		f(op)
	}
}

// hurry cuts every grace period short, now and from now on.
func (c *conductor) hurry() {
	c.mu.Lock()
	c.hurried = true
	c.mu.Unlock()
	c.everyOperation((*operation).hurry)
}

// kill kills what runs, now and from now on.
func (c *conductor) kill() {
	c.mu.Lock()
	c.killed = true
	c.mu.Unlock()
	c.everyOperation((*operation).kill)
}

// tailLines is how many last lines of output a failure shows.
func (c *conductor) tailLines() int {
	if c.opts.TailLines > 0 {
		return c.opts.TailLines
	}
	return 20
}
