// This file defines the limits of an evaluation and the accounts kept of it
// (§1.3.9, §1.3.10).

package expr

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Limits bound what parsing and evaluating one expression may cost. A zero
// field means its default.
type Limits struct {
	Operations int64 // §1.3.10; default 10,000,000
	Memory     int64 // bytes of live values, §1.3.9; default 100,000,000
}

// The defaults of Limits, as §"Design Constraints" recommends them.
const (
	DefaultOperations = 10_000_000
	DefaultMemory     = 100_000_000
)

// textUnit is how many characters of a text cost one operation (§1.3.10).
const textUnit = 256

// budget is the account of one evaluation. live follows the stack discipline
// of the evaluator: a node's intermediate values are dropped when it is done.
type budget struct {
	operations, maxOperations int64
	live, peak, maxMemory     int64
}

func newBudget(l Limits) budget {
	b := budget{maxOperations: l.Operations, maxMemory: l.Memory}
	if b.maxOperations <= 0 {
		b.maxOperations = DefaultOperations
	}
	if b.maxMemory <= 0 {
		b.maxMemory = DefaultMemory
	}
	return b
}

// spend charges n operations.
func (b *budget) spend(n int64) error {
	if n > b.maxOperations-b.operations {
		b.operations = b.maxOperations
		return &Error{
			Kind:    LimitFault,
			Section: "§1.3.10",
			Message: fmt.Sprintf("the expression needs more than %d operations", b.maxOperations),
			Hint:    "work on smaller lists and texts",
		}
	}
	b.operations += n
	return nil
}

// hold says that bytes more are in use, fails if they are too many.
func (b *budget) hold(bytes int64) error {
	if bytes > b.maxMemory-b.live {
		return &Error{
			Kind:    LimitFault,
			Section: "§1.3.9",
			Message: fmt.Sprintf("the expression needs more than %d bytes of memory", b.maxMemory),
			Hint:    "work on smaller lists and texts",
		}
	}
	b.live += bytes
	b.peak = max(b.peak, b.live)
	return nil
}

// fits fails if n items of size bytes more do not fit into the memory limit.
func (b *budget) fits(n, size int64) error {
	if n > math.MaxInt64/size {
		n = math.MaxInt64 / size
	}
	before := b.live
	err := b.hold(n * size)
	b.live = before
	return err
}

// Call is what an implementation of a function sees of the evaluation that
// called it: the host's settings, and the accounts to charge its work to.
type Call struct {
	env    *Env
	budget *budget
	name   string
}

// Name is the name the function was called by.
func (c *Call) Name() string { return c.name }

// PathStyle is how paths are read and written.
func (c *Call) PathStyle() PathStyle { return c.env.PathStyle }

// MapPath applies the session's path mapping rules to a text (§2.3.2).
func (c *Call) MapPath(text string) string {
	if c.env.PathMapping == nil {
		return text
	}
	return c.env.PathMapping(text)
}

// Iterate charges the operations of going through n items (§1.3.10 rule 2).
func (c *Call) Iterate(n int) error { return c.budget.spend(int64(n)) }

// Process charges the operations of working through a text: its length in
// characters divided by 256, rounded up (§1.3.10 rule 3).
func (c *Call) Process(text string) error {
	n := len(text)
	if n > textUnit {
		n = utf8.RuneCountInString(text)
	}
	return c.ProcessLen(n)
}

// ProcessValue is Process for a string or a path.
func (c *Call) ProcessValue(v Value) error { return c.ProcessLen(v.Characters()) }

// ProcessLen is Process for a text of n characters that need not exist yet.
func (c *Call) ProcessLen(n int) error {
	return c.budget.spend((int64(n) + textUnit - 1) / textUnit)
}

// Reserve fails if bytes more do not fit into the memory limit. To be called
// before something large is made whose size is known.
func (c *Call) Reserve(bytes int64) error {
	if bytes < 0 {
		bytes = math.MaxInt64
	}
	return c.budget.fits(bytes, 1)
}

// ReserveItems is Reserve for a list of n items, their texts not counted.
func (c *Call) ReserveItems(n int64) error { return c.budget.fits(n, valueBytes) }

// Float makes a float of the result of an operation: NaN and infinities are
// errors, negative zero becomes zero (§1.3.4).
func (c *Call) Float(f float64) (Value, error) { return checkedFloat(f) }

// Errorf is the error of a value that the function cannot take.
func (c *Call) Errorf(format string, args ...any) error {
	return &Error{Kind: ValueFault, Message: fmt.Sprintf(format, args...)}
}

func checkedFloat(f float64) (Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}, &Error{
			Kind:    ValueFault,
			Section: "§1.3.4",
			Message: "the result is not a finite number",
		}
	}
	return FloatValue(f), nil
}
