package proc

// This file defines Survivors: children kept alive beyond their action.

import (
	"io"
	"sync"
	"time"
)

// Survivors holds the process families that actions left running on purpose,
// for as long as their owner (an Environment, a Session) lives. The zero value
// is ready; End it when the owner ends. Launcher.Close ends them as well.
type Survivors struct {
	mu   sync.Mutex
	kept []*keptFamily
}

// keptFamily is a family whose main process has ended. What it writes is read
// and dropped, since a closed pipe would end most daemons.
type keptFamily struct {
	launcher *Launcher
	family   family
	output   *output
	drained  chan struct{} // closed when drain has ended
	once     sync.Once
	left     []int

	askOnce sync.Once
	asked   time.Time
}

func (s *Survivors) add(l *Launcher, f family, o *output) {
	o.asFile()
	k := &keptFamily{launcher: l, family: f, output: o, drained: make(chan struct{})}
	l.keep(k)
	go k.drain()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, k)
}

// Count is the number of families that are still running.
func (s *Survivors) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, k := range s.kept {
		if len(k.family.alive()) > 0 {
			n++
		}
	}
	return n
}

// End ends all of them, by SIGTERM and after 5 s by SIGKILL, and waits until they
// are gone. It returns the ids of processes that could not be ended. Later use
// starts afresh.
func (s *Survivors) End() (unkillable []int) {
	s.mu.Lock()
	kept := s.kept
	s.kept = nil
	s.mu.Unlock()
	return endKept(kept)
}

// endKept ends families side by side: all are asked before the first is waited for.
func endKept(kept []*keptFamily) (unkillable []int) {
	for _, k := range kept {
		k.ask()
	}
	for _, k := range kept {
		unkillable = append(unkillable, k.end()...)
	}
	return unkillable
}

// drain reads what the family writes, until end closes the pipe.
func (k *keptFamily) drain() {
	defer close(k.drained)
	if k.output.pipe.SetReadDeadline(time.Time{}) == nil {
		_, _ = io.Copy(io.Discard, k.output.pipe)
	}
}

// ask asks the family to end, once.
func (k *keptFamily) ask() {
	k.askOnce.Do(func() {
		if len(k.family.alive()) > 0 && k.family.dismiss() {
			k.asked = time.Now()
		}
	})
}

// end ends the family, once.
func (k *keptFamily) end() []int {
	k.ask()
	k.once.Do(func() {
		k.left = endFamily(k.family, k.asked)
		k.output.closeOutput()
		<-k.drained
		k.family.release()
		k.launcher.unkeep(k)
	})
	return k.left
}
