// This file defines host requirements (§3.3), reads them, and has the rules for
// capability names and values that also hold after resolution.

package template

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// HostRequirements are what a Step or a Service needs of its host (§3.3).
type HostRequirements struct {
	Amounts    []*AmountRequirement
	Attributes []*AttributeRequirement
	Pos        Position
	Path       string
}

// AmountRequirement asks for a quantity of a capability (§3.3.1). At least one
// of Min and Max is there.
type AmountRequirement struct {
	Name FormatString
	Min  *FloatField
	Max  *FloatField
	Pos  Position
	Path string
}

// AttributeRequirement asks for values of a capability (§3.3.2). At least one
// of AnyOf and AllOf is there.
type AttributeRequirement struct {
	Name  FormatString
	AnyOf []FormatString
	AllOf []FormatString
	Pos   Position
	Path  string
}

// hostRequirements reads the hostRequirements of a Step or a Service (§3.3).
func (d *decoder) hostRequirements(m *mapping) *HostRequirements {
	e, ok := m.optional("hostRequirements")
	if !ok {
		return nil
	}
	r := e.mapping("hostRequirements", "3.3")
	if r == nil {
		return nil
	}
	h := &HostRequirements{Pos: e.node.pos, Path: e.path}
	amounts, hasAmounts := r.optional("amounts")
	if hasAmounts {
		names := newNameSet("the amount requirement", "3.3")
		for _, item := range amounts.list("3.3", 1, 0) {
			if a := d.amount(item, names); a != nil {
				h.Amounts = append(h.Amounts, a)
			}
		}
	}
	attributes, hasAttributes := r.optional("attributes")
	if hasAttributes {
		names := newNameSet("the attribute requirement", "3.3")
		for _, item := range attributes.list("3.3", 1, 0) {
			if a := d.attribute(item, names); a != nil {
				h.Attributes = append(h.Attributes, a)
			}
		}
	}
	r.done()
	if !hasAmounts && !hasAttributes {
		e.fault("3.3", "", "hostRequirements needs amounts or attributes")
	}
	if n := len(h.Amounts) + len(h.Attributes); n > maxCapabilities {
		e.fault("3.3", "", "has %d requirements, at most %d are allowed", n, maxCapabilities)
	}
	return h
}

// amount reads an <AmountRequirement> (§3.3.1).
func (d *decoder) amount(e element, names *nameSet) *AmountRequirement {
	m := e.mapping("an amount requirement", "3.3.1")
	if m == nil {
		return nil
	}
	a := &AmountRequirement{Pos: e.node.pos, Path: e.path}
	a.Name = d.capabilityName(m, "amount", "3.3.1.1", names)
	low, hasMin := m.optional("min")
	if hasMin {
		a.Min = low.floatField("3.3.1", 0, false)
	}
	high, hasMax := m.optional("max")
	if hasMax {
		a.Max = high.floatField("3.3.1", 0, true)
	}
	if !hasMin && !hasMax {
		e.fault("3.3.1", "", "an amount requirement needs min or max")
	}
	m.done()
	if a.Min != nil && a.Max != nil && a.Min.Constant && a.Max.Constant && a.Min.Value > a.Max.Value {
		low.fault("3.3.1", "", "min (%v) is above max (%v)", a.Min.Value, a.Max.Value)
	}
	return a
}

// attribute reads an <AttributeRequirement> (§3.3.2).
func (d *decoder) attribute(e element, names *nameSet) *AttributeRequirement {
	m := e.mapping("an attribute requirement", "3.3.2")
	if m == nil {
		return nil
	}
	a := &AttributeRequirement{Pos: e.node.pos, Path: e.path}
	a.Name = d.capabilityName(m, "attr", "3.3.2.1", names)
	anyOf, hasAny := m.optional("anyOf")
	if hasAny {
		a.AnyOf = d.attributeValues(anyOf, a.Name)
	}
	allOf, hasAll := m.optional("allOf")
	if hasAll {
		a.AllOf = d.attributeValues(allOf, a.Name)
	}
	if !hasAny && !hasAll {
		e.fault("3.3.2", "", "an attribute requirement needs anyOf or allOf")
	}
	m.done()
	return a
}

// capabilityName reads the name of a capability. One with an expression is
// checked again when it is resolved, at job creation.
func (d *decoder) capabilityName(m *mapping, kind, section string, names *nameSet) FormatString {
	e, ok := m.required("name")
	if !ok {
		return FormatString{}
	}
	name, ok := e.formatString(section, 1, maxCapabilityName, "")
	if ok && name.IsConstant() {
		if why := capabilityNameFault(kind, name.Text); why != "" {
			e.fault(section, "", "%s", why)
		}
		names.add(e, strings.ToLower(name.Text))
	}
	return name
}

// attributeValues reads anyOf or allOf.
func (d *decoder) attributeValues(e element, name FormatString) []FormatString {
	var out []FormatString
	for _, item := range e.list("3.3.2", 1, maxAttributeValues) {
		value, ok := item.formatString("3.3.2.2", 1, maxAttributeValue, "")
		if ok && value.IsConstant() {
			attribute := ""
			if name.IsConstant() {
				attribute = name.Text
			}
			if why := attributeValueFault(attribute, value.Text); why != "" {
				item.fault("3.3.2.2", "", "%s", why)
			}
		}
		out = append(out, value)
	}
	return out
}

// The capabilities that the specification defines (§3.3.1.1, §3.3.2.1), in
// lower case; of an attribute, the values it may have.
var (
	standardAmounts = []string{"amount.worker.vcpu", "amount.worker.memory", "amount.worker.gpu",
		"amount.worker.gpu.memory", "amount.worker.disk.scratch"}
	standardAttributes = []struct {
		name   string
		values []string
	}{
		{"attr.worker.os.family", []string{"linux", "windows", "macos"}},
		{"attr.worker.cpu.arch", []string{"x86_64", "arm64"}},
		{"attr.worker.preemptible", []string{"true", "false"}},
	}
	reservedScopes = []string{"worker", "job", "step", "task"}
)

// capabilityNameFault says what is wrong with the resolved name of an "amount"
// or "attr" capability, "" when nothing is. Letter case does not matter.
func capabilityNameFault(kind, name string) string {
	if n := utf8.RuneCountInString(name); n < 1 || n > maxCapabilityName {
		return fmt.Sprintf("the capability name has %d characters, 1 to %d are allowed", n, maxCapabilityName)
	}
	rest := strings.ToLower(name)
	vendor, after, hasVendor := strings.Cut(rest, ":")
	if hasVendor {
		rest = after
	}
	parts := strings.Split(rest, ".")
	wellFormed := len(parts) >= 2 && parts[0] == kind && (!hasVendor || isIdentifier(vendor))
	for _, part := range parts {
		wellFormed = wellFormed && isIdentifier(part)
	}
	if !wellFormed {
		return fmt.Sprintf("%s is not a capability name: write %s.<name>, with a vendor in front %s <vendor>:%s.<name>",
			quoteShort(name), kind, "if there is one:", kind)
	}
	if !slices.Contains(reservedScopes, parts[1]) {
		return ""
	}
	known := standardAmounts
	if kind == "attr" {
		known = nil
		for _, a := range standardAttributes {
			known = append(known, a.name)
		}
	}
	if hasVendor || !slices.Contains(known, rest) {
		return fmt.Sprintf("%s uses the reserved scope %q; the names defined there are %s", quoteShort(name), parts[1], strings.Join(known, ", "))
	}
	return ""
}

// attributeValueFault says what is wrong with a resolved value of an
// attribute, "" when nothing is. name may be "" when it is not known.
func attributeValueFault(name, value string) string {
	if n := utf8.RuneCountInString(value); n < 1 || n > maxAttributeValue {
		return fmt.Sprintf("the value has %d characters, 1 to %d are allowed", n, maxAttributeValue)
	}
	if !isIdentifier(strings.ReplaceAll(value, "-", "_")) || value[0] == '-' {
		return fmt.Sprintf("%s is not an attribute value: it has to start with a letter or an underscore, and letters, digits, - and _ may follow", quoteShort(value))
	}
	for _, a := range standardAttributes {
		if strings.EqualFold(a.name, name) && !slices.Contains(a.values, strings.ToLower(value)) {
			return fmt.Sprintf("%s is not a value of %s; the values are %s", quoteShort(value), a.name, strings.Join(a.values, ", "))
		}
	}
	return ""
}
