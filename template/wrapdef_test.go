package template

// This file tests which hooks a wrapping Environment has to have (§4.3) and
// where the names that describe a wrapped action are known (§4.3.1).

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	threeHooks   = []string{"onWrapEnvEnter", "onWrapTaskRun", "onWrapEnvExit"}
	serviceHooks = []string{"onWrapServiceEnter", "onWrapServiceRun", "onWrapServiceHealthCheck", "onWrapServiceExit"}
)

// faultPaths are the places of a document's faults.
func faultPaths(t *testing.T, text string) []string {
	t.Helper()
	_, err := Load("w.yaml", []byte(text), Options{})
	if err == nil {
		return nil
	}
	var faults Faults
	require.ErrorAs(t, err, &faults)
	var out []string
	for _, f := range faults {
		out = append(out, f.Path)
	}
	return out
}

// wrapping are Environments with these actions, as a document of each kind has
// them, and the path of the Environment.
func wrapping(extensions, fields string, actions []string) map[string]string {
	script := "script: {actions: {" + strings.Join(actions, ": {command: a}, ") + ": {command: a}}}"
	env := "{name: W, " + fields + script + "}"
	step := "{name: S, script: {actions: {onRun: {command: a}}}"
	return map[string]string{
		"environment":                  "specificationVersion: environment-2023-09\nextensions: [" + extensions + "]\nenvironment: " + env + "\n",
		"jobEnvironments[0]":           "specificationVersion: jobtemplate-2023-09\nextensions: [" + extensions + "]\nname: J\njobEnvironments: [" + env + "]\nsteps: [" + step + "}]\n",
		"steps[0].stepEnvironments[0]": "specificationVersion: jobtemplate-2023-09\nextensions: [" + extensions + "]\nname: J\nsteps: [" + step + ", stepEnvironments: [" + env + "]}]\n",
	}
}

// subsets are all choices of some of the words.
func subsets(words []string) [][]string {
	out := [][]string{nil}
	for _, word := range words {
		for _, set := range out[:len(out):len(out)] {
			out = append(out, append(slices.Clone(set), word))
		}
	}
	return out
}

// §4.3: all three hooks or none, wherever the Environment stands, with or
// without actions of its own; a complete set needs no other action.
func TestHooksTogether(t *testing.T) {
	for _, hooks := range subsets(threeHooks) {
		for _, own := range subsets([]string{"onEnter", "onExit"}) {
			if len(hooks)+len(own) == 0 {
				continue
			}
			for path, text := range wrapping("WRAP_ACTIONS, EXPR", "", append(slices.Clone(own), hooks...)) {
				var want []string
				if len(hooks) == 1 || len(hooks) == 2 {
					want = []string{path}
				}
				assert.Equal(t, want, faultPaths(t, text), text)
			}
		}
	}
}

// §4.3: hooks need WRAP_ACTIONS in their own document. One hook and no
// extensions at all is the idea form, of Environment Templates alone.
func TestHooksNeedTheirExtension(t *testing.T) {
	for _, extensions := range []string{"EXPR", "FEATURE_BUNDLE_1, EXPR"} {
		for path, text := range wrapping(extensions, "", threeHooks) {
			var want []string
			for _, hook := range threeHooks {
				want = append(want, path+".script.actions."+hook)
			}
			assert.Equal(t, want, faultPaths(t, text), text)
		}
	}
	for _, text := range wrapping("WRAP_ACTIONS", "", threeHooks) {
		assert.Equal(t, []string{"extensions"}, faultPaths(t, text), text)
	}
}

// §4.3, constraint 6: in a document with SERVICE just the hooks of the runScope;
// in a Step's Environment, which has none, just the three.
func TestHooksOfRunScope(t *testing.T) {
	both := slices.Concat(threeHooks, serviceHooks)
	ofServices := append([]string{"onWrapEnvEnter", "onWrapEnvExit"}, serviceHooks...)
	for scope, needed := range map[string][]string{"": both, "TASK": threeHooks, "SERVICE": ofServices, "SERVICE, TASK": both} {
		fields := ""
		if scope != "" {
			fields = "runScope: [" + scope + "], "
		}
		for _, hooks := range subsets(both) {
			if len(hooks) == 0 {
				continue
			}
			for path, text := range wrapping("WRAP_ACTIONS, EXPR, SERVICE", fields, hooks) {
				called := needed
				if strings.HasPrefix(path, "steps") {
					if called = threeHooks; scope != "" {
						continue
					}
				}
				missing, surplus := 0, []string{}
				for _, hook := range called {
					if !slices.Contains(hooks, hook) {
						missing = 1
					}
				}
				for _, hook := range hooks {
					if !slices.Contains(called, hook) {
						surplus = append(surplus, path+".script.actions."+hook)
					}
				}
				want := append(slices.Repeat([]string{path}, missing), surplus...)
				if len(want) == 0 {
					want = nil
				}
				assert.ElementsMatch(t, want, faultPaths(t, text), text)
			}
		}
	}
}

// §4.3: two wrapping Environments of one Session are a fault at the second.
func TestTwoWrappersOfOneDocument(t *testing.T) {
	env := func(name, scope string, hooks []string) string {
		return "{name: " + name + ", " + scope + "script: {actions: {" + strings.Join(hooks, ": {command: a}, ") + ": {command: a}}}}"
	}
	job := func(extensions, inJob, inStep string) string {
		text := "specificationVersion: jobtemplate-2023-09\nextensions: [WRAP_ACTIONS, EXPR" + extensions + "]\nname: J\n"
		if inJob != "" {
			text += "jobEnvironments: [" + inJob + "]\n"
		}
		text += "steps:\n- {name: R, script: {actions: {onRun: {command: a}}}}\n- {name: S, script: {actions: {onRun: {command: a}}}"
		if inStep != "" {
			text += ", stepEnvironments: [" + inStep + "]"
		}
		return text + "}\n"
	}
	a, b := env("A", "", threeHooks), env("B", "", threeHooks)
	task := env("T", "runScope: [TASK], ", threeHooks)
	service := env("S", "runScope: [SERVICE], ", append([]string{"onWrapEnvEnter", "onWrapEnvExit"}, serviceHooks...))
	other := env("O", "runScope: [SERVICE], ", append([]string{"onWrapEnvEnter", "onWrapEnvExit"}, serviceHooks...))
	all := env("W", "", slices.Concat(threeHooks, serviceHooks))
	for text, want := range map[string][]string{
		job("", a+", "+b, ""):                    {"jobEnvironments[1]"},
		job("", "", a+", "+b):                    {"steps[1].stepEnvironments[1]"},
		job("", a, b):                            {"steps[1].stepEnvironments[0]"},
		job("", a, ""):                           nil,
		job("", "", b):                           nil,
		job(", SERVICE", task+", "+service, ""):  nil, // they never meet
		job(", SERVICE", service, b):             nil,
		job(", SERVICE", task+", "+all, ""):      {"jobEnvironments[1]"},
		job(", SERVICE", all+", "+service, ""):   {"jobEnvironments[1]"},
		job(", SERVICE", service+", "+other, ""): {"jobEnvironments[1]"},
		job(", SERVICE", task, b):                {"steps[1].stepEnvironments[0]"},
	} {
		assert.ElementsMatch(t, want, faultPaths(t, text), text)
	}
}

// places are the places of an Environment with a format string or expression,
// each with the path of what stands in it.
var places = map[string]string{
	"variables.V":                                             `{name: W, variables: {V: "{{@}}"}, script: {actions: {HOOKS}}}`,
	"script.let[0]":                                           `{name: W, script: {let: ["x = @"], actions: {HOOKS}}}`,
	"script.embeddedFiles[0].data":                            `{name: W, script: {embeddedFiles: [{name: F, type: TEXT, data: "{{@}}"}], actions: {HOOKS}}}`,
	"script.actions.ACTION.command":                           `{name: W, script: {actions: {ACTION: {command: "{{@}}"}, HOOKS}}}`,
	"script.actions.ACTION.args[0]":                           `{name: W, script: {actions: {ACTION: {command: a, args: ["{{@}}"]}, HOOKS}}}`,
	"script.actions.ACTION.timeout":                           `{name: W, script: {actions: {ACTION: {command: a, timeout: "{{len(@)}}"}, HOOKS}}}`,
	"script.actions.ACTION.cancelation.mode":                  `{name: W, script: {actions: {ACTION: {command: a, cancelation: {mode: "{{@}}"}}, HOOKS}}}`,
	"script.actions.ACTION.cancelation.notifyPeriodInSeconds": `{name: W, script: {actions: {ACTION: {command: a, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{len(@)}}"}}, HOOKS}}}`,
}

// §4.3.1: each name in just the hooks that know it, in every field of theirs,
// and nowhere else.
func TestWhereWrappedNamesAreKnown(t *testing.T) {
	all := slices.Concat(threeHooks, serviceHooks)
	for name, hooks := range map[string][]string{
		"WrappedAction.Command":                                      all,
		"WrappedAction.Args[0]":                                      all,
		"WrappedAction.Environment[0]":                               all,
		"repr_json(WrappedAction.Timeout)":                           all,
		"repr_json(WrappedAction.Cancelation.Mode)":                  all,
		"repr_json(WrappedAction.Cancelation.NotifyPeriodInSeconds)": all,
		"WrappedEnv.Name":                                            {"onWrapEnvEnter", "onWrapEnvExit"},
		"WrappedStep.Name":                                           {"onWrapTaskRun"},
		"WrappedService.Name":                                        serviceHooks,
		"WrappedService.PortNames[0]":                                serviceHooks,
		"string(WrappedService.Ports[0])":                            serviceHooks,
		"WrappedService.BindAddresses[0]":                            serviceHooks,
		"WrappedService.Protocols[0]":                                serviceHooks,
		"WrappedAction.Nothing":                                      nil,
		"WrappedService.Nothing":                                     nil,
		"repr_json(WrappedAction)":                                   nil,
		"repr_json(WrappedAction.Cancelation)":                       nil,
	} {
		for place, text := range places {
			for _, action := range append([]string{"onEnter", "onExit"}, all...) {
				others := slices.DeleteFunc(slices.Clone(all), func(hook string) bool { return hook == action && strings.Contains(place, "ACTION") })
				text := strings.ReplaceAll(text, "HOOKS", strings.Join(others, ": {command: a}, ")+": {command: a}")
				text = strings.ReplaceAll(strings.ReplaceAll(text, "ACTION", action), "@", name)
				known := strings.Contains(place, "ACTION") && slices.Contains(hooks, action)
				var want []string
				if !known {
					want = []string{"environment." + strings.ReplaceAll(place, "ACTION", action)}
				}
				document := "specificationVersion: environment-2023-09\nextensions: [WRAP_ACTIONS, EXPR, SERVICE, FEATURE_BUNDLE_1]\nenvironment: " + text + "\n"
				assert.Equal(t, want, faultPaths(t, document), document)
			}
		}
	}
}

// What is wrapped knows nothing of it, in its own document with hooks or not.
func TestWrappedNamesOutsideTheWrapper(t *testing.T) {
	for _, name := range []string{"WrappedAction.Command", "WrappedEnv.Name", "WrappedStep.Name", "WrappedService.Name"} {
		text := `
specificationVersion: jobtemplate-2023-09
extensions: [WRAP_ACTIONS, EXPR, FEATURE_BUNDLE_1]
name: "J {{@}}"
jobEnvironments:
  - {name: W, script: {actions: {onWrapEnvEnter: {command: a}, onWrapTaskRun: {command: a}, onWrapEnvExit: {command: a}}}}
  - {name: I, script: {actions: {onEnter: {command: "{{@}}"}}}}
steps:
  - name: S
    let: ["x = @"]
    hostRequirements: {attributes: [{name: attr.a, anyOf: ["{{@}}"]}]}
    parameterSpace: {taskParameterDefinitions: [{name: P, type: STRING, range: ["{{@}}"]}]}
    stepEnvironments: [{name: E, variables: {V: "{{@}}"}}]
    script:
      let: ["y = @"]
      embeddedFiles: [{name: F, type: TEXT, data: "{{@}}"}]
      actions: {onRun: {command: "{{@}}", args: ["{{@}}"], timeout: "{{len(@)}}"}}
  - {name: T, bash: {script: "{{@}}"}}
`
		assert.Equal(t, []string{
			"name", "jobEnvironments[1].script.actions.onEnter.command",
			"steps[0].let[0]", "steps[0].hostRequirements.attributes[0].anyOf[0]", "steps[0].parameterSpace.taskParameterDefinitions[0].range[0]",
			"steps[0].stepEnvironments[0].variables.V", "steps[0].script.let[0]", "steps[0].script.embeddedFiles[0].data",
			"steps[0].script.actions.onRun.command", "steps[0].script.actions.onRun.args[0]", "steps[0].script.actions.onRun.timeout",
			"steps[1].bash.script",
		}, faultPaths(t, strings.ReplaceAll(text, "@", name)), name)
	}
}

// §4.3.1: the types of the names, and what a hook's timing fields take (§5, §5.3).
func TestTypesOfWrappedNames(t *testing.T) {
	for expression, fits := range map[string]bool{
		"WrappedAction.Command.upper()":                               true,
		"WrappedAction.Command + 1":                                   false,
		"repr_sh([WrappedAction.Command] + WrappedAction.Args)":       true,
		"WrappedAction.Args.upper()":                                  false,
		"flatten([['-e', e] for e in WrappedAction.Environment])":     true,
		"[e.split('=', 1)[0] for e in WrappedAction.Environment]":     true,
		"WrappedAction.Timeout or 5":                                  true,
		"WrappedAction.Timeout + 1":                                   true,
		"WrappedAction.Timeout.upper()":                               false,
		"WrappedAction.Cancelation.Mode or 'TERMINATE'":               true,
		"WrappedAction.Cancelation.Mode + 1":                          false,
		"(WrappedAction.Cancelation.NotifyPeriodInSeconds or 30) + 1": true,
		"WrappedEnv.Name.upper()":                                     true,
		"WrappedEnv.Name + 1":                                         false,
	} {
		text := `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR]
environment:
  {name: W, script: {actions: {onWrapEnvEnter: {command: a, args: ["{{ ` + expression + ` }}"]}, onWrapTaskRun: {command: a}, onWrapEnvExit: {command: a}}}}
`
		var want []string
		if !fits {
			want = []string{"environment.script.actions.onWrapEnvEnter.args[0]"}
		}
		assert.Equal(t, want, faultPaths(t, text), expression)
	}
}

// §5, §5.3: what a hook's timeout and cancelation may be with and without
// FEATURE_BUNDLE_1.
func TestHookTimingFields(t *testing.T) {
	const mode, period = `"{{WrappedAction.Cancelation.Mode}}"`, `"{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"`
	for _, c := range []struct {
		field         string
		without, with bool // it is valid without and with FEATURE_BUNDLE_1
	}{
		{`timeout: 5`, true, true},
		{`timeout: 0`, false, false},
		{`timeout: "5"`, false, true},
		{`timeout: "{{WrappedAction.Timeout}}"`, false, true},
		{`timeout: "{{WrappedAction.Args}}"`, false, false},
		{`timeout: "{{ 0 }}"`, false, false},
		{`cancelation: {mode: TERMINATE}`, true, true},
		{`cancelation: {mode: terminate}`, false, false},
		{`cancelation: {mode: TERMINATE, notifyPeriodInSeconds: 5}`, false, false},
		{`cancelation: {mode: TERMINATE, notifyPeriodInSeconds: ` + period + `}`, false, false},
		{`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 600}`, true, true},
		{`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 601}`, false, false},
		{`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{ 601 }}"}`, false, false},
		{`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: ` + period + `}`, false, true},
		{`cancelation: {mode: ` + mode + `}`, false, true},
		{`cancelation: {mode: ` + mode + `, notifyPeriodInSeconds: ` + period + `}`, false, true},
		{`cancelation: {mode: ` + mode + `, notifyPeriodInSeconds: 700}`, false, false},
		{`cancelation: {mode: "{{ WrappedAction.Cancelation.Mode or 'TERMINATE' }}"}`, false, true},
		{`cancelation: {mode: "{{WrappedAction.Args}}"}`, false, false},
		{`cancelation: {notifyPeriodInSeconds: 5}`, false, false},
	} {
		for extension, valid := range map[string]bool{"": c.without, ", FEATURE_BUNDLE_1": c.with} {
			for _, hook := range threeHooks {
				others := slices.DeleteFunc(slices.Clone(threeHooks), func(other string) bool { return other == hook })
				text := "specificationVersion: environment-2023-09\nextensions: [WRAP_ACTIONS, EXPR" + extension + "]\nenvironment:\n" +
					"  {name: W, script: {actions: {" + hook + ": {command: a, " + c.field + "}, " + strings.Join(others, ": {command: a}, ") + ": {command: a}}}}\n"
				paths := faultPaths(t, text)
				if valid {
					assert.Empty(t, paths, text)
					continue
				}
				require.NotEmpty(t, paths, text)
				for _, path := range paths {
					assert.True(t, strings.HasPrefix(path, "environment.script.actions."+hook+"."+strings.SplitN(c.field, ":", 2)[0]), path)
				}
			}
		}
	}
}

// A null hook is one that is not given, and no list or text is one.
func TestHookOfAnotherKind(t *testing.T) {
	for value, path := range map[string]string{"null": "environment", "[]": "environment.script.actions.onWrapEnvExit", "a": "environment.script.actions.onWrapEnvExit",
		"{args: [a]}": "environment.script.actions.onWrapEnvExit", "{command: a, when: b}": "environment.script.actions.onWrapEnvExit.when"} {
		text := "specificationVersion: environment-2023-09\nextensions: [WRAP_ACTIONS, EXPR]\nenvironment:\n" +
			"  {name: W, script: {actions: {onWrapEnvEnter: {command: a}, onWrapTaskRun: {command: a}, onWrapEnvExit: " + value + "}}}\n"
		assert.Contains(t, faultPaths(t, text), path, text)
	}
}

// A runner that is told to do without the extension refuses it.
func TestWrapActionsNotSupported(t *testing.T) {
	text := wrapping("WRAP_ACTIONS, EXPR", "", threeHooks)["environment"]
	_, err := Load("w.yaml", []byte(text), Options{Supported: ExtensionSet(0).With(Expr)})
	require.Error(t, err)
	var fault *Fault
	require.True(t, errors.As(err, &fault))
	assert.Equal(t, "extensions[0]", fault.Path)
}
