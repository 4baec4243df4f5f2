package main

// Wrapping jobs made at random: a Job Template, the Environment Templates that
// are attached to it, and in most of them one Environment that wraps actions.
// Every action runs this program as the probe (wrapprobe.go), which tells what
// it was given.

import (
	"fmt"
	"math/rand/v2"
)

// wrapJob is one job with what is attached.
type wrapJob struct {
	Job          object   `json:"job"`
	Environments []object `json:"environments"`
	Layers       int      `json:"layers"`      // how many Environments wrap
	OneFileName  bool     `json:"oneFileName"` // scripts have files of one file name
}

// wraps makes wrapping jobs.
type wraps struct {
	rand  *rand.Rand
	probe string // the command of every action
	// of the document that is being made
	expr, bundle bool
	oneFileName  bool
}

// variableNames are the variables that wrapping jobs set and probes tell.
var variableNames = []string{"VA", "VB", "VC", "VD"}

// hostile are texts that quoting, splitting or expanding anywhere would change.
var hostile = []string{
	"", " ", "a b", "'", `"`, `it's "so"`, "$HOME", "$(id)", "`id`", "*", "~", `\`, `\n`, "two\nlines", ";", "|", "a=b", "=", "-n", "--",
	"%s", "#", "!", "[x]", "{a,b}", "} }", "{ {", "../..", "映画", "🎬", "e\u0301", "null", "true", "5",
}

func (w *wraps) one(n int) bool { return w.rand.IntN(n) == 0 }

func (w *wraps) text() string { return hostile[w.rand.IntN(len(hostile))] }

// line is a text that can stand in a line of output.
func (w *wraps) line() string {
	for {
		if text := w.text(); text != "two\nlines" {
			return text
		}
	}
}

// job makes a wrapping job.
func (w *wraps) job() wrapJob {
	w.oneFileName = w.one(6)
	made := wrapJob{Environments: []object{}, OneFileName: w.oneFileName}
	attached, inJob, inStep := w.rand.IntN(3), w.rand.IntN(3), w.rand.IntN(3)
	wrapper := map[int]bool{}
	if !w.one(12) {
		wrapper[w.rand.IntN(attached+inJob+inStep+1)] = true
	}
	if w.one(12) {
		wrapper[w.rand.IntN(attached+inJob+inStep+1)] = true
	}
	if wrapper[attached+inJob+inStep] { // none was to be there, or in none of these places
		attached++
		shifted := map[int]bool{}
		for place := range wrapper {
			shifted[(place+1)%(attached+inJob+inStep)] = true
		}
		wrapper = shifted
	}
	made.Layers = len(wrapper)
	for i := range attached {
		w.extend(wrapper[i])
		made.Environments = append(made.Environments, w.environmentTemplate(fmt.Sprintf("A%d", i), wrapper[i]))
	}
	wraps := false
	for i := attached; i < attached+inJob+inStep; i++ {
		wraps = wraps || wrapper[i]
	}
	w.extend(wraps)
	made.Job = w.jobTemplate(attached, inJob, inStep, wrapper, wraps)
	return made
}

// extend chooses the extensions of the next document.
func (w *wraps) extend(wraps bool) {
	w.expr, w.bundle = wraps || w.one(2), w.one(2)
}

func (w *wraps) extensions(doc object, wraps bool) {
	var names []any
	for _, e := range []struct {
		name string
		used bool
	}{{"WRAP_ACTIONS", wraps}, {"EXPR", w.expr}, {"FEATURE_BUNDLE_1", w.bundle}} {
		if e.used {
			names = append(names, e.name)
		}
	}
	if names != nil {
		doc["extensions"] = names
	}
}

// parameters are the same in every document: numbers for timing fields, modes,
// and a zero that makes an expression fail on the host.
func parameters() []any {
	return []any{
		object{"name": "Zero", "type": "INT", "default": 0},
		object{"name": "Seconds", "type": "INT", "default": 77},
		object{"name": "Mode", "type": "STRING", "default": "NOTIFY_THEN_TERMINATE"},
		object{"name": "Text", "type": "STRING", "default": `it's $HOME "x"`},
	}
}

func (w *wraps) environmentTemplate(name string, wraps bool) object {
	doc := object{"specificationVersion": "environment-2023-09", "parameterDefinitions": parameters(), "environment": w.environment(name, wraps)}
	w.extensions(doc, wraps)
	return doc
}

func (w *wraps) jobTemplate(attached, inJob, inStep int, wrapper map[int]bool, wraps bool) object {
	doc := object{"specificationVersion": "jobtemplate-2023-09", "name": "Wrapping", "parameterDefinitions": parameters()}
	w.extensions(doc, wraps)
	var environments []any
	for i := range inJob {
		environments = append(environments, w.environment(fmt.Sprintf("J%d", i), wrapper[attached+i]))
	}
	if environments != nil {
		doc["jobEnvironments"] = environments
	}
	steps := []any{}
	for s := range 1 + w.rand.IntN(2) {
		step := object{"name": fmt.Sprintf("S%d", s), "script": w.script("Task.File", object{"onRun": w.action(fmt.Sprintf("S%d.onRun", s), "Task.File")})}
		if w.one(2) {
			step["parameterSpace"] = object{"taskParameterDefinitions": []any{object{"name": "N", "type": "INT", "range": "1-2"}}}
		}
		if w.expr && w.one(2) {
			step["let"] = []any{"s = 'let of the Step'"}
		}
		var inner []any
		for i := range inStep {
			if s == 0 {
				inner = append(inner, w.environment(fmt.Sprintf("E%d", i), wrapper[attached+inJob+i]))
			}
		}
		if inner != nil {
			step["stepEnvironments"] = inner
		}
		steps = append(steps, step)
	}
	doc["steps"] = steps
	return doc
}

// environment makes an Environment, with hooks if it wraps.
func (w *wraps) environment(name string, wraps bool) object {
	env := object{"name": name}
	if w.one(3) {
		variables := object{}
		for range 1 + w.rand.IntN(2) {
			variables[variableNames[w.rand.IntN(len(variableNames))]] = w.text()
		}
		env["variables"] = variables
		if !wraps && w.one(4) {
			return env
		}
	}
	actions := object{}
	if !w.one(4) {
		actions["onEnter"] = w.action(name+".onEnter", "Env.File")
	}
	if !w.one(4) || len(actions) == 0 {
		actions["onExit"] = w.action(name+".onExit", "Env.File")
	}
	if wraps {
		for _, hook := range []string{"onWrapEnvEnter", "onWrapTaskRun", "onWrapEnvExit"} {
			actions[hook] = w.hook(name, hook)
		}
	}
	env["script"] = w.script("Env.File", actions)
	return env
}

// script puts actions into a script that has the file and the let they speak of.
func (w *wraps) script(files string, actions object) object {
	file := object{"name": "F", "type": "TEXT", "data": "file of " + files + " " + fmt.Sprint(w.rand.IntN(1000))}
	if w.oneFileName {
		file["filename"] = "run.sh"
	}
	script := object{"actions": actions, "embeddedFiles": []any{file}}
	if w.expr {
		script["let"] = []any{fmt.Sprintf("x = 'let %d'", w.rand.IntN(1000))}
	}
	return script
}

// action makes an action that is no hook.
func (w *wraps) action(at, files string) object {
	args := []any{probeCommand, "at=" + at, "file={{" + files + ".F}}"}
	args = append(args, w.messages(at)...)
	if w.one(25) {
		args = append(args, "exit=3")
	}
	if w.expr {
		args = append(args, "let={{x}}")
	}
	args = append(args, "--")
	for range w.rand.IntN(4) {
		args = append(args, w.argument())
	}
	action := object{"command": w.probe, "args": args}
	w.timing(action)
	return action
}

func (w *wraps) argument() string {
	switch {
	case w.expr && w.one(40):
		return "{{ 1 // Param.Zero }}"
	case w.expr && w.one(6):
		return "{{ ['a b', ''] }}"
	case w.expr && w.one(6):
		return "{{ null }}"
	case w.one(6):
		return "{{ Param.Text }}"
	}
	return w.text()
}

// messages are what an action prints of openjd_*.
func (w *wraps) messages(at string) []any {
	var out []any
	if w.one(3) {
		out = append(out, "say=openjd_env: "+variableNames[w.rand.IntN(len(variableNames))]+"="+at+w.line())
	}
	if w.one(12) {
		out = append(out, "say=openjd_unset_env: "+variableNames[w.rand.IntN(len(variableNames))])
	}
	return out
}

// timing gives an action that is no hook a timeout and a cancelation.
func (w *wraps) timing(action object) {
	switch {
	case w.one(3):
		action["timeout"] = 60 + w.rand.IntN(60)
	case w.bundle && w.one(3):
		action["timeout"] = "{{Param.Seconds}}"
	case w.bundle && w.expr && w.one(3):
		action["timeout"] = "{{ null }}"
	}
	switch {
	case w.one(4):
		action["cancelation"] = object{"mode": "TERMINATE"}
	case w.one(3):
		action["cancelation"] = object{"mode": "NOTIFY_THEN_TERMINATE"}
	case w.one(3):
		action["cancelation"] = object{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 1 + w.rand.IntN(600)}
	case w.bundle && w.one(3):
		action["cancelation"] = object{"mode": "{{Param.Mode}}", "notifyPeriodInSeconds": "{{Param.Seconds}}"}
	case w.bundle && w.expr && w.one(3):
		action["cancelation"] = object{"mode": "{{ null }}", "notifyPeriodInSeconds": 5}
	}
}

// hook makes a wrap hook, which tells what it is told of and mostly runs it.
func (w *wraps) hook(environment, name string) object {
	args := []any{probeCommand, "at=" + environment + "." + name, "file={{Env.File.F}}", "let={{x}}", "param={{Param.Text}}"}
	for _, value := range []string{"Command", "Args", "Environment", "Timeout", "Cancelation.Mode", "Cancelation.NotifyPeriodInSeconds"} {
		args = append(args, "value="+value+"={{ repr_json(WrappedAction."+value+") }}")
	}
	args = append(args, "value=Null=[{{WrappedAction.Timeout}}{{WrappedAction.Cancelation.Mode}}]")
	if name == "onWrapTaskRun" {
		args = append(args, "value=Name={{WrappedStep.Name}}")
	} else {
		args = append(args, "value=Name={{WrappedEnv.Name}}")
	}
	args = append(args, w.messages(environment+"."+name)...)
	if w.one(25) {
		args = append(args, "exit=4")
	}
	if !w.one(8) {
		args = append(args, "run=yes")
	}
	hook := object{"command": w.probe, "args": append(args, "--", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}")}
	w.hookTiming(hook)
	return hook
}

// hookTiming gives a hook a timeout and a cancelation: of its own, forwarded,
// or one that may not be what the field takes.
func (w *wraps) hookTiming(hook object) {
	const mode, period = "{{WrappedAction.Cancelation.Mode}}", "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"
	switch {
	case w.one(4):
		hook["timeout"] = 90
	case w.bundle && w.one(2):
		hook["timeout"] = "{{WrappedAction.Timeout}}"
	case w.bundle && w.one(12):
		hook["timeout"] = "{{ (WrappedAction.Timeout or 60) - 77 }}"
	}
	switch {
	case w.one(4):
		hook["cancelation"] = object{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 9}
	case !w.bundle:
	case w.one(2):
		hook["cancelation"] = object{"mode": mode, "notifyPeriodInSeconds": period}
	case w.one(4):
		hook["cancelation"] = object{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": period}
	case w.one(6):
		hook["cancelation"] = object{"mode": mode}
	case w.one(6):
		hook["cancelation"] = object{"mode": mode + "_X"}
	case w.one(6):
		hook["cancelation"] = object{"mode": mode, "notifyPeriodInSeconds": "{{ (WrappedAction.Cancelation.NotifyPeriodInSeconds or 1) + 300 }}"}
	case w.one(6):
		hook["cancelation"] = object{"mode": mode, "notifyPeriodInSeconds": 5}
	}
}
