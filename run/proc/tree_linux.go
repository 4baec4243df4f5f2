package proc

// This file contains families without control groups. The runner makes itself
// child subreaper: a process whose parent ends becomes its child. So whatever a
// family leaves behind hangs below a child of the runner that the runner did
// not start, and asking for such children is cheap. Whose they are is told by
// a token in the environment, by the session and by descent.

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// tokenName is the variable that marks the processes of a run.
const tokenName = "RUNNER_FAMILY"

// tree is the container.
type tree struct {
	self  int
	sid   int // the runner's own session
	token string
	guard *Guard
	count atomic.Int64

	// forks is held for reading from a fork until the child is in own, and for
	// writing while strangers are reaped: a child of ours that ends at once
	// must not be taken for one.
	forks sync.RWMutex

	mu      sync.Mutex
	own     map[int]bool   // children of ours that were not waited for yet
	orphans map[int]orphan // those of the latest look, by id
}

// orphan is a process that came to the runner, with the token that it has, or
// had when it came; none if somebody has cleared its environment.
type orphan struct {
	procInfo
	token string
}

func newTree(g *Guard) *tree {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	t := &tree{
		self: os.Getpid(), guard: g, own: map[int]bool{},
		token: tokenName + "=" + hex.EncodeToString(random[:]) + ".",
	}
	t.sid, _ = unix.Getsid(0)
	// Known since Linux 3.4; without it orphans of a family that left its
	// session are found only while their parents live.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	g.tell("token", t.token)
	return t
}

func (t *tree) name() string { return "subreaper" }

func (t *tree) newFamily(a *os.ProcAttr) (family, error) {
	f := &treeFamily{owner: t, token: t.token + strconv.FormatInt(t.count.Add(1), 10)}
	env := make([]string, len(a.Env), len(a.Env)+1)
	copy(env, a.Env)
	a.Env = append(env, f.token)
	a.Sys = &syscall.SysProcAttr{Setsid: true}
	return f, nil
}

func (t *tree) fork(f family, start func() (*os.Process, error)) (*os.Process, error) {
	return t.forkAs(&f.(*treeFamily).pid, start)
}

// forkAs runs start and enters the child as our own before anybody may reap.
func (t *tree) forkAs(pid *int, start func() (*os.Process, error)) (*os.Process, error) {
	t.forks.RLock()
	defer t.forks.RUnlock()
	p, err := start()
	if err == nil {
		*pid = p.Pid
		t.mu.Lock()
		t.own[p.Pid] = true
		t.mu.Unlock()
		t.guard.tell("session", strconv.Itoa(p.Pid))
	}
	return p, err
}

// disown forgets a child that was waited for.
func (t *tree) disown(pid int) {
	t.mu.Lock()
	delete(t.own, pid)
	t.mu.Unlock()
}

func (t *tree) isOwn(pid int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.own[pid]
}

func (t *tree) refused(error) (container, bool) { return nil, false }

// adopted lists the living orphans that came to the runner, and reaps the dead
// ones. A child with the runner's own session is not an orphan of a family but
// somebody else's child, started without this package.
func (t *tree) adopted() map[int]orphan {
	t.mu.Lock()
	known := t.orphans
	t.mu.Unlock()
	live := map[int]orphan{}
	for _, pid := range childrenOf(t.self) {
		if t.isOwn(pid) || pid == t.guard.processID() {
			continue
		}
		p, ok := readProc(pid)
		switch {
		case !ok || p.sid == t.sid || p.ppid != t.self:
		case p.dead():
			t.reap(pid)
		case known[pid].start == p.start:
			live[pid] = orphan{p, known[pid].token}
		default:
			live[pid] = orphan{p, t.tokenOf(pid)}
		}
	}
	if len(live)+len(known) > 0 {
		t.mu.Lock()
		t.orphans = live
		t.mu.Unlock()
	}
	return live
}

// tokenOf reads the token of a new orphan. A process has no environment for the
// moment of its exec, so an empty answer is asked for again.
func (t *tree) tokenOf(pid int) string {
	tick := backoff{deadline: time.Now().Add(20 * time.Millisecond)}
	for {
		token := envEntry(pid, t.token)
		if token != "" || !tick.wait() {
			return token
		}
	}
}

// reap waits for a dead orphan.
func (t *tree) reap(pid int) {
	t.forks.Lock()
	defer t.forks.Unlock()
	if !t.isOwn(pid) {
		_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	}
}

// close ends every orphan that is left: all that came to the runner from other
// sessions are of this run.
func (t *tree) close() error {
	tick := backoff{deadline: time.Now().Add(killPatience)}
	for {
		left := t.adopted()
		if len(left) == 0 {
			_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
			t.guard.tell("-token", t.token)
			return nil
		}
		members := map[int]procInfo{}
		for pid, o := range left {
			members[pid] = o.procInfo
		}
		descend(allProcs(), members)
		for pid := range members {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if !tick.wait() {
			return fmt.Errorf("orphaned processes are still there after SIGKILL: %v", slices.Sorted(maps.Keys(left)))
		}
	}
}

// treeFamily is the family of the process with this token.
type treeFamily struct {
	owner *tree
	token string
	pid   int // also the id of its session and group
	gone  atomic.Bool
}

func (f *treeFamily) reaped() {
	f.gone.Store(true)
	f.owner.disown(f.pid)
}

// kill ends the members that can be found now; a member that forks meanwhile
// is found by the next call.
func (f *treeFamily) kill() {
	// Twice at least: the second look finds what was forked during the first.
	for range 3 {
		members := f.members()
		if !f.gone.Load() {
			// The group's id is ours as long as its leader was not waited for.
			_ = syscall.Kill(-f.pid, syscall.SIGKILL)
		}
		for pid, p := range members {
			if pid != f.pid || !f.gone.Load() {
				p.signal(syscall.SIGKILL)
			}
		}
		if len(members) == 0 {
			return
		}
	}
}

func (f *treeFamily) strike(ask bool) bool { return strike(f.pid, f.members(), ask) }

func (f *treeFamily) dismiss() bool {
	for _, p := range f.members() {
		p.signal(syscall.SIGTERM)
	}
	return true
}

// members looks through the whole process table.
func (f *treeFamily) members() map[int]procInfo {
	table := allProcs()
	members := map[int]procInfo{}
	for _, p := range table {
		if p.pid == f.owner.self || p.dead() && p.pid != f.pid {
			continue
		}
		if p.sid == f.pid || p.pgid == f.pid || p.sid != f.owner.sid && envEntry(p.pid, f.token) == f.token {
			members[p.pid] = p
		}
	}
	descend(table, members)
	for pid, p := range members {
		if p.dead() {
			delete(members, pid)
		}
	}
	return members
}

// alive looks through the table only if an orphan of this family is there: what
// is left of a family hangs below one.
func (f *treeFamily) alive() []int {
	left := false
	for _, o := range f.owner.adopted() {
		left = left || o.sid == f.pid || o.pgid == f.pid || o.token == f.token
	}
	if !left {
		return nil
	}
	var pids []int
	for pid := range f.members() {
		if pid != f.pid || !f.gone.Load() {
			pids = append(pids, pid)
		}
	}
	return pids
}

func (f *treeFamily) release() { f.owner.guard.tell("-session", strconv.Itoa(f.pid)) }
