// Package service is one Service: its ports, the life of its instances, its
// health (§9 of the SERVICE draft).
//
// It does not know the others of the run: whether a failed instance is launched
// again, which Tasks return to the queue, which dependents restart and when a
// scope is complete is decided in run/plan. It opens no Session and runs no
// action: package run launches onRun and hands the process over.
//
//	Allocator.Allocate ─► Lease ── Release ──► launch onRun ─► Supervise
//	                                                              │
//	    ┌─────────────────────────────────────────────────────────┘
//	    ▼
//	┌─────────┐ probe passed  ┌───────┐ failureThreshold  ┌───────────┐
//	│ UNREADY ├──────────────►│ READY ├──────────────────►│ UNHEALTHY │
//	└─┬───────┘ Ready         └───┬───┘ Unhealthy         └─────┬─────┘
//	  │ onRun exits, the          │ onRun exits                 │ onRun, canceled, exits
//	  │ readiness timeout         ▼                             │
//	  └───────────────────────► Ending ◄────────────────────────┘
//	                              │ its children and its output are at their end
//	                              ▼
//	                            Exited
//
// An [Instance] is one launch of onRun. Two goroutines belong to it, one that
// asks and one that watches; both are gone when [Instance.Done] is closed. Every
// event bears the instance's number, and nothing comes after [Exited].
//
// Ports: an [Allocator] lives as long as a run, a [Lease] as long as a Service
// Session. Numbers are kept apart within the run, among all runs on the host,
// and from the kernel's own choices; a number that is lost to a stranger all the
// same is seen when the instance has exited ([Failure]'s PortLost).
//
// May be added: another way to keep numbers apart (hostlock_*), another system's
// port table (portowner_*), another kind of failure. The package imports probe,
// run/proc and run/logs of this module; never template, wrap or run.
package service
