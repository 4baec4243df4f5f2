// This file resolves host requirements when a Job is created (§3.3).

package template

import (
	"fmt"
	"strings"

	"runner/template/expr"
)

// ResolvedRequirements are host requirements with all expressions resolved.
type ResolvedRequirements struct {
	Amounts    []ResolvedAmount
	Attributes []ResolvedAttribute
}

// ResolvedAmount is a quantity that is asked for; an absent bound is nil.
type ResolvedAmount struct {
	Name     string
	Min, Max *float64
}

// ResolvedAttribute is a capability with the values that are asked for.
type ResolvedAttribute struct {
	Name  string
	AnyOf []string
	AllOf []string
}

// resolver resolves the requirements of one Step or Service.
type resolver struct {
	env    *expr.Env
	faults Faults
	seen   map[string]bool // names so far, in lower case
}

func (r *resolver) fault(pos Position, path, section, format string, args ...any) {
	r.faults = append(r.faults, &Fault{Pos: pos, Path: path, Section: section, Message: fmt.Sprintf(format, args...)})
}

func (h *HostRequirements) resolve(env *expr.Env) (*ResolvedRequirements, Faults) {
	if h == nil {
		return nil, nil
	}
	r := &resolver{env: env, seen: map[string]bool{}}
	out := &ResolvedRequirements{}
	for _, a := range h.Amounts {
		out.Amounts = append(out.Amounts, r.amount(a))
	}
	for _, a := range h.Attributes {
		out.Attributes = append(out.Attributes, r.attribute(a))
	}
	return out, r.faults
}

// name resolves a capability's name and makes sure that it is the only one.
func (r *resolver) name(f *FormatString, kind, section string) string {
	name, err := f.Resolve(r.env)
	if err != nil {
		r.faults = append(r.faults, asFault(err, f.Pos, f.Path))
		return ""
	}
	if why := capabilityNameFault(kind, name); why != "" {
		r.fault(f.Pos, f.Path, section, "%s", why)
	}
	if lower := strings.ToLower(name); r.seen[lower] {
		r.fault(f.Pos, f.Path, section, "the capability %s is required twice", quoteShort(name))
	} else {
		r.seen[lower] = true
	}
	return name
}

func (r *resolver) amount(a *AmountRequirement) ResolvedAmount {
	out := ResolvedAmount{Name: r.name(&a.Name, "amount", "3.3.1.1")}
	bound := func(f *FloatField) *float64 {
		v, given, err := f.Resolve(r.env)
		if err != nil {
			r.faults = append(r.faults, asFault(err, a.Pos, a.Path))
		}
		if err != nil || !given {
			return nil
		}
		return &v
	}
	before := len(r.faults)
	out.Min, out.Max = bound(a.Min), bound(a.Max)
	switch {
	case len(r.faults) > before:
	case out.Min == nil && out.Max == nil:
		r.fault(a.Pos, a.Path, "3.3.1", "the amount requirement %s needs min or max, and both resolve to null", quoteShort(out.Name))
	case out.Min != nil && out.Max != nil && *out.Min > *out.Max:
		r.fault(a.Pos, a.Path, "3.3.1", "min (%v) of %s is above max (%v)", *out.Min, quoteShort(out.Name), *out.Max)
	}
	return out
}

func (r *resolver) attribute(a *AttributeRequirement) ResolvedAttribute {
	out := ResolvedAttribute{Name: r.name(&a.Name, "attr", "3.3.2.1")}
	values := func(formats []FormatString, key string) []string {
		var all []string
		for i := range formats {
			f := &formats[i]
			texts, err := f.ResolveItem(r.env)
			if err != nil {
				r.faults = append(r.faults, asFault(err, f.Pos, f.Path))
				continue
			}
			for _, text := range texts {
				if why := attributeValueFault(out.Name, text); why != "" {
					r.fault(f.Pos, f.Path, "3.3.2.2", "%s", why)
				}
			}
			all = append(all, texts...)
		}
		if n := len(all); n > maxAttributeValues || n == 0 && len(formats) > 0 && len(r.faults) == 0 {
			r.fault(a.Pos, a.Path+"."+key, "3.3.2", "%s resolves to %d values, 1 to %d are allowed", key, n, maxAttributeValues)
		}
		return all
	}
	out.AnyOf, out.AllOf = values(a.AnyOf, "anyOf"), values(a.AllOf, "allOf")
	return out
}
