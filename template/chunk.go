// This file divides the values of a CHUNK[INT] parameter into chunks
// (§3.4.1.5, TASK_CHUNKING), as Space has them: all known before the first
// one runs.

package template

import (
	"sort"

	"runner/template/expr"
)

// chunking is how the values of a CHUNK[INT] parameter are divided. A block is
// a stretch of positions that no chunk reaches across: with CONTIGUOUS a
// longest run of consecutive integers, with NONCONTIGUOUS everything.
type chunking struct {
	values     rangeValues
	size       int64 // values a chunk, at least 1
	target     int64 // targetRuntimeSeconds; 0: sizes are fixed
	contiguous bool
	blocks     []blockGroup
	after      []int64 // after[i] is the number of chunks in blocks[0..i]
}

// blockGroup is count neighbouring blocks of length values each.
type blockGroup struct {
	start, length, count int64
}

// newChunks resolves a chunks object and divides the values.
func newChunks(p *TaskParameterDefinition, values rangeValues, env *expr.Env) (*chunking, Faults) {
	var faults Faults
	size, ok, err := p.Chunks.DefaultTaskCount.Resolve(env)
	if err != nil {
		faults = append(faults, asFault(err, p.Pos, p.Path))
	} else if !ok {
		faults = append(faults, &Fault{Pos: p.Pos, Path: p.Path + ".chunks.defaultTaskCount", Section: "3.4.1.5",
			Message: "defaultTaskCount is null, it has to be at least 1"})
	}
	target, _, err := p.Chunks.TargetRuntimeSeconds.Resolve(env)
	if err != nil {
		faults = append(faults, asFault(err, p.Pos, p.Path))
	}
	if faults != nil {
		return nil, faults
	}
	return newChunking(values, size, target, p.Chunks.RangeConstraint == Contiguous), nil
}

func newChunking(values rangeValues, size, target int64, contiguous bool) *chunking {
	c := &chunking{values: values, size: size, target: target, contiguous: contiguous}
	switch {
	case !contiguous:
		c.blocks = []blockGroup{{0, values.len(), 1}}
	case values.rng != nil:
		c.rangeBlocks(values.rng)
	default:
		c.listBlocks()
	}
	var total int64
	for _, b := range c.blocks {
		total += b.count * c.pieces(b.length)
		c.after = append(c.after, total)
	}
	return c
}

// pieces is how many chunks a block of n values makes.
func (c *chunking) pieces(n int64) int64 { return (n-1)/c.size + 1 }

// rangeBlocks finds the runs of consecutive integers without walking over the
// values: a run of step 1 is one block, a run of another step one block a
// value, except where neighbouring runs touch.
func (c *chunking) rangeBlocks(r *expr.Range) {
	var pos, last int64
	for i, run := range r.Runs() {
		n := run.Len()
		if i > 0 && run.First-1 == last {
			used := n
			if run.Step != 1 {
				used = 1
			}
			c.extendLast(used)
			pos, n = pos+used, n-used
		}
		switch {
		case n == 0:
		case run.Step == 1:
			c.blocks = append(c.blocks, blockGroup{pos, n, 1})
		default:
			c.blocks = append(c.blocks, blockGroup{pos, 1, n})
		}
		pos, last = pos+n, run.Last
	}
}

// extendLast lengthens the very last block by n values.
func (c *chunking) extendLast(n int64) {
	group := &c.blocks[len(c.blocks)-1]
	if group.count == 1 {
		group.length += n
		return
	}
	group.count--
	c.blocks = append(c.blocks, blockGroup{group.start + group.count*group.length, group.length + n, 1})
}

// listBlocks finds the runs of consecutive integers in the order of a list.
func (c *chunking) listBlocks() {
	for i, v := range c.values.list {
		if i > 0 && v.Int()-1 == c.values.list[i-1].Int() && v.Int() > c.values.list[i-1].Int() {
			c.blocks[len(c.blocks)-1].length++
			continue
		}
		c.blocks = append(c.blocks, blockGroup{int64(i), 1, 1})
	}
}

// len is the number of chunks.
func (c *chunking) len() int64 { return c.after[len(c.after)-1] }

// at is the i-th chunk, a range_expr. A block is divided evenly, the first
// chunks one value longer where it does not come out even; with a target
// runtime the chunks have the default size and the last one the rest.
func (c *chunking) at(i int64) expr.Value {
	k := sort.Search(len(c.after), func(k int) bool { return c.after[k] > i })
	if k > 0 {
		i -= c.after[k-1]
	}
	b := c.blocks[k]
	pieces := c.pieces(b.length)
	start := b.start + i/pieces*b.length
	piece := i % pieces
	if c.target > 0 {
		from := piece * c.size
		return c.value(start+from, start+min(from+min(c.size, b.length-from), b.length))
	}
	even, longer := b.length/pieces, b.length%pieces
	from := piece*even + min(piece, longer)
	n := even
	if piece < longer {
		n++
	}
	return c.value(start+from, start+from+n)
}

// value is the chunk of the values at the positions start to end-1.
func (c *chunking) value(start, end int64) expr.Value {
	switch {
	case c.contiguous:
		return expr.RangeValue(expr.ContiguousRange(c.values.at(start).Int(), c.values.at(end-1).Int()))
	case c.values.rng != nil:
		return expr.RangeValue(c.values.rng.Slice(start, end, 1).Regroup())
	}
	values := make([]int64, 0, end-start)
	for _, v := range c.values.list[start:end] {
		values = append(values, v.Int())
	}
	return expr.RangeValue(expr.RangeFromList(values))
}

// blockEnd is the position behind the block that pos is in.
func (c *chunking) blockEnd(pos int64) int64 {
	k := sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].start > pos }) - 1
	b := c.blocks[k]
	return b.start + ((pos-b.start)/b.length+1)*b.length
}
