// This file reads the values that a submission gives for job parameters: a
// text from a command line, or a mapping in a JSON or YAML file.

package template

import (
	"fmt"
	"strings"

	"runner/template/expr"
)

// ParameterInput is a submitted value of a job parameter and where it is from.
type ParameterInput struct {
	node   *node
	source *Source
	origin string
}

// TextInput is a value given as text, to the letter. origin says where, for
// messages: "-p".
func TextInput(text, origin string) ParameterInput {
	return ParameterInput{node: &node{kind: stringNode, text: text}, source: NewSource("", nil), origin: origin}
}

// ReadParameters reads a mapping of parameter names to values. name says what
// to call it in positions and decides the syntax: JSON for a name ending in
// .json (any case), YAML 1.2 for every other. The error is a Faults.
func ReadParameters(name string, data []byte, limits Limits) (map[string]ParameterInput, error) {
	limits = limits.withDefaults()
	if len(data) > limits.Size {
		return nil, Faults{{Pos: Position{File: name},
			Message: fmt.Sprintf("the file has more than %d bytes, which is the most that is allowed", limits.Size)}}
	}
	if strings.TrimSpace(string(data)) == "" {
		return nil, Faults{{Pos: Position{File: name}, Message: "there are no parameter values in it",
			Hint: "write a mapping from names to values, or {} for none"}}
	}
	d := &decoder{source: NewSource(name, data)}
	root := d.parse(limits)
	out := map[string]ParameterInput{}
	if root != nil && len(d.faults.faults) == 0 {
		if m := (element{d, root, ""}).mapping("a file of parameter values", ""); m != nil {
			for _, en := range root.entries {
				out[en.key] = ParameterInput{node: en.value, source: d.source, origin: en.value.pos.String()}
			}
		}
	}
	if err := d.faults.faults.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// value reads the input as a value of the parameter's type, of RawExprType.
// Faults name the parameter; text is the input if it is a scalar.
func (in ParameterInput) value(p *ParameterDefinition) (v expr.Value, text string, faults Faults) {
	d := &decoder{source: in.source}
	e := element{d, in.node, ""}
	v, ok := e.submitted(p.Type)
	if ok {
		return v, in.node.text, nil
	}
	for _, f := range d.faults.faults {
		f.Message = fmt.Sprintf("parameter %q (%s): %s", p.Name, p.Type, f.Message)
		f.Pos, f.Path = in.position(f.Pos), ""
	}
	return v, "", d.faults.faults
}

// position is where a fault of the input is; the origin when there is no file.
func (in ParameterInput) position(pos Position) Position {
	if !pos.IsValid() {
		return Position{File: in.origin}
	}
	return pos
}

// submitted reads a submitted value. Unlike in a template, other scalars than
// strings become text where text is wanted, and no blanks stand before a number
// in text; lists may be given as JSON text.
func (e element) submitted(t ParameterType) (expr.Value, bool) {
	if e.node.kind == stringNode {
		return e.submittedText(t, e.node.text)
	}
	switch t {
	case StringParam, PathParam, RangeExprParam:
		switch e.node.kind {
		case intNode, floatNode, boolNode:
			if e.node.kind == boolNode {
				return e.submittedText(t, fmt.Sprint(e.node.boolean))
			}
			return e.submittedText(t, e.node.text)
		}
	}
	return e.parameterValue(t, false)
}

func (e element) submittedText(t ParameterType, text string) (expr.Value, bool) {
	if t == IntParam || t == FloatParam {
		text = strings.TrimRight(text, " \t")
	}
	switch t {
	case StringParam, PathParam:
		return expr.StringValue(text), true
	case RangeExprParam:
		r, ok := e.rangeText(text)
		return expr.RangeValue(r), ok
	case IntParam:
		i, why := parseIntText(text)
		if why != "" {
			e.fault("2.3", "", "%s %s", quoteShort(text), why)
		}
		return expr.IntValue(i), why == ""
	case FloatParam:
		f, why := parseFloatText(text)
		if why != "" {
			e.fault("2.4", "", "%s %s", quoteShort(text), why)
		}
		return expr.FloatText(f, text), why == ""
	case BoolParam:
		b, ok := parseBoolText(text)
		if !ok {
			e.fault("2.9", "write true or false", "%s is not a boolean", quoteShort(text))
		}
		return expr.BoolValue(b), ok
	}
	return e.submittedList(t, text)
}

// submittedList reads a list from JSON text.
func (e element) submittedList(t ParameterType, text string) (expr.Value, bool) {
	var faults faultList
	source := NewSource("", []byte(text))
	root := parseJSON(source, Limits{}.withDefaults(), &faults)
	if root == nil {
		why := ""
		if len(faults.faults) > 0 {
			why = ": " + faults.faults[0].Message
		}
		e.fault(t.section(), `write it as JSON, for example ["a", "b"]`, "%s is not a list%s", quoteShort(text), why)
		return expr.Value{}, false
	}
	inner := element{&decoder{source: source}, root, ""}
	v, ok := inner.parameterValue(t, false)
	for _, f := range inner.d.faults.faults {
		message := f.Message
		if item := strings.TrimLeft(f.Path, "."); item != "" {
			message = item + ": " + message
		}
		e.fault(f.Section, f.Hint, "%s", message)
	}
	return v, ok
}
