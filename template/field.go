// This file defines numbers that a document may write as format strings.

package template

import (
	"fmt"
	"math"
	"strings"

	"runner/template/expr"
)

// IntField is an integer that a document may write as a number, as digits in a
// string, or, where the schema allows, as a format string resolved at job
// creation.
type IntField struct {
	Value    int64        // when Constant
	Constant bool         // no expression: Value holds
	Format   FormatString // when not Constant
	Min, Max int64        // the bounds that a resolved value has to keep
	Pos      Position
	Path     string
	section  string
}

// FloatField is IntField for a number that need not be whole (§3.3.1).
type FloatField struct {
	Value    float64
	Constant bool
	Format   FormatString
	Min      float64 // the lowest value allowed
	Above    bool    // the value has to be above Min, not equal to it
	Pos      Position
	Path     string
	section  string
}

// Resolve gives the number; present is false for a nil field and for a whole
// field that is null, where the default applies. The error is a *Fault.
func (f *IntField) Resolve(env *expr.Env) (value int64, present bool, err error) {
	if f == nil {
		return 0, false, nil
	}
	if f.Constant {
		return f.Value, true, nil
	}
	v, present, err := f.Format.ResolveField(env, expr.Int)
	if err != nil || !present {
		return 0, false, err
	}
	if v.IsUnresolved() {
		return 0, false, f.Format.fault(0, &expr.Error{Message: "the value is not known at job creation"})
	}
	if v.Type() == expr.Int {
		value = v.Int()
	} else if value, err = fieldInt(v.Text()); err != nil {
		return 0, false, f.fault(err)
	}
	if err := f.bounds(value); err != nil {
		return 0, false, f.fault(err)
	}
	return value, true, nil
}

// bounds checks a value against Min and Max.
func (f *IntField) bounds(value int64) error {
	if value >= f.Min && value <= f.Max {
		return nil
	}
	if f.Max == math.MaxInt64 {
		return fmt.Errorf("%d is too small, at least %d is needed", value, f.Min)
	}
	return fmt.Errorf("%d is not between %d and %d", value, f.Min, f.Max)
}

func (f *IntField) fault(err error) *Fault {
	return &Fault{Pos: f.Pos, Path: f.Path, Message: err.Error(), Section: f.section}
}

// check checks an expression's names and type, and its value where the scope
// knows it already.
func (f *IntField) check(env *expr.Env) Faults {
	if f == nil || f.Constant {
		return nil
	}
	if faults := f.Format.Check(env, expr.Optional(expr.Int)); len(faults) > 0 {
		return faults
	}
	v, present, err := f.Format.ResolveField(env, expr.Int)
	if err != nil || !present || v.IsUnresolved() {
		return nil // an error may be of a value known later; Check has seen the rest
	}
	if _, _, err := f.Resolve(env); err != nil {
		return Faults{err.(*Fault)}
	}
	return nil
}

// Resolve gives the number; present is false for a nil field and for a whole
// field that is null. The error is a *Fault.
func (f *FloatField) Resolve(env *expr.Env) (value float64, present bool, err error) {
	if f == nil {
		return 0, false, nil
	}
	if f.Constant {
		return f.Value, true, nil
	}
	v, present, err := f.Format.ResolveField(env, expr.Float)
	if err != nil || !present {
		return 0, false, err
	}
	switch {
	case v.IsUnresolved():
		return 0, false, f.Format.fault(0, &expr.Error{Message: "the value is not known at job creation"})
	case v.Type() == expr.Float:
		value = v.Float()
	default:
		if value, err = fieldFloat(v.Text()); err != nil {
			return 0, false, f.fault(err)
		}
	}
	if err := f.bounds(value); err != nil {
		return 0, false, f.fault(err)
	}
	return value, true, nil
}

// bounds checks that a value is finite and not below Min.
func (f *FloatField) bounds(value float64) error {
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return fmt.Errorf("%v is not a finite number", value)
	case f.Above && value <= f.Min:
		return fmt.Errorf("%v is too small, it has to be above %v", value, f.Min)
	case value < f.Min:
		return fmt.Errorf("%v is too small, at least %v is needed", value, f.Min)
	}
	return nil
}

func (f *FloatField) fault(err error) *Fault {
	return &Fault{Pos: f.Pos, Path: f.Path, Message: err.Error(), Section: f.section}
}

// check is IntField.check for a float.
func (f *FloatField) check(env *expr.Env) Faults {
	if f == nil || f.Constant {
		return nil
	}
	if faults := f.Format.Check(env, expr.Optional(expr.Float)); len(faults) > 0 {
		return faults
	}
	v, present, err := f.Format.ResolveField(env, expr.Float)
	if err != nil || !present || v.IsUnresolved() {
		return nil
	}
	if _, _, err := f.Resolve(env); err != nil {
		return Faults{err.(*Fault)}
	}
	return nil
}

// fieldInt reads an <intstring>: blanks around it are allowed.
func fieldInt(text string) (int64, error) {
	value, why := parseIntText(strings.Trim(text, " \t\r\n"))
	if why != "" {
		return 0, fmt.Errorf("%s %s", quoteShort(text), why)
	}
	return value, nil
}

// fieldFloat reads a <floatstring>: blanks around it are allowed.
func fieldFloat(text string) (float64, error) {
	value, why := parseFloatText(strings.Trim(text, " \t\r\n"))
	if why != "" {
		return 0, fmt.Errorf("%s %s", quoteShort(text), why)
	}
	return value, nil
}
