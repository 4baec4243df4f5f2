package proc

// This file looks whether a process is at its end before the system reports it.

// exiting is the kernel's flag of a thread that is being taken down (PF_EXITING).
const exiting = 0x4

// Ending says whether the main process has ended or is just ending: its sockets
// may be closed already though Ended is not. What it says may be late by the
// time that a system call takes, and never too early.
func (p *Process) Ending() bool {
	select {
	case <-p.main:
		return true
	default:
	}
	info, found := readProc(p.pid)
	return !found || info.dead() || info.flags&exiting != 0
}
