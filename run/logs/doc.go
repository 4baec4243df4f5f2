// Package logs makes lines and messages of the bytes that a process writes.
//
//	bytes ─▶ lines ─▶ messages found ─▶ secrets masked ─▶ text made valid ─▶ pieces ─▶ Sink
//	         stream.go   parse.go         redact.go          text.go         long.go
//	                        │                ▲
//	                        └─new secrets────┘ (also for the lines before it in
//	                                            the same write)
//
// The order matters: a message is found and a secret masked in the whole line,
// and only then is a long line cut into pieces, so neither a long value nor a
// secret that lies across a cut is lost. Memory is bounded all the same: a line
// that is no message streams through with as much held back as the longest
// secret needs (long.go).
//
// Nothing is dropped silently. What a message or a faulty message leads to is
// the caller's decision; this package states facts (Message.Fault).
//
// A Stream belongs to one goroutine, a Redactor to all of a run. The package
// starts no goroutine, and imports nothing of this module. What may be added:
// further sinks, further kinds of messages (kinds in parse.go).
package logs
