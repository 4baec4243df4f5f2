package main

// Steps of generated templates: requirements, parameter spaces, scripts.

import (
	"fmt"
	"strings"
)

// step makes a Step (§3) that may depend on those before it.
func (t *templates) step(before []any) object {
	s := object{"name": t.name("Step ")}
	if len(before) > 0 && t.one(2) {
		s["dependencies"] = []any{object{"dependsOn": pick(t.rand, before).(object)["name"]}}
	}
	if t.one(4) {
		s["stepEnvironments"] = []any{t.environment()}
	}
	if t.one(3) {
		s["hostRequirements"] = t.requirements()
	}
	if t.expr && t.one(3) {
		s["let"] = []any{"n = 3", "names = ['a', 'b']"}
	}
	var tasks []string
	if t.one(2) || t.chunking {
		s["parameterSpace"], tasks = t.space()
	}
	if t.bundle && t.one(2) {
		s[pick(t.rand, []string{"bash", "python", "node", "cmd", "powershell"})] = object{"script": "run " + t.taskText(tasks)}
		return s
	}
	action := t.action(true)
	if len(tasks) > 0 {
		action["args"] = []any{t.taskText(tasks)}
	}
	script := object{"actions": object{"onRun": action}}
	if t.one(3) {
		file := t.file(true)
		script["embeddedFiles"] = []any{file}
		action["args"] = []any{fmt.Sprintf("{{Task.File.%s}}", file["name"])}
	}
	if t.expr && t.one(4) {
		script["let"] = []any{"here = Session.WorkingDirectory / 'x'"}
	}
	s["script"] = script
	return s
}

func (t *templates) taskText(tasks []string) string {
	if len(tasks) == 0 {
		return t.text(true)
	}
	return fmt.Sprintf("{{Task.Param.%s}}", pick(t.rand, tasks))
}

// requirements makes hostRequirements (§3.3).
func (t *templates) requirements() object {
	r := object{}
	if !t.one(3) {
		amount := object{"name": pick(t.rand, []string{"amount.worker.vcpu", "amount.worker.memory", "amount.licenses", "vendor:amount.tokens.x"})}
		amount["min"] = pick(t.rand, []any{1, 0.5, 4})
		if t.one(2) {
			amount["max"] = 8
		}
		r["amounts"] = []any{amount}
	}
	if len(r) == 0 || t.one(2) {
		key := pick(t.rand, []string{"anyOf", "allOf"})
		r["attributes"] = []any{
			pick(t.rand, []object{
				{"name": "attr.worker.os.family", key: []any{"linux"}},
				{"name": "attr.worker.cpu.arch", key: []any{"x86_64"}},
				{"name": "attr.software", key: []any{"abc", "d-e_f"}},
			}),
		}
	}
	return r
}

// space makes a parameterSpace (§3.4) and says its parameters' names.
func (t *templates) space() (object, []string) {
	n := 1 + t.rand.IntN(3)
	var definitions []any
	var names []string
	chunked, size := "", 2+t.rand.IntN(3)
	for i := range n {
		name := t.name("T")
		definition := object{"name": name, "type": pick(t.rand, []string{"INT", "FLOAT", "STRING", "PATH"})}
		if t.chunking && i == 0 {
			definition["type"] = "CHUNK[INT]"
			definition["chunks"] = object{"defaultTaskCount": 1 + t.rand.IntN(4), "rangeConstraint": pick(t.rand, []string{"CONTIGUOUS", "NONCONTIGUOUS"})}
			chunked = name
		}
		definition["range"] = t.taskRange(definition["type"].(string), size)
		definitions = append(definitions, definition)
		names = append(names, name)
	}
	space := object{"taskParameterDefinitions": definitions}
	var free []string
	for _, name := range names {
		if name != chunked {
			free = append(free, name)
		}
	}
	if len(free) > 1 && t.one(2) {
		combination := "(" + strings.Join(free, ", ") + ")"
		if chunked != "" {
			combination = chunked + " * " + combination
		}
		space["combination"] = combination
	} else if t.one(3) {
		t.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		space["combination"] = strings.Join(names, "*")
	}
	return space, names
}

// taskRange makes a range of so many values.
func (t *templates) taskRange(kind string, size int) any {
	if kind == "INT" || kind == "CHUNK[INT]" {
		first := t.rand.IntN(10) - 3
		switch t.rand.IntN(5) {
		case 0:
			return fmt.Sprintf("%d-%d", first, first+size-1)
		case 1:
			return fmt.Sprintf("%d-%d:3", first, first+3*(size-1))
		case 2:
			if size > 2 {
				return fmt.Sprintf("%d,%d - %d", first+50, first, first+size-2)
			}
		case 3:
			if t.expr {
				return fmt.Sprintf("{{ range(%d, %d) }}", first, first+size)
			}
		}
	}
	if t.expr && t.one(4) && kind == "STRING" {
		return fmt.Sprintf("{{ ['v' + string(i) for i in range(%d)] }}", size)
	}
	var items []any
	for i := range size {
		switch kind {
		case "FLOAT":
			items = append(items, pick(t.rand, []any{1.5 + float64(i), fmt.Sprintf("%d.50", i), i}))
		case "STRING":
			items = append(items, pick(t.rand, []any{fmt.Sprintf("s%d", i), t.text(false)}))
		case "PATH":
			items = append(items, fmt.Sprintf("dir/%d.txt", i))
		default:
			items = append(items, pick(t.rand, []any{i * 2, fmt.Sprint(i*2 + 1)}))
		}
	}
	return items
}
