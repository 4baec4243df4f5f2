package expr

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The expected values are those of arithmetic with 50 digits.
func TestPowerIsAccurate(t *testing.T) {
	for _, c := range []struct{ x, y, want float64 }{
		{1e3, 2.675, 105925372.51772876},
		{1e3, 2.5, 31622776.60168379},
		{3.5, 3.5, 80.21178022896636},
		{12, 0.1, 1.2820888539868154},
		{9007199254740992, 0.1, 39.39662122703733},
		{2.675, 3.5, 31.306408819955163},
		{3.5, 19, 21741667147.394455}, {-3.5, 19, -21741667147.394455}, {3, 34, 16677181699666568},
		{0.5, 1074, math.SmallestNonzeroFloat64},
		{-2, 3, -8}, {-2, -2, 0.25}, {1, 1e300, 1}, {5, 0, 1}, {0, 0, 1}, {0, 2, 0},
	} {
		assert.Equal(t, c.want, power(c.x, c.y), "§2.1.1 %v ** %v", c.x, c.y)
	}
	assert.True(t, math.IsInf(power(1e300, 2), 1))
}

// Whole powers can be had exactly: the result is the nearest float to them.
func TestPowerOfRandomFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x, n := math.Exp(r.Float64()*6-3), 1+r.IntN(60)
		exact := new(big.Float).SetPrec(4000).SetFloat64(1)
		for range n {
			exact.Mul(exact, new(big.Float).SetFloat64(x))
		}
		want, _ := exact.Float64()
		assert.Equal(t, want, power(x, float64(n)), "%v ** %v", x, n)
	}
}

func BenchmarkPower(b *testing.B) {
	for b.Loop() {
		power(2.675, 3.5)
	}
}
