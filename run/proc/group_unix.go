//go:build unix && !linux

package proc

// This file contains families by process group and descent, on Unix systems
// other than Linux. A child that leaves the group and whose parent has ended
// before anybody looked is not found; these systems have no means against it.

import (
	"os"
	"strconv"
	"syscall"
)

func newContainer(o LauncherOptions) container { return &groups{guard: o.Guard} }

// groups is the container.
type groups struct{ guard *Guard }

func (c *groups) name() string { return "group" }

func (c *groups) newFamily(a *os.ProcAttr) (family, error) {
	a.Sys = &syscall.SysProcAttr{Setsid: true}
	return &groupFamily{owner: c}, nil
}

func (c *groups) fork(f family, start func() (*os.Process, error)) (*os.Process, error) {
	p, err := start()
	if err == nil {
		f.(*groupFamily).pid = p.Pid
		c.guard.tell("session", strconv.Itoa(p.Pid))
	}
	return p, err
}

func (c *groups) refused(error) (container, bool) { return nil, false }
func (c *groups) close() error                    { return nil }

// groupFamily is a process group and the descendants of its leader.
type groupFamily struct {
	owner *groups
	pid   int
}

func (f *groupFamily) reaped() {}

func (f *groupFamily) kill() {
	// Before the group is killed, while the children's parents still live.
	outside := descendants(f.pid)
	_ = syscall.Kill(-f.pid, syscall.SIGKILL)
	for _, pid := range outside {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// strike tells nobody apart.
func (f *groupFamily) strike(bool) bool { return false }

func (f *groupFamily) dismiss() bool { return syscall.Kill(-f.pid, syscall.SIGTERM) == nil }

// alive knows only whether the group is empty; it names the group's id then.
func (f *groupFamily) alive() []int {
	if syscall.Kill(-f.pid, 0) == nil {
		return []int{f.pid}
	}
	return nil
}

func (f *groupFamily) release() { f.owner.guard.tell("-session", strconv.Itoa(f.pid)) }

// endProcesses ends the groups that the ward names.
func (w *ward) endProcesses() {
	for s := range w.sessions {
		pid, _ := strconv.Atoi(s)
		if pid <= 1 {
			continue
		}
		for _, child := range descendants(pid) {
			_ = syscall.Kill(child, syscall.SIGKILL)
		}
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
}

// nameProcess does nothing: a process cannot name itself here.
func nameProcess() {}
