package run

import (
	"sync"
	"time"

	"runner/run/proc"
)

// What a second signal leaves: of a notify period, and for an action that only
// begins after it, which is one that leaves an Environment or ends a Service.
// Such an action would be pointless if it were ended where it begins.
const (
	hurriedNotice = 2 * time.Second
	hurriedAction = 5 * time.Second
)

// operation is one piece of work that the plan asked for (a Task, the entering
// of Environments, an exit) together with the process that it has running at
// the moment, so that a cancelation finds it whenever it comes: before the
// process, during it, or between two of them.
type operation struct {
	mu       sync.Mutex
	current  *proc.Process
	canceled bool
	hurried  bool
	killed   bool
	limit    *time.Timer // the end of hurriedAction
}

// attach names the process that runs now and applies what was asked for before.
func (o *operation) attach(p *proc.Process) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.current = p
	switch {
	case o.killed:
		p.Kill()
	case o.hurried && o.canceled:
		p.Cancel(hurriedNotice)
	case o.hurried:
		o.limit = time.AfterFunc(hurriedAction, func() { p.Cancel(hurriedNotice) })
	case o.canceled:
		p.Cancel(0)
	}
}

// detach forgets the process after its end.
func (o *operation) detach() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.current = nil
	if o.limit != nil {
		o.limit.Stop()
	}
}

// cancel ends the operation by the running action's own cancelation method; no
// further action of it begins.
func (o *operation) cancel() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.canceled {
		return
	}
	o.canceled = true
	switch {
	case o.current == nil:
	case o.hurried:
		o.current.Cancel(hurriedNotice)
	default:
		o.current.Cancel(0)
	}
}

// hurry cuts grace short: what runs is canceled, with little notice.
func (o *operation) hurry() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hurried = true
	if o.current != nil {
		o.current.Cancel(hurriedNotice)
	}
}

// kill ends what runs at once, and what the operation still starts as well.
func (o *operation) kill() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.killed = true
	if o.current != nil {
		o.current.Kill()
	}
}

// isCanceled says whether cancel was called.
func (o *operation) isCanceled() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.canceled
}
