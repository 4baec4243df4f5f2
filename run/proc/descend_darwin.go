package proc

// This file finds a process's descendants on macOS.

import "golang.org/x/sys/unix"

// descendants lists the living processes below a process.
func descendants(root int) []int {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	members := map[int]bool{root: true}
	var found []int
	for again := true; again; {
		again = false
		for _, p := range table {
			pid := int(p.Proc.P_pid)
			if !members[pid] && members[int(p.Eproc.Ppid)] {
				members[pid] = true
				found = append(found, pid)
				again = true
			}
		}
	}
	return found
}
