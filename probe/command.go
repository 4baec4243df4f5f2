package probe

// This file defines Command: does a command succeed?

import "context"

// CommandResult is how one invocation of a check's command ended.
type CommandResult struct {
	// Succeeded is true when the command exited with status 0.
	Succeeded bool
	// Detail says how it ended: "exited with status 3", "timed out after 30s".
	Detail string
}

// Command checks by running a command: status 0 is yes, anything else no
// (§9.4, COMMAND). This package starts no process: Run does, once a call. It
// must observe ctx, apply the action's own timeout, and return only when the
// process is gone.
type Command struct {
	Run func(ctx context.Context) CommandResult
}

var _ Checker = Command{}

// Check implements [Checker].
func (c Command) Check(ctx context.Context, _ Attempt) Result {
	if c.Run == nil {
		return failed("the check has no command to run")
	}
	got := c.Run(ctx)
	if got.Succeeded {
		return passed(got.Detail)
	}
	return failed(got.Detail)
}
