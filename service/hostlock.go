package service

// This file says what a host lock is: the reservation of a port number among
// all runner processes of all users of the host. It vanishes with its process.

import (
	"errors"
	"fmt"
	"strings"
)

// errReserved: another runner process, or another lease of this one, has the lock.
var errReserved = errors.New("reserved by another run on this host")

// lockName is the lock's name for one number of one protocol.
func lockName(protocol Protocol, number int) string {
	return fmt.Sprintf("runner-port-%s-%d", strings.ToLower(string(protocol)), number)
}
