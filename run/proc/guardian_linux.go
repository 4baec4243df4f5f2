package proc

// This file ends a dead runner's processes on Linux.

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

// guardPatience bounds the guardian's killing; it comes after leaveGrace.
const guardPatience = 2500 * time.Millisecond

// endProcesses ends what the ward names, by SIGTERM and after leaveGrace by
// SIGKILL, and removes its control groups.
func (w *ward) endProcesses() {
	for _, p := range w.members() {
		p.signal(syscall.SIGTERM)
	}
	w.untilNobody(leaveGrace, func(map[int]procInfo) {})
	for root := range w.cgroups {
		_ = os.WriteFile(root+"/cgroup.kill", []byte("1"), 0)
	}
	w.untilNobody(guardPatience, func(members map[int]procInfo) {
		for pid := range members {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	for root := range w.cgroups {
		_ = removeCgroup(root, guardPatience)
	}
}

// untilNobody does something about the members until there are none.
func (w *ward) untilNobody(patience time.Duration, do func(members map[int]procInfo)) {
	tick := backoff{deadline: time.Now().Add(patience)}
	// Twice in a row nobody: a process in the middle of its exec is overlooked.
	for empty := 0; empty < 2; {
		members := w.members()
		do(members)
		if empty++; len(members) > 0 {
			empty = 0
		}
		if !tick.wait() {
			return
		}
	}
}

// members finds the living processes of the ward.
func (w *ward) members() map[int]procInfo {
	members := map[int]procInfo{}
	for root := range w.cgroups {
		for _, pid := range cgroupPids(root) {
			if p, ok := readProc(pid); ok && !p.dead() {
				members[pid] = p
			}
		}
	}
	if len(w.tokens)+len(w.sessions) == 0 {
		return members
	}
	table := allProcs()
	self := os.Getpid()
	for _, p := range table {
		if p.pid == self || p.dead() {
			continue
		}
		if w.sessions[strconv.Itoa(p.sid)] || w.sessions[strconv.Itoa(p.pgid)] {
			members[p.pid] = p
		}
		for token := range w.tokens {
			if envEntry(p.pid, token) != "" {
				members[p.pid] = p
			}
		}
	}
	descend(table, members)
	for pid, p := range members {
		if p.dead() || pid == self {
			delete(members, pid)
		}
	}
	return members
}

// nameProcess gives the guardian another name than the runner's, so that
// killing the runner by its name does not take the guardian along. The main
// thread's name is the process's.
func nameProcess() { _ = os.WriteFile("/proc/self/comm", []byte("run-guardian"), 0) }
