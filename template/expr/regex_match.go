// This file runs compiled patterns: a simulation of all alternatives side by
// side (Pike's), so that the time is bounded by pattern times text. Go's own
// matcher knows \b for ASCII only and cannot be asked what its work costs.

package expr

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// regex is a compiled pattern. It never changes.
type regex struct {
	prog   *syntax.Prog
	groups int
	prefix string // every match starts with it; may be empty
	words  bool   // whether it has \b or \B
}

// compileRegex reads and compiles a pattern of the dialect.
func compileRegex(pattern string) (*regex, error) {
	tree, groups, err := parseRegex(pattern)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	prefix, _ := prog.Prefix()
	words := slices.ContainsFunc(prog.Inst, func(i syntax.Inst) bool {
		const boundaries = syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
		return i.Op == syntax.InstEmptyWidth && syntax.EmptyOp(i.Arg)&boundaries != 0
	})
	return &regex{prog: prog, groups: groups, prefix: prefix, words: words}, nil
}

// stepsPerCharge is how many steps a search makes between two charges.
const stepsPerCharge = 1 << 14

// search is one text searched by one regex.
type search struct {
	*regex
	text         string
	now, next    threads
	stack        []pending
	free         [][]int
	steps        int
	charge       func(steps int) error
	firstIsFinal bool // only a match at the start position counts
}

// threads is a set of program positions in order of preference.
type threads struct {
	sparse []uint32
	dense  []thread
}

type thread struct {
	pc   uint32
	caps []int
}

// pending is work of follow: a position to go to, or a capture to restore.
type pending struct {
	pc      uint32
	restore int // slot + 1, or 0
	value   int
}

// newSearch prepares searching a text. charge is told of every
// stepsPerCharge steps and may end the search with its error.
func (re *regex) newSearch(text string, charge func(steps int) error) *search {
	n := len(re.prog.Inst)
	return &search{
		regex: re, text: text, charge: charge,
		now:  threads{sparse: make([]uint32, n)},
		next: threads{sparse: make([]uint32, n)},
	}
}

func (t *threads) has(pc uint32) bool {
	i := t.sparse[pc]
	return int(i) < len(t.dense) && t.dense[i].pc == pc
}

func (t *threads) add(pc uint32) *thread {
	t.sparse[pc] = uint32(len(t.dense))
	t.dense = append(t.dense, thread{pc: pc})
	return &t.dense[len(t.dense)-1]
}

// find looks for the leftmost match at or behind pos. loc has start and end of
// the match and of each group, -1 for a group that took no part; nil for no
// match.
func (s *search) find(pos int) (loc []int, err error) {
	var best []int
	scratch := make([]int, 2*(s.groups+1))
	flags := s.context(pos)
	for {
		if len(s.now.dense) == 0 {
			if best != nil || s.firstIsFinal && pos > 0 {
				break
			}
			if s.prefix != "" && !s.firstIsFinal {
				skip := strings.Index(s.text[pos:], s.prefix)
				if skip < 0 {
					break
				}
				if skip > 0 {
					pos += skip
					flags = s.context(pos)
				}
			}
		}
		if best == nil && (!s.firstIsFinal || pos == 0) {
			for i := range scratch {
				scratch[i] = -1
			}
			scratch[0] = pos
			s.follow(&s.now, uint32(s.prog.Start), pos, scratch, flags)
		}
		r, size := utf8.DecodeRuneInString(s.text[pos:])
		after := s.context(pos + size)
		best = s.step(r, size, pos, after, best)
		flags = after
		if s.steps >= stepsPerCharge {
			if err := s.charge(s.steps); err != nil {
				return nil, err
			}
			s.steps = 0
		}
		s.now, s.next = s.next, s.now
		s.next.dense = s.next.dense[:0]
		if size == 0 {
			break
		}
		pos += size
	}
	s.recycle(s.now.dense)
	s.now.dense = s.now.dense[:0]
	return best, nil
}

// step moves every thread over r, which stands at pos and is followed by what
// after says, and returns the best match so far. A thread that matches ends those of less preference.
func (s *search) step(r rune, size, pos int, after syntax.EmptyOp, best []int) []int {
	for i := range s.now.dense {
		t := &s.now.dense[i]
		if t.caps == nil {
			continue // a position passed through
		}
		inst := &s.prog.Inst[t.pc]
		s.steps++
		if inst.Op == syntax.InstMatch {
			best = append(best[:0], t.caps...)
			best[1] = pos
			s.recycle(s.now.dense[i:])
			return best
		}
		if size > 0 && inst.MatchRune(r) {
			s.follow(&s.next, inst.Out, pos+size, t.caps, after)
		}
		s.free = append(s.free, t.caps)
	}
	return best
}

func (s *search) recycle(dense []thread) {
	for _, t := range dense {
		if t.caps != nil {
			s.free = append(s.free, t.caps)
		}
	}
}

// follow adds the positions reached from pc without a character, in order of
// preference. It keeps its own stack: a large pattern is deep.
func (s *search) follow(set *threads, pc uint32, pos int, caps []int, flags syntax.EmptyOp) {
	s.stack = append(s.stack[:0], pending{pc: pc})
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if top.restore > 0 {
			caps[top.restore-1] = top.value
			continue
		}
		if set.has(top.pc) {
			continue
		}
		s.steps++
		t := set.add(top.pc)
		switch inst := &s.prog.Inst[top.pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			s.stack = append(s.stack, pending{pc: inst.Arg}, pending{pc: inst.Out})
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^flags == 0 {
				s.stack = append(s.stack, pending{pc: inst.Out})
			}
		case syntax.InstNop:
			s.stack = append(s.stack, pending{pc: inst.Out})
		case syntax.InstCapture:
			slot := int(inst.Arg)
			s.stack = append(s.stack, pending{restore: slot + 1, value: caps[slot]}, pending{pc: inst.Out})
			caps[slot] = pos
		default:
			t.caps = s.copyOf(caps)
		}
	}
}

// copyOf copies captures into a slice that is free.
func (s *search) copyOf(caps []int) []int {
	if n := len(s.free); n > 0 {
		free := s.free[n-1]
		s.free = s.free[:n-1]
		copy(free, caps)
		return free
	}
	return slices.Clone(caps)
}

// context is which assertions hold at pos.
func (s *search) context(pos int) syntax.EmptyOp {
	var flags syntax.EmptyOp
	before, after := rune(-1), rune(-1)
	if pos == 0 {
		flags |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	} else if pos <= len(s.text) {
		before, _ = utf8.DecodeLastRuneInString(s.text[:pos])
	}
	if pos >= len(s.text) {
		flags |= syntax.EmptyEndText | syntax.EmptyEndLine
	} else {
		after, _ = utf8.DecodeRuneInString(s.text[pos:])
	}
	if before == '\n' {
		flags |= syntax.EmptyBeginLine
	}
	if after == '\n' {
		flags |= syntax.EmptyEndLine
	}
	if !s.words {
		return flags
	}
	if (before >= 0 && isWordRune(before)) != (after >= 0 && isWordRune(after)) {
		return flags | syntax.EmptyWordBoundary
	}
	return flags | syntax.EmptyNoWordBoundary
}

// matches calls yield with each match from left to right that does not
// overlap the one before, until yield returns false. An empty match right
// behind another one does not count.
func (s *search) matches(yield func(loc []int) bool) error {
	last := -1
	for pos := 0; pos <= len(s.text); {
		loc, err := s.find(pos)
		if err != nil || loc == nil {
			return err
		}
		empty := loc[0] == loc[1]
		if !empty || loc[1] != last {
			if !yield(loc) {
				return nil
			}
		}
		last, pos = loc[1], loc[1]
		if empty {
			_, size := utf8.DecodeRuneInString(s.text[pos:])
			pos += max(size, 1)
		}
	}
	return nil
}
