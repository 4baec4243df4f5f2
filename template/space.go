// This file defines Space, the Tasks of a Step (§3.4): every combination of
// task parameter values, found by its number and never written out.

package template

import (
	"fmt"
	"math/bits"
	"strings"

	"runner/template/expr"
)

// TaskParameter is one parameter of a Task with its value.
type TaskParameter struct {
	Name  string
	Type  ParameterType
	Value expr.Value // as Task.RawParam has it: a path is a string, a chunk a range_expr
}

// TaskParameters are the parameters of one Task in definition order.
type TaskParameters []TaskParameter

// String is "A=1, B=x".
func (ps TaskParameters) String() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Name + "=" + p.Value.Text()
	}
	return strings.Join(texts, ", ")
}

// Symbols defines Task.Param.* and Task.RawParam.* within parent. mapPath
// applies the path mapping rules to the text of a PATH parameter; nil leaves
// it as it is.
func (ps TaskParameters) Symbols(parent *expr.Symbols, mapPath func(string) string) *expr.Symbols {
	symbols := expr.NewSymbols(parent)
	for _, p := range ps {
		symbols.Define("Task.RawParam."+p.Name, p.Value)
		symbols.Define("Task.Param."+p.Name, mappedValue(p.Type, p.Value, mapPath))
	}
	return symbols
}

// Space is a Step's parameter space with all ranges known. It never changes,
// so many goroutines may read it. The Space of a Step without parameterSpace
// has one Task without parameters.
type Space struct {
	dims []*dimension // in definition order
	root *spaceNode   // nil: no parameters
	text string       // the combination
}

// dimension is one task parameter of a Space.
type dimension struct {
	name   string
	typ    ParameterType
	values rangeValues
	chunks *chunking // of CHUNK[INT]
}

// len is how many values a Task can have, counting a chunk as one.
func (d *dimension) len() int64 {
	if d.chunks != nil {
		return d.chunks.len()
	}
	return d.values.len()
}

func (d *dimension) at(i int64) TaskParameter {
	p := TaskParameter{Name: d.name, Type: d.typ}
	if d.chunks != nil {
		p.Value = d.chunks.at(i)
	} else {
		p.Value = d.values.at(i)
	}
	return p
}

// spaceNode is a part of a combination with its number of Tasks.
type spaceNode struct {
	size     int64
	dim      int // index in Space.dims; -1 when there are children
	children []*spaceNode
	lockstep bool // the children go in lockstep; else the leftmost is slowest
}

// Len is the number of Tasks. With adaptive chunks it is the number that the
// default size gives.
func (s *Space) Len() int64 {
	if s.root == nil {
		return 1
	}
	return s.root.size
}

// Names are the task parameters in definition order.
func (s *Space) Names() []string {
	names := make([]string, len(s.dims))
	for i, d := range s.dims {
		names[i] = d.name
	}
	return names
}

// At gives the i-th Task, counted from 0, in a time that depends on the number
// of parameters alone.
func (s *Space) At(i int64) (TaskParameters, error) {
	if i < 0 || i >= s.Len() {
		return nil, fmt.Errorf("there is no Task %d, the Step has %d", i, s.Len())
	}
	out := make(TaskParameters, len(s.dims))
	if s.root != nil {
		s.fill(s.root, i, out)
	}
	return out, nil
}

func (s *Space) fill(n *spaceNode, i int64, out TaskParameters) {
	if n.dim >= 0 {
		out[n.dim] = s.dims[n.dim].at(i)
		return
	}
	for k := len(n.children) - 1; k >= 0; k-- {
		child := n.children[k]
		if n.lockstep {
			s.fill(child, i, out)
			continue
		}
		s.fill(child, i%child.size, out)
		i /= child.size
	}
}

// newSpace resolves a parameter space in the scope of job creation. step names
// the Step in messages.
func newSpace(written *ParameterSpace, step string, env *expr.Env) (*Space, Faults) {
	s := &Space{}
	if written == nil {
		return s, nil
	}
	var faults Faults
	for _, p := range written.Parameters {
		d := &dimension{name: p.Name, typ: p.Type}
		values, more := p.resolve(env)
		faults = append(faults, more...)
		d.values = values
		if p.Chunks != nil && more == nil {
			d.chunks, more = newChunks(p, values, env)
			faults = append(faults, more...)
		}
		s.dims = append(s.dims, d)
	}
	if faults != nil {
		return nil, faults
	}
	combination := written.Combination
	if combination == nil {
		combination = productOf(written.Parameters)
	}
	s.text = combination.String()
	if written.CombinationText != "" {
		s.text = written.CombinationText
	}
	root, fault := s.build(combination)
	if fault != nil {
		fault.Pos, fault.Path, fault.Section = written.Pos, written.Path, "3.4.3"
		if written.CombinationText != "" {
			fault.Pos, fault.Path = written.CombinationPos, written.Path+".combination"
		}
		fault.Message = fmt.Sprintf("Step %q, combination %q: %s", step, s.text, fault.Message)
		return nil, Faults{fault}
	}
	s.root = root
	return s, nil
}

// productOf combines all parameters in definition order.
func productOf(parameters []*TaskParameterDefinition) *Combination {
	c := &Combination{}
	for _, p := range parameters {
		c.Product = append(c.Product, &Combination{Parameter: p.Name})
	}
	if len(c.Product) == 1 {
		return c.Product[0]
	}
	return c
}

// build counts the Tasks of a combination from the leaves up.
func (s *Space) build(c *Combination) (*spaceNode, *Fault) {
	if c.Parameter != "" {
		for i, d := range s.dims {
			if d.name == c.Parameter {
				return &spaceNode{size: d.len(), dim: i}, nil
			}
		}
		return nil, &Fault{Message: fmt.Sprintf("%q is no task parameter", c.Parameter)}
	}
	n := &spaceNode{dim: -1, lockstep: c.Association != nil, size: 1}
	parts := c.Product
	if n.lockstep {
		parts = c.Association
	}
	for _, part := range parts {
		child, fault := s.build(part)
		if fault != nil {
			return nil, fault
		}
		n.children = append(n.children, child)
		if n.lockstep {
			continue
		}
		high, low := bits.Mul64(uint64(n.size), uint64(child.size))
		if high != 0 || int64(low) < 0 {
			return nil, &Fault{Message: "there are more Tasks than 64 bits can count", Hint: "make the ranges smaller"}
		}
		n.size = int64(low)
	}
	if !n.lockstep {
		return n, nil
	}
	n.size = n.children[0].size
	for _, child := range n.children {
		if child.size != n.size {
			return nil, lengthFault(parts, n.children)
		}
	}
	return n, nil
}

// lengthFault says how long the parts of an association are.
func lengthFault(parts []*Combination, nodes []*spaceNode) *Fault {
	lengths := make([]string, len(parts))
	for i, part := range parts {
		lengths[i] = fmt.Sprintf("%s has %d", part, nodes[i].size)
	}
	return &Fault{
		Message: "the parts of an association need equal numbers of values, but " + strings.Join(lengths, " and "),
		Hint:    "give them ranges of the same length, or combine them with *",
	}
}
