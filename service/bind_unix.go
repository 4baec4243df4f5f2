//go:build unix

package service

// This file binds sockets without listening, which package net cannot.

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// socket is a bound socket's descriptor.
type socket int

// Close implements [io.Closer].
func (s socket) Close() error { return syscall.Close(int(s)) }

// hold binds a number on loopback and listens to nothing. A TCP socket is bound
// with SO_REUSEADDR: connections of an earlier instance that linger do not
// matter, and (Linux) a server that sets it too, as nearly all do, may take the
// number although it is held; a number given by the kernel or taken without the
// option is never this one. Not so for UDP, where it would let two share.
func hold(protocol Protocol, number int) (io.Closer, error) {
	loopback := &syscall.SockaddrInet4{Port: number, Addr: [4]byte{127, 0, 0, 1}}
	return bind(syscall.AF_INET, protocol, loopback, protocol == TCP)
}

// freeEverywhere says whether a number is free on every address of the host, so
// that a Service may also bind another address than loopback.
func freeEverywhere(protocol Protocol, number int) bool {
	bound, err := bind(syscall.AF_INET6, protocol, &syscall.SockaddrInet6{Port: number}, false)
	if err != nil && !inUse(err) { // no IPv6 here, or not for both families at once
		bound, err = bind(syscall.AF_INET, protocol, &syscall.SockaddrInet4{Port: number}, false)
	}
	if err != nil {
		return false
	}
	bound.Close()
	return true
}

// bind opens a socket and binds it.
func bind(family int, protocol Protocol, address syscall.Sockaddr, reuse bool) (io.Closer, error) {
	kind := syscall.SOCK_STREAM
	if protocol == UDP {
		kind = syscall.SOCK_DGRAM
	}
	fd, err := openSocket(family, kind)
	if err != nil {
		return nil, err
	}
	if family == syscall.AF_INET6 {
		err = syscall.SetsockoptInt(fd, syscall.IPPROTO_IPV6, syscall.IPV6_V6ONLY, 0)
	}
	if err == nil && reuse {
		err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	}
	if err == nil {
		err = os.NewSyscallError("bind", syscall.Bind(fd, address))
	}
	if err != nil {
		syscall.Close(fd)
		return nil, err
	}
	return socket(fd), nil
}

// openSocket opens a socket that no child process inherits.
func openSocket(family, kind int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := syscall.Socket(family, kind, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	return fd, nil
}

// inUse says whether err means that somebody else has the number.
func inUse(err error) bool { return errors.Is(err, syscall.EADDRINUSE) }
