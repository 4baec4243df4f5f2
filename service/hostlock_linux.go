package service

// This file takes host locks on Linux: an abstract unix socket is a name
// without a file, open to every user, kept apart by network namespace just as
// ports are, and gone with its process however that ends.

import (
	"errors"
	"io"
	"syscall"
)

// lockHost takes the lock or fails with errReserved. Where the kernel refuses
// abstract sockets (a sandbox may), files are used.
func lockHost(protocol Protocol, number int) (io.Closer, error) {
	fd, err := openSocket(syscall.AF_UNIX, syscall.SOCK_DGRAM)
	if err != nil {
		return lockFile(lockDirectory, lockName(protocol, number))
	}
	err = syscall.Bind(fd, &syscall.SockaddrUnix{Name: "@" + lockName(protocol, number)})
	if err == nil {
		return socket(fd), nil
	}
	syscall.Close(fd)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, errReserved
	}
	return lockFile(lockDirectory, lockName(protocol, number))
}
