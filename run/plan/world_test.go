package plan

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"strings"
)

// world plays the shell of package run under virtual time: it carries decisions
// out, with random durations and random faults, and sends the events.
type world struct {
	r      *rand.Rand
	job    Job
	plan   *Plan
	check  *checker
	queue  moments
	now    int64
	serial int
	slow   int64 // how much longer exits take
	odds   odds
	faults int
	trace  []entry

	workers  []fakeWorker
	services []fakeService
	batches  []int // TasksAdded answers left, by Step
	final    *Finished
}

// entry is a line of the trace, put into words only when it is shown.
type entry struct {
	at   int64
	mark string
	what any
}

func (w *world) show() string {
	var b strings.Builder
	for _, e := range w.trace {
		fmt.Fprintf(&b, "%6d %s %T%+v\n", e.at, e.mark, e.what, e.what)
	}
	return strings.ReplaceAll(b.String(), "plan.", "")
}

// odds are chances in a thousand.
type odds struct {
	task, enter, open, exit         int // failures of actions
	start, early, timeout, die, ail int // failures of Services
	interrupt, stray                int
}

type fakeWorker struct {
	token int // of the answer that is to come
}

type fakeService struct {
	session, launch int
	alive           bool
	token           int
}

// moment is an event that will come, unless its token has been taken back.
type moment struct {
	at     int64
	serial int
	token  *int
	want   int
	event  Event
	then   func()
}

type moments []moment

func (m moments) Len() int { return len(m) }
func (m moments) Less(i, j int) bool {
	return m[i].at < m[j].at || m[i].at == m[j].at && m[i].serial < m[j].serial
}
func (m moments) Swap(i, j int) { m[i], m[j] = m[j], m[i] }
func (m *moments) Push(x any)   { *m = append(*m, x.(moment)) }
func (m *moments) Pop() any {
	old := *m
	x := old[len(old)-1]
	*m = old[:len(old)-1]
	return x
}

func newWorld(seed uint64) (*world, error) {
	r := rand.New(rand.NewPCG(seed, 9))
	job := genJob(r)
	p, err := New(job)
	if err != nil {
		return nil, err
	}
	w := &world{r: r, job: job, plan: p, check: newChecker(job, p.Order())}
	w.workers = make([]fakeWorker, job.Workers)
	w.services = make([]fakeService, len(job.Services))
	w.batches = make([]int, len(job.Steps))
	switch r.IntN(5) {
	case 0: // nothing goes wrong
	case 1: // only Services go wrong
		w.odds = odds{start: 100, early: 150, timeout: 60, die: 400, ail: 200}
	case 2: // now and then anything
		w.odds = odds{task: 20, enter: 20, open: 20, exit: 20, start: 40, early: 60, timeout: 40, die: 150, ail: 80, interrupt: 100, stray: 100}
	case 4: // Services die all the time, and Environments are slow to go
		w.slow = 200
		w.odds = odds{task: 20, enter: 20, exit: 10, start: 100, early: 300, timeout: 50, die: 800, ail: 800, stray: 100}
	case 3: // much of everything
		w.odds = odds{task: 60, enter: 40, open: 30, exit: 40, start: 150, early: 200, timeout: 100, die: 400, ail: 200, interrupt: 300, stray: 300}
	}
	return w, nil
}

func (w *world) chance(odds int) bool {
	if odds == 0 || w.r.IntN(1000) >= odds {
		return false
	}
	w.faults++
	return true
}

// in schedules an event; token (may be nil) takes it back when it changes.
func (w *world) in(delay int64, token *int, event Event, then func()) {
	w.serial++
	m := moment{at: w.now + delay, serial: w.serial, token: token, event: event, then: then}
	if token != nil {
		m.want = *token
	}
	heap.Push(&w.queue, m)
}

func (w *world) run() error {
	w.in(0, nil, Begin{}, nil)
	if w.chance(w.odds.interrupt) {
		at := int64(w.r.IntN(400))
		for range 1 + w.r.IntN(4) {
			w.in(at, nil, Interrupt{}, nil)
			at += int64(w.r.IntN(20))
		}
	}
	for steps := 0; len(w.queue) > 0 && w.final == nil; steps++ {
		if steps > 20000 {
			return fmt.Errorf("the run does not come to an end")
		}
		m := heap.Pop(&w.queue).(moment)
		if m.token != nil && *m.token != m.want {
			continue
		}
		w.now = m.at
		if m.then != nil {
			m.then()
		}
		if m.event == nil {
			continue
		}
		w.send(m.event)
		if w.chance(w.odds.stray) {
			w.send(w.stray())
		}
		if len(w.check.wrong) > 0 {
			return fmt.Errorf("%s", w.check.wrong[0])
		}
	}
	if w.final == nil {
		return fmt.Errorf("nothing is outstanding and the plan has not finished")
	}
	if w.faults == 0 && w.final.Outcome != Succeeded {
		return fmt.Errorf("nothing went wrong, and the outcome is %d", w.final.Outcome)
	}
	return nil
}

func (w *world) send(e Event) {
	w.trace = append(w.trace, entry{w.now, "<-", e})
	w.check.event(e)
	decisions := w.plan.Next(e)
	for _, d := range decisions {
		w.trace = append(w.trace, entry{w.now, "   ->", d})
	}
	w.check.decisions(decisions)
	for _, d := range decisions {
		w.obey(d)
	}
}

// stray is an event of a Session or launch that is over, or never was.
func (w *world) stray() Event {
	off := 1 + w.r.IntN(3)
	if len(w.services) > 0 && w.r.IntN(2) == 0 {
		i := w.r.IntN(len(w.services))
		s := w.services[i]
		return []Event{
			ServiceReady{i, s.session, s.launch - off},
			ServiceExited{i, s.session - off, s.launch, w.r.IntN(2) == 0},
			ServiceEnding{i, s.session, s.launch - off},
			ServiceUnhealthy{i, s.session, s.launch - off},
			ServiceSessionEnded{i, s.session - off},
			ServiceStartFailed{i, s.session - off},
			DelayOver{i, -off},
		}[w.r.IntN(7)]
	}
	i := w.r.IntN(len(w.workers))
	return []Event{
		SessionOpened{i, -off, false},
		TaskEnded{i, -off, 0, 0, TaskFailed},
		StepEntered{i, -off, false},
		StepExited{i, -off, false},
		SessionClosed{i, -off, false},
		TasksAdded{0, -off, 5, false},
		SessionOpened{len(w.workers) + off, 1, true},
	}[w.r.IntN(7)]
}

func (w *world) obey(d Decision) {
	short, long := int64(1+w.r.IntN(20)), int64(1+w.r.IntN(120))
	switch d := d.(type) {
	case OpenSession:
		w.answer(d.Worker, short, SessionOpened{d.Worker, d.Session, !w.chance(w.odds.open)})
	case ReenterSession:
		w.answer(d.Worker, short, SessionOpened{d.Worker, d.Session, !w.chance(w.odds.open)})
	case EnterStep:
		w.answer(d.Worker, short, StepEntered{d.Worker, d.Session, !w.chance(w.odds.enter)})
	case ExitStep:
		w.answer(d.Worker, short+w.r.Int64N(1+w.slow), StepExited{d.Worker, d.Session, !w.chance(w.odds.exit)})
	case CloseSession:
		w.answer(d.Worker, short+w.r.Int64N(1+w.slow), SessionClosed{d.Worker, d.Session, !w.chance(w.odds.exit)})
	case RunTask:
		w.runTask(d, long)
	case CancelTask:
		outcome := TaskCanceled
		if w.r.IntN(10) == 0 { // it ended by itself just before
			outcome = TaskOutcome(w.r.IntN(2))
		}
		w.answer(d.Worker, short, TaskEnded{d.Worker, d.Session, d.Step, d.Task, outcome})
	case CancelEntering:
		w.workers[d.Worker].token++
		if w.check.workers[d.Worker].phase == "entering" {
			w.in(short, nil, StepEntered{d.Worker, d.Session, w.r.IntN(4) == 0}, nil)
		} else {
			w.in(short, nil, SessionOpened{d.Worker, d.Session, w.r.IntN(4) == 0}, nil)
		}
	case MoreTasks:
		w.moreTasks(d, short)
	case Finished:
		w.final = &d
	default:
		w.obeyService(d, short)
	}
}

func (w *world) answer(worker int, delay int64, e Event) {
	f := &w.workers[worker]
	f.token++
	w.in(delay, &f.token, e, nil)
}

// runTask lets a Task take its time; one that outlives a Service of its scope
// may fail of that.
func (w *world) runTask(d RunTask, long int64) {
	outcome := TaskSucceeded
	if w.chance(w.odds.task) {
		outcome = TaskFailed
	}
	w.answer(d.Worker, long, TaskEnded{d.Worker, d.Session, d.Step, d.Task, outcome})
	if token := &w.workers[d.Worker].token; w.r.IntN(2) == 0 {
		w.sensitive(token, *token, d, w.launches(d.Step))
	}
}

func (w *world) launches(step int) int {
	n := 0
	for i := range w.services {
		if w.check.inScope(i, step) {
			n += w.services[i].launch
			if w.services[i].alive {
				n += 1 << 20
			}
		}
	}
	return n
}

// sensitive has the Task fail soon after a Service of its scope has changed.
func (w *world) sensitive(token *int, want int, d RunTask, launches int) {
	w.in(int64(1+w.r.IntN(60)), nil, nil, func() {
		if *token == want && w.launches(d.Step) != launches {
			w.answer(d.Worker, 1, TaskEnded{d.Worker, d.Session, d.Step, d.Task, TaskFailed})
		}
	})
}

func (w *world) moreTasks(d MoreTasks, delay int64) {
	w.batches[d.Step]++
	add := TasksAdded{d.Step, d.Pass, int64(w.r.IntN(3)), w.batches[d.Step] > 3}
	w.in(delay, nil, add, nil)
}

func (w *world) obeyService(d Decision, short int64) {
	switch d := d.(type) {
	case StartService:
		f := &w.services[d.Service]
		*f = fakeService{session: d.Session, launch: d.Launch, token: f.token + 1}
		if w.chance(w.odds.start) {
			w.in(short, &f.token, ServiceStartFailed{d.Service, d.Session}, nil)
			return
		}
		if w.chance(w.odds.start / 4) { // onRun cannot be spawned
			w.in(short, &f.token, ServiceExited{d.Service, d.Session, d.Launch, true}, nil)
			return
		}
		w.in(short, &f.token, ServiceLaunched{d.Service, d.Session, d.Launch}, func() { w.launch(d.Service) })
	case RelaunchService:
		f := &w.services[d.Service]
		f.launch = d.Launch
		f.token++
		w.launch(d.Service)
	case HaltService:
		w.exit(d.Service, short)
	case StopService:
		f := &w.services[d.Service]
		f.token++
		if f.alive && w.r.IntN(2) == 0 { // its exit is told though the Session ends
			w.in(short/2, nil, ServiceExited{d.Service, f.session, f.launch, w.r.IntN(4) == 0}, nil)
		}
		f.alive = false
		w.in(short, nil, ServiceSessionEnded{d.Service, d.Session}, nil)
	case Delay:
		w.in(d.For.Milliseconds(), nil, DelayOver{d.Service, d.Ticket}, nil)
	}
}

// launch plays the life of one instance.
func (w *world) launch(i int) {
	f := &w.services[i]
	f.alive = true
	if f.launch > 12 { // let it come to an end
		w.in(1, &f.token, ServiceReady{i, f.session, f.launch}, nil)
		return
	}
	if w.chance(w.odds.early) {
		w.exit(i, int64(1+w.r.IntN(30)))
		return
	}
	if w.chance(w.odds.timeout) {
		w.in(int64(30+w.r.IntN(30)), &f.token, ServiceUnhealthy{i, f.session, f.launch}, nil)
		return
	}
	up := int64(1 + w.r.IntN(30))
	w.in(up, &f.token, ServiceReady{i, f.session, f.launch}, nil)
	if w.chance(w.odds.die) {
		w.exit(i, up+int64(w.r.IntN(300)))
	} else if w.chance(w.odds.ail) {
		w.in(up+int64(w.r.IntN(300)), &f.token, ServiceUnhealthy{i, f.session, f.launch}, nil)
	}
}

func (w *world) exit(i int, delay int64) {
	f := &w.services[i]
	session, launch := f.session, f.launch
	lost := w.r.IntN(4) == 0
	if w.r.IntN(3) == 0 { // a child holds its output for a while
		w.in(delay, &f.token, ServiceEnding{i, session, launch}, nil)
		delay += int64(w.r.IntN(50))
	}
	w.in(delay, &f.token, ServiceExited{i, session, launch, lost}, func() {
		f.alive = false
		f.token++
	})
}
