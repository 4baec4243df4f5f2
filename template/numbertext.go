// This file reads numbers from text, the same in templates and in submitted
// values.

package template

import (
	"math"
	"strconv"
)

// parseIntText reads a base-10 integer: a sign, leading zeros, nothing else.
// why says what is wrong with it, as the end of a sentence; "" when nothing is.
func parseIntText(text string) (value int64, why string) {
	if !coreInteger.MatchString(text) {
		return 0, "is not an integer"
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, "does not fit in 64 bits"
	}
	return value, ""
}

// parseFloatText reads a base-10 number: a sign, digits with a point before,
// among or after them, an exponent. Infinities and NaN are none.
func parseFloatText(text string) (value float64, why string) {
	if !coreFloat.MatchString(text) {
		return 0, "is not a number"
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) {
		return 0, "is too large for a floating-point number"
	}
	return value, ""
}
