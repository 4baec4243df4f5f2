package expr

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFloatRepr(t *testing.T) {
	for want, f := range map[string]float64{
		"0.0": 0, "1.0": 1, "-1.5": -1.5, "0.1": 0.1, "0.0001": 1e-4, "9.9e-05": 9.9e-5, "1e-05": 1e-5,
		"1e+16": 1e16, "9999999999999998.0": 9999999999999998, "1.5e+300": 1.5e300, "5e-324": 5e-324,
		"123456789.125": 123456789.125, "-2.5e-07": -2.5e-7, "0.30000000000000004": 0.1 + 0.2,
	} {
		if want == "0.30000000000000004" {
			a := 0.1 // keeps the compiler from adding exactly
			f = a + 0.2
		}
		assert.Equal(t, want, floatRepr(f), "§1.3.4")
	}
	assert.Equal(t, "0.0", floatRepr(math.Copysign(0, -1)), "§1.3.4 no negative zero")
}

func TestRoundDecimals(t *testing.T) {
	for _, c := range []struct {
		f    float64
		n    int
		want string
	}{
		{3.5, 2, "3.50"}, {3.495, 2, "3.50"}, {3.14159, 2, "3.14"}, {2.675, 2, "2.68"}, {4.35, 1, "4.4"},
		{-0.04, 1, "0.0"}, {0.25, 1, "0.2"}, {0.35, 1, "0.4"}, {1e22, 1, "10000000000000000000000.0"},
		{1.5, 20, "1.50000000000000000000"}, {-1.005, 1, "-1.0"},
	} {
		_, text := roundDecimals(c.f, c.n)
		assert.Equal(t, c.want, text, "§2.2.2 round(%v, %d)", c.f, c.n)
	}
	value, text := roundDecimals(1.5, 400)
	assert.Equal(t, 1.5, value)
	assert.Len(t, text, 402)
}

func TestRoundToPower(t *testing.T) {
	for _, c := range []struct {
		f    float64
		k    int64
		want int64
	}{
		{1234.5, 1, 1230}, {1250, 2, 1200}, {1350, 2, 1400}, {-1250, 2, -1200}, {2.5, 0, 2}, {3.5, 0, 4},
		{-2.5, 0, -2}, {-3.5, 0, -4}, {0.5, 0, 0}, {-0.5, 0, 0}, {1234567.891, 400, 0}, {1e300, 5000, 0},
		{5, 1, 0}, {15, 1, 20},
	} {
		got, ok := roundToPower(c.f, c.k)
		assert.True(t, ok)
		assert.Equal(t, c.want, got, "§2.2.2 round(%v, -%d)", c.f, c.k)
	}
	_, ok := roundToPower(1e19, 0)
	assert.False(t, ok, "§2.2.2 beyond 64 bits")
	got, ok := roundIntToPower(1234567890123456785, 1)
	assert.True(t, ok)
	assert.Equal(t, int64(1234567890123456780), got, "§2.2.2 exact where a float is not")
	_, ok = roundIntToPower(math.MaxInt64, 1)
	assert.False(t, ok)
	got, ok = roundIntToPower(math.MinInt64, 0)
	assert.True(t, ok)
	assert.Equal(t, int64(math.MinInt64), got)
}
