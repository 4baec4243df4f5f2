// This file turns floats into text the way Python's repr does, and rounds
// them (§1.3.4, §2.2.2).

package expr

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// floatRepr gives the shortest text that reads back as f: fixed notation for
// 1e-4 <= |f| < 1e16, with ".0" on whole numbers, else scientific notation
// with a signed exponent of at least two digits (§1.3.4).
func floatRepr(f float64) string {
	if f == 0 {
		return "0.0" // the language has no negative zero
	}
	if a := math.Abs(f); a >= 1e16 || a < 1e-4 {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.ContainsRune(text, '.') {
		text += ".0"
	}
	return text
}

// maxRoundDigits bounds the decimals round() can be asked for: a float has no
// more than 1074 of them, so any further digit would be a zero.
const maxRoundDigits = 1100

// roundDecimals rounds f to n > 0 decimals and gives the value together with
// the text that shows exactly n decimals (§2.2.2). It scales, rounds half to
// even and scales back, as the reference does: round(2.675, 2) is 2.68.
func roundDecimals(f float64, n int) (value float64, text string) {
	value = f
	if scale := math.Pow(10, float64(n)); !math.IsInf(scale, 0) && !math.IsInf(f*scale, 0) {
		value = math.RoundToEven(f*scale) / scale
	}
	if value == 0 {
		value = 0 // drops the sign of a negative zero
	}
	return value, strconv.FormatFloat(value, 'f', n, 64)
}

// roundToPower rounds f half to even to a multiple of 10^k, k >= 0, exactly.
// It reports false where the result does not fit 64 bits.
func roundToPower(f float64, k int64) (int64, bool) {
	exact, _ := new(big.Float).SetFloat64(f).Rat(nil)
	return roundRat(exact, k)
}

// roundIntToPower is roundToPower for an int.
func roundIntToPower(n, k int64) (int64, bool) {
	return roundRat(new(big.Rat).SetInt64(n), k)
}

func roundRat(x *big.Rat, k int64) (int64, bool) {
	if k > 400 { // beyond half of the greatest float's first digit
		return 0, true
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(k), nil)
	x = new(big.Rat).Quo(x, new(big.Rat).SetInt(unit))
	quotient, rest := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(x.Denom()) {
	case 1:
		quotient.Add(quotient, big.NewInt(1))
	case 0:
		if quotient.Bit(0) == 1 {
			quotient.Add(quotient, big.NewInt(1))
		}
	}
	quotient.Mul(quotient, unit)
	return quotient.Int64(), quotient.IsInt64()
}
