//go:build unix && !linux

package service

// This file takes host locks where only files can be locked.

import "io"

// lockHost takes the lock or fails with errReserved.
func lockHost(protocol Protocol, number int) (io.Closer, error) {
	return lockFile(lockDirectory, lockName(protocol, number))
}
