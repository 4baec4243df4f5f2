// This file raises floats to powers (§2.1.1) as accurately as the numeric
// libraries of C do: math.Pow can be several units off in the last place, which
// shows in texts made of the result.

package expr

import (
	"math"
	"math/bits"
)

// power is x ** y. Half-way cases are rounded to even: they are found by whole
// numbers, in wholePower. Otherwise an error of math.Pow is found by logarithms of twice the
// precision and taken back: with r near x**y, x**y = r · exp(y·ln x - ln r).
func power(x, y float64) float64 {
	if r, ok := wholePower(x, y); ok {
		return r
	}
	r := math.Pow(x, y)
	if r == 0 || math.IsInf(r, 0) || math.IsNaN(r) || x == 0 {
		return r
	}
	want := logarithm(math.Abs(x)).times(double{y, 0})
	have := logarithm(math.Abs(r))
	off := want.plus(double{-have.hi, -have.lo})
	return r + r*off.hi
}

// wholePower is x ** y for a whole y > 0 where it is a number of at most 54
// bits times a power of two; those of 54 bits lie half-way between two floats.
func wholePower(x, y float64) (float64, bool) {
	const most = 34 // 3³⁴ is the last power of 3 with 54 bits
	if x == 0 || y < 1 || y > most || y != math.Trunc(y) {
		return 0, false
	}
	fraction, exponent := math.Frexp(math.Abs(x))
	mantissa := uint64(fraction * (1 << 53))
	zeros := bits.TrailingZeros64(mantissa)
	mantissa, exponent = mantissa>>zeros, exponent-53+zeros
	power := uint64(1)
	for range int(y) {
		high, low := bits.Mul64(power, mantissa)
		if high != 0 || low>>54 != 0 {
			return 0, false
		}
		power = low
	}
	r := math.Ldexp(float64(power), exponent*int(y))
	if x < 0 && math.Mod(y, 2) == 1 {
		r = -r
	}
	return r, true
}

// double is an unevaluated sum hi + lo, where lo is below half a unit in the
// last place of hi: some 106 bits of precision.
type double struct{ hi, lo float64 }

// sum is a + b without an error.
func sum(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

func (a double) plus(b double) double {
	high, low := sum(a.hi, b.hi), sum(a.lo, b.lo)
	high = sum(high.hi, high.lo+low.hi)
	return sum(high.hi, high.lo+low.lo)
}

func (a double) times(b double) double {
	p := a.hi * b.hi
	return sum(p, math.FMA(a.hi, b.hi, -p)+(a.hi*b.lo+a.lo*b.hi))
}

func (a double) over(b double) double {
	q := a.hi / b.hi
	back := b.times(double{q, 0})
	rest := a.plus(double{-back.hi, -back.lo})
	return sum(q, rest.hi/b.hi)
}

// logarithm is ln x for x > 0: x = m·2^k with m between √½ and √2, and
// ln m = 2·(s + s³/3 + s⁵/5 + …) for s = (m-1)/(m+1).
func logarithm(x float64) double {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = m*2, k-1
	}
	s := double{m - 1, 0}.over(sum(m, 1))
	square := s.times(s)
	const terms = 22 // s² is below 0.03, so s²² no longer counts
	series := double{}
	for i := terms; i >= 0; i-- {
		series = series.times(square).plus(double{1, 0}.over(double{float64(2*i + 1), 0}))
	}
	ln2 := double{math.Ln2, 2.3190468138462996e-17}
	return s.times(series).times(double{2, 0}).plus(ln2.times(double{float64(k), 0}))
}
