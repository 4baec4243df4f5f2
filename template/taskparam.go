// This file defines a Step's parameterSpace (§3.4) as written, and reads it.
// What it comes to with values for the job parameters is in taskrange.go and
// space.go.

package template

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"runner/template/expr"
)

const (
	maxTaskParameters = 16   // §3.4
	maxRangeList      = 1024 // §3.4.1.1 to §3.4.1.5
	maxTaskText       = 1024 // §3.4.2
)

// The values of rangeConstraint (§3.4.1.5).
const (
	Contiguous    = "CONTIGUOUS"
	Noncontiguous = "NONCONTIGUOUS"
)

// ParameterSpace is a Step's parameterSpace (§3.4) as written.
type ParameterSpace struct {
	Parameters      []*TaskParameterDefinition
	Combination     *Combination // nil: the product of all in definition order
	CombinationText string
	CombinationPos  Position
	Pos             Position
	Path            string
}

// TaskParameterDefinition is one entry of taskParameterDefinitions (§3.4.1).
// Exactly one of Range, Text and List says its values.
type TaskParameterDefinition struct {
	Name   string
	Type   ParameterType // INT, FLOAT, STRING, PATH or CHUNK[INT]
	Range  *expr.Range   // a range expression without format string
	Text   *FormatString // a range expression, or with EXPR any list, as format string
	List   []RangeItem
	Chunks *Chunks // of CHUNK[INT]
	Pos    Position
	Path   string
}

// RangeItem is one element of a range written as a list.
type RangeItem struct {
	Value  expr.Value    // when Format is nil
	Format *FormatString // an element that is resolved at job creation
	Pos    Position
	Path   string
}

// Chunks says how the values of a CHUNK[INT] parameter are grouped (§3.4.1.5).
type Chunks struct {
	DefaultTaskCount     *IntField // at least 1
	TargetRuntimeSeconds *IntField // 0: ignored; nil: absent
	RangeConstraint      string    // Contiguous or Noncontiguous
}

// parameterSpace reads a parameterSpace.
func (d *decoder) parameterSpace(e element) *ParameterSpace {
	m := e.mapping("a parameterSpace", "3.4")
	if m == nil {
		return nil
	}
	s := &ParameterSpace{Pos: e.node.pos, Path: e.path}
	complete := false
	if defs, ok := m.required("taskParameterDefinitions"); ok {
		complete = d.taskParameters(s, defs)
	}
	if c, ok := m.optional("combination"); ok {
		d.combination(s, c, complete)
	}
	m.done()
	return s
}

// taskParameters reads the definitions; false when one could not be read.
func (d *decoder) taskParameters(s *ParameterSpace, e element) bool {
	complete := e.node.kind == sequenceNode
	named := map[string]Position{}
	chunked := ""
	for _, item := range e.list("3.4", 1, maxTaskParameters) {
		p := d.taskParameter(item)
		if p == nil {
			complete = false
			continue
		}
		if first, twice := named[p.Name]; twice {
			item.fault("3.4", "each task parameter needs a name of its own", "the task parameter %q is defined twice, first at %s", p.Name, first)
			continue
		}
		named[p.Name] = p.Pos
		if p.Type == ChunkIntParam {
			if chunked != "" {
				item.fault("3.4.1.5", "", "a Step may have one CHUNK[INT] parameter, and %q is one already", chunked)
			}
			chunked = p.Name
		}
		s.Parameters = append(s.Parameters, p)
	}
	return complete
}

// taskParameter reads one definition; nil when it has no usable name or type.
func (d *decoder) taskParameter(e element) *TaskParameterDefinition {
	m := e.mapping("a task parameter definition", "3.4.1")
	if m == nil {
		return nil
	}
	p := &TaskParameterDefinition{Pos: e.node.pos, Path: e.path}
	if name, ok := m.required("name"); ok {
		p.Name, _ = name.identifier()
	}
	t, ok := m.required("type")
	if !ok {
		return nil
	}
	if p.Type, ok = d.taskParameterType(t); !ok {
		return nil
	}
	m.what = fmt.Sprintf("the %s task parameter %q", p.Type, p.Name)
	if r, ok := m.required("range"); ok {
		d.taskRange(p, r)
	}
	if p.Type == ChunkIntParam {
		if c, ok := m.required("chunks"); ok {
			p.Chunks = d.chunks(c)
		}
	}
	m.done()
	if p.Name == "" {
		return nil
	}
	return p
}

// taskParameterType reads a task parameter's type. With EXPR its letter case
// does not matter, as for job parameters (RFC 0007).
func (d *decoder) taskParameterType(e element) (ParameterType, bool) {
	text, ok := e.str()
	if !ok {
		return "", false
	}
	if d.has(Expr) {
		text = strings.ToUpper(text)
	}
	known := []string{string(IntParam), string(FloatParam), string(StringParam), string(PathParam)}
	if d.has(TaskChunking) {
		known = append(known, string(ChunkIntParam))
	}
	switch {
	case slices.Contains(known, text):
		return ParameterType(text), true
	case text == string(ChunkIntParam):
		e.fault("3.4.1.5", "add TASK_CHUNKING to the document's extensions", "the type CHUNK[INT] needs the extension TASK_CHUNKING")
	default:
		e.oneOf("3.4.1", known...)
	}
	return "", false
}

// taskRange reads a range: a list or a text.
func (d *decoder) taskRange(p *TaskParameterDefinition, e element) {
	isInt := p.Type == IntParam || p.Type == ChunkIntParam
	switch {
	case e.node.kind == sequenceNode:
		for _, item := range e.list("3.4.1", 1, maxRangeList) {
			if r, ok := d.rangeItem(p.Type, item); ok {
				p.List = append(p.List, r)
			}
		}
	case e.node.kind != stringNode && isInt:
		e.fault("3.4.1", "", "expected a list or a range expression, found %s", e.describe())
	case e.node.kind != stringNode || !isInt && !d.has(Expr):
		e.fault("3.4.1", "", "expected a list, found %s", e.describe())
	default:
		f, ok := e.parseFormat(e.node.text)
		switch {
		case !ok:
		case isInt && f.IsConstant():
			p.Range, _ = e.rangeText(f.Text)
		case !isInt && !f.IsWholeField():
			e.fault("3.4.1", "write a list, or one expression in {{ }} that gives a list", "a text is no range for the type %s", p.Type)
		default:
			p.Text = &f
		}
	}
}

// rangeItem reads one element of a list.
func (d *decoder) rangeItem(t ParameterType, e element) (RangeItem, bool) {
	item := RangeItem{Pos: e.node.pos, Path: e.path}
	number := t != StringParam && t != PathParam
	if number && e.node.kind != stringNode {
		v, ok := e.numberItem(t)
		item.Value = v
		return item, ok
	}
	f, ok := e.formatString("3.4.2", 1, maxTaskText, anyCharacter)
	switch {
	case !ok:
		return item, false
	case !f.IsConstant():
		item.Format = &f
		return item, true
	case !number:
		item.Value = expr.StringValue(f.Text)
		return item, true
	}
	v, err := numberText(t, f.Text)
	if err != nil {
		e.fault("3.4.1", "", "%s", err)
		return item, false
	}
	item.Value = v
	return item, true
}

func (e element) numberItem(t ParameterType) (expr.Value, bool) {
	if t == FloatParam {
		return e.floatValue(false)
	}
	return e.intValue(false)
}

// chunks reads a chunks object.
func (d *decoder) chunks(e element) *Chunks {
	m := e.mapping("a chunks object", "3.4.1.5")
	if m == nil {
		return nil
	}
	c := &Chunks{}
	if n, ok := m.required("defaultTaskCount"); ok {
		c.DefaultTaskCount = n.intField("3.4.1.5", 1, math.MaxInt64, true, true)
	}
	if n, ok := m.optional("targetRuntimeSeconds"); ok {
		c.TargetRuntimeSeconds = n.intField("3.4.1.5", 0, math.MaxInt64, true, true)
	}
	if r, ok := m.required("rangeConstraint"); ok {
		c.RangeConstraint, _ = r.oneOf("3.4.1.5", Contiguous, Noncontiguous)
	}
	m.done()
	return c
}

// combination reads a combination and, where all definitions could be read,
// holds it against them.
func (d *decoder) combination(s *ParameterSpace, e element, complete bool) {
	text, ok := e.boundedText("3.4.3", 1, maxCombination, "")
	if !ok {
		return
	}
	c, err := parseCombination(text)
	if err != nil {
		offset := 0
		if fault, ok := err.(*combinationError); ok {
			offset = fault.offset
		}
		e.faultAt(offset, "3.4.3", `write for example "A * (B, C)"`, "%s", err)
		return
	}
	if !complete {
		return
	}
	s.checkCombination(e, c)
	s.Combination, s.CombinationText, s.CombinationPos = c, text, e.node.pos
}

// checkCombination reports names that the combination should not or must have.
func (s *ParameterSpace) checkCombination(e element, c *Combination) {
	uses := map[string]int{}
	c.names(func(name string) { uses[name]++ })
	var known []string
	for _, p := range s.Parameters {
		known = append(known, p.Name)
		switch n := uses[p.Name]; {
		case n == 0:
			e.fault("3.4.3", "every task parameter has to stand in the combination", "the combination lacks the task parameter %q", p.Name)
		case n > 1:
			e.fault("3.4.3", "every task parameter may stand in it once", "the combination has the task parameter %q %d times", p.Name, n)
		}
		if p.Type == ChunkIntParam && c.associates(p.Name) {
			e.fault("3.4.3", fmt.Sprintf("take %s out of the parentheses and join it with *", p.Name),
				"the CHUNK[INT] parameter %q cannot be associated with other parameters", p.Name)
		}
		delete(uses, p.Name)
	}
	c.names(func(name string) {
		if uses[name] == 0 {
			return
		}
		delete(uses, name)
		hint := ""
		if near := suggest(name, known); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		e.fault("3.4.3", hint, "the combination has %q, which is no task parameter of the Step", name)
	})
}

// associates reports whether name stands in lockstep with another parameter.
func (c *Combination) associates(name string) bool {
	has := func(part *Combination) bool {
		found := false
		part.names(func(n string) { found = found || n == name })
		return found
	}
	for _, part := range c.Association {
		if len(c.Association) > 1 && has(part) || part.associates(name) {
			return true
		}
	}
	for _, part := range c.Product {
		if part.associates(name) {
			return true
		}
	}
	return false
}
