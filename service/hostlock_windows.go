package service

// This file takes host locks on Windows: a named object without a file that is
// gone when its last handle is.

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/windows"
)

// handle is an open handle of a lock.
type handle windows.Handle

// Close implements [io.Closer].
func (h handle) Close() error { return windows.CloseHandle(windows.Handle(h)) }

// lockHost takes the lock or fails with errReserved. The object's existence is
// the lock; nobody ever waits for it.
func lockHost(protocol Protocol, number int) (io.Closer, error) {
	name, err := windows.UTF16PtrFromString(`Global\` + lockName(protocol, number))
	if err != nil {
		return nil, fmt.Errorf("cannot reserve a port: %w", err)
	}
	object, err := windows.CreateMutex(nil, false, name)
	switch {
	case err == nil:
		return handle(object), nil
	case errors.Is(err, windows.ERROR_ALREADY_EXISTS):
		windows.CloseHandle(object)
		return nil, errReserved
	case errors.Is(err, windows.ERROR_ACCESS_DENIED): // another user's
		return nil, errReserved
	}
	return nil, fmt.Errorf("cannot reserve a port: %w", err)
}
