// This file forms chunks one by one, with sizes that follow how long the
// earlier ones took (targetRuntimeSeconds, §3.4.1.5).

package template

import "math"

// Adaptive hands out the Tasks of a Space whose chunks have a target runtime.
// The chunked parameter varies fastest, so that every combination of the
// others goes through its values once. It is not safe for several goroutines
// at once.
type Adaptive struct {
	space  *Space
	chunks *chunking
	dim    int        // the chunked parameter
	outer  *spaceNode // the others; nil when there are none
	size   int64      // values of the next chunk

	round  int64 // which combination of the others
	pos    int64 // the first value of the next chunk
	values float64
	time   float64
	seen   int
}

// Adaptive starts to hand out the Tasks; nil when no parameter has a target
// runtime above 0, where At says everything.
func (s *Space) Adaptive() *Adaptive {
	for i, d := range s.dims {
		if d.chunks != nil && d.chunks.target > 0 {
			return &Adaptive{space: s, chunks: d.chunks, dim: i, outer: without(s.root, i), size: d.chunks.size}
		}
	}
	return nil
}

// without is a node without the leaf of one dimension, which stands in no
// lockstep with others (§3.4.3 item 6); nil when nothing is left.
func without(n *spaceNode, dim int) *spaceNode {
	if n.dim >= 0 {
		if n.dim == dim {
			return nil
		}
		return n
	}
	out := &spaceNode{dim: -1, lockstep: n.lockstep, size: 1}
	for _, child := range n.children {
		if child = without(child, dim); child == nil {
			continue
		}
		out.children = append(out.children, child)
		if n.lockstep {
			out.size = child.size
		} else {
			out.size *= child.size
		}
	}
	if len(out.children) == 0 {
		return nil
	}
	return out
}

// Next gives the next Task; false when there are no more.
func (a *Adaptive) Next() (TaskParameters, bool) {
	rounds := int64(1)
	if a.outer != nil {
		rounds = a.outer.size
	}
	if a.round >= rounds {
		return nil, false
	}
	out := make(TaskParameters, len(a.space.dims))
	if a.outer != nil {
		a.space.fill(a.outer, a.round, out)
	}
	end := a.chunks.blockEnd(a.pos)
	if a.size < end-a.pos {
		end = a.pos + a.size
	}
	d := a.space.dims[a.dim]
	out[a.dim] = TaskParameter{Name: d.name, Type: d.typ, Value: a.chunks.value(a.pos, end)}
	if a.pos = end; a.pos == d.values.len() {
		a.pos, a.round = 0, a.round+1
	}
	return out, true
}

// Size is the number of values that the next chunk has, gaps and ends aside.
func (a *Adaptive) Size() int64 { return a.size }

// Observe tells how long a chunk of so many values ran. The next chunks aim at
// the target; the first observations count for less, because start-up often
// makes them longer.
func (a *Adaptive) Observe(values int64, seconds float64) {
	if values < 1 || !(seconds >= 0) || math.IsInf(seconds, 0) {
		return
	}
	const early, weight = 10, 0.75
	a.values += float64(values)
	a.time += seconds
	a.seen++
	most := float64(a.chunks.values.len())
	size := most
	if a.time > 0 {
		size = float64(a.chunks.target) / (a.time / a.values)
	}
	if a.seen <= early {
		size = weight*float64(a.size) + (1-weight)*size
	}
	// A run without measurable time must not make the size infinite.
	a.size = int64(math.Max(1, math.Min(size, most)))
	if most >= math.MaxInt64 && size >= most {
		a.size = math.MaxInt64
	}
}
