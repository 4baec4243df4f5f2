package proc

// This file defines Guard: the runner's side of the guardian process, which
// cleans up if the runner itself is killed.

import "io"

// Guard tells a guardian process what must not outlive the runner. A nil Guard
// is valid and does nothing.
type Guard struct{}

// GuardOptions say how the guardian is started: this very program again.
type GuardOptions struct {
	// Path is the program, normally os.Executable().
	Path string
	// Args are its arguments without the program's name; main must come to
	// GuardianMain by them before it does anything else.
	Args []string
	// Argv0 is the program's name as the guardian sees it; default Path.
	Argv0 string
	// Env is the guardian's environment.
	Env []string
}

// NewGuard starts the guardian in the background and returns at once.
func NewGuard(o GuardOptions) *Guard { return &Guard{} }

// Register names a directory that is removed, with all in it, if the runner
// dies. Unregister it after it was removed or when it shall be kept.
func (g *Guard) Register(dir string) {}

// Unregister takes back Register.
func (g *Guard) Unregister(dir string) {}

// Close ends the guardian and waits for its end. An error says that it could
// not be started or died before the run was over.
func (g *Guard) Close() error { return nil }

// GuardianMain is the guardian's whole life: it reads registrations from in
// (the process's stdin) until the runner closes it or dies, cleans up in the
// latter case, and returns the exit status.
func GuardianMain(in io.Reader) int { return 0 }
