package logs

// This file makes any bytes valid UTF-8, and cuts text between characters.

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// appendText appends b with each byte that is no part of a character as `\xNN`.
func appendText(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, '\\', 'x', hexDigits[b[0]>>4], hexDigits[b[0]&15])
		} else {
			dst = append(dst, b[:n]...)
		}
		b = b[n:]
	}
	return dst
}

// cutAt gives the place, at most limit, where b can be cut without cutting a
// character in two. limit is less than len(b).
func cutAt(b []byte, limit int) int {
	for i := limit; i > limit-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return limit
}
