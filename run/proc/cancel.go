package proc

// This file defines how a process is ended before its time: Cancel, Kill and
// the timeout (§5, §5.3).

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// stop is the state of a process's being stopped.
type stop struct {
	mu        sync.Mutex
	over      bool   // the main process has ended
	stopping  bool   // reason is set
	reason    Reason // Canceled or TimedOut
	notifyEnd time.Time
	noticeErr error
	asked     time.Time // when the family's daemons were asked to end; zero if not

	timeout  *time.Timer
	period   *time.Timer // the notify period
	patience *time.Timer // after SIGKILL
}

// arm starts the action's timeout.
func (p *Process) arm(timeout time.Duration) {
	if timeout <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timeout = time.AfterFunc(timeout, func() { p.cancel(TimedOut, 0) })
}

// ended notes that the main process has ended: from here on no signal is sent
// to it and no timeout counts. It gives the reason, and false if that was noted
// before.
func (p *Process) ended() (Reason, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return p.reason, false
	}
	p.over = true
	for _, t := range []*time.Timer{p.timeout, p.period, p.patience} {
		if t != nil {
			t.Stop()
		}
	}
	if !p.stopping {
		p.reason = Exited
	}
	return p.reason, true
}

// Cancel runs the action's own cancelation method. A positive limit shortens
// the notify period. A second call during the notify period sends SIGTERM
// again and rewrites cancel_info.json; it may bring the end nearer, never put
// it off. It does not wait, and does nothing once the process has ended.
func (p *Process) Cancel(limit time.Duration) { p.cancel(Canceled, limit) }

// Kill ends the whole process tree at once, whatever the cancelation method. A
// daemon that has cut itself off gets SIGTERM and 5 s first. It does not wait.
func (p *Process) Kill() {
	if p.family == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.because(Canceled)
		p.killLocked()
	}
}

func (p *Process) cancel(why Reason, limit time.Duration) {
	if p.family == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	p.because(why)
	if p.cmd.Cancelation.Mode == Terminate || p.patience != nil {
		p.killLocked()
		return
	}
	period := max(p.cmd.Cancelation.NotifyPeriod, 0)
	if limit > 0 {
		period = min(period, limit)
	}
	p.notifyLocked(period)
}

// because notes the first reason, which stays.
func (p *Process) because(why Reason) {
	if !p.stopping {
		p.stopping, p.reason = true, why
	}
}

// notifyLocked gives the notice, or gives it again.
func (p *Process) notifyLocked(period time.Duration) {
	end := time.Now().Add(period)
	switch {
	case p.period == nil:
		p.period = time.AfterFunc(period, p.Kill)
		p.notifyEnd = end
	case end.Before(p.notifyEnd):
		p.period.Reset(period)
		p.notifyEnd = end
	}
	if err := writeNotice(p.cmd.InfoDir, p.notifyEnd); err != nil && p.noticeErr == nil {
		p.noticeErr = err
	}
	// The process may be gone already, or, on Windows, have no console: the
	// period then ends it.
	_ = notify(p.os)
}

// killLocked ends the tree and gives the system a time to do so. Daemons in it
// are given leaveGrace, once.
func (p *Process) killLocked() {
	if p.period != nil {
		p.period.Stop()
	}
	if p.patience == nil {
		p.patience = time.AfterFunc(killPatience, p.giveUp)
	}
	if !p.family.strike(p.asked.IsZero()) {
		p.family.kill()
	} else if p.asked.IsZero() {
		p.asked = time.Now()
	}
}

// giveUp finishes a process that the system does not end.
func (p *Process) giveUp() {
	reason, first := p.ended()
	if !first {
		return
	}
	p.exit.Unkillable = []int{p.pid}
	p.setResult(waitResult{at: time.Now(), reason: reason,
		err: fmt.Errorf("process %d is still there %v after SIGKILL", p.pid, killPatience)})
	if p.arrive() || !p.hurryOutput() {
		p.finish()
	}
}

// writeNotice writes cancel_info.json (§5.3.2), whole or not at all: the
// process may be reading it. The time is cut to the second before.
func writeNotice(dir string, end time.Time) error {
	if dir == "" {
		return nil
	}
	text := fmt.Sprintf("{\"NotifyEnd\": %q}\n", end.UTC().Format("2006-01-02T15:04:05Z"))
	temp, err := os.CreateTemp(dir, ".cancel_info-*")
	if err != nil {
		return fmt.Errorf("cancel_info.json was not written: %w", err)
	}
	_, err = temp.WriteString(text)
	if chmodErr := temp.Chmod(0o644); err == nil {
		err = chmodErr
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), filepath.Join(dir, "cancel_info.json"))
	}
	if err != nil {
		os.Remove(temp.Name())
		return fmt.Errorf("cancel_info.json was not written: %w", err)
	}
	return nil
}
