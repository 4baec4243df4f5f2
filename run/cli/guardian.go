package cli

// This file defines the way into the guardian: the process that cleans up when
// the runner itself is killed is this very program, started with a word that no
// user has a reason to type.

import (
	"os"

	"runner/run/proc"
)

// guardianWord is the guardian's only argument.
const guardianWord = "guardian-of-a-run"

// Guardian does the guardian's work when the program was started as one; done
// is false when it was not. main asks it before anything else.
func Guardian(args []string) (status int, done bool) {
	if len(args) != 2 || args[1] != guardianWord {
		return 0, false
	}
	return proc.GuardianMain(os.Stdin), true
}

// guardOptions say how the guardian is started; without a path to this program
// there is none.
func guardOptions(s *Streams) proc.GuardOptions {
	path, err := os.Executable()
	if err != nil {
		return proc.GuardOptions{}
	}
	return proc.GuardOptions{Path: path, Args: []string{guardianWord}, Argv0: programName, Env: s.Environ}
}
