package cli

// This file defines the time stamps of log lines.

import (
	"slices"
	"time"
)

// stampStyle is a value of --timestamp-format.
type stampStyle string

const (
	stampRelative stampStyle = "relative" // H:MM:SS.mmm since the run's start
	stampLocal    stampStyle = "local"    // 2006-01-02T15:04:05.000+02:00
	stampUTC      stampStyle = "utc"      // 2006-01-02T15:04:05.000Z
)

func stampStyleOf(word string) (stampStyle, error) {
	known := []string{string(stampRelative), string(stampLocal), string(stampUTC)}
	switch {
	case word == "":
		return stampRelative, nil
	case slices.Contains(known, word):
		return stampStyle(word), nil
	}
	return "", choice("--timestamp-format", word, known)
}

// appendStamp appends t in the style; start is the run's start.
func appendStamp(b []byte, style stampStyle, start, t time.Time) []byte {
	switch style {
	case stampLocal:
		return t.Local().AppendFormat(b, "2006-01-02T15:04:05.000-07:00")
	case stampUTC:
		return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	}
	return appendElapsed(b, t.Sub(start))
}

// appendElapsed appends d as H:MM:SS.mmm, the hours as they come. It is written
// by hand because every line of output passes here.
func appendElapsed(b []byte, d time.Duration) []byte {
	ms := max(d.Milliseconds(), 0)
	s := ms / 1000
	b = appendInt(b, s/3600, 1)
	b = append(b, ':')
	b = appendInt(b, s/60%60, 2)
	b = append(b, ':')
	b = appendInt(b, s%60, 2)
	b = append(b, '.')
	return appendInt(b, ms%1000, 3)
}

// appendInt appends n with at least width digits.
func appendInt(b []byte, n int64, width int) []byte {
	var digits [20]byte
	i := len(digits)
	for n > 0 || width > 0 {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
		width--
	}
	return append(b, digits[i:]...)
}
