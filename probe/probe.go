package probe

// This file defines the question asked once: Checker, Attempt, Result.

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxDetail is the most bytes of a [Result]'s Detail; what is longer is cut
// and ends in an ellipsis.
const MaxDetail = 512

// Attempt is what a [Checker] is told about the probe it is to make.
type Attempt struct {
	// Number counts the probes of one instance from 1.
	Number int
	// Ready is true once the instance has been found ready: the probe is then a
	// health probe, which asks once and does not try again within itself.
	Ready bool
	// Elapsed is the time since launch at the probe's start.
	Elapsed time.Duration
}

// Result is the answer to one probe.
type Result struct {
	// OK is the answer.
	OK bool
	// Detail says in one line why the answer is no, or what was found.
	Detail string
	// Took is the probe's duration; set by [Monitor].
	Took time.Duration
}

// Checker asks once. Check returns when the answer is there or soon after ctx
// has ended, and has then left nothing running; what it returns after ctx has
// ended is dropped. [context.Cause] of ctx says why it ended:
// [ErrReadinessTimeout], or what the Monitor's own context was ended with.
type Checker interface {
	Check(ctx context.Context, attempt Attempt) Result
}

// CheckerFunc is a function used as a [Checker].
type CheckerFunc func(ctx context.Context, attempt Attempt) Result

// Check calls f.
func (f CheckerFunc) Check(ctx context.Context, attempt Attempt) Result { return f(ctx, attempt) }

// passed and failed keep Detail bounded and on one line.
func passed(detail string) Result { return Result{OK: true, Detail: oneLine(detail)} }
func failed(detail string) Result { return Result{Detail: oneLine(detail)} }

// oneLine makes text fit for Result.Detail: one line, valid UTF-8, bounded.
func oneLine(text string) string {
	if len(text) > 2*MaxDetail {
		text = text[:2*MaxDetail]
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if len(text) <= MaxDetail {
		return text
	}
	end := MaxDetail - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
