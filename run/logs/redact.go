package logs

// This file defines Redactor: the run's secrets, and how they are masked.

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Mask stands in the place of a secret, and of several that touch.
const Mask = "********"

// substringFrom is the length from which a line in the middle of a secret of
// several lines is masked wherever it occurs. A shorter one (a brace, say) is
// masked only where it is a whole line of the output.
const substringFrom = 8

// Redactor holds the secrets of a run. It is safe for concurrent use.
type Redactor struct {
	add sync.Mutex
	set atomic.Pointer[secretSet] // never changed, only replaced
}

// NewRedactor makes one without secrets.
func NewRedactor() *Redactor {
	r := &Redactor{}
	r.set.Store(&secretSet{})
	return r
}

// Add registers a secret. Of several lines each is a secret, with and without
// the blanks around it; the first and the last wherever they occur. What is
// empty or blank is nothing.
func (r *Redactor) Add(secret string) {
	r.add.Lock()
	defer r.add.Unlock()
	set := r.set.Load()
	lines := strings.Split(secret, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		middle := i > 0 && i < len(lines)-1
		switch {
		case line == "":
		case middle && len(line) < substringFrom:
			set = set.withWhole(line)
		default:
			set = set.with(line)
		}
	}
	r.set.Store(set)
}

func (r *Redactor) secrets() *secretSet { return r.set.Load() }

// Redact masks the secrets in a text of the runner's own, of one or more lines.
func (r *Redactor) Redact(s string) string {
	set := r.secrets()
	if set.empty() {
		return s
	}
	var find spanFinder
	var out []byte
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			out = append(out, '\n')
		}
		out = appendRedacted(out, []byte(line), set, &find)
	}
	return string(out)
}

// appendRedacted appends one line with its secrets masked.
func appendRedacted(dst, line []byte, set *secretSet, find *spanFinder) []byte {
	if set.isWhole(line) {
		return append(dst, Mask...)
	}
	find.spans(line, set)
	return find.appendMasked(dst, line)
}

// secretSet is the secrets at one moment.
type secretSet struct {
	parts   []secretPart
	whole   map[string]bool
	longest int // bytes of the longest part
}

// secretPart is one line of a secret. border[n] is the length of the longest
// proper beginning of its first n bytes that is also their end: with it all
// overlapping occurrences are found in one pass over the text.
type secretPart struct {
	text   []byte
	border []int32
}

func (s *secretSet) empty() bool { return len(s.parts) == 0 && len(s.whole) == 0 }

func (s *secretSet) with(line string) *secretSet {
	text := []byte(line)
	for _, p := range s.parts {
		if bytes.Equal(p.text, text) {
			return s
		}
	}
	next := *s
	next.parts = append(slices.Clip(s.parts), secretPart{text, borders(text)})
	next.longest = max(s.longest, len(text))
	return &next
}

func (s *secretSet) withWhole(line string) *secretSet {
	next := *s
	next.whole = map[string]bool{line: true}
	for l := range s.whole {
		next.whole[l] = true
	}
	return &next
}

func (s *secretSet) isWhole(line []byte) bool {
	return len(s.whole) > 0 && s.whole[string(bytes.TrimSpace(line))]
}

func borders(text []byte) []int32 {
	b := make([]int32, len(text)+1)
	k := int32(0)
	for i := 1; i < len(text); i++ {
		for k > 0 && text[i] != text[k] {
			k = b[k]
		}
		if text[i] == text[k] {
			k++
		}
		b[i+1] = k
	}
	return b
}

// span is a range of bytes to be masked.
type span struct{ start, end int }

// spanFinder finds secrets; it keeps its memory from use to use.
type spanFinder struct{ found []span }

// spans finds the ranges of text that secrets cover. Ranges that touch are one.
// The result is valid until the next call.
func (f *spanFinder) spans(text []byte, set *secretSet) []span {
	f.found = f.found[:0]
	for i := range set.parts {
		f.findAll(text, &set.parts[i])
	}
	if len(f.found) < 2 {
		return f.found
	}
	if len(set.parts) > 1 {
		slices.SortFunc(f.found, func(a, b span) int { return a.start - b.start })
	}
	merged := f.found[:1]
	for _, sp := range f.found[1:] {
		if last := &merged[len(merged)-1]; sp.start <= last.end {
			last.end = max(last.end, sp.end)
		} else {
			merged = append(merged, sp)
		}
	}
	f.found = merged
	return merged
}

// findAll adds the occurrences of one part, overlapping ones too, in time
// linear in the text.
func (f *spanFinder) findAll(text []byte, p *secretPart) {
	first := len(f.found)
	size := len(p.text)
	for at := 0; ; {
		i := bytes.Index(text[at:], p.text)
		if i < 0 {
			return
		}
		f.note(first, span{at + i, at + i + size})
		at += i + size
		for k := p.border[size]; k > 0 && at < len(text); {
			if text[at] != p.text[k] {
				k = p.border[k]
				continue
			}
			at++
			if k++; int(k) == size {
				f.note(first, span{at - size, at})
				k = p.border[size]
			}
		}
	}
}

// note adds a range, or lengthens the one before it of the same part.
func (f *spanFinder) note(first int, sp span) {
	if n := len(f.found); n > first && sp.start <= f.found[n-1].end {
		f.found[n-1].end = sp.end
		return
	}
	f.found = append(f.found, sp)
}

// appendMasked appends text with the ranges found last masked.
func (f *spanFinder) appendMasked(dst, text []byte) []byte {
	at := 0
	for _, sp := range f.found {
		dst = append(append(dst, text[at:sp.start]...), Mask...)
		at = sp.end
	}
	return append(dst, text[at:]...)
}
