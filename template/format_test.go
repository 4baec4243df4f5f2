package template

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template/expr"
)

// loadJob loads a Job Template that has to be without fault.
func loadJob(t testing.TB, text string) *JobTemplate {
	t.Helper()
	document, err := Load("t.yaml", []byte(text), Options{})
	require.NoError(t, err)
	return document.Job
}

// actionJob is a Job Template whose only action is written as given.
func actionJob(extensions, action string) string {
	return fmt.Sprintf(`specificationVersion: jobtemplate-2023-09
extensions: [%s]
name: J
parameterDefinitions: [{name: I, type: INT}, {name: S, type: STRING}, {name: P, type: PATH}]
steps: [{name: S, parameterSpace: {taskParameterDefinitions: [{name: N, type: INT, range: "1-3"}]}, script: {actions: {onRun: %s}}}]
`, extensions, action)
}

// sessionEnv is what a Task's action is resolved in, for tests.
func sessionEnv() *expr.Env {
	s := expr.NewSymbols(nil)
	s.Define("Param.I", expr.IntValue(7))
	s.Define("Param.S", expr.StringValue("a b"))
	s.Define("Param.P", expr.PathValue("/x/y"))
	s.Define("Task.Param.N", expr.IntValue(3))
	s.Define("Session.HasPathMappingRules", expr.BoolValue(false))
	return &expr.Env{Symbols: s, Library: expr.Base().WithHost()}
}

// TestResolve resolves texts with and without EXPR (§7.3; expression language
// §1.3.2).
func TestResolve(t *testing.T) {
	for _, c := range []struct{ extensions, text, want string }{
		{"FEATURE_BUNDLE_1", "plain", "plain"},
		{"FEATURE_BUNDLE_1", "{{Param.I}}", "7"},
		{"FEATURE_BUNDLE_1", "<{{ Param.S }}|{{Param . P}}>{{Task.Param.N}}}", "<a b|/x/y>3}"},
		{"FEATURE_BUNDLE_1", "{{Session.HasPathMappingRules}}", "false"},
		{"EXPR", "{{Param.I + 1}}", "8"},
		{"EXPR", "{{Param.I}}-{{null}}-{{[1, 2]}}", "7--[1, 2]"},
		{"EXPR", "{{Param.S + 'x'}}", "a bx"},
		{"EXPR", "{{true}}", "true"},
	} {
		job := loadJob(t, actionJob(c.extensions, "{command: \""+c.text+"\"}"))
		got, err := job.Steps[0].Script.OnRun.Command.Resolve(sessionEnv())
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, got, c.text)
	}
}

// TestResolveArgs leaves null items out and splices lists (§5.2).
func TestResolveArgs(t *testing.T) {
	job := loadJob(t, actionJob("EXPR", `{command: a, args: ["{{null}}", "x", "{{['p', 'q']}}", "{{[]}}", "{{Param.I}}", "{{null}}y", "{{['--q', Param.I]}}"]}`))
	got, err := ResolveArgs(job.Steps[0].Script.OnRun.Args, sessionEnv())
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "p", "q", "7", "y", "--q", "7"}, got)
}

// TestResolveFault places an error of resolution inside the file.
func TestResolveFault(t *testing.T) {
	job := loadJob(t, actionJob("EXPR", "{command: a, args: [\"ok\", \"é {{1 // (Param.I - 7)}}\"]}"))
	_, err := ResolveArgs(job.Steps[0].Script.OnRun.Args, sessionEnv())
	require.Error(t, err)
	fault := err.(*Fault)
	line := strings.Split(actionJob("EXPR", "{command: a, args: [\"ok\", \"é {{1 // (Param.I - 7)}}\"]}"), "\n")[4]
	column := len([]rune(line[:strings.Index(line, "1 // (")])) + 1
	assert.Equal(t, 5, fault.Pos.Line)
	assert.GreaterOrEqual(t, fault.Pos.Column, column)
	assert.LessOrEqual(t, fault.Pos.Column, column+len("1 // (Param.I - 7)"))
	assert.Equal(t, "steps[0].script.actions.onRun.args[1]", fault.Path)

	empty := &expr.Env{Symbols: expr.NewSymbols(nil), Library: expr.Base()}
	job = loadJob(t, actionJob("FEATURE_BUNDLE_1", `{command: "{{Param.I}}"}`))
	_, err = job.Steps[0].Script.OnRun.Command.Resolve(empty)
	assert.ErrorContains(t, err, "Param.I is not defined here")
}

// TestResolveField gives a whole field its own type, and null as absent.
func TestResolveField(t *testing.T) {
	job := loadJob(t, actionJob("EXPR, FEATURE_BUNDLE_1", `{command: a, timeout: "{{Param.I * 2}}", cancelation: {mode: "{{null}}", notifyPeriodInSeconds: "{{Param.I}}0"}}`))
	a := job.Steps[0].Script.OnRun
	n, present, err := a.Timeout.Resolve(sessionEnv())
	require.NoError(t, err)
	assert.True(t, present)
	assert.Equal(t, int64(14), n)
	n, _, err = a.Cancelation.NotifyPeriod.Resolve(sessionEnv())
	require.NoError(t, err)
	assert.Equal(t, int64(70), n)
	_, present, err = a.Cancelation.Mode.ResolveField(sessionEnv(), expr.String)
	require.NoError(t, err)
	assert.False(t, present)

	var absent *IntField
	_, present, err = absent.Resolve(sessionEnv())
	require.NoError(t, err)
	assert.False(t, present)

	job = loadJob(t, actionJob("EXPR, FEATURE_BUNDLE_1", `{command: a, timeout: "{{Param.I - 7}}"}`))
	_, _, err = job.Steps[0].Script.OnRun.Timeout.Resolve(sessionEnv())
	assert.ErrorContains(t, err, "0 is too small, at least 1")
}

// TestEvalLet evaluates bindings in order.
func TestEvalLet(t *testing.T) {
	job := loadJob(t, `specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: J
parameterDefinitions: [{name: I, type: INT}]
steps: [{name: S, let: ["a = Param.I + 1", "b = a * 2", "c = 1 // (Param.I - 1)"], script: {actions: {onRun: {command: "{{b}}"}}}}]
`)
	s := job.Steps[0]
	symbols, err := EvalLet(s.Let[:2], sessionEnv())
	require.NoError(t, err)
	env := *sessionEnv()
	env.Symbols = symbols
	got, err := s.Script.OnRun.Command.Resolve(&env)
	require.NoError(t, err)
	assert.Equal(t, "16", got)
	one := *sessionEnv()
	one.Symbols = expr.NewSymbols(nil)
	one.Symbols.Define("Param.I", expr.IntValue(1))
	_, err = EvalLet(s.Let, &one)
	require.Error(t, err)
	assert.Equal(t, "steps[0].let[2]", err.(*Fault).Path)
}

// TestResolveTogether resolves one format string by many goroutines.
func TestResolveTogether(t *testing.T) {
	job := loadJob(t, actionJob("EXPR", `{command: "{{Task.Param.N + Param.I}}"}`))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				got, err := job.Steps[0].Script.OnRun.Command.Resolve(sessionEnv())
				assert.NoError(t, err)
				assert.Equal(t, "10", got)
			}
		})
	}
	wg.Wait()
}

// BenchmarkResolveArgs resolves the command line of 10,000 different Tasks an
// iteration.
func BenchmarkResolveArgs(b *testing.B) {
	job := loadJob(b, actionJob("EXPR", `{command: a, args: ["--frame", "{{Task.Param.N}}", "--out", "{{Param.S}}/{{Task.Param.N + 1}}.exr"]}`))
	args := job.Steps[0].Script.OnRun.Args
	outer := sessionEnv()
	for b.Loop() {
		for n := range int64(10_000) {
			env := *outer
			env.Symbols = expr.NewSymbols(outer.Symbols)
			env.Symbols.Define("Task.Param.N", expr.IntValue(n))
			if _, err := ResolveArgs(args, &env); err != nil {
				b.Fatal(err)
			}
		}
	}
}
