package proc

// This file tells a main process's own from the daemons that it has made, and
// signals both: kill is for the former, a daemon is asked first.

import "syscall"

// daemons are the members that have left both the session of the main process
// and the line of its descendants: each has cut itself off on purpose.
func daemons(main int, members map[int]procInfo) map[int]procInfo {
	var table []procInfo
	own := map[int]procInfo{}
	for pid, p := range members {
		table = append(table, p)
		if pid == main || p.sid == main {
			own[pid] = p
		}
	}
	descend(table, own)
	left := map[int]procInfo{}
	for pid, p := range members {
		if _, in := own[pid]; !in {
			left[pid] = p
		}
	}
	return left
}

// strike does what family has it for.
func strike(main int, members map[int]procInfo, ask bool) bool {
	apart := daemons(main, members)
	if len(apart) == 0 {
		return false
	}
	// The main process first: it shall not see its children die and go on.
	if p, ok := members[main]; ok {
		p.signal(syscall.SIGKILL)
	}
	for pid, p := range members {
		_, daemon := apart[pid]
		switch {
		case !daemon:
			p.signal(syscall.SIGKILL)
		case ask:
			p.signal(syscall.SIGTERM)
		}
	}
	return true
}

// signal signals the process that was seen, not another one that has got its id.
func (p procInfo) signal(sig syscall.Signal) {
	if now, ok := readProc(p.pid); ok && now.start == p.start {
		_ = syscall.Kill(p.pid, sig)
	}
}
