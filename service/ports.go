package service

// AllocatorOptions say how an [Allocator] chooses.
type AllocatorOptions struct {
	// Pinned are the ports that any Service of the run requests by number: an
	// allocated number is never one of them.
	Pinned []PortSpec
}

// Allocator gives the Services of one run their ports.
type Allocator struct{}

// NewAllocator returns the allocator of one run.
func NewAllocator(options AllocatorOptions) *Allocator { return &Allocator{} }

// Allocate fixes the ports of a new Service Session of the Service named owner.
// Either all are had or none. An error is a start failure, and says which port,
// who has it and what to do.
func (a *Allocator) Allocate(owner string, ports []PortSpec) (*Lease, error) {
	return &Lease{}, nil
}

// Close gives every number back to the host. Call at the end of the run.
func (a *Allocator) Close() {}

// Lease is the ports of one Service Session.
type Lease struct{}

// Ports are the ports in the order in which they were asked for.
func (l *Lease) Ports() []Port { return nil }

// Release lets go of the sockets that keep the numbers from others; the numbers
// stay the Session's. Call just before the first action that may bind them.
func (l *Lease) Release() {}

// Close ends the lease when the Session's processes are gone.
func (l *Lease) Close() {}

// Lost says whether somebody holds one of the ports, asked when the Session's
// own process is gone, and which and who.
func (l *Lease) Lost() (lost bool, detail string) { return false, "" }
