package run

import (
	"sync"

	"runner/run/plan"
	"runner/template"
)

// taskList gives the Tasks of one Step by their ordinals from 0: those of its
// task space, those chosen by the user, or chunks that are cut as the run goes
// on (§3.4.1.5). Only the last kind remembers anything of a Task.
type taskList struct {
	step   int
	space  *template.Space
	chosen []template.TaskParameters
	limit  int64

	mu       sync.Mutex
	adaptive *template.Adaptive
	pass     int
	cut      map[int64]template.TaskParameters // Tasks cut and not yet ended
	next     int64
}

// newTaskList makes the list of a selected Step.
func newTaskList(step int, space *template.Space, selection StepSelection, limit int64) *taskList {
	l := &taskList{step: step, space: space, chosen: selection.Tasks, limit: limit, pass: 1}
	if l.chosen == nil {
		l.adaptive = space.Adaptive()
		l.cut = map[int64]template.TaskParameters{}
	}
	return l
}

// open says whether Tasks are cut while the Step runs.
func (l *taskList) open() bool { return l.adaptive != nil }

// count is the number of Tasks known from the start; 0 for an open list.
func (l *taskList) count() int64 {
	var n int64
	switch {
	case l.open():
		return 0
	case l.chosen != nil:
		n = int64(len(l.chosen))
	default:
		n = l.space.Len()
	}
	if l.limit > 0 {
		n = min(n, l.limit)
	}
	return n
}

// at gives a Task's parameters.
func (l *taskList) at(ordinal int64) (template.TaskParameters, error) {
	if l.chosen != nil {
		return l.chosen[ordinal], nil
	}
	if !l.open() {
		return l.space.At(ordinal)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut[ordinal], nil
}

// more cuts the next chunk of an open list.
func (l *taskList) more(d plan.MoreTasks) plan.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	added := plan.TasksAdded{Step: l.step, Pass: d.Pass}
	task, ok := l.adaptive.Next()
	if ok {
		l.cut[l.next] = task
		l.next++
		added.Count = 1
	}
	added.Last = !ok || l.limit > 0 && l.next >= l.limit
	return added
}

// ended tells how long a chunk took, from which the next one's size follows. One
// of a pass that is over says nothing of the chunks that are cut now.
func (l *taskList) ended(pass int, ordinal int64, exit Exit) {
	if !l.open() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if exit.Outcome == Succeeded && pass == l.pass {
		l.adaptive.Observe(chunkValues(l.cut[ordinal]), exit.Duration.Seconds())
		delete(l.cut, ordinal)
	}
}

// restart begins the list anew after RERUN.
func (l *taskList) restart(pass int) {
	if !l.open() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass, l.next = pass, 0
	l.adaptive = l.space.Adaptive()
	clear(l.cut)
}

// chunkValues is how many values of the chunked parameter a Task covers.
func chunkValues(task template.TaskParameters) int64 {
	for _, p := range task {
		if p.Type == template.ChunkIntParam {
			return int64(p.Value.Len())
		}
	}
	return 1
}
