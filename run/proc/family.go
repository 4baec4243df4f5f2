package proc

// This file defines what a kind of containment has to offer.

import "os"

// container makes families. A launcher has one.
type container interface {
	// name is the kind, for Launcher.Containment.
	name() string
	// newFamily makes the family of a process that is about to be started. It
	// completes the attributes of the start, Env included.
	newFamily(a *os.ProcAttr) (family, error)
	// fork runs start, which forks, in such a way that the end of a child
	// cannot be taken for that of a stranger before its family knows it.
	fork(f family, start func() (*os.Process, error)) (*os.Process, error)
	// refused says whether err, of a start, comes from the containment, and if
	// so gives the container to use from now on.
	refused(err error) (container, bool)
	// close ends whatever is left and lets go of the system's means.
	close() error
}

// family is one process and everything that it started.
type family interface {
	// kill sends SIGKILL to the whole family. It may be called at any time and
	// repeatedly; it does not wait.
	kill()
	// strike kills the main process, if it runs, and what belongs to it, but for
	// daemons: members that have cut themselves off. These are asked to end if ask
	// is true. It says false, and does nothing, if none can be told apart.
	strike(ask bool) bool
	// dismiss asks all members to end. It says false where that cannot be asked.
	dismiss() bool
	// reaped tells that the main process has ended and was waited for.
	reaped()
	// alive lists the members that are running, without the main process. It is
	// asked only after reaped.
	alive() []int
	// release is the last call: the family is empty or given up.
	release()
}
