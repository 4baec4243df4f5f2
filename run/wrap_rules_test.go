package run_test

// This file tests rules of wrapping that the other files have no test of: what
// comes through a hook unchanged, whose life outlasts whose, and what a Service
// makes of its hooks' ends (§4.3, §4.3.1, RFC 0008).

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
	"runner/template"
)

// hooked is a wrapping Environment Template whose three hooks are the same
// action, in flow style.
func hooked(extensions, hook string) string {
	return `
specificationVersion: environment-2023-09
extensions: [` + extensions + `]
environment:
  name: W
  script:
    actions:
      onWrapEnvEnter: ` + hook + `
      onWrapTaskRun: ` + hook + `
      onWrapEnvExit: ` + hook + "\n"
}

// forwarding is a wrapping Environment Template that adds nothing.
const forwarding = `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR, SERVICE, FEATURE_BUNDLE_1]
environment:
  name: Forwarding
  script:
    actions:
      onWrapEnvEnter: &go
        command: "{{WrappedAction.Command}}"
        args: ["{{WrappedAction.Args}}"]
        timeout: "{{WrappedAction.Timeout}}"
        cancelation: {mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"}
      onWrapTaskRun: *go
      onWrapEnvExit: *go
      onWrapServiceEnter: *go
      onWrapServiceRun: *go
      onWrapServiceHealthCheck: *go
      onWrapServiceExit: *go
`

// RFC 0008: a job that is wrapped by hooks that only forward is the job without
// them, in what it prints, how its Steps end and what failed of it.
func TestWrapForwarding(t *testing.T) {
	for name, text := range map[string]string{
		"inside":       inside,
		"a Service":    served,
		"a Task fails": strings.Replace(inside, "echo task {{Task.Param.I}} $V", "echo task {{Task.Param.I}} $V; echo openjd_fail: no good; exit {{Task.Param.I}}", 1),
		"onEnter":      strings.Replace(inside, "onEnter: {command: echo, args: [enter S]}", `onEnter: {command: sh, args: ["-c", "echo enter S; exit 5"]}`, 1),
		"onExit":       strings.Replace(inside, "onExit: {command: echo, args: [exit J]}", `onExit: {command: sh, args: ["-c", "echo exit J; exit 6"]}`, 1),
		"a timeout":    strings.Replace(inside, "onEnter: {command: echo, args: [enter S]}", `onEnter: {command: sleep, args: ["100"], timeout: 1}`, 1),
		"no command":   strings.Replace(inside, "onEnter: {command: echo, args: [enter S]}", `onEnter: {command: /nowhere/x}`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := run.Failed
			if text == inside || text == served {
				want = run.Succeeded
			}
			bare, wrapped := runJob(t, text), runJob(t, text, attach(forwarding))
			assert.Equal(t, want, bare.result.Outcome)
			assert.Equal(t, want, wrapped.result.Outcome)
			assert.Equal(t, bare.result.Steps, wrapped.result.Steps)
			assert.Equal(t, sessionLines(bare, false), sessionLines(wrapped, false))
			assert.Equal(t, sessionLines(bare, true), sessionLines(wrapped, true))
			require.Len(t, wrapped.result.Failures, len(bare.result.Failures))
			for i, f := range bare.result.Failures {
				w := wrapped.result.Failures[i]
				assert.Equal(t, f.Source, w.Source)
				assert.Equal(t, f.Exit.Outcome, w.Exit.Outcome)
				assert.Equal(t, f.Exit.Code, w.Exit.Code)
				assert.Equal(t, f.Exit.Started, w.Exit.Started)
				assert.Equal(t, strings.TrimPrefix(w.Exit.Message, "the hook onWrapEnvEnter of the Environment Forwarding: "), f.Exit.Message)
			}
		})
	}
}

// RFC 0008, Security: whichever way a hook hands the wrapped command line on,
// every argument arrives to the byte.
func TestWrapVerbatim(t *testing.T) {
	arguments := []string{"", " ", "a b", "'", `"`, `it's "so"`, "$HOME", "$(id)", "`id`", "*", "?", "[a]", "{a,b}", "~", `\`, `\n`,
		"two\nlines", "\n", "a\r\nb", ";", "&", "|", ">", "<", "(", ")", "#x", "!x", "-n", "--", "../../etc", "//", "a=b", "%s", "映画", "🎬", "e\u0301"}
	task := "command: printf, args: ['(%s)\\n'"
	for _, a := range arguments {
		task += ", " + strconv.Quote(a)
	}
	job := "specificationVersion: jobtemplate-2023-09\nname: verbatim\nsteps: [{name: A, script: {actions: {onRun: {" + task + "]}}}}]\n"
	plain := runJob(t, job)
	require.Equal(t, run.Succeeded, plain.result.Outcome, plain.log())
	require.Equal(t, 40, len(plain.lines()))
	for name, hook := range map[string]string{
		"as arguments":       `{command: "{{WrappedAction.Command}}", args: ["{{WrappedAction.Args}}"]}`,
		"one list":           `{command: env, args: ["{{ [WrappedAction.Command] + WrappedAction.Args }}"]}`,
		"repr_sh":            `{command: sh, args: ["-c", "{{repr_sh(WrappedAction.Command)}} {{repr_sh(WrappedAction.Args)}}"]}`,
		"repr_sh of repr_sh": `{command: sh, args: ["-c", "exec sh -c {{ repr_sh(repr_sh([WrappedAction.Command] + WrappedAction.Args)) }}"]}`,
		"repr_py":            `{command: python3, args: ["-c", "import os; c = [{{repr_py(WrappedAction.Command)}}] + {{repr_py(WrappedAction.Args)}}; os.execvp(c[0], c)"]}`,
		"repr_json":          `{command: python3, args: ["-c", "import json, os, sys; c = json.loads(sys.argv[1]); os.execvp(c[0], c)", "{{ repr_json([WrappedAction.Command] + WrappedAction.Args) }}"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := runJob(t, job, attach(hooked("WRAP_ACTIONS, EXPR", hook)))
			require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
			assert.Equal(t, plain.lines(), j.lines())
		})
	}
}

// §4.3.1: null is nothing in a text, no argument where it stands alone, and what
// `or` makes of it; a declared value is a text like any other.
func TestWrappedNull(t *testing.T) {
	hook := `{command: printf, args: ["(%s)", "[{{WrappedAction.Timeout}}|{{WrappedAction.Cancelation.Mode}}|{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}]",
        "{{WrappedAction.Timeout}}", "{{ WrappedAction.Timeout or 9 }}", "{{ WrappedAction.Cancelation.Mode or 'TERMINATE' }}", "{{ WrappedAction.Cancelation.NotifyPeriodInSeconds or 30 }}"]}`
	job := "specificationVersion: jobtemplate-2023-09\nname: nulls\nsteps: [{name: A, script: {actions: {onRun: {command: echo}}}}]\n"
	j := runJob(t, job, attach(hooked("WRAP_ACTIONS, EXPR", hook)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"([||])(9)(TERMINATE)(30)"}, j.lines())

	declared := strings.Replace(job, "echo}", "echo, timeout: 5, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 6}}", 1)
	j = runJob(t, declared, attach(hooked("WRAP_ACTIONS, EXPR", hook)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"([5|NOTIFY_THEN_TERMINATE|6])(5)(5)(NOTIFY_THEN_TERMINATE)(6)"}, j.lines())
}

// §5, §5.3.2: what a hook's timing fields come to is held against the schema
// when the hook is to run; what does not fit fails the action, which is not run.
func TestWrapTimingOutOfRange(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
name: range
steps:
  - {name: A, script: {actions: {onRun: {command: echo, timeout: 5, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 45}}}}}
`
	for fields, message := range map[string]string{
		`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{ WrappedAction.Cancelation.NotifyPeriodInSeconds + 556 }}"}`: "601 is not between 1 and 600",
		`cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{ WrappedAction.Cancelation.NotifyPeriodInSeconds - 45 }}"}`:  "0 is not between 1 and 600",
		`cancelation: {mode: "{{WrappedAction.Cancelation.Mode}}_X"}`:                                                                      `the mode is "NOTIFY_THEN_TERMINATE_X"`,
		`cancelation: {mode: "{{ WrappedAction.Cancelation.Mode[10:] }}", notifyPeriodInSeconds: 5}`:                                       `the mode is "N_TERMINATE"`,
		`cancelation: {mode: "{{ WrappedAction.Cancelation.Mode[12:] }}", notifyPeriodInSeconds: 5}`:                                       "notifyPeriodInSeconds does not go with the mode TERMINATE",
		`timeout: "{{ WrappedAction.Timeout - 5 }}"`:                                                                                       "0 is too small, at least 1 is needed",
		`timeout: "1{{ WrappedAction.Command }}"`:                                                                                          "1echo",
	} {
		j := runJob(t, job, attach(hooked("WRAP_ACTIONS, EXPR, FEATURE_BUNDLE_1", `{command: echo, args: [ran], `+fields+`}`)))
		assert.Equal(t, run.Failed, j.result.Outcome, fields)
		assert.Empty(t, j.lines(), fields)
		require.Len(t, j.result.Failures, 1, fields)
		assert.False(t, j.result.Failures[0].Exit.Started, fields)
		assert.Contains(t, j.result.Failures[0].Exit.Message, message)
	}
}

// §5.3: a null mode drops the whole cancelation, also a period that would not fit.
func TestWrapNullModeDropsThePeriod(t *testing.T) {
	job := "specificationVersion: jobtemplate-2023-09\nname: dropped\nsteps: [{name: A, script: {actions: {onRun: {command: echo, timeout: 5}}}}]\n"
	j := runJob(t, job, attach(hooked("WRAP_ACTIONS, EXPR, FEATURE_BUNDLE_1",
		`{command: echo, args: [ran], cancelation: {mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{ WrappedAction.Timeout + 700 }}"}}`)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"ran"}, j.lines())
}

// RFC 0008: what the wrapping Environment's onEnter has started is there until
// the last onWrapEnvExit has returned, whatever failed before, and no longer.
func TestWrapResourcesOutlastTheExits(t *testing.T) {
	env := strings.Replace(wrapper, `onEnter: {command: echo, args: ["enter W"]}`,
		`onEnter: {command: sh, args: ["-c", "sleep 100 >/dev/null 2>&1 & echo openjd_env: HELD=$!"]}`, 1)
	env = strings.Replace(env, `"<exit $0>"`, `"<exit $0>"; kill -0 $HELD && echo held`, 1)
	env = strings.Replace(env, `onExit: {command: echo, args: ["exit W"]}`, `onExit: {command: sh, args: ["-c", "kill -0 $HELD && echo held to the end"]}`, 1)
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: held
jobEnvironments:
  - {name: J, script: {actions: {onExit: {command: "true"}}}}
  - {name: K, script: {actions: {onEnter: {command: "false"}, onExit: {command: "true"}}}}
steps: [{name: A, script: {actions: {onRun: {command: echo}}}}]
`, attach(env))
	assert.Equal(t, run.Failed, j.result.Outcome)
	lines := j.lines()
	require.NotEmpty(t, lines)
	assert.Equal(t, []string{"<enter K>", "<exit K>", "held", "<exit J>", "held", "held to the end"}, lines[1:])
}

// RFC 0008, cleanup guarantee: a hook that runs into its timeout or is canceled
// fails as the action it replaces, and everything attempted is exited.
func TestWrapHooksThatEndLate(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
name: late
jobEnvironments:
  - {name: J, script: {actions: {onEnter: {command: "true"}, onExit: {command: "true"}}}}
steps: [{name: A, script: {actions: {onRun: {command: "true"}}}}]
`
	late := func(hook, more string) string {
		lines := strings.Split(wrapper, "\n")
		for i, line := range lines {
			if strings.Contains(line, hook+":") {
				lines[i+2] = strings.Replace(lines[i+2], `"$@"'`, `exec sleep 100'`, 1)
				lines[i+2] += more
			}
		}
		return strings.Join(lines, "\n")
	}
	for hook, want := range map[string]struct {
		lines  []string
		action string
	}{
		"onWrapEnvEnter": {[]string{"enter W", "<enter J>", "<exit J>", "exit W"}, "onEnter"},
		"onWrapTaskRun":  {[]string{"enter W", "<enter J>", "<task A>", "<exit J>", "exit W"}, "onRun"},
		"onWrapEnvExit":  {[]string{"enter W", "<enter J>", "<task A>", "<exit J>", "exit W"}, "onExit"},
	} {
		t.Run(hook, func(t *testing.T) {
			t.Parallel()
			j := runJob(t, job, attach(late(hook, "\n        timeout: 1")))
			assert.Equal(t, run.Failed, j.result.Outcome)
			assert.Equal(t, want.lines, j.lines())
			require.Len(t, j.result.Failures, 1)
			assert.Equal(t, run.TimedOut, j.result.Failures[0].Exit.Outcome)
			assert.Equal(t, want.action, j.result.Failures[0].Source.Action)
		})
	}
	t.Run("onWrapEnvEnter canceled", func(t *testing.T) {
		t.Parallel()
		j := start(t, job, attach(late("onWrapEnvEnter", "")))
		j.untilLine("<enter J>")
		j.interrupt()
		j.wait()
		assert.Equal(t, run.Canceled, j.result.Outcome)
		assert.Equal(t, []string{"enter W", "<enter J>", "<exit J>", "exit W"}, j.lines())
	})
}

// RFC 0008, Timeout behavior: at its timeout a hook is ended by its own
// cancelation, here the wrapped action's forwarded; it has failed whatever its
// status.
func TestWrapTimeoutIsACancelation(t *testing.T) {
	hook := `{command: sh, args: ["-c", "trap 'echo noticed; exit 0' TERM; echo begins; sleep 100 >/dev/null & wait"],
        timeout: "{{WrappedAction.Timeout}}", cancelation: {mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"}}`
	for declared, lines := range map[string][]string{
		"":                                 {"begins"},
		", cancelation: {mode: TERMINATE}": {"begins"},
		", cancelation: {mode: NOTIFY_THEN_TERMINATE}": {"begins", "noticed"},
	} {
		job := "specificationVersion: jobtemplate-2023-09\nname: timeout\nsteps: [{name: A, script: {actions: {onRun: {command: echo, timeout: 1" + declared + "}}}}]\n"
		j := runJob(t, job, attach(hooked("WRAP_ACTIONS, EXPR, FEATURE_BUNDLE_1", hook)))
		assert.Equal(t, run.Failed, j.result.Outcome, declared)
		assert.Equal(t, lines, j.lines(), declared)
		assert.Equal(t, run.TimedOut, j.result.Failures[0].Exit.Outcome, declared)
	}
}

// §4.3: an attached wrapping Environment meets those of the Job's Steps, of
// whichever of them, before anything runs; a Step's own alone wraps.
func TestWrapTwiceInAStep(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
extensions: [WRAP_ACTIONS, EXPR]
name: twice
steps:
  - {name: A, script: {actions: {onRun: {command: echo}}}}
  - name: B
    stepEnvironments: [{name: X, script: {actions: {onWrapEnvEnter: {command: echo}, onWrapTaskRun: {command: echo, args: [hook]}, onWrapEnvExit: {command: echo}}}}]
    script: {actions: {onRun: {command: echo, args: [task]}}}
`
	_, err := template.CreateJob(load(t, "job.yaml", job), []*template.Document{load(t, "w.yaml", wrapper)}, nil, template.CreateOptions{})
	require.EqualError(t, err, `job.yaml:8:24: steps[1].stepEnvironments[0]: the Environments "W" (w.yaml:5:3) and "X" both define wrap hooks `+
		`and would meet in one Session (a Session can have one wrapping Environment; attach one of them only)`)

	j := runJob(t, job, attach(outer))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"enter Outer", "", "hook", "exit Outer"}, j.lines())
}

// §4.3: two attached wrapping Environments of Service Sessions meet in those of a
// Job that has a Service, and nowhere in one that has none.
func TestWrapTwiceInAServiceSession(t *testing.T) {
	second := strings.Replace(serviceWrapper("SERVICE"), "name: W\n", "name: V\n", 1)
	attached := []*template.Document{load(t, "w.yaml", serviceWrapper("TASK, SERVICE")), load(t, "v.yaml", second)}
	_, err := template.CreateJob(load(t, "job.yaml", announced), attached, nil, template.CreateOptions{})
	require.EqualError(t, err, `v.yaml:5:3: environment: the Environments "W" (w.yaml:5:3) and "V" both define wrap hooks `+
		`and would meet in one Session (a Session can have one wrapping Environment; attach one of them only)`)

	j := runJob(t, inside, attach(serviceWrapper("TASK, SERVICE")), attach(second))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, 1, j.count("enter W"))
}

// How Jobs Are Run: the wrapping script's files are written anew before each
// hook, whatever the wrapped action has made of them, also without an onEnter.
func TestWrapFilesAreWrittenAnew(t *testing.T) {
	env := `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR]
environment:
  name: W
  script:
    embeddedFiles: [{name: Go, type: TEXT, filename: run.sh, data: "echo hooked; \"$@\"; echo 'echo spoilt' >'{{Env.File.Go}}'"}]
    actions:
      onWrapEnvEnter: &go {command: sh, args: ["{{Env.File.Go}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}
      onWrapTaskRun: *go
      onWrapEnvExit: *go
      onExit: {command: sh, args: ["{{Env.File.Go}}", echo, exit]}
`
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: anew
steps:
  - name: A
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script: {actions: {onRun: {command: echo, args: ["task {{Task.Param.I}}"]}}}
`, attach(env))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{"hooked", "task 1", "hooked", "task 2", "hooked", "exit"}, j.lines())
}

// announced is a Service of two ports that says it is READY and has no action
// but onRun.
const announced = `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: announced
services:
  - name: Cache
    variables: {OWN: "own $x"}
    ports: [{name: main}, {name: side, protocol: UDP}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onRun: {command: sh, args: ["-c", "echo \"at {{Service.Cache.main.port}} {{Service.Cache.side.port}} $OWN\"; echo openjd_service_ready: up; exec sleep 100"]}
steps:
  - name: R
    dependencies: [{service: Cache}]
    script: {actions: {onRun: {command: echo, args: ["task {{Service.Cache.main.port}}"]}}}
`

// §4.3: for a Service without an onEnter, onHealthCheck or onExit no hook runs in
// their place; §4.3.1: the lists have its ports as they are, in their order, and
// the Environment has the Service's own variables.
func TestWrapServiceNothingToReplace(t *testing.T) {
	told := strings.ReplaceAll(serviceWrapper("SERVICE"), `"{{WrappedService.Name}}"`,
		`"{{WrappedService.Name}} {{repr_json(WrappedService.PortNames)}} {{repr_json(WrappedService.Ports)}} {{repr_json(WrappedService.BindAddresses)}} {{repr_json(WrappedService.Protocols)}} {{repr_json(WrappedAction.Environment)}}"`)
	j := runJob(t, announced, attach(told))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := sessionLines(j, true)
	require.Len(t, lines, 5, j.log())
	ports := strings.Fields(lines[2])[1:3]
	assert.Equal(t, []string{
		"enter W", `<onWrapServiceRun Cache ["main", "side"] [` + ports[0] + ", " + ports[1] + `] ["127.0.0.1", "127.0.0.1"] ["TCP", "UDP"] ["OWN=own $x"]>`,
		"at " + ports[0] + " " + ports[1] + " own $x", "openjd_service_ready: up", "exit W",
	}, lines)
	assert.Equal(t, []string{"task " + ports[0]}, sessionLines(j, false))
}

// §9.7.1: hooks of a Service run beside each other, so that the wrapping script's
// files are written once in its Session and stay what they are.
func TestWrapServiceFiles(t *testing.T) {
	env := strings.ReplaceAll(serviceWrapper("SERVICE"), `args: ["-c", 'echo "<`, `args: ["{{Env.File.Go}}", '"<`)
	env = strings.ReplaceAll(env, ` $0>"; exec "$@"',`, `',`) + `    embeddedFiles: [{name: Go, type: TEXT, data: "echo file $(stat -c %i $0)\nshift 2\nexec \"$@\"\n"}]` + "\n"
	// An onEnter would write them as well.
	env = strings.Replace(env, "      onEnter: {command: echo, args: [enter W]}\n", "", 1)
	j := runJob(t, served, attach(env))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, 0, j.count("enter W"))
	files := map[string]int{}
	for _, line := range sessionLines(j, true) {
		if strings.HasPrefix(line, "file ") {
			files[line]++
		}
	}
	assert.Len(t, files, 1, j.log())
	j.order("enter J", "enter Cache", "runs set", "exit Cache")
}

// §4.3: a wrapping Environment of Tasks and one of Services stand in one Job, each
// in its own Sessions.
func TestWrapOneForEachKind(t *testing.T) {
	second := strings.Replace(serviceWrapper("SERVICE"), "name: W\n", "name: V\n", 1)
	j := runJob(t, announced, attach(serviceWrapper("TASK")), attach(second))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, "<onWrapServiceRun Cache>", sessionLines(j, true)[1])
	task := sessionLines(j, false)
	require.Len(t, task, 4, j.log())
	assert.Equal(t, []string{"enter W", "<onWrapTaskRun R>", "exit W"}, slices.Delete(slices.Clone(task), 2, 3))
}

// §4.3: the end of onWrapServiceRun is an instance failure; the exit status of an
// onWrapServiceHealthCheck is one probe and by itself no failure.
func TestWrapServiceEnds(t *testing.T) {
	breaks := strings.Replace(serviceWrapper("TASK, SERVICE"), `<onWrapServiceRun $0>"; exec "$@"`, `<onWrapServiceRun $0>"; exit 6`, 1)
	j := runJob(t, announced, attach(breaks))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, "FAILED", j.service("Cache").State)
	assert.Equal(t, []string{"enter W", "<onWrapServiceRun Cache>", "exit W"}, sessionLines(j, true))
	assert.Equal(t, 0, j.count("task"))
	require.NotEmpty(t, j.result.Failures)
	assert.Equal(t, "Cache", j.result.Failures[0].Source.Service)
	assert.Equal(t, 6, j.result.Failures[0].Exit.Code)

	// The first check fails in the hook, before the wrapped one is asked.
	once := strings.Replace(serviceWrapper("TASK, SERVICE"), `<onWrapServiceHealthCheck $0>"; exec "$@"`,
		`<onWrapServiceHealthCheck $0>"; mkdir asked 2>/dev/null && { echo not yet; exit 9; }; exec "$@"`, 1)
	j = runJob(t, strings.Replace(served, "{type: COMMAND}", "{type: COMMAND, readinessIntervalSeconds: 1}", 1), attach(once))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, 1, j.count("not yet"))
	assert.Equal(t, 1, j.service("Cache").Launches)
	assert.Empty(t, j.result.Failures)
	assert.Contains(t, sessionLines(j, false), "task")
}
