package main

// Known differences of templates.

import (
	"encoding/json"
	"regexp"
	"strings"
)

func templateRules() []rule {
	var rules []rule
	for _, n := range normalForms() {
		rules = append(rules, rule{n.name, all(bothAccept, func(d *difference) bool { return n.apply(d.Ours.Value, d) != string(d.Ours.Value) }, sameNormalForms)})
	}
	return append(rules, faultRules()...)
}

// normalForm is a known difference of values: apply takes it out of our outcome,
// so that others are still seen.
type normalForm struct {
	name  string
	apply func(value json.RawMessage, d *difference) string
}

func substitution(pattern, with string) func(json.RawMessage, *difference) string {
	expression := regexp.MustCompile(pattern)
	return func(value json.RawMessage, _ *difference) string {
		return expression.ReplaceAllString(string(value), with)
	}
}

func normalForms() []normalForm {
	return []normalForm{
		{"template-float-int", substitution(`(\d)\.0\b`, `$1`)},
		{"template-list-path-join", substitution(`(\[|,|, )(\\?")`+jobFolder+`/`, `$1$2`)},
	}
}

// sameNormalForms: with every known difference taken out, the outcomes are alike.
func sameNormalForms(d *difference) bool {
	ours, theirs := string(d.Ours.Value), string(asJSONAgain(d.Theirs.Value))
	for _, n := range normalForms() {
		ours, theirs = n.apply(json.RawMessage(ours), d), n.apply(json.RawMessage(theirs), d)
	}
	return sameJSON(json.RawMessage(ours), json.RawMessage(theirs))
}

// asJSONAgain writes a JSON text as asJSON does.
func asJSONAgain(value json.RawMessage) json.RawMessage {
	var v any
	if json.Unmarshal(value, &v) != nil {
		return value
	}
	return asJSON(v)
}

// onFault matches differences of templates that have this fault.
func onFault(name string) func(*difference) bool {
	return func(d *difference) bool { return d.Fault == name }
}

// at matches the place of the fault.
func at(part string) func(*difference) bool {
	return func(d *difference) bool { return strings.Contains(d.Path, part) }
}

func faultRules() []rule {
	return []rule{
		{"template-timeout-text", weRefuse(`(timeout|notifyPeriodInSeconds): expected an integer, found the string`)},
		{"template-bool-as-int", weRefuse(`: expected an integer, found a boolean`)},
		{"template-range-empty-text", weFault(`range\[\d+\]: must not be empty`)},
		{"template-requirement-null", weRefuse(`an (attribute requirement needs anyOf or allOf|amount requirement needs min or max)`)},
		{"template-null-checked", all(weRefuseSooner, weFault(`"\w+" must not be null`))},
		{"template-literal-without-expr", weFault(`: (null|true) is not defined here`)},
		{"template-list-as-text", weFault(`: string is wanted here, and the value is (list\[\S+\]|nulltype)`)},
		{"template-range-int64", all(at("range"), weFault(`9223372036854775808 does not fit into 64 bits`))},
		{"template-float-finite", all(at("default"), weFault(`"1e400" is too large|"nan"`))},
		{"template-default-null", all(at("default"), func(d *difference) bool { return d.Ours.Checked && !d.Theirs.Checked }, weFault(`has no default and needs a value`))},
		{"template-list-length-negative", weRefuse(`(minLength|maxLength) is -1, the least it may be is 0`)},
		{"template-all-of-standard", theyRefuse(`cannot have multiple values at once`)},
		{"template-combination-checked", all(weRefuseSooner, weFault(`combination: the combination`))},
		{"template-filename-dots", all(onFault("file name"), weRefuse(`filename: the string "\.\.?" is not the plain name`))},
		{"template-range-checked", all(weRefuseSooner, at("range"))},
		{"template-sugar-step-name", theyRefuse(`Unexpected '.*' in 'Task\.File\.`)},
	}
}

// weFault matches a message of ours, whatever the reference says.
func weFault(message string) func(*difference) bool {
	pattern := regexp.MustCompile(message)
	return func(d *difference) bool { return !d.Ours.OK && pattern.MatchString(d.Ours.Error) }
}

// weRefuseSooner: we refuse at the check, the reference when the Job is created.
func weRefuseSooner(d *difference) bool {
	return !d.Ours.OK && !d.Theirs.OK && !d.Ours.Checked && d.Theirs.Checked
}
