//go:build !unix

package service

// This file tells whether numbers are free where a bound socket cannot be kept
// without listening.

import (
	"io"
	"net"
	"strconv"
)

// hold makes sure that a number is free on loopback; it keeps nothing there for
// TCP, since a listening socket would answer in the Service's place.
func hold(protocol Protocol, number int) (io.Closer, error) {
	return bindOn(protocol, net.JoinHostPort(Loopback, strconv.Itoa(number)))
}

// freeEverywhere says whether a number is free on every address of the host.
func freeEverywhere(protocol Protocol, number int) bool {
	bound, err := bindOn(protocol, net.JoinHostPort("", strconv.Itoa(number)))
	if err != nil {
		return false
	}
	bound.Close()
	return true
}

func bindOn(protocol Protocol, address string) (io.Closer, error) {
	if protocol == UDP {
		return net.ListenPacket("udp", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return nothingHeld{}, listener.Close()
}

// nothingHeld is a hold that holds nothing.
type nothingHeld struct{}

// Close implements [io.Closer].
func (nothingHeld) Close() error { return nil }

// inUse says whether err means that somebody else has the number.
func inUse(err error) bool { return err != nil }
