// Package proc runs one operating-system process and answers for what it
// leaves behind.
//
// A Launcher belongs to a program and starts Commands; each becomes a Process:
//
//	Start ──▶ running ──main ends──▶ settling ──grace over──▶ sweeping ──▶ Done
//	  │          │  ▲                  (late output, children   (the family is
//	  │          │  └ Cancel, Timeout   that are about to end)   killed or kept)
//	  │          ▼
//	  │       notified ──period over──▶ killed ──▶ (main ends)
//	  └─▶ not started ──▶ Done
//
// The main process alone decides when the action ends and with which code. What
// has cut itself off from it, a daemon, is asked to end and has 5 s for it before
// it is killed; the rest of the family is killed at once.
// Each process has a session of its own, /dev/null as stdin and one pipe for
// stdout and stderr. Everything that it starts is its family. Which processes
// are of the family is told by, in order of preference,
//
//   - Linux: a version 2 control group for each running process, reused from
//     process to process (cgroup_linux.go);
//   - Linux without one: the runner is child subreaper, so that an orphan comes
//     to it, and a token in the environment says whose it was (tree_linux.go);
//   - other Unix systems: the process group and its descendants (tree_bsd.go);
//   - Windows: a job object (contain_windows.go).
//
// A Guard has a small second process, the guardian, that does the same from
// outside if the runner is killed, and removes directories named to it.
//
// The parent-death signal of Linux is not used: it fires at the end of the
// thread that forked, which the Go runtime does not promise to keep.
//
// What may be added: further kinds of containment (a family and a container,
// see family.go), a terminal instead of the pipe. What may not: knowledge of
// templates, messages or logs. It imports nothing of this module.
package proc
