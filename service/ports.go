package service

// This file gives the Services of one run their ports.

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"
)

// errNoneFree: every number that could be given is taken.
var errNoneFree = errors.New("no free number is left")

// PortError says why a port could not be had. It is a start failure (§9).
type PortError struct {
	// Service is the Service that asked, Port the port it asked for.
	Service string
	Port    PortSpec
	// Holder is who has the number, as far as can be told.
	Holder string
	// Err is the cause.
	Err error
}

// Error says what is wrong, where, and what to do.
func (e *PortError) Error() string {
	where := fmt.Sprintf("Service %s: port %s", e.Service, e.Port.Name)
	switch {
	case e.Port.Number == 0:
		return fmt.Sprintf("%s: cannot allocate a %s number: %v", where, e.Port.Protocol, e.Err)
	case e.Holder != "":
		return fmt.Sprintf("%s: the requested number %s %d is in use by %s; end that, request another number, or leave it out to have one allocated",
			where, e.Port.Protocol, e.Port.Number, e.Holder)
	case errors.Is(e.Err, os.ErrPermission):
		return fmt.Sprintf("%s: this user may not have the requested number %s %d (%v); request a number above 1023, or leave it out to have one allocated",
			where, e.Port.Protocol, e.Port.Number, e.Err)
	}
	return fmt.Sprintf("%s: cannot have the requested number %s %d: %v", where, e.Port.Protocol, e.Port.Number, e.Err)
}

// Short says what is wrong without the Service and the remedy.
func (e *PortError) Short() string {
	if e.Port.Number != 0 && e.Holder != "" {
		return fmt.Sprintf("port %s: %s %d is in use by %s", e.Port.Name, e.Port.Protocol, e.Port.Number, e.Holder)
	}
	return strings.TrimPrefix(e.Error(), "Service "+e.Service+": ")
}

// Unwrap gives the cause.
func (e *PortError) Unwrap() error { return e.Err }

// AllocatorOptions say how an [Allocator] chooses.
type AllocatorOptions struct {
	// Pinned are the ports that any Service of the run requests by number, now or
	// later: an allocated number is never one of them. Others are ignored.
	Pinned []PortSpec
}

// key is a number in its protocol's number space.
type key struct {
	protocol Protocol
	number   int
}

// Allocator gives the Services of one run their ports. Numbers are kept apart
// in the run by its table, among the runs of all users of the host by host
// locks, and from everybody else by choosing outside the kernel's ephemeral
// range and by holding a bound socket. It may be used from any goroutine.
type Allocator struct {
	pinned map[key]bool

	mu         sync.Mutex
	candidates []int
	next       map[Protocol]int // where in candidates to look next
	given      map[key]bool     // allocated in this run: never given again
	leased     map[key]string   // requested and not closed yet: by whom
	locks      []io.Closer      // host locks of given
	closed     bool
}

// NewAllocator returns the allocator of one run. Close it at the run's end.
func NewAllocator(options AllocatorOptions) *Allocator {
	numbers := candidates(hostRanges())
	// Runs that start at once begin in different places and so seldom meet.
	next := map[Protocol]int{}
	if len(numbers) > 0 {
		next[TCP], next[UDP] = rand.IntN(len(numbers)), rand.IntN(len(numbers))
	}
	a := &Allocator{
		pinned: map[key]bool{}, candidates: numbers, next: next,
		given: map[key]bool{}, leased: map[key]string{},
	}
	for _, port := range options.Pinned {
		a.pinned[key{port.Protocol, port.Number}] = true
	}
	return a
}

// Allocate fixes the ports of a new Service Session of the Service named owner
// (§9.3, constraint 1): either all are had or none. A requested number may be
// had again by anyone once its last lease is closed and its process is gone; an
// allocated one is never given twice in a run, since a Task may hold on to it.
// The error is a [*PortError].
func (a *Allocator) Allocate(owner string, ports []PortSpec) (*Lease, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lease := &Lease{allocator: a}
	for _, spec := range ports {
		number, err := spec.Number, error(nil)
		if number == 0 {
			number, err = a.allocate(lease, spec.Protocol)
		} else {
			err = a.request(lease, owner, key{spec.Protocol, number})
		}
		if err != nil {
			lease.drop()
			return nil, a.refusal(owner, spec, err)
		}
		lease.ports = append(lease.ports, Port{
			Name: spec.Name, Protocol: spec.Protocol, Number: number, Requested: spec.Number != 0,
			BindAddress: Loopback, ConnectAddress: Loopback,
		})
	}
	return lease, nil
}

// refusal finds out who has a requested number.
func (a *Allocator) refusal(owner string, spec PortSpec, cause error) error {
	refused := &PortError{Service: owner, Port: spec, Err: cause}
	switch other := a.leased[key{spec.Protocol, spec.Number}]; {
	case spec.Number == 0:
	case other != "":
		refused.Holder = "Service " + other + " of this run"
	case errors.Is(cause, errReserved):
		refused.Holder = "a Service of another run on this host"
	case inUse(cause):
		if refused.Holder = portHolder(spec.Protocol, spec.Number); refused.Holder == "" {
			refused.Holder = "another process"
		}
	}
	return refused
}

// allocate finds the next number that is free for everyone. The caller has mu.
func (a *Allocator) allocate(lease *Lease, protocol Protocol) (int, error) {
	if a.closed {
		return 0, errors.New("the run is over")
	}
	for range a.candidates {
		number := a.candidates[a.next[protocol]]
		a.next[protocol] = (a.next[protocol] + 1) % len(a.candidates)
		wanted := key{protocol, number}
		if a.given[wanted] || a.pinned[wanted] {
			continue
		}
		lock, err := lockHost(protocol, number)
		if errors.Is(err, errReserved) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if freeEverywhere(protocol, number) {
			if held, err := hold(protocol, number); err == nil {
				a.given[wanted] = true
				a.locks = append(a.locks, lock)
				lease.holds = append(lease.holds, held)
				return number, nil
			}
		}
		lock.Close()
	}
	return 0, errNoneFree
}

// request takes a number that a template pins. The caller has mu.
func (a *Allocator) request(lease *Lease, owner string, wanted key) error {
	if a.closed {
		return errors.New("the run is over")
	}
	if other := a.leased[wanted]; other != "" {
		return fmt.Errorf("Service %s of this run has it", other)
	}
	lock, err := lockHost(wanted.protocol, wanted.number)
	if err != nil {
		return err
	}
	held, err := hold(wanted.protocol, wanted.number)
	if err != nil {
		lock.Close()
		return err
	}
	a.leased[wanted] = owner
	lease.requested = append(lease.requested, wanted)
	lease.locks = append(lease.locks, lock)
	lease.holds = append(lease.holds, held)
	return nil
}

// Close gives the numbers back to the host; leases that are still open keep
// the requested ones until they are closed. Call it at the end of the run, when
// no process of it is left.
func (a *Allocator) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	closeAll(&a.locks)
}

// Lease is the ports of one Service Session. It may be used from any goroutine.
type Lease struct {
	allocator *Allocator
	ports     []Port

	// All below is guarded by allocator.mu.
	holds     []io.Closer // bound sockets, until Release
	locks     []io.Closer // host locks of requested
	requested []key
}

// Ports are the ports in the order in which they were asked for.
func (l *Lease) Ports() []Port { return append([]Port(nil), l.ports...) }

// Release lets go of the sockets that keep the numbers from others; the numbers
// stay the Session's. Call it just before the first action that may bind them:
// onRun, or the onEnter of an Environment that wraps the Service's actions and
// publishes its ports. Further calls do nothing.
func (l *Lease) Release() {
	l.allocator.mu.Lock()
	defer l.allocator.mu.Unlock()
	closeAll(&l.holds)
}

// Close ends the lease, when the Session's processes are gone: its requested
// numbers may be had by others. Further calls do nothing.
func (l *Lease) Close() {
	l.allocator.mu.Lock()
	defer l.allocator.mu.Unlock()
	l.drop()
}

// drop gives everything up. The caller has mu.
func (l *Lease) drop() {
	closeAll(&l.holds)
	closeAll(&l.locks)
	for _, owned := range l.requested {
		delete(l.allocator.leased, owned)
	}
	l.requested = nil
}

// Lost says whether somebody has one of the ports now, and who. Asked when the
// Session's own process is gone, a yes means that another process took the
// number between its allocation and the process's bind, or that something of
// the Service lives on where the runner cannot end it: a relaunch on the same
// number would fail again. It may be asked in place of Release before a launch:
// onRun would fail, and its check might meet the stranger first.
func (l *Lease) Lost() (detail string, lost bool) {
	l.Release()
	for _, port := range l.ports {
		if !stays(port.Protocol, port.Number) {
			continue
		}
		holder := portHolder(port.Protocol, port.Number)
		if holder == "" {
			holder = "another process"
		}
		return fmt.Sprintf("port %s (%s %d) is in use by %s", port.Name, port.Protocol, port.Number, holder), true
	}
	return "", false
}

// stays says whether a number is in use, and not only for the moment in which a
// process that is being started drops the copies of our own sockets that it was
// forked with: the system does that a little after the fork has returned.
func stays(protocol Protocol, number int) bool {
	for wait := time.Millisecond; ; wait *= 2 {
		free, err := hold(protocol, number)
		if err == nil {
			free.Close()
		}
		if !inUse(err) {
			return false
		}
		if wait > longestExec {
			return true
		}
		time.Sleep(wait)
	}
}

// longestExec bounds the last wait of stays: about half a second in all, spent
// only where a number is in use.
const longestExec = 256 * time.Millisecond

// closeAll closes what is open and forgets it.
func closeAll(open *[]io.Closer) {
	for _, c := range *open {
		c.Close()
	}
	*open = nil
}
