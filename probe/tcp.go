package probe

// This file defines TCP: can each port be connected to?

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"time"
)

// DefaultTCPTimeout bounds one port's connection, tries again included. The
// draft gives no bound.
const DefaultTCPTimeout = time.Second

// Target is one port that a [TCP] check connects to.
type Target struct {
	// Name is the port's name, for messages.
	Name string
	// Address is "host:port", the host a literal address.
	Address string
	// Reached, if there, is told of each connection, from any goroutine.
	Reached func()
}

// TCP checks by connecting to each target, side by side, and closing at once
// (§9.4, TCP_CONNECT). All must be connected to. Before the instance is ready,
// a failed connection is tried again every few milliseconds within the
// probe; afterwards never, since that would hide a blip.
type TCP struct {
	Targets []Target
	// Timeout bounds each target; zero or less is [DefaultTCPTimeout].
	Timeout time.Duration

	// dial replaces the network in tests.
	dial func(ctx context.Context, address string) (net.Conn, error)
}

var _ Checker = TCP{}

var errSelfConnect = errors.New("connection refused (it met itself)")

// Check implements [Checker].
func (t TCP) Check(ctx context.Context, attempt Attempt) Result {
	if len(t.Targets) == 0 {
		return failed("the check has no port to connect to")
	}
	timeout := t.Timeout
	if timeout <= 0 {
		timeout = DefaultTCPTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	errs := make([]error, len(t.Targets))
	var others sync.WaitGroup
	for i := 1; i < len(t.Targets); i++ {
		others.Go(func() { errs[i] = t.reach(ctx, t.Targets[i], attempt) })
	}
	errs[0] = t.reach(ctx, t.Targets[0], attempt)
	others.Wait()
	return t.verdict(errs)
}

// verdict names each target that could not be reached.
func (t TCP) verdict(errs []error) Result {
	var names, faults []string
	for i, target := range t.Targets {
		if errs[i] != nil {
			faults = append(faults, "port "+target.Name+" at "+target.Address+": "+reason(errs[i]))
		}
		names = append(names, target.Name+" at "+target.Address)
	}
	if len(faults) > 0 {
		return failed(strings.Join(faults, "; "))
	}
	return passed("connected to " + strings.Join(names, ", "))
}

// reach connects to one target, again and again if the attempt allows it. When
// time is up, the last real answer is told rather than "time is up".
func (t TCP) reach(ctx context.Context, target Target, attempt Attempt) error {
	start := time.Now()
	due := start
	var last error
	for {
		err := t.connect(ctx, target.Address)
		if err == nil {
			if target.Reached != nil {
				target.Reached()
			}
			return nil
		}
		if last == nil || ctx.Err() == nil {
			last = err
		}
		if attempt.Ready {
			return last
		}
		now := time.Now()
		gap := max(soonAgain(attempt.Elapsed+now.Sub(start)), yielding(now.Sub(due)))
		due = now.Add(gap)
		if !pause(ctx, gap) {
			return last
		}
	}
}

// The bounds of yielding.
const (
	usualLateness = time.Millisecond // what a timer and a refusal take on a machine at rest
	yieldFactor   = 8
	longestYield  = 100 * time.Millisecond
)

// yielding is the wait before the next try when the last one, due at some
// moment, was over late after it. On a machine that is busy starting many
// servers the tries would take from them the time that they need to start.
func yielding(late time.Duration) time.Duration {
	return min(yieldFactor*max(late-usualLateness, 0), longestYield)
}

// connect makes one connection and closes it.
func (t TCP) connect(ctx context.Context, address string) error {
	dial := t.dial
	if dial == nil {
		dialer := net.Dialer{KeepAlive: -1}
		dial = func(ctx context.Context, address string) (net.Conn, error) {
			return dialer.DialContext(ctx, "tcp", address)
		}
	}
	conn, err := dial(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	// A connection to a number of the kernel's ephemeral range may be given that
	// very number as its own and so be answered by itself, with no server there.
	if conn.LocalAddr().String() == conn.RemoteAddr().String() {
		return errSelfConnect
	}
	return nil
}

// reason leaves out what the message around it says already.
func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no connection in time"
	}
	var op *net.OpError
	if errors.As(err, &op) {
		if op.Timeout() {
			return "no connection in time"
		}
		return strings.TrimPrefix(op.Err.Error(), "connect: ")
	}
	return err.Error()
}

// pause waits; false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
