package service

// This file turns a health check into what package probe asks.

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"

	"runner/probe"
)

// RunCheck runs onHealthCheck once. It must observe ctx by the action's own
// cancelation method, apply the action's timeout, and return only when the
// process is gone. [context.Cause] of ctx says why it was canceled:
// [probe.ErrReadinessTimeout], [ErrExited] or [ErrStopped].
type RunCheck func(ctx context.Context) probe.CommandResult

// given is value, or fallback where the author gave none.
func given[T int | time.Duration](value, fallback T) T {
	if value > 0 {
		return value
	}
	return fallback
}

// WithDefaults is the check with every number that its author left out filled
// in (§9.4), for showing. Probing needs the check as it was given: it tells a
// default readiness interval from one that was asked for.
func (c HealthCheck) WithDefaults() HealthCheck {
	if c.Type == "" {
		c.Type = TCPConnect
	}
	c.ReadinessTimeout = given(c.ReadinessTimeout, DefaultReadinessTimeout)
	c.FailureThreshold = given(c.FailureThreshold, DefaultFailureThreshold)
	switch c.Type {
	case TCPConnect:
		c.ReadinessInterval = given(c.ReadinessInterval, DefaultTCPInterval)
		c.HealthInterval = given(c.HealthInterval, DefaultHealthInterval)
	case Command:
		c.ReadinessInterval = given(c.ReadinessInterval, DefaultCommandInterval)
		c.HealthInterval = given(c.HealthInterval, DefaultHealthInterval)
	}
	return c
}

// probing is what a Monitor is to ask; its Report is left to the caller.
func (c HealthCheck) probing(ports []Port, run RunCheck) (probe.Config, error) {
	full := c.WithDefaults()
	config := probe.Config{
		ReadinessTimeout: full.ReadinessTimeout,
		HealthInterval:   full.HealthInterval,
		FailureThreshold: full.FailureThreshold,
	}
	switch full.Type {
	case TCPConnect:
		targets, err := c.targets(ports)
		if err != nil {
			return probe.Config{}, err
		}
		config.Parts = c.parts(targets)
		config.Checker = probe.TCP{Targets: targets}
		config.ReadinessGap = probe.SoonTCP(full.ReadinessInterval)
	case Command:
		if run == nil {
			return probe.Config{}, fmt.Errorf("a %s health check needs an onHealthCheck action", Command)
		}
		config.Checker = probe.Command{Run: run}
		config.ReadinessGap = probe.SoonCommand(full.ReadinessInterval)
	case Stdout:
		return config, nil
	default:
		return probe.Config{}, fmt.Errorf("unknown type of health check %q", c.Type)
	}
	if c.ReadinessInterval > 0 {
		config.ReadinessGap = probe.Every(c.ReadinessInterval)
	}
	return config, nil
}

// targets are the ports that TCP_CONNECT connects to, in the order of the check
// or of the Service.
func (c HealthCheck) targets(ports []Port) ([]probe.Target, error) {
	var targets []probe.Target
	if len(c.Ports) == 0 {
		for _, port := range ports {
			if port.Protocol == TCP {
				targets = append(targets, target(port))
			}
		}
		if len(targets) == 0 {
			return nil, fmt.Errorf("a %s health check needs a TCP port; give the Service one, or a check of type %s or %s",
				TCPConnect, Command, Stdout)
		}
		return targets, nil
	}
	for _, name := range c.Ports {
		port, found := find(ports, name)
		if !found || port.Protocol != TCP {
			return nil, fmt.Errorf("the health check's port %q is not a TCP port of the Service", name)
		}
		targets = append(targets, target(port))
	}
	return targets, nil
}

// parts are the targets that have a readiness timeout of their own; they come to
// know when they are reached.
func (c HealthCheck) parts(targets []probe.Target) []probe.Part {
	var parts []probe.Part
	for i := range targets {
		t := &targets[i]
		limit, has := c.PortTimeouts[t.Name]
		if !has {
			continue
		}
		reached := &atomic.Bool{}
		t.Reached = func() { reached.Store(true) }
		parts = append(parts, probe.Part{Name: "port " + t.Name + " at " + t.Address, Timeout: limit, Passed: reached.Load})
	}
	return parts
}

func find(ports []Port, name string) (Port, bool) {
	for _, port := range ports {
		if port.Name == name {
			return port, true
		}
	}
	return Port{}, false
}

// target is where a port is probed: where it is bound, or on loopback of the
// same family if it is bound everywhere (§9.4).
func target(port Port) probe.Target {
	host := port.BindAddress
	if address, err := netip.ParseAddr(host); err == nil && address.IsUnspecified() {
		host = Loopback
		if address.Is6() {
			host = netip.IPv6Loopback().String()
		}
	}
	return probe.Target{Name: port.Name, Address: net.JoinHostPort(host, strconv.Itoa(port.Number))}
}
