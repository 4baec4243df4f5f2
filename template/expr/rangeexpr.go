// This file defines Range, the set of integers that a range expression
// denotes, without ever writing its values out.

package expr

import (
	"iter"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Range is the value of a range expression (§3.4.1.1.1): a strictly
// increasing sequence of integers kept as arithmetic runs. A Range never
// changes after it was made, so it may be shared between goroutines. The zero
// Range is empty.
//
// Memory is proportional to the number of runs; Len, Min, Max and Sum cost at
// most O(runs), At, Index and Contains O(log runs).
type Range struct {
	runs  []Run   // disjoint, ascending, never interleaved
	after []int64 // after[i] is the number of values in runs[0..i]
	// contiguous says that this is a chunk of a CONTIGUOUS task parameter,
	// whose text is always "first-last" (§3.4.1.5).
	contiguous bool
}

// Run is an arithmetic run: First, First+Step, … Last. Step is at least 1,
// Last is a value of the run, and a run of one value has Step 1.
type Run struct {
	First, Last, Step int64
}

// Len is the number of values in the run.
func (s Run) Len() int64 { return int64(s.gaps()) + 1 }

// gaps is the number of steps between First and Last. The subtraction is done
// without sign because the distance of two int64 may need 64 bits.
func (s Run) gaps() uint64 {
	return (uint64(s.Last) - uint64(s.First)) / uint64(s.Step)
}

// at is the i-th value of the run. Wrapping arithmetic gives the right value
// even where i*Step alone would not fit.
func (s Run) at(i int64) int64 {
	return int64(uint64(s.First) + uint64(i)*uint64(s.Step))
}

// RangeFromList makes the Range of the given values, sorted and without
// repetitions. An empty list gives the empty Range. Runs are found greedily
// from the left: the distance of two neighbours is the step of a run that
// goes on as long as it fits, so [1,3,5] reads "1-5:2" and [1,4,6,8] reads
// "1,4,6,8".
func RangeFromList(values []int64) *Range {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	var runs []Run
	for i := 0; i < len(sorted); {
		if i+1 == len(sorted) {
			runs = append(runs, Run{sorted[i], sorted[i], 1})
			break
		}
		step := uint64(sorted[i+1]) - uint64(sorted[i])
		if step > math.MaxInt64 {
			runs = append(runs, Run{sorted[i], sorted[i], 1})
			i++
			continue
		}
		end := i + 1
		for end+1 < len(sorted) && uint64(sorted[end+1])-uint64(sorted[end]) == step {
			end++
		}
		runs = append(runs, Run{sorted[i], sorted[end], int64(step)})
		i = end + 1
	}
	return newRange(runs)
}

// ContiguousRange is a chunk of consecutive integers, first to last, whose
// text is always "first-last", even "5-5" (§3.4.1.5). It is empty if last is
// less than first.
func ContiguousRange(first, last int64) *Range {
	if last < first {
		return &Range{}
	}
	r := newRange([]Run{{first, last, 1}})
	r.contiguous = true
	return r
}

// newRange counts the values of ascending, disjoint runs whose total is
// known to fit.
func newRange(runs []Run) *Range {
	r := &Range{runs: runs, after: make([]int64, len(runs))}
	var total int64
	for i, s := range runs {
		total += s.Len()
		r.after[i] = total
	}
	return r
}

// Len is the number of values.
func (r *Range) Len() int64 {
	if len(r.after) == 0 {
		return 0
	}
	return r.after[len(r.after)-1]
}

// At is the i-th value in increasing order, counted from 0. It panics if i is
// outside 0 … Len()-1, as a slice index does.
func (r *Range) At(i int64) int64 {
	if i < 0 || i >= r.Len() {
		panic("expr: Range index " + strconv.FormatInt(i, 10) + " out of bounds")
	}
	k := sort.Search(len(r.after), func(k int) bool { return r.after[k] > i })
	return r.runs[k].at(i - r.before(k))
}

// before is the number of values in the runs ahead of run k.
func (r *Range) before(k int) int64 {
	if k == 0 {
		return 0
	}
	return r.after[k-1]
}

// Index is the position of v, counted from 0, and whether v is a value.
func (r *Range) Index(v int64) (int64, bool) {
	k := sort.Search(len(r.runs), func(k int) bool { return r.runs[k].Last >= v })
	if k == len(r.runs) || r.runs[k].First > v {
		return 0, false
	}
	s := r.runs[k]
	distance := uint64(v) - uint64(s.First)
	if distance%uint64(s.Step) != 0 {
		return 0, false
	}
	return r.before(k) + int64(distance/uint64(s.Step)), true
}

// Contains says whether v is a value.
func (r *Range) Contains(v int64) bool {
	_, ok := r.Index(v)
	return ok
}

// Min is the least value; ok is false for an empty Range.
func (r *Range) Min() (v int64, ok bool) {
	if len(r.runs) == 0 {
		return 0, false
	}
	return r.runs[0].First, true
}

// Max is the greatest value; ok is false for an empty Range.
func (r *Range) Max() (v int64, ok bool) {
	if len(r.runs) == 0 {
		return 0, false
	}
	return r.runs[len(r.runs)-1].Last, true
}

// All yields the values in increasing order, one at a time.
func (r *Range) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, s := range r.runs {
			n := s.Len()
			for i := int64(0); i < n; i++ {
				if !yield(s.at(i)) {
					return
				}
			}
		}
	}
}

// Runs is the Range as runs in increasing order.
func (r *Range) Runs() []Run { return slices.Clone(r.runs) }

// IsContiguousChunk says whether the Range carries the mark of a CONTIGUOUS
// chunk, which Slice loses and Equal ignores.
func (r *Range) IsContiguousChunk() bool { return r.contiguous }

// Slice is the Range of the values at the positions start, start+step, … below
// stop. The bounds must already be cut to 0 <= start <= stop <= Len() and step
// be at least 1. Runs stay runs: "1-5" taken by 2 reads "1-5:2".
func (r *Range) Slice(start, stop, step int64) *Range {
	if start < 0 || stop > r.Len() || step < 1 {
		panic("expr: Range slice out of bounds")
	}
	var runs []Run
	next := uint64(start)
	first := sort.Search(len(r.after), func(k int) bool { return r.after[k] > start })
	for k := first; k < len(r.runs) && r.before(k) < stop; k++ {
		s := r.runs[k]
		low, high := uint64(r.before(k)), uint64(min(r.after[k], stop))
		if next >= high {
			continue
		}
		count := (high-next-1)/uint64(step) + 1
		runs = appendRun(runs, s.at(int64(next-low)), uint64(s.Step), uint64(step), count)
		next += count * uint64(step)
	}
	return newRange(mergeRuns(runs))
}

// Regroup is a Range of the same values whose runs are those that
// RangeFromList finds, whatever they were; the mark of a chunk is lost.
func (r *Range) Regroup() *Range {
	var runs []Run
	for _, s := range r.runs {
		for {
			taken := int64(0)
			if n := len(runs); n > 0 {
				taken = runs[n-1].take(s)
			}
			if taken == s.Len() {
				break
			}
			s.First = s.at(taken)
			if s.First == s.Last {
				s.Step = 1
			}
			if taken == 0 {
				runs = append(runs, s)
				break
			}
		}
	}
	return newRange(runs)
}

// take lengthens s by as many values of the following run as go on with its
// step, and says how many these are. A single value goes on with any step.
func (s *Run) take(next Run) int64 {
	distance := uint64(next.First) - uint64(s.Last)
	single := s.First == s.Last
	if distance > math.MaxInt64 || !single && distance != uint64(s.Step) {
		return 0
	}
	s.Step = int64(distance)
	if next.First == next.Last || next.Step == s.Step {
		s.Last = next.Last
		return next.Len()
	}
	s.Last = next.First
	return 1
}

// appendRun appends count values from first on, a*b apart. A distance above
// the greatest int64 leaves single values; there can be few of them.
func appendRun(runs []Run, first int64, a, b, count uint64) []Run {
	if count == 1 {
		return append(runs, Run{first, first, 1})
	}
	// With two values or more a*b is a distance inside int64, below 2^64.
	if step := a * b; step > math.MaxInt64 {
		for i := uint64(0); i < count; i++ {
			v := int64(uint64(first) + i*step)
			runs = append(runs, Run{v, v, 1})
		}
		return runs
	}
	step := a * b
	return append(runs, Run{first, int64(uint64(first) + (count-1)*step), int64(step)})
}

// mergeRuns joins neighbours of equal step where the second goes on exactly
// where the first ends.
func mergeRuns(runs []Run) []Run {
	merged := runs[:0]
	for _, s := range runs {
		if n := len(merged); n > 0 {
			last := &merged[n-1]
			if last.Step == s.Step && uint64(s.First)-uint64(last.Last) == uint64(s.Step) {
				last.Last = s.Last
				continue
			}
		}
		merged = append(merged, s)
	}
	return merged
}

// Sum is the sum of the values; ok is false if it does not fit into 64 bits.
func (r *Range) Sum() (sum int64, ok bool) {
	// n values from a to b sum to n*(a+b)/2: 128 bits are enough for one run,
	// so the parts are added in a float-free pair of words.
	var total int128
	for _, s := range r.runs {
		total = total.add(runSum(s))
	}
	return total.int64()
}

// Equal says whether both have the same values, whatever their runs are.
func (r *Range) Equal(other *Range) bool {
	if r.Len() != other.Len() {
		return false
	}
	a, b := runCursor{runs: r.runs}, runCursor{runs: other.runs}
	for !a.done() {
		if a.value() != b.value() {
			return false
		}
		n := int64(1)
		if a.step() == b.step() {
			n = min(a.left(), b.left())
		}
		a.advance(n)
		b.advance(n)
	}
	return true
}

// runCursor walks over runs, as many values at a time as it is told.
type runCursor struct {
	runs []Run
	pos  int64 // inside runs[0]
}

func (c *runCursor) done() bool   { return len(c.runs) == 0 }
func (c *runCursor) value() int64 { return c.runs[0].at(c.pos) }
func (c *runCursor) step() int64  { return c.runs[0].Step }
func (c *runCursor) left() int64  { return c.runs[0].Len() - c.pos }

func (c *runCursor) advance(n int64) {
	c.pos += n
	if c.pos == c.runs[0].Len() {
		c.runs, c.pos = c.runs[1:], 0
	}
}

// Text is the canonical text: runs in increasing order, joined with commas; a
// run of one or two values as single values, a longer one as "a-b" or
// "a-b:s". A chunk of a CONTIGUOUS parameter is always "first-last". The empty
// Range has the empty text.
func (r *Range) Text() string {
	if r.contiguous {
		return strconv.FormatInt(r.runs[0].First, 10) + "-" + strconv.FormatInt(r.runs[0].Last, 10)
	}
	var b strings.Builder
	var digits [20]byte
	number := func(v int64) { b.Write(strconv.AppendInt(digits[:0], v, 10)) }
	for i, s := range r.runs {
		if i > 0 {
			b.WriteByte(',')
		}
		number(s.First)
		switch n := s.gaps(); {
		case n == 1:
			b.WriteByte(',')
			number(s.Last)
		case n > 1:
			b.WriteByte('-')
			number(s.Last)
			if s.Step != 1 {
				b.WriteByte(':')
				number(s.Step)
			}
		}
	}
	return b.String()
}

// String is Text.
func (r *Range) String() string { return r.Text() }
