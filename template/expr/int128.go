// This file defines the 128-bit arithmetic that sums of huge ranges need.

package expr

import "math/bits"

// int128 is a signed 128-bit integer in two's complement.
type int128 struct {
	high int64
	low  uint64
}

func (a int128) add(b int128) int128 {
	low, carry := bits.Add64(a.low, b.low, 0)
	return int128{a.high + b.high + int64(carry), low}
}

// negate returns -a.
func (a int128) negate() int128 {
	low, carry := bits.Add64(^a.low, 1, 0)
	return int128{^a.high + int64(carry), low}
}

// half returns a/2 for an even a.
func (a int128) half() int128 {
	return int128{a.high >> 1, a.low>>1 | uint64(a.high&1)<<63}
}

// int64 returns a as int64 and whether it fits.
func (a int128) int64() (int64, bool) {
	v := int64(a.low)
	return v, a.high == v>>63
}

// runSum is the sum of a run: n values whose ends are a and b sum to
// n*(a+b)/2. The absolute value of a+b fits into 64 unsigned bits and n into
// 63, so nothing is lost.
func runSum(s Run) int128 {
	ends := int128{s.First >> 63, uint64(s.First)}.add(int128{s.Last >> 63, uint64(s.Last)})
	negative := ends.high < 0
	if negative {
		ends = ends.negate()
	}
	// |a+b| <= 2^64, and 2^64 itself only for a = b = -2^63, where n is 1.
	if ends.high != 0 {
		return int128{s.First >> 63, uint64(s.First)}
	}
	high, low := bits.Mul64(ends.low, uint64(s.Len()))
	product := int128{int64(high), low}
	if negative {
		product = product.negate()
	}
	return product.half()
}
