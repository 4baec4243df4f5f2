// Package cli is runner's command line: flags, streams, colours, progress and
// exit statuses, one file a command. It is the only package that reads the
// process's arguments, environment and standard streams.
//
//	os.Args ─▶ Main ─▶ arrange ─▶ urfave/cli ─▶ xOptions ─▶ xCommand ─▶ status
//	           app.go   args.go    app.go        x.go        x.go        exit.go
//	                                              │
//	            inputs.go: files, parameters, path rules ─▶ template.Load, CreateJob
//	                                              │
//	                       run.Run ── events ─▶ console.go   (people)
//	                                      └───▶ recorder.go  (--output json, yaml)
//	                       run.Result ─▶ result.go, document.go
//
// Main itself stays at its post while a command works: signals come to desk.go,
// which tells a run of them or, where none is on, Main; both standard streams go
// through outlet.go, which knows whether a write has failed.
//
// A command is an options struct, a constructor that only parses, and a
// function that works: tests of parsing compare options, tests of work build
// them. Everything outside the program (streams, environment, clock, working
// directory, signals) comes in a [Streams] value.
//
// Errors become exit statuses in one table, [statusOf] in exit.go; no other
// place knows a number. Output for people and output for programs never mix:
// with --output json or yaml standard output carries one document, whatever
// happens.
//
// What may be added: a command (a file of its own, listed in [commands] and in
// docs/cli.md, which a test compares), a flag (the same test), a kind of output.
// What a command does when no terminal is involved belongs to the package whose
// question it answers. The package may import every other package of runner;
// none imports it but main.
package cli
