package proc

// This file reads what /proc says about processes.

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// procInfo is one process as /proc shows it.
type procInfo struct {
	pid, ppid, pgid, sid int
	state                byte   // 'Z' and 'X' have ended
	flags, pending       uint64 // of the kernel; signals that wait for the main thread
	start                string
}

func (p procInfo) dead() bool { return p.state == 'Z' || p.state == 'X' }

// readProc reads /proc/<pid>/stat; false if there is no such process.
func readProc(pid int) (procInfo, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procInfo{}, false
	}
	// The name stands in parentheses and may hold anything, parentheses too.
	end := bytes.LastIndexByte(data, ')')
	if end < 0 {
		return procInfo{}, false
	}
	f := strings.Fields(string(data[end+1:]))
	if len(f) < 29 {
		return procInfo{}, false
	}
	p := procInfo{pid: pid, state: f[0][0], start: f[19]}
	p.ppid, _ = strconv.Atoi(f[1])
	p.pgid, _ = strconv.Atoi(f[2])
	p.sid, _ = strconv.Atoi(f[3])
	p.flags, _ = strconv.ParseUint(f[6], 10, 64)
	p.pending, _ = strconv.ParseUint(f[28], 10, 64)
	return p, true
}

// allProcs reads the whole table. It costs some ten microseconds a process, so
// it is for the rare cases.
func allProcs() []procInfo {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var all []procInfo
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, ok := readProc(pid); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

// envEntry gives the first NAME=value that begins with prefix of the environment
// that a process was started with; empty if there is none.
func envEntry(pid int, prefix string) string {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return ""
	}
	for e := range bytes.SplitSeq(data, []byte{0}) {
		if bytes.HasPrefix(e, []byte(prefix)) {
			return string(e)
		}
	}
	return ""
}

// childrenOf lists the direct children of the main thread of this process,
// which is the one that orphans come to.
func childrenOf(self int) []int {
	id := strconv.Itoa(self)
	data, err := os.ReadFile("/proc/" + id + "/task/" + id + "/children")
	if err != nil { // a kernel without that file
		var pids []int
		for _, p := range allProcs() {
			if p.ppid == self {
				pids = append(pids, p.pid)
			}
		}
		return pids
	}
	var pids []int
	for _, f := range bytes.Fields(data) {
		pid, _ := strconv.Atoi(string(f))
		pids = append(pids, pid)
	}
	return pids
}

// descend adds to members every process of the table whose parent is a member.
func descend(table []procInfo, members map[int]procInfo) {
	for again := true; again; {
		again = false
		for _, p := range table {
			if _, in := members[p.pid]; in {
				continue
			}
			if _, in := members[p.ppid]; in {
				members[p.pid] = p
				again = true
			}
		}
	}
}
