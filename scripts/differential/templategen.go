package main

// Templates made at random, valid ones. A document is what JSON decodes to:
// map[string]any, []any, texts, numbers and bools.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

type object = map[string]any

// templates makes valid documents.
type templates struct {
	rand     *rand.Rand
	chunking bool // TASK_CHUNKING is declared
	bundle   bool // FEATURE_BUNDLE_1
	expr     bool // EXPR
	params   []object
	next     int // makes names unique
}

func (t *templates) one(n int) bool { return t.rand.IntN(n) == 0 }

func (t *templates) name(prefix string) string {
	t.next++
	return fmt.Sprintf("%s%d", prefix, t.next)
}

// document makes a Job Template all of whose parameters have defaults.
func (t *templates) document() object {
	t.chunking, t.bundle, t.expr = t.one(3), t.one(2), t.one(2)
	t.params, t.next = nil, 0
	doc := object{"specificationVersion": "jobtemplate-2023-09"}
	var extensions []any
	for name, used := range map[string]bool{"TASK_CHUNKING": t.chunking, "FEATURE_BUNDLE_1": t.bundle, "EXPR": t.expr} {
		if used {
			extensions = append(extensions, name)
		}
	}
	if len(extensions) > 0 {
		sortTexts(extensions)
		doc["extensions"] = extensions
	}
	if n := t.rand.IntN(5); n > 0 {
		var definitions []any
		for range n {
			definition := t.parameter()
			t.params = append(t.params, definition)
			definitions = append(definitions, definition)
		}
		doc["parameterDefinitions"] = definitions
	}
	doc["name"] = "Job " + t.text(false)
	if t.one(3) {
		doc["description"] = "What it does\nin two lines"
	}
	if t.one(3) {
		doc["jobEnvironments"] = t.list(1+t.rand.IntN(2), func() any { return t.environment() })
	}
	var steps []any
	for range 1 + t.rand.IntN(3) {
		steps = append(steps, t.step(steps))
	}
	doc["steps"] = steps
	return doc
}

func (t *templates) list(n int, make func() any) []any {
	var items []any
	for range n {
		items = append(items, make())
	}
	return items
}

func sortTexts(items []any) {
	for i := range items {
		for j := i; j > 0 && items[j].(string) < items[j-1].(string); j-- {
			items[j], items[j-1] = items[j-1], items[j]
		}
	}
}

// text is a format string; host says that it is resolved in a Session.
func (t *templates) text(host bool) string {
	pieces := []string{"plain", "a b", "é日", "1.5"}
	for _, p := range t.params {
		kind := p["type"].(string)
		if strings.Contains(kind, "PATH") && !host {
			pieces = append(pieces, fmt.Sprintf("<{{RawParam.%s}}>", p["name"]))
			continue
		}
		pieces = append(pieces, fmt.Sprintf("<{{ RawParam.%s }}>", p["name"]))
		if !strings.HasPrefix(kind, "LIST") { // alone, a list is several items or none of the field's types
			pieces = append(pieces, fmt.Sprintf("{{Param.%s}}", p["name"]))
		}
	}
	if host {
		pieces = append(pieces, "{{Session.WorkingDirectory}}/x")
	}
	if t.expr {
		pieces = append(pieces, "{{ 1 + 2 }}", "{{ 'ab'.upper() }}", "{{ [1, 2] if true else [] }} items", "{{ string(2 * 3.5) }}")
	}
	return pick(t.rand, pieces)
}

// parameter makes a job parameter definition (§2).
func (t *templates) parameter() object {
	name := t.name("P")
	kinds := []string{"STRING", "INT", "FLOAT", "PATH"}
	if t.expr {
		kinds = append(kinds, "BOOL", "RANGE_EXPR", "LIST[STRING]", "LIST[INT]", "LIST[FLOAT]", "LIST[BOOL]", "LIST[PATH]", "LIST[LIST[INT]]")
	}
	kind := pick(t.rand, kinds)
	p := object{"name": name, "type": kind}
	if t.one(4) {
		p["description"] = "A parameter"
	}
	t.constrain(p, kind)
	return p
}

// constrain gives a definition its default, constraints and user interface.
func (t *templates) constrain(p object, kind string) {
	full := t.one(2)
	switch kind {
	case "STRING":
		p["default"] = pick(t.rand, []string{"abc", "de f", "xyz"})
		if full {
			p["minLength"], p["maxLength"] = 1, 10
		} else if t.one(2) {
			p["allowedValues"] = []any{"abc", "de f", "xyz"}
			p["userInterface"] = object{"control": "DROPDOWN_LIST", "label": "Pick"}
		}
	case "INT":
		p["default"] = pick(t.rand, []any{3, 5, "7", -1})
		if full {
			p["minValue"], p["maxValue"] = -10, 10
			p["userInterface"] = object{"control": "SPIN_BOX", "singleStepDelta": 2}
		} else if t.one(2) {
			p["allowedValues"] = []any{3, 5, 7, -1}
		}
	case "FLOAT":
		p["default"] = pick(t.rand, []any{1.5, "2.50", 0.25})
		if full {
			p["minValue"], p["maxValue"] = -1.5, "10.5"
			p["userInterface"] = object{"control": "SPIN_BOX", "decimals": 2}
		}
	case "PATH":
		p["default"] = pick(t.rand, []string{"in/a.txt", "b", ""})
		if full {
			p["objectType"], p["dataFlow"] = "FILE", "IN"
			p["userInterface"] = object{"control": "CHOOSE_INPUT_FILE", "fileFilters": []any{object{"label": "Texts", "patterns": []any{"*.txt", "*"}}}}
		}
	case "BOOL":
		p["default"] = pick(t.rand, []any{true, false, "yes", 0})
	case "RANGE_EXPR":
		p["default"] = pick(t.rand, []any{"1-5", "1-10:2,20"})
	default:
		t.constrainList(p, kind, full)
	}
}

func (t *templates) constrainList(p object, kind string, full bool) {
	item := object{}
	switch kind {
	case "LIST[STRING]":
		p["default"], item = []any{"a", "bc"}, object{"minLength": 1, "maxLength": 5}
	case "LIST[PATH]":
		p["default"], item = []any{"a/b", "c"}, object{"minLength": 1}
	case "LIST[INT]":
		p["default"], item = []any{1, 2, 3}, object{"minValue": 0, "maxValue": 9}
	case "LIST[FLOAT]":
		p["default"], item = []any{1.5, 2.25}, object{"minValue": 0.5}
	case "LIST[BOOL]":
		p["default"], item = []any{true, false}, nil
	case "LIST[LIST[INT]]":
		p["default"], item = []any{[]any{1, 2}, []any{3}}, object{"minLength": 1, "item": object{"maxValue": 9}}
	}
	if full {
		p["minLength"], p["maxLength"] = 1, 4
		if item != nil {
			p["item"] = item
		}
	}
}

// environment makes an Environment (§4).
func (t *templates) environment() object {
	e := object{"name": t.name("Env")}
	if t.one(3) {
		e["description"] = "Sets things up"
	}
	variables := t.one(2)
	if variables {
		e["variables"] = object{"MODE": t.text(true), "_x1": "plain"}
	}
	if !variables || t.one(2) {
		script := object{"actions": object{"onEnter": t.action(true)}}
		if t.one(2) {
			script["actions"].(object)["onExit"] = t.action(true)
		}
		if t.one(3) {
			script["embeddedFiles"] = []any{t.file(true)}
		}
		if t.expr && t.one(3) {
			script["let"] = []any{"x = 1 + 2", "y = x * 2"}
		}
		e["script"] = script
	}
	return e
}

// action makes an Action (§5).
func (t *templates) action(full bool) object {
	a := object{"command": pick(t.rand, []string{"echo", "/bin/true", t.text(true)})}
	if t.one(2) {
		a["args"] = t.list(1+t.rand.IntN(3), func() any { return t.text(true) })
	}
	if t.one(3) {
		a["timeout"] = 1 + t.rand.IntN(100)
	}
	if full && t.one(3) {
		a["cancelation"] = object{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 1 + t.rand.IntN(600)}
	}
	return a
}

// file makes an embedded file (§6).
func (t *templates) file(host bool) object {
	f := object{"name": t.name("File"), "type": "TEXT", "data": "echo " + t.text(host)}
	if t.one(3) {
		f["filename"], f["runnable"] = "run.sh", true
	}
	if t.bundle && t.one(3) {
		f["endOfLine"] = pick(t.rand, []string{"AUTO", "LF", "CRLF"})
	}
	return f
}
