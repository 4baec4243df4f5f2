package proc

// This file looks whether a process is at its end before the system reports it.

const (
	// exiting is the kernel's flag of a thread that is being taken down (PF_EXITING).
	exiting = 0x4
	// killed is SIGKILL among the pending signals: sent, and not carried out yet.
	killed = 1 << (9 - 1)
)

// Ending says whether the main process has ended or cannot go on: its sockets may
// be closed already though Ended is not. It never says so of one that lives on.
func (p *Process) Ending() bool {
	select {
	case <-p.main:
		return true
	default:
	}
	info, found := readProc(p.pid)
	return !found || info.dead() || info.flags&exiting != 0 || info.pending&killed != 0
}
