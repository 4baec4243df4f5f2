// This file defines job parameter definitions (§2) and reads them; their
// values are read in paramvalue.go, their userInterface in paramui.go.

package template

import (
	"fmt"
	"strings"

	"runner/template/expr"
)

// ParameterType is the type of a job parameter or of a task parameter, spelt
// as in the specification.
type ParameterType string

// The types of parameters: the first four in every document, the others of
// job parameters with EXPR, ChunkIntParam for task parameters with
// TASK_CHUNKING.
const (
	StringParam      ParameterType = "STRING"          // §2.1
	PathParam        ParameterType = "PATH"            // §2.2
	IntParam         ParameterType = "INT"             // §2.3
	FloatParam       ParameterType = "FLOAT"           // §2.4
	BoolParam        ParameterType = "BOOL"            // §2.9
	RangeExprParam   ParameterType = "RANGE_EXPR"      // §2.10
	ListStringParam  ParameterType = "LIST[STRING]"    // §2.11
	ListPathParam    ParameterType = "LIST[PATH]"      // §2.12
	ListIntParam     ParameterType = "LIST[INT]"       // §2.13
	ListFloatParam   ParameterType = "LIST[FLOAT]"     // §2.14
	ListBoolParam    ParameterType = "LIST[BOOL]"      // §2.15
	ListListIntParam ParameterType = "LIST[LIST[INT]]" // §2.16
	ChunkIntParam    ParameterType = "CHUNK[INT]"      // §3.4.1.5
)

// jobParameterTypes says for each type of a job parameter whether it needs
// EXPR, and its section.
var jobParameterTypes = []struct {
	name    ParameterType
	expr    bool
	section string
}{
	{StringParam, false, "2.1"}, {PathParam, false, "2.2"}, {IntParam, false, "2.3"}, {FloatParam, false, "2.4"},
	{BoolParam, true, "2.9"}, {RangeExprParam, true, "2.10"}, {ListStringParam, true, "2.11"},
	{ListPathParam, true, "2.12"}, {ListIntParam, true, "2.13"}, {ListFloatParam, true, "2.14"},
	{ListBoolParam, true, "2.15"}, {ListListIntParam, true, "2.16"},
}

// Item is the type of a list's items, "" for a type that is no list.
func (t ParameterType) Item() ParameterType {
	if inner, ok := strings.CutPrefix(string(t), "LIST["); ok {
		return ParameterType(strings.TrimSuffix(inner, "]"))
	}
	return ""
}

// IsPath reports whether values are paths, to which path mapping rules apply.
func (t ParameterType) IsPath() bool { return t == PathParam || t == ListPathParam }

// section is the type's section of the template schemas.
func (t ParameterType) section() string {
	for _, row := range jobParameterTypes {
		if row.name == t {
			return row.section
		}
	}
	return "3.4.1"
}

// ExprType is the type of Param.<name> and Task.Param.<name>.
func (t ParameterType) ExprType() expr.Type {
	if item := t.Item(); item != "" {
		return expr.List(item.ExprType())
	}
	switch t {
	case IntParam:
		return expr.Int
	case FloatParam:
		return expr.Float
	case BoolParam:
		return expr.Bool
	case PathParam:
		return expr.Path
	case RangeExprParam, ChunkIntParam:
		return expr.RangeExpr
	}
	return expr.String
}

// RawExprType is the type of RawParam.<name> and Task.RawParam.<name>: paths
// are strings, everything else is as in ExprType.
func (t ParameterType) RawExprType() expr.Type {
	switch t {
	case PathParam:
		return expr.String
	case ListPathParam:
		return expr.List(expr.String)
	}
	return t.ExprType()
}

// ParameterDefinition is one entry of parameterDefinitions (§2), or what the
// entries of one name in several documents come to (§1.2.1).
type ParameterDefinition struct {
	Name          string
	Type          ParameterType
	Description   string
	Default       *ParameterDefault // nil: a value has to be given
	Constraints   Constraints
	ObjectType    string // FILE or DIRECTORY of paths; "" when absent
	DataFlow      string // NONE, IN, OUT or INOUT of paths; "" when absent
	UserInterface *UserInterface
	// URIs says that a value scheme://… is no relative path (§2.2, EXPR).
	URIs bool
	// Also is where other documents define the parameter, after a merge.
	Also []Position
	Pos  Position
	Path string
}

// ParameterDefault is the value of a parameter that nobody gives: of the type
// RawExprType, a path as written.
type ParameterDefault struct {
	Value expr.Value
	Text  string // as written, if it is a scalar
	Pos   Position
	Path  string
}

// Constraints is what values of a parameter, or items of a list, have to keep.
// Numbers are values of type int or float as the parameter is.
type Constraints struct {
	Allowed   []expr.Value // nil: everything
	MinLength *int64       // code points of a text, items of a list
	MaxLength *int64
	MinValue  *expr.Value
	MaxValue  *expr.Value
	Item      *Constraints // of a list's items

	index map[valueKey]bool // of Allowed
}

// parameterDefinitions reads a parameterDefinitions list of at most most entries.
func (d *decoder) parameterDefinitions(e element, most int) []*ParameterDefinition {
	var out []*ParameterDefinition
	named := map[string]*ParameterDefinition{}
	for _, item := range e.list("2", 1, most) {
		p := d.parameterDefinition(item)
		if p == nil {
			continue
		}
		if first := named[p.Name]; first != nil {
			item.fault("1.1", "each parameter needs a name of its own", "the parameter %q is defined twice, first at %s", p.Name, first.Pos)
			continue
		}
		named[p.Name] = p
		out = append(out, p)
	}
	return out
}

// parameterDefinition reads one definition; nil when it has no usable name or
// type.
func (d *decoder) parameterDefinition(e element) *ParameterDefinition {
	m := e.mapping("a parameter definition", "2")
	if m == nil {
		return nil
	}
	p := &ParameterDefinition{URIs: d.has(Expr), Pos: e.node.pos, Path: e.path}
	if name, ok := m.required("name"); ok {
		p.Name, _ = name.identifier()
	}
	typed := false
	if t, ok := m.required("type"); ok {
		p.Type, typed = d.parameterType(t)
	}
	if !typed {
		return nil // which keys it may have is not known
	}
	m.what, m.section = fmt.Sprintf("the %s parameter %q", p.Type, p.Name), p.Type.section()
	if desc, ok := m.optional("description"); ok {
		p.Description = desc.description()
	}
	if p.Type.IsPath() {
		if o, ok := m.optional("objectType"); ok {
			p.ObjectType, _ = o.oneOf(m.section, "FILE", "DIRECTORY")
		}
		if f, ok := m.optional("dataFlow"); ok {
			p.DataFlow, _ = f.oneOf(m.section, "NONE", "IN", "OUT", "INOUT")
		}
	}
	p.Constraints = d.constraints(m, p.Type, true)
	if def, ok := m.optional("default"); ok {
		d.parameterDefault(p, def)
	}
	if ui, ok := m.optional("userInterface"); ok {
		_, restricted := m.find("allowedValues")
		p.UserInterface = d.userInterface(ui, p, restricted)
	}
	m.done()
	if p.Name == "" {
		return nil
	}
	return p
}

// parameterType reads a job parameter's type. With EXPR its letter case does
// not matter (RFC 0007).
func (d *decoder) parameterType(e element) (ParameterType, bool) {
	text, ok := e.str()
	if !ok {
		return "", false
	}
	var known []string
	for _, row := range jobParameterTypes {
		if string(row.name) == text || d.has(Expr) && strings.EqualFold(string(row.name), text) {
			if row.expr && !d.has(Expr) {
				e.fault(row.section, "add EXPR to the document's extensions", "the parameter type %s needs the extension EXPR", text)
				return "", false
			}
			return row.name, true
		}
		if d.has(Expr) || !row.expr {
			known = append(known, string(row.name))
		}
	}
	hint := ""
	if near := suggest(text, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	e.fault("2", hint, "%s is not a parameter type; the types are %s", e.describe(), strings.Join(known, ", "))
	return "", false
}

// parameterDefault reads a default and holds it against the constraints. A
// path's constraints are judged on the text as written here, and again after
// the join when the default is used (§2.2).
func (d *decoder) parameterDefault(p *ParameterDefinition, e element) {
	v, ok := e.parameterValue(p.Type, true)
	if !ok {
		return
	}
	p.Default = &ParameterDefault{Value: v, Text: e.node.text, Pos: e.node.pos, Path: e.path}
	for _, broken := range p.Constraints.check(p.Type, v, e.node.text, "the default") {
		e.fault(p.Type.section(), "", "%s", broken)
	}
}
