// This file puts frame numbers into file names: with_number (§2.3.2).

package expr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxNumberWidth is how wide a printf or hash pattern may be (§2.3.2).
const maxNumberWidth = 32

// numberSlot is a place in a stem that with_number replaces.
type numberSlot struct {
	start, end int
	width      int  // 0: no padding
	limited    bool // whether maxNumberWidth holds for it
}

// numberedName replaces the last number pattern of a file name's stem, or
// appends _NNNN where there is none. What follows the pattern is kept.
func numberedName(name string, n int64) (string, error) {
	if name == "" {
		return "", errors.New("the path has no file name")
	}
	stem, suffix := splitSuffix(name)
	slot, ok := lastSlot(stem)
	if !ok {
		return stem + "_" + padNumber(n, 4) + suffix, nil
	}
	if slot.limited && slot.width > maxNumberWidth {
		return "", fmt.Errorf("the number pattern at character %d of the file name is %d wide; the widest is %d",
			textLen(stem[:slot.start])+1, slot.width, maxNumberWidth)
	}
	return stem[:slot.start] + padNumber(n, slot.width) + stem[slot.end:] + suffix, nil
}

// padNumber writes n with zeros up to width; the sign counts.
func padNumber(n int64, width int) string {
	return zeroFill(strconv.FormatInt(n, 10), width)
}

// lastSlot finds the slot that starts last: a run of #, %d, %0Nd, or digits
// at the end of the stem.
func lastSlot(stem string) (numberSlot, bool) {
	best, found := numberSlot{start: -1}, false
	consider := func(s numberSlot) {
		if s.start > best.start {
			best, found = s, true
		}
	}
	if rest := strings.TrimRight(stem, "0123456789"); len(rest) < len(stem) {
		consider(numberSlot{start: len(rest), end: len(stem), width: len(stem) - len(rest)})
	}
	if end := strings.LastIndexByte(stem, '#') + 1; end > 0 {
		start := len(strings.TrimRight(stem[:end], "#"))
		consider(numberSlot{start: start, end: end, width: end - start, limited: true})
	}
	for i := strings.LastIndexByte(stem, '%'); i >= 0; i = strings.LastIndexByte(stem[:i], '%') {
		if s, ok := printfSlot(stem, i); ok {
			consider(s)
			break
		}
	}
	return best, found
}

// printfSlot reads %d or %0Nd at i.
func printfSlot(stem string, i int) (numberSlot, bool) {
	rest := stem[i+1:]
	if strings.HasPrefix(rest, "d") {
		return numberSlot{start: i, end: i + 2}, true
	}
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if !strings.HasPrefix(digits, "0") || !strings.HasPrefix(rest[len(digits):], "d") {
		return numberSlot{}, false
	}
	width, err := strconv.Atoi(digits)
	if err != nil {
		width = maxNumberWidth + 1 // too long to be read is too wide
	}
	return numberSlot{start: i, end: i + 1 + len(digits) + 1, width: width, limited: true}, true
}

// numberedText is with_number for a string: its last component is a file
// name, the directory is kept as it is written.
func numberedText(style PathStyle, text string, n int64) (string, error) {
	separators := "/"
	body, head := text, ""
	if prefix, rest, ok := splitURI(text); ok {
		head, body = prefix, rest
	} else if style == Windows {
		separators = `/\`
	}
	body = strings.TrimRight(body, separators)
	cut := strings.LastIndexAny(body, separators) + 1
	name, err := numberedName(body[cut:], n)
	if err != nil {
		return "", err
	}
	return head + body[:cut] + name, nil
}

// zeroFill pads text with zeros up to width characters, behind its sign
// (§2.2.4 zfill).
func zeroFill(text string, width int) string {
	missing := width - textLen(text)
	if missing <= 0 {
		return text
	}
	sign := ""
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		sign, text = text[:1], text[1:]
	}
	return sign + strings.Repeat("0", missing) + text
}
