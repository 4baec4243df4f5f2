// This file reads the values of job parameters as documents write them, and
// the words and faults that they share with ranges and submitted values.

package template

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// maxParameterText is the longest default or allowed value of a STRING or
// PATH parameter (§2.5), and the default maxLength of RANGE_EXPR (§2.10).
const maxParameterText = 1024

// parameterValue reads a value of type t as RawExprType has it. top is true
// for a parameter's own value, where numbers may be written as text and texts
// are limited, and false for the items of lists.
func (e element) parameterValue(t ParameterType, top bool) (expr.Value, bool) {
	if item := t.Item(); item != "" {
		return e.listValue(t, item)
	}
	switch t {
	case IntParam:
		return e.intValue(top)
	case FloatParam:
		return e.floatValue(top)
	case BoolParam:
		return e.boolValue()
	case RangeExprParam:
		text, ok := e.str()
		if !ok {
			return expr.Value{}, false
		}
		r, ok := e.rangeText(text)
		return expr.RangeValue(r), ok
	}
	text, ok := e.str()
	if ok && top && utf8.RuneCountInString(text) > maxParameterText {
		e.fault("2.5", "", "has %d characters, at most %d are allowed", utf8.RuneCountInString(text), maxParameterText)
		return expr.Value{}, false
	}
	return expr.StringValue(text), ok
}

func (e element) listValue(t, item ParameterType) (expr.Value, bool) {
	if e.node.kind != sequenceNode {
		e.fault(t.section(), "", "expected a list for %s, found %s", t, e.describe())
		return expr.Value{}, false
	}
	items := make([]expr.Value, 0, len(e.node.items))
	all := true
	for _, child := range e.list(t.section(), 0, 0) {
		v, ok := child.parameterValue(item, false)
		all = all && ok
		items = append(items, v)
	}
	if !all {
		return expr.Value{}, false
	}
	return listOf(item, items), true
}

// listOf is a list of values of a parameter type; the type of an empty list is
// the declared one too.
func listOf(item ParameterType, items []expr.Value) expr.Value {
	return expr.ListValue(item.RawExprType(), items)
}

// intValue reads an integer, or with text the text of one (§2.3).
func (e element) intValue(text bool) (expr.Value, bool) {
	if text && e.node.kind == stringNode {
		i, err := fieldInt(e.node.text)
		if err != nil {
			e.fault("2.3", "", "%s", err)
			return expr.Value{}, false
		}
		return expr.IntValue(i), true
	}
	i, ok := e.integer()
	return expr.IntValue(i), ok
}

// floatValue reads a number, or with text the text of one, which is kept
// (§2.4). A number without quotes is its value alone: 1.50 is 1.5.
func (e element) floatValue(text bool) (expr.Value, bool) {
	switch e.node.kind {
	case intNode, floatNode:
		if math.IsNaN(e.node.float) || math.IsInf(e.node.float, 0) {
			e.fault("2.4", "", "%s is not a finite number", e.describe())
			return expr.Value{}, false
		}
		return e.plainFloat(), true
	case stringNode:
		if !text {
			break
		}
		f, err := fieldFloat(e.node.text)
		if err != nil {
			e.fault("2.4", "", "%s", err)
			return expr.Value{}, false
		}
		return expr.FloatText(f, strings.TrimSpace(e.node.text)), true
	}
	e.fault("2.4", "", "expected a number, found %s", e.describe())
	return expr.Value{}, false
}

// plainFloat is the value of a number written without quotes. Where there are
// no expressions, a number written without exponent is not shown with one.
func (e element) plainFloat() expr.Value {
	f := e.node.float
	if size := math.Abs(f); e.d.has(Expr) || f == 0 || size >= 1e-4 && size < 1e16 || strings.ContainsAny(e.node.text, "eE") {
		return expr.FloatValue(f)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return expr.FloatText(f, text)
}

// boolValue reads what counts as a boolean (§2.9).
func (e element) boolValue() (expr.Value, bool) {
	switch n := e.node; n.kind {
	case boolNode:
		return expr.BoolValue(n.boolean), true
	case intNode, floatNode:
		if n.float == 0 || n.float == 1 {
			return expr.BoolValue(n.float == 1), true
		}
	case stringNode:
		if b, ok := parseBoolText(n.text); ok {
			return expr.BoolValue(b), true
		}
	}
	e.fault("2.9", "write true or false", "expected a boolean, found %s", e.describe())
	return expr.Value{}, false
}

// rangeText reads a range expression and reports a fault at its character.
func (e element) rangeText(text string) (*expr.Range, bool) {
	r, err := expr.ParseRange(text)
	if err == nil {
		return r, true
	}
	offset, message, hint := rangeFault(err, text)
	e.faultAt(offset, "3.4.1.1.1", hint, "%s", message)
	return nil, false
}

// rangeFault takes an error of expr.ParseRange apart: the rune offset in the
// text, the message and the hint.
func rangeFault(err error, text string) (offset int, message, hint string) {
	fault, ok := err.(*expr.RangeError)
	if !ok {
		return 0, err.Error(), ""
	}
	return utf8.RuneCountInString(text[:fault.Offset]), fault.Message, fault.Hint
}

// parseBoolText reads the words for true and false, in any letter case (§2.9).
func parseBoolText(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0":
		return false, true
	}
	return false, false
}

// displayValue shows a value in a message, shortened.
func displayValue(v expr.Value) string {
	const most = 60
	text := v.Display()
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return text
}

// displayValues shows a list of values in a message, shortened.
func displayValues(values []expr.Value) string {
	const most = 10
	var b strings.Builder
	for i, v := range values {
		if i == most {
			fmt.Fprintf(&b, ", … (%d in all)", len(values))
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(displayValue(v))
	}
	return b.String()
}
