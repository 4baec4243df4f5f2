package service

// This file chooses the numbers that ports are allocated from.

import (
	"fmt"
	"strconv"
	"strings"
)

// span is the numbers from first to last, both included.
type span struct{ first, last int }

// preferred are the numbers to allocate from: above those of well-known servers
// and clear of the node ports of container clusters (30000-32767); then the
// upper end, which Linux leaves out of its ephemeral range.
func preferred() []span { return []span{{20000, 29999}, {61000, 65535}} }

// unprivileged are all the numbers that an ordinary user may bind.
func unprivileged() []span { return []span{{1024, 65535}} }

// candidates are the numbers to allocate from: the preferred ones that are
// neither ephemeral nor set aside; if these are too few to be of use, any
// unprivileged ones that are not; if an administrator has left none of those,
// the preferred ones all the same, since a number held is not given to others.
func candidates(ephemeral span, setAside []span) []int {
	const enough = 1000
	avoid := append([]span{ephemeral}, setAside...)
	if numbers := outside(preferred(), avoid); len(numbers) >= enough {
		return numbers
	}
	if numbers := outside(unprivileged(), avoid); len(numbers) > 0 {
		return numbers
	}
	return outside(preferred(), setAside)
}

// outside lists the numbers of spans that are in none of avoid, ascending.
func outside(spans, avoid []span) []int {
	var numbers []int
	for _, s := range spans {
	next:
		for n := s.first; n <= s.last; n++ {
			for _, a := range avoid {
				if a.first <= n && n <= a.last {
					continue next
				}
			}
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// parseSpans reads "first<sep>last" items, or single numbers, as the kernel
// writes them: "32768\t60999", "8080,9000-9010".
func parseSpans(text, items, ends string) ([]span, error) {
	var spans []span
	for item := range strings.SplitSeq(strings.TrimSpace(text), items) {
		if item == "" {
			continue
		}
		first, last, ranged := strings.Cut(strings.TrimSpace(item), ends)
		if !ranged {
			last = first
		}
		a, errA := strconv.Atoi(strings.TrimSpace(first))
		b, errB := strconv.Atoi(strings.TrimSpace(last))
		if errA != nil || errB != nil || a > b {
			return nil, fmt.Errorf("not a range of port numbers: %q", item)
		}
		spans = append(spans, span{a, b})
	}
	return spans, nil
}
