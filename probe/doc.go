// Package probe asks one question again and again: is it ready, is it well?
//
// A [Checker] asks once: [TCP], [HTTP], [Command], or any [CheckerFunc]. A
// [Monitor] asks again and again, first until the answer is yes (readiness),
// then to see that it stays so (health). A service that says by itself that it
// is ready, by a line of its output, has no Checker: its lines are fed to
// [Monitor.Line].
//
//	         launch
//	            │ first probe at once
//	            ▼
//	      ┌───────────┐ failed: wait, ask again
//	      │ readiness │◄──────────┐
//	      └─┬───────┬─┘───────────┘
//	success │       │ ReadinessTimeout after launch, also inside a probe
//	        │       └──────────────────────► TimedOut
//	        ▼
//	      ┌───────────┐ failed, fewer than FailureThreshold in a row
//	      │  health   │◄──────────┐
//	      └─┬───────┬─┘───────────┘
//	        │       │ FailureThreshold failures in a row
//	        │       └──────────────────────► Unhealthy
//	        └ no HealthInterval, or the context ends ► Stopped
//
// What the context's end or the readiness timeout finds under way is canceled
// and waited for, and its answer is dropped: an answer counts only if it was
// there before the end. Nothing here starts a process, reads the environment or
// writes anything: commands run through an injected function, and results go to
// one report function.
//
// A new kind of question is a new file with a Checker. The package imports
// nothing else of this module.
package probe
