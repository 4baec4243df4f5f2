package logs

// This file defines Message: the openjd_* lines (§6 of How Jobs Are Run).

// Kind is the kind of a message.
type Kind int

// The kinds, in the order of their names in the specification.
const (
	Progress     Kind = iota // openjd_progress: Percent
	Status                   // openjd_status: Text
	Fail                     // openjd_fail: Text
	Env                      // openjd_env: Name, Value
	UnsetEnv                 // openjd_unset_env: Name
	RedactedEnv              // openjd_redacted_env: Name, Value
	ServiceReady             // openjd_service_ready: Text
)

// String is the message's word in the specification, without `openjd_`.
func (k Kind) String() string {
	switch k {
	case Progress:
		return "progress"
	case Status:
		return "status"
	case Fail:
		return "fail"
	case Env:
		return "env"
	case UnsetEnv:
		return "unset_env"
	case RedactedEnv:
		return "redacted_env"
	case ServiceReady:
		return "service_ready"
	}
	return "unknown"
}

// Fault says in which way a line falls short of being a message. What follows
// from it (note, failed action) is the caller's decision.
type Fault int

const (
	// None: the message is well formed.
	None Fault = iota
	// NearMiss: the line was meant as an env, unset_env, redacted_env or
	// service_ready message and has not its exact form: other case, blanks
	// before it, no colon, no single blank after it, no payload.
	NearMiss
	// BadPayload: the form is right, the payload is not (no `=`, a bad name, a
	// percentage out of range).
	BadPayload
	// BadJSON: the payload begins like a JSON string and is none, or more
	// follows it.
	BadJSON
	// TooLong: the line is longer than Options.MaxMessage.
	TooLong
)

// Message is a message, or with a Fault an attempt at one.
type Message struct {
	Kind  Kind
	Fault Fault
	// Problem says in words what is wrong, without the payload; empty if Fault
	// is None.
	Problem string
	// Name and Value of Env, RedactedEnv; Name of UnsetEnv. Value is in clear:
	// it is for the process environment, not for display.
	Name, Value string
	// Text of Status, Fail and ServiceReady, redacted.
	Text string
	// Percent of Progress, 0 to 100.
	Percent float64
}
