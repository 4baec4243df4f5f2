// This file turns the written range of a task parameter into its values, when
// a Job is created (§3.4.1).

package template

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// rangeValues are the values of one task parameter in order: a Range, which
// is never written out, or a list. Values are as Task.RawParam has them.
type rangeValues struct {
	rng  *expr.Range
	list []expr.Value
}

func (v rangeValues) len() int64 {
	if v.rng != nil {
		return v.rng.Len()
	}
	return int64(len(v.list))
}

func (v rangeValues) at(i int64) expr.Value {
	if v.rng != nil {
		return expr.IntValue(v.rng.At(i))
	}
	return v.list[i]
}

// resolve gives the parameter's values in the scope of job creation.
func (p *TaskParameterDefinition) resolve(env *expr.Env) (rangeValues, Faults) {
	switch {
	case p.Range != nil:
		return rangeValues{rng: p.Range}, nil
	case p.Text != nil:
		return p.resolveText(env)
	}
	var out rangeValues
	var faults Faults
	for _, item := range p.List {
		if item.Format == nil {
			out.list = append(out.list, item.Value)
			continue
		}
		values, err := p.resolveItem(item.Format, env)
		if err != nil {
			faults = append(faults, asFault(err, item.Pos, item.Path))
			continue
		}
		out.list = append(out.list, values...)
	}
	if faults != nil {
		return out, faults
	}
	return out, p.checkCount(out, p.Pos, p.Path+".range")
}

// checkCount holds a list against §3.4.1's limits, which do not apply to range
// expressions.
func (p *TaskParameterDefinition) checkCount(v rangeValues, pos Position, path string) Faults {
	fault := &Fault{Pos: pos, Path: path, Section: "3.4.1"}
	switch n := v.len(); {
	case n == 0:
		fault.Message = fmt.Sprintf("the range of the task parameter %q has no values, at least one is needed", p.Name)
	case v.rng == nil && n > maxRangeList:
		fault.Message = fmt.Sprintf("the range of the task parameter %q is a list of %d values, at most %d are allowed", p.Name, n, maxRangeList)
	default:
		return nil
	}
	return Faults{fault}
}

// resolveItem resolves one element of a list; with EXPR it may be null, which
// leaves it out, or a list, which stands for its items (§1.3.2).
func (p *TaskParameterDefinition) resolveItem(f *FormatString, env *expr.Env) ([]expr.Value, error) {
	if p.Type == StringParam || p.Type == PathParam {
		texts, err := f.ResolveItem(env)
		if err != nil {
			return nil, err
		}
		return p.texts(texts)
	}
	number := p.Type.numberType()
	v, present, err := f.ResolveField(env, expr.Union(number, expr.List(number)))
	if err != nil || !present {
		return nil, err
	}
	if !v.Type().IsList() {
		n, err := p.number(v)
		return []expr.Value{n}, err
	}
	return p.numbers(v)
}

// numberType is the expression type of the values of INT, CHUNK[INT], FLOAT.
func (t ParameterType) numberType() expr.Type {
	if t == FloatParam {
		return expr.Float
	}
	return expr.Int
}

func (p *TaskParameterDefinition) numbers(list expr.Value) ([]expr.Value, error) {
	out := make([]expr.Value, list.Len())
	for i := range out {
		n, err := p.number(list.At(i))
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

// number takes a resolved value as a number of the parameter's type: one of
// that type as it is, anything else by its text.
func (p *TaskParameterDefinition) number(v expr.Value) (expr.Value, error) {
	if v.Type() == p.Type.numberType() {
		return v, nil
	}
	return numberText(p.Type, v.Text())
}

// numberText reads the text of a number for a range. An int becomes its value
// alone; a float keeps its text without blanks around it, superfluous zeros in
// front, and the sign of zero.
func numberText(t ParameterType, text string) (expr.Value, error) {
	if t != FloatParam {
		i, err := fieldInt(text)
		return expr.IntValue(i), err
	}
	f, err := fieldFloat(text)
	if err != nil {
		return expr.Value{}, err
	}
	text = strings.TrimSpace(text)
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign, text = text[:1], text[1:]
	}
	for len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9' {
		text = text[1:]
	}
	if f == 0 {
		sign = ""
	}
	return expr.FloatText(f, sign+text), nil
}

// texts holds resolved texts against §3.4.2.
func (p *TaskParameterDefinition) texts(texts []string) ([]expr.Value, error) {
	out := make([]expr.Value, len(texts))
	for i, text := range texts {
		switch n := utf8.RuneCountInString(text); {
		case n == 0:
			return nil, errors.New("the value is empty")
		case n > maxTaskText:
			return nil, fmt.Errorf("the value has %d characters, at most %d are allowed", n, maxTaskText)
		}
		out[i] = expr.StringValue(text)
	}
	return out, nil
}

// resolveText resolves a range that is written as a text with expressions.
func (p *TaskParameterDefinition) resolveText(env *expr.Env) (rangeValues, Faults) {
	values, err := p.textValues(env)
	if err != nil {
		fault := asFault(err, p.Text.Pos, p.Text.Path)
		fault.Message = fmt.Sprintf("the range of the task parameter %q: %s", p.Name, fault.Message)
		return rangeValues{}, Faults{fault}
	}
	return values, p.checkCount(values, p.Text.Pos, p.Text.Path)
}

func (p *TaskParameterDefinition) textValues(env *expr.Env) (rangeValues, error) {
	isInt := p.Type == IntParam || p.Type == ChunkIntParam
	target := expr.Any
	switch {
	case isInt:
		target = expr.Union(expr.Int, expr.RangeExpr, expr.String, expr.List(expr.Int))
	case p.Type == FloatParam:
		target = expr.List(expr.Float)
	}
	v, present, err := p.Text.ResolveField(env, target)
	switch {
	case err != nil:
		return rangeValues{}, err
	case !present:
		return rangeValues{}, errors.New("the expression is null where values are needed")
	case v.Type() == expr.RangeExpr && isInt:
		return rangeValues{rng: v.Range()}, nil
	case v.Type().IsList() && (isInt || p.Type == FloatParam):
		list, err := p.numbers(v)
		return rangeValues{list: list}, err
	case v.Type().IsList():
		texts := make([]string, v.Len())
		for i := range texts {
			texts[i] = v.At(i).Text()
		}
		list, err := p.texts(texts)
		return rangeValues{list: list}, err
	case !isInt:
		return rangeValues{}, fmt.Errorf("expected a list, found a value of type %s", v.Type())
	}
	r, err := expr.ParseRange(v.Text())
	if err != nil {
		_, message, hint := rangeFault(err, v.Text())
		return rangeValues{}, &Fault{Pos: p.Text.Pos, Path: p.Text.Path, Hint: hint, Section: "3.4.1.1.1",
			Message: fmt.Sprintf("%s resolves to %s: %s", quoteShort(p.Text.Text), quoteShort(v.Text()), message)}
	}
	return rangeValues{rng: r}, nil
}

// asFault gives an error the place where it happened, if it has none.
func asFault(err error, pos Position, path string) *Fault {
	var fault *Fault
	if errors.As(err, &fault) {
		f := *fault
		return &f
	}
	return &Fault{Pos: pos, Path: path, Message: err.Error()}
}
