package run_test

// This file tests what hooks are told (§4.3.1), which names they see, and whose
// timeout and cancelation count (§5, §5.3, RFC 0008).

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// telling makes a wrapping Environment Template whose hooks print expressions
// in angle brackets, each text as JSON, and then run the wrapped action.
func telling(extensions, expressions string) string {
	hook := `{command: sh, args: ["-c", 'printf "<%s>\n" "$0"; "$@"', "{{ ` + expressions + ` }}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}`
	return `
specificationVersion: environment-2023-09
extensions: [` + extensions + `]
environment:
  name: W
  script:
    actions:
      onEnter: {command: sh, args: ["-c", "echo openjd_env: OUTER=o"]}
      onWrapEnvEnter: ` + hook + `
      onWrapTaskRun: ` + hook + `
      onWrapEnvExit: ` + hook + `
`
}

// told are the lines that telling's hooks print.
func told(j *job) []string {
	var out []string
	for _, line := range j.lines() {
		if strings.HasPrefix(line, "<") {
			out = append(out, line)
		}
	}
	return out
}

// §4.3.1: the wrapped action's own values, null where nothing is declared, the
// notify period with its default; what it leaves out of its arguments.
func TestWrappedAction(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR, FEATURE_BUNDLE_1]
name: values
parameterDefinitions: [{name: N, type: INT, default: 9}]
jobEnvironments:
  - name: J
    script:
      actions:
        onEnter: {command: "true", args: ["", "{{null}}", "{{['x y', '']}}", "ü\n"], timeout: "{{Param.N}}", cancelation: {mode: NOTIFY_THEN_TERMINATE}}
        onExit: {command: "true", cancelation: {mode: "{{null}}"}}
steps:
  - name: A
    script: {actions: {onRun: {command: "true", cancelation: {mode: NOTIFY_THEN_TERMINATE}}}}
  - name: B
    dependencies: [{dependsOn: A}]
    script: {actions: {onRun: {command: "true", timeout: 5, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 6}}}}
  - name: C
    dependencies: [{dependsOn: B}]
    script: {actions: {onRun: {command: "true", cancelation: {mode: TERMINATE}}}}
`, attach(telling("WRAP_ACTIONS, EXPR",
		`[repr_json(WrappedAction.Args), repr_json(WrappedAction.Timeout), repr_json(WrappedAction.Cancelation.Mode), repr_json(WrappedAction.Cancelation.NotifyPeriodInSeconds)].join(' ')`)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{
		`<["", "x y", "", "\u00fc\n"] 9 "NOTIFY_THEN_TERMINATE" 30>`,
		`<[] null "NOTIFY_THEN_TERMINATE" 120>`,
		`<[] 5 "NOTIFY_THEN_TERMINATE" 6>`,
		`<[] null "TERMINATE" null>`,
		`<[] null null null>`,
	}, told(j))
}

// §4.3.1: WrappedAction.Environment has what the Session has defined, in the
// order of definition, a name once with its last value; what was defined stays
// for the Session, and what an active Environment has unset is not there.
func TestWrappedEnvironment(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: environment
jobEnvironments:
  - name: J
    variables: {A: j, LINES_: "1\n2"}
    script: {actions: {onEnter: {command: sh, args: ["-c", "echo openjd_env: B=j; echo openjd_env: OPENJD_X=x"]}}}
steps:
  - name: S
    stepEnvironments:
      - name: E
        variables: {A: e, C: e}
        script:
          actions:
            onEnter: {command: sh, args: ["-c", "echo openjd_unset_env: B"]}
            onExit: {command: "true"}
    script: {actions: {onRun: {command: sh, args: ["-c", "echo openjd_env: T=t; echo $T$B$C"]}}}
  - name: T
    dependencies: [{dependsOn: S}]
    script: {actions: {onRun: {command: sh, args: ["-c", "echo C is $C."]}}}
`, attach(telling("WRAP_ACTIONS, EXPR", `repr_json(WrappedAction.Environment)`)))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{
		`<["OUTER=o", "A=j", "LINES_=1\n2"]>`,                                    // J's onEnter
		`<["OUTER=o", "A=e", "LINES_=1\n2", "B=j", "OPENJD_X=x", "C=e"]>`,        // E's onEnter
		`<["OUTER=o", "A=e", "LINES_=1\n2", "OPENJD_X=x", "C=e"]>`,               // S, without B
		`<["OUTER=o", "A=e", "LINES_=1\n2", "OPENJD_X=x", "C=e", "T=t"]>`,        // E's onExit
		`<["OUTER=o", "A=e", "LINES_=1\n2", "B=j", "OPENJD_X=x", "C=e", "T=t"]>`, // T, with B again
	}, told(j))
	j.order("e", "C is .")
}

// RFC 0008: what is printed by a hook counts as the wrapped action's, and the
// process environment of a hook is that of the action it replaces.
func TestWrappedMessages(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
name: messages
jobEnvironments:
  - name: J
    script: {actions: {onEnter: {command: "true"}, onExit: {command: "true"}}}
steps:
  - {name: S, script: {actions: {onRun: {command: "false"}}}}
`, attach(`
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR]
environment:
  name: W
  variables: {OUTER: o}
  script:
    actions:
      onWrapEnvEnter: {command: sh, args: ["-c", "echo enter $OUTER$INNER; echo openjd_env: INNER=i"]}
      onWrapTaskRun: {command: sh, args: ["-c", "echo task $OUTER$INNER; echo openjd_fail: no good; echo openjd_progress: 50; echo openjd_status: halfway; exit 4"]}
      onWrapEnvExit: {command: sh, args: ["-c", "echo exit $OUTER$INNER"]}
      onExit: {command: sh, args: ["-c", "echo own exit $OUTER$INNER."]}
`))
	assert.Equal(t, run.Failed, j.result.Outcome)
	j.order("enter o", "task oi", "exit oi", "own exit o.")
	f := j.result.Failures[0]
	assert.Equal(t, "S", f.Source.Step)
	assert.Equal(t, 4, f.Exit.Code)
	assert.Equal(t, "no good", f.Exit.Message)
	var told []run.Event
	for _, e := range j.all() {
		if e.Kind == run.Progress || e.Kind == run.Status {
			assert.Equal(t, f.Source, e.Source)
			told = append(told, run.Event{Kind: e.Kind, Percent: e.Percent, Text: e.Text})
		}
	}
	assert.Equal(t, []run.Event{{Kind: run.Progress, Percent: 50}, {Kind: run.Status, Text: "halfway"}}, told)
}

// The scopes of the wrapping and the wrapped never meet: one name in the lets,
// files and parameters of both means its own in each.
func TestWrapScopes(t *testing.T) {
	env := `
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR]
parameterDefinitions: [{name: Image, type: STRING, default: "an image"}]
environment:
  name: W
  script:
    let: ["x = 'wrapping'"]
    embeddedFiles:
      - {name: Go, type: TEXT, filename: run.sh, data: "echo [$1 {{x}} {{Param.Image}}] $0\nshift\nexec \"$@\"\n"}
    actions:
      onEnter: {command: sh, args: ["{{Env.File.Go}}", own, "true"]}
      onWrapEnvEnter: {command: sh, args: ["{{Env.File.Go}}", "{{WrappedEnv.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}
      onWrapTaskRun: {command: sh, args: ["{{Env.File.Go}}", "{{WrappedStep.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}
      onWrapEnvExit: {command: sh, args: ["{{Env.File.Go}}", "{{WrappedEnv.Name}}", "{{WrappedAction.Command}}", "{{WrappedAction.Args}}"]}
      onExit: {command: sh, args: ["{{Env.File.Go}}", own, "true"]}
`
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: scopes
jobEnvironments:
  - name: J
    script:
      let: ["x = 'of J'"]
      embeddedFiles: [{name: Go, type: TEXT, filename: run.sh, data: "echo J $1 {{x}} $0"}]
      actions:
        onEnter: {command: sh, args: ["{{Env.File.Go}}", "{{x}}"]}
        onExit: {command: sh, args: ["{{Env.File.Go}}", "{{x}}"]}
steps:
  - name: A
    let: ["x = 'of A'"]
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script:
      let: ["y = x + string(Task.Param.I)"]
      embeddedFiles: [{name: Go, type: TEXT, filename: run.sh, data: "echo A $1 {{y}} $0"}]
      actions: {onRun: {command: sh, args: ["{{Task.File.Go}}", "{{x}}"]}}
`, attach(env))
	require.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	lines := j.lines()
	paths := map[string]map[string]bool{}
	for i, line := range lines {
		at := strings.Index(line, " /")
		who := line[:strings.IndexAny(line, " /")]
		if paths[who] == nil {
			paths[who] = map[string]bool{}
		}
		paths[who][line[at+1:]] = true
		lines[i] = line[:at]
	}
	assert.Equal(t, []string{
		"[own wrapping an image]",
		"[J wrapping an image]", "J of J of J",
		"[A wrapping an image]", "A of A of A1", "[A wrapping an image]", "A of A of A2",
		"[J wrapping an image]", "J of J of J",
		"[own wrapping an image]",
	}, lines)
	for who, of := range paths {
		assert.Len(t, of, 1, "the path of %s stays", who)
	}
	hook, task, inner := one(paths["[own"]), one(paths["A"]), one(paths["J"])
	assert.NotEqual(t, hook, task)
	assert.NotEqual(t, hook, inner)
	assert.NotEqual(t, task, inner)
	assert.Equal(t, hook, one(paths["[A"]), "one path for all actions and hooks")
}

func one(set map[string]bool) string {
	for text := range set {
		return text
	}
	return ""
}

// §5: the hook's timeout is what the runner enforces, the wrapped action's own
// is only told; with FEATURE_BUNDLE_1 it can be forwarded.
func TestWrapTimeout(t *testing.T) {
	job := `
specificationVersion: jobtemplate-2023-09
name: timeout
steps:
  - {name: A, script: {actions: {onRun: {command: sh, args: ["-c", "echo begins; sleep 100"], timeout: 1}}}}
`
	forward := strings.Replace(wrapper, "EXPR]", "EXPR, FEATURE_BUNDLE_1]", 1)
	forward = strings.Replace(forward, "      onWrapTaskRun:", "      onWrapTaskRun:\n        timeout: \"{{WrappedAction.Timeout}}\"", 1)
	j := runJob(t, job, attach(forward))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, run.TimedOut, j.result.Failures[0].Exit.Outcome)

	// Null drops the field.
	j = runJob(t, strings.Replace(job, "sleep 100\"], timeout: 1", "\"]", 1), attach(forward))
	assert.Equal(t, run.Succeeded, j.result.Outcome, j.log())

	// The wrapped one alone ends nothing: the Task outlives its second.
	j = start(t, strings.Replace(job, "sleep 100", "sleep 1.5; echo through", 1), attach(wrapper))
	assert.Equal(t, run.Succeeded, j.wait().Outcome)
	assert.Equal(t, 1, j.count("through"))

	// §5: a hook that resolves to no time is not run.
	none := strings.Replace(forward, "{{WrappedAction.Timeout}}", "{{WrappedAction.Timeout - 1}}", 1)
	j = runJob(t, job, attach(none))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Equal(t, 0, j.count("begins"))
}

// §5.3: what the hook's cancelation resolves to. A forwarded mode and period
// are the wrapped action's; a null mode drops the object; a mode of another
// name and a period beside TERMINATE fail the action before it runs.
func TestWrapCancelation(t *testing.T) {
	for name, c := range map[string]struct {
		hook, task string
		notified   bool
		period     int // seconds as told to the process; 0: not asked
		message    string
	}{
		"forwarded":              {`mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"`, `mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 77`, true, 77, ""},
		"forwarded default":      {`mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"`, `mode: NOTIFY_THEN_TERMINATE`, true, 120, ""},
		"the mode alone":         {`mode: "{{WrappedAction.Cancelation.Mode}}"`, `mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 77`, true, 30, ""},
		"half a mode":            {`mode: "{{ 'NOTIFY' }}_THEN_TERMINATE", notifyPeriodInSeconds: "{{null}}"`, ``, true, 30, ""},
		"TERMINATE forwarded":    {`mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"`, `mode: TERMINATE`, false, 0, ""},
		"nothing forwarded":      {`mode: "{{WrappedAction.Cancelation.Mode}}", notifyPeriodInSeconds: "{{WrappedAction.Cancelation.NotifyPeriodInSeconds}}"`, ``, false, 0, ""},
		"null beside a period":   {`mode: "{{null}}", notifyPeriodInSeconds: 5`, ``, false, 0, ""},
		"another name":           {`mode: "{{'NOTIFY'}}"`, ``, false, 0, `the mode is "NOTIFY"`},
		"nulls make no name":     {`mode: "{{null}}{{null}}"`, ``, false, 0, `the mode is ""`},
		"a period and TERMINATE": {`mode: "{{'TERMINATE'}}", notifyPeriodInSeconds: 5`, ``, false, 0, "does not go with the mode TERMINATE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := start(t, `
specificationVersion: jobtemplate-2023-09
name: cancelation
steps:
  - name: A
    script: {actions: {onRun: {command: "true"`+declared(c.task)+`}}}
`, attach(`
specificationVersion: environment-2023-09
extensions: [WRAP_ACTIONS, EXPR, FEATURE_BUNDLE_1]
environment:
  name: W
  script:
    actions:
      onWrapEnvEnter: {command: "true"}
      onWrapTaskRun: {command: sh, args: ["-c", 'trap "cat cancel_info.json; echo noticed; exit" TERM; echo begins; sleep 100 >/dev/null & wait']`+declared(c.hook)+`}
      onWrapEnvExit: {command: "true"}
`))
			if c.message != "" {
				j.wait()
				assert.Equal(t, run.Failed, j.result.Outcome)
				assert.Empty(t, j.lines(), "it is not run")
				assert.Contains(t, j.result.Failures[0].Exit.Message, c.message)
				return
			}
			j.untilLine("begins")
			asked := time.Now()
			j.interrupt()
			j.wait()
			assert.Equal(t, run.Canceled, j.result.Outcome)
			assert.Equal(t, c.notified, j.count("noticed") == 1, j.log())
			if c.period > 0 {
				assert.WithinDuration(t, asked.Add(time.Duration(c.period)*time.Second), notifyEnd(t, j), 2*time.Second)
			}
		})
	}
}

// declared is a cancelation of an action in flow style.
func declared(fields string) string {
	if fields == "" {
		return ""
	}
	return ", cancelation: {" + fields + "}"
}

// notifyEnd is the end of the notify period, which the process has printed.
func notifyEnd(t *testing.T, j *job) time.Time {
	t.Helper()
	_, text, found := strings.Cut(strings.Join(j.lines(), ""), `"NotifyEnd":`)
	require.True(t, found, j.log())
	text, _, _ = strings.Cut(strings.TrimLeft(text, ` "`), `"`)
	end, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return end
}

// RFC 0008: a command line that the system does not take is told with the hook,
// which its author may not know to be there.
func TestWrapTooLong(t *testing.T) {
	j := runJob(t, `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: long
steps:
  - {name: A, script: {actions: {onRun: {command: "true", args: ["{{ 'x' * 3000000 }}"]}}}}
`, attach(wrapper))
	assert.Equal(t, run.Failed, j.result.Outcome)
	f := j.result.Failures[0]
	assert.False(t, f.Exit.Started)
	assert.Contains(t, f.Exit.Message, "the hook onWrapTaskRun of the Environment W: command sh")
	assert.Contains(t, f.Exit.Message, "are more than the system passes on")

	// A health check says it too, in what its Service failed of.
	long := strings.Replace(served, `["-e", ready]`, `["-e", ready, "{{ 'x' * 3000000 }}"]`, 1)
	long = strings.Replace(long, "{type: COMMAND}", "{type: COMMAND, readinessTimeoutSeconds: 2}", 1)
	j = runJob(t, long, attach(serviceWrapper("TASK, SERVICE")))
	assert.Equal(t, run.Failed, j.result.Outcome)
	assert.Contains(t, j.log(), "could not be started: the hook onWrapServiceHealthCheck of the Environment W: command sh")
}

// docs/wrapping.md shows a document that can be used.
func TestWrapDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/wrapping.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "```yaml\n")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "```")
	text = strings.Replace(text, "command: strace", "command: env", 1)
	text = strings.Replace(text, "-f, -A, -o, \"{{Session.WorkingDirectory / 'trace'}}\"", "TRACED=yes", 1)
	j := runJob(t, strings.Replace(inside, "task {{", "$TRACED task {{", 1), attach(text))
	assert.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, 2, j.count("yes task"))
}
