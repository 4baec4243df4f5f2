package proc

// This file defines Launcher: it starts processes and answers for what they
// leave behind.

// Launcher starts processes. A run has one; Close it after the last process.
type Launcher struct{}

// LauncherOptions are the choices of NewLauncher; the zero value serves.
type LauncherOptions struct {
	// Guard, if set, is told of everything that must not outlive the runner.
	Guard *Guard
	// NoCgroup keeps the launcher from using control groups.
	NoCgroup bool
}

// NewLauncher makes a launcher. It never fails: containment that the system
// does not offer is replaced by the next best kind, see Containment.
func NewLauncher(o LauncherOptions) *Launcher { return &Launcher{} }

// Containment names the kind in use: "cgroup", "subreaper", "group" or "job".
func (l *Launcher) Containment() string { return "" }

// Start starts a command. It always gives a Process: one that could not be
// started is done already and its Exit has the reason NotStarted.
func (l *Launcher) Start(c Command) *Process { return &Process{} }

// Close kills whatever is left of the launcher's processes, kept ones too, and
// removes what contained them. It returns an error if something remains.
func (l *Launcher) Close() error { return nil }
