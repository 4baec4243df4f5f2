package service

// This file defines what is known of a Service when it starts: all resolved.

import "time"

// Protocol is a port's transport protocol (§9.3). TCP and UDP have number
// spaces of their own.
type Protocol string

// The protocols of a port.
const (
	TCP Protocol = "TCP"
	UDP Protocol = "UDP"
)

// Loopback is the address that every Service on this machine binds and is
// reached at.
const Loopback = "127.0.0.1"

// PortSpec is one port that a Service declares (§9.3), its number resolved.
type PortSpec struct {
	Name     string
	Protocol Protocol
	// Number is the requested number, 1..65535; 0 asks for an allocated one.
	Number int
}

// Port is one port of a Service Session, number and addresses fixed.
type Port struct {
	Name     string
	Protocol Protocol
	Number   int
	// Requested is true for a number that the template pins.
	Requested bool
	// BindAddress is where the Service binds, ConnectAddress where it is reached.
	BindAddress, ConnectAddress string
}

// Spec is what this package needs to know of one Service: everything resolved,
// nothing left of the template.
type Spec struct {
	// Name tells the Service from the others of the run in errors and events;
	// with its document for an external one.
	Name    string
	Ports   []PortSpec
	Check   HealthCheck
	Restart RestartPolicy
}

// CheckType is the kind of a Service's health check (§9.4).
type CheckType string

// The kinds of health check.
const (
	TCPConnect CheckType = "TCP_CONNECT"
	Command    CheckType = "COMMAND"
	Stdout     CheckType = "STDOUT"
)

// The numbers of a health check that its author does not give (§9.4).
const (
	DefaultReadinessTimeout = 300 * time.Second
	DefaultTCPInterval      = 1 * time.Second
	DefaultCommandInterval  = 5 * time.Second
	DefaultHealthInterval   = 30 * time.Second
	DefaultFailureThreshold = 3
)

// HealthCheck is a Service's health check (§9.4) with its numbers resolved. A
// number of zero means that the author gave none: the default applies. The zero
// value is the default check, TCP_CONNECT over every TCP port.
type HealthCheck struct {
	// Type is the kind; empty is TCP_CONNECT.
	Type CheckType
	// Ports are the names of the ports that TCP_CONNECT connects to; none: every
	// TCP port.
	Ports []string
	// ReadinessInterval is kept to the letter when it is given. When it is not,
	// the first probes come sooner and back off to the draft's default.
	ReadinessInterval time.Duration
	ReadinessTimeout  time.Duration
	// HealthInterval has a default for TCP_CONNECT and COMMAND; a STDOUT check
	// without it has no heartbeat.
	HealthInterval   time.Duration
	FailureThreshold int
	// PortTimeouts are readiness timeouts of single ports of TCP_CONNECT, by name:
	// one that was not reached by then fails the readiness of all.
	PortTimeouts map[string]time.Duration
}

// Completed says what a failure of a Service means for the completed Tasks of
// its scope (§9.5).
type Completed string

// The values of completedTasks; empty when the author gave none.
const (
	Keep  Completed = "KEEP"
	Rerun Completed = "RERUN"
)

// RestartPolicy is a Service's restart policy (§9.5), its number resolved.
type RestartPolicy struct {
	// MaxAttempts is the number of relaunches allowed in a run; the first launch
	// is free.
	MaxAttempts    int
	CompletedTasks Completed
}
