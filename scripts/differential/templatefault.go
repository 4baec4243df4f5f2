package main

// Single faults put into valid templates.

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
)

// place is where a value stands in a document.
type place struct {
	path  string // steps[0].name
	key   string // the key, or the key of the list it is an item of
	value any
	set   func(any)
	drop  func() // takes the value out; nil at the root
}

// places lists every value of a document, in a fixed order.
func places(doc object) []*place {
	var all []*place
	var walk func(p *place)
	walk = func(p *place) {
		all = append(all, p)
		switch v := p.value.(type) {
		case object:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			sort.Strings(keys)
			for _, key := range keys {
				path := strings.TrimPrefix(p.path+"."+key, ".")
				walk(&place{path, key, v[key], func(x any) { v[key] = x }, func() { delete(v, key) }})
			}
		case []any:
			for i := range v {
				drop := func() { p.set(append(append([]any{}, v[:i]...), v[i+1:]...)) }
				walk(&place{fmt.Sprintf("%s[%d]", p.path, i), p.key, v[i], func(x any) { v[i] = x }, drop})
			}
		}
	}
	walk(&place{value: doc, set: func(any) {}})
	return all
}

// fault is a way to spoil a document. Where says which values it can be put
// into; put does so. Certain says that no document with it is valid.
type fault struct {
	name    string
	certain bool
	where   func(p *place) bool
	put     func(r *rand.Rand, p *place)
}

func isKey(keys string) func(*place) bool {
	wanted := words(keys)
	return func(p *place) bool {
		for _, key := range wanted {
			if p.key == key && !strings.HasSuffix(p.path, "]") {
				return true
			}
		}
		return false
	}
}

func isText(p *place) bool    { _, ok := p.value.(string); return ok }
func isMapping(p *place) bool { _, ok := p.value.(object); return ok }
func isList(p *place) bool    { items, ok := p.value.([]any); return ok && len(items) > 0 }

// replace is a fault that puts one of the values in the place of such a key.
func replace(name string, certain bool, keys string, values ...any) fault {
	return fault{name, certain, isKey(keys), func(r *rand.Rand, p *place) { p.set(pick(r, values)) }}
}

func faults() []fault {
	return append(structuralFaults(),
		replace("a required key is gone: null", true, "specificationVersion name steps command onRun taskParameterDefinitions range data", nil),
		replace("version", true, "specificationVersion", "jobtemplate-2024-01", "environment-2023-09", "", 2023),
		replace("parameter type", true, "type", "TEXTS", "int64", "LIST[MAP]", "", 1),
		replace("identifier", false, "name", "1abc", "with-dash", "a.b", "", "x y", "é"),
		replace("control character", true, "name description", "bell\a", "\x7f", "nul\x00"),
		replace("name too long", true, "name", strings.Repeat("n", 513)),
		replace("description too long", true, "description", strings.Repeat("d", 2049)),
		replace("range text", true, "range", "", "1-", "a", "1-5:0", "1,1", "1-5,3-8", "5-1", "1--", "1-10:-1", "1.5", "1 2", "9223372036854775808"),
		replace("range list", false, "range", []any{}, []any{nil}, []any{true}, []any{[]any{1}}, []any{"x"}, []any{1.5}, []any{"1.5"}, []any{""}, []any{" 3"}, []any{"+3"}, 5, true),
		replace("combination", true, "combination", "", "Nope", "(", "T1*", "*", "T1 T2", "(,)", "T1*T1", strings.Repeat("a*", 700)+"a"),
		replace("chunk size", true, "defaultTaskCount", 0, -1, "x", 1.5, nil, true),
		replace("chunk constraint", true, "rangeConstraint", "contiguous", "", nil, 1),
		replace("timeout", true, "timeout", 0, -5, "x", 1.5, "0"),
		replace("timeout text", false, "timeout", "5", " 5 ", "05", 5.0, true),
		replace("notify period", true, "notifyPeriodInSeconds", 0, 601, -1, 1.5, "x"),
		replace("cancelation mode", true, "mode", "notify", "", nil, "KILL"),
		replace("file type", true, "runnable", "yes", 1, "true"),
		replace("file name", true, "filename", "a/b", "", strings.Repeat("f", 257), "..", ".", "a\\b"),
		replace("end of line", true, "endOfLine", "CR", "", "lf"),
		replace("amount", true, "min", -1, "x", true),
		replace("amount order", true, "max", 0, -1, "x"),
		replace("attribute values", true, "anyOf allOf", []any{}, []any{"1abc"}, []any{"a b"}, []any{""}, "linux", []any{true}, []any{strings.Repeat("v", 101)}),
		replace("let", true, "let", []any{}, []any{"x"}, []any{"X = 1"}, []any{"x = "}, []any{"x = 1", "x = 2"}, []any{"a = b", "b = 1"}, []any{"x = 1 +"}, []any{5}, []any{"x = 1/0"}),
		replace("length bound", true, "minLength maxLength", -1, "1", 1.5, true),
		replace("value bound", false, "minValue maxValue", "x", true, 100, -100, 1.5, "3"),
		replace("default", false, "default", nil, true, 5, 2.5, "x", "9999", []any{}, []any{1, "a"}, []any{nil}, []any{[]any{}}, object{}, "/abs", "../up", strings.Repeat("s", 1025), 9999, -9999, "1e400", "nan"),
		replace("control", true, "control", "SLIDER", "", "CHECK_BOXES", 1),
		replace("path kind", true, "objectType dataFlow", "file", "", "BOTH", 1),
		replace("patterns", true, "patterns", []any{}, []any{"txt"}, []any{"*.a*b"}, []any{strings.Repeat("p", 21)}, "*"),
		replace("dependency", true, "dependsOn", "Nope", "", nil, 5),
		replace("extension", true, "extensions", []any{}, []any{"NO_SUCH_THING"}, []any{"expr"}, []any{5}, "EXPR", []any{"EXPR", "EXPR"}),
		replace("variables", true, "variables", object{}, object{"1A": "x"}, object{"A-B": "x"}, object{"A": 1}, object{"": "x"}, object{"A": nil}, []any{}, object{"A": strings.Repeat("v", 2049)}),
		replace("capability", false, "amounts attributes", []any{}, []any{object{"name": "amount.worker.nope", "min": 1}},
			[]any{object{"name": "attr.worker.nope", "anyOf": []any{"a"}}}, []any{object{"name": "nope", "min": 1}}, []any{object{"name": "amount.x"}}, []any{object{"name": "attr.x"}}),
	)
}

// structuralFaults can be put anywhere.
func structuralFaults() []fault {
	anywhere := func(p *place) bool { return p.path != "" }
	return []fault{
		{"a key or item is gone", false, anywhere, func(_ *rand.Rand, p *place) { p.drop() }},
		{"unknown key", true, func(p *place) bool { return isMapping(p) && p.key != "variables" }, func(_ *rand.Rand, p *place) { p.value.(object)["surplus"] = 1 }},
		{"another type", false, anywhere, func(r *rand.Rand, p *place) {
			p.set(pick(r, []any{nil, true, 0, 7, 2.5, "text", "", []any{}, []any{"a"}, object{}, object{"a": "b"}}))
		}},
		{"twice in a list", false, isList, func(r *rand.Rand, p *place) {
			items := p.value.([]any)
			p.set(append(append([]any{}, items...), pick(r, items)))
		}},
		{"unknown name", true, func(p *place) bool { return isText(p) && formatField(p) }, func(r *rand.Rand, p *place) {
			p.set("x{{ " + pick(r, words("Param.Nope RawParam.Nope Task.Param.Nope Task.File.Nope Env.File.Nope Session.Nope Nope Job.Nope Param")) + " }}")
		}},
		{"unfinished expression", true, func(p *place) bool { return isText(p) && formatField(p) }, func(r *rand.Rand, p *place) {
			p.set(pick(r, lines("{{ Param.P1\nParam.P1 }}\n{{}}\n{{ }}\n{{ Param. }}\n{{ .P1 }}\n{{ Param..P1 }}\n{{ 1Param }}\n{{{ Param.P1 }}\n{{ Param P1 }}")))
		}},
		{"expression", false, func(p *place) bool { return isText(p) && formatField(p) }, func(r *rand.Rand, p *place) {
			p.set(pick(r, lines("{{ 1/0 }}\n{{ 'a' + 1 }}\n{{ nope('x') }}\n{{ null }}\n{{ [1,2] }}\nx{{ null }}\n{{ 5 }}\n{{ true }}\n{{ Param.P1 }}\n{{ Session.WorkingDirectory }}\n{{ Job.Name }}\n{{ Step.Name }}\n{{ apply_path_mapping('/a') }}\n{{ Param.P1.upper() }}")))
		}},
		{"scope", false, func(p *place) bool { return isText(p) && formatField(p) }, func(r *rand.Rand, p *place) {
			p.set("x{{ " + pick(r, words("Session.WorkingDirectory Session.HasPathMappingRules Session.PathMappingRulesFile Task.Param.T1 Task.File.File1 Env.File.File1 Task.RawParam.T2 Param.P1 RawParam.P1")) + " }}")
		}},
	}
}

// formatField says whether a text is a format string (§7.3).
func formatField(p *place) bool {
	switch {
	case p.path == "name":
		return true
	case p.key == "name" || p.key == "variables" && !strings.Contains(p.path, "variables."):
		return false
	}
	return isKey("command data script")(p) || p.key == "args" || strings.Contains(p.path, "variables.")
}

// spoil puts one fault into a document and says which and where.
func spoil(r *rand.Rand, doc object, all []fault) (f fault, path string) {
	for {
		f := pick(r, all)
		var fitting []*place
		for _, p := range places(doc) {
			if f.where(p) {
				fitting = append(fitting, p)
			}
		}
		if len(fitting) == 0 {
			continue
		}
		p := pick(r, fitting)
		f.put(r, p)
		return f, p.path
	}
}
