package cli

// This file defines the exit statuses and the one table from errors to them.
// docs/exit-codes.md says the same to users.

import (
	"errors"
	"fmt"

	"runner/template"
)

// The exit statuses.
const (
	StatusDone     = 0   // everything that was asked for went well
	StatusFailed   = 1   // the job failed, or what was run showed faults
	StatusRefused  = 2   // wrong usage, template, parameter or file: nothing was started
	StatusInternal = 3   // runner itself could not do its work
	statusSignal   = 128 // plus the signal's number, when a signal ended the run
)

// statusLeft is the end of a command that Main has given up, or is about to: it
// answers the signal itself.
const statusLeft = -1

// usageError is a command line that cannot be obeyed.
type usageError struct {
	command string // the command's name, "" for the program
	message string
	hint    string
}

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) *usageError {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// refusal is an input (file, parameter, rule) that is wrong although the
// command line is well formed.
type refusal struct {
	message string
	cause   error
}

func (e *refusal) Error() string {
	if e.cause == nil {
		return e.message
	}
	if e.message == "" {
		return e.cause.Error()
	}
	return e.message + ": " + e.cause.Error()
}

func (e *refusal) Unwrap() error { return e.cause }

func refusef(format string, args ...any) error {
	return &refusal{message: fmt.Sprintf(format, args...)}
}

// interruption is a signal that came while no run was on.
type interruption struct{ signal string }

func (e *interruption) Error() string {
	return "interrupted by " + e.signal + ": nothing was started"
}

// reported is an end that has already been told to the user: only the status
// is left to be passed on.
type reported struct{ status int }

func (e *reported) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// statusOf is the table. An error that is none of the known kinds is runner's
// own trouble.
func statusOf(err error) int {
	var (
		usage   *usageError
		refused *refusal
		done    *reported
		stopped *interruption
		faults  template.Faults
	)
	switch {
	case err == nil:
		return StatusDone
	case errors.As(err, &done):
		return done.status
	case errors.As(err, &stopped):
		return signalStatus(stopped.signal)
	case errors.As(err, &usage), errors.As(err, &refused), errors.As(err, &faults):
		return StatusRefused
	}
	return StatusInternal
}
