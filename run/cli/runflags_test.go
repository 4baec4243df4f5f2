package cli

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"runner/template"
)

// parsedRun is what "runner run WORDS" asks for.
func parsedRun(t *testing.T, words ...string) (*runOptions, error) {
	t.Helper()
	s := Test(t.TempDir())
	var got *runOptions
	cmd := newRunCommand(&s.Streams, func(_ context.Context, o *runOptions) error { got = o; return nil })
	app := newApp(&s.Streams)
	app.Commands = []*cli.Command{cmd}
	cmd.HideHelp, cmd.OnUsageError = true, app.OnUsageError
	line, err := arrange(cmd.Flags, words)
	if err != nil {
		return nil, err
	}
	err = obey(app, cmd, line)
	if got != nil {
		got.Streams = nil
	}
	return got, err
}

func TestRunFlags(t *testing.T) {
	all := documentOptions{Extensions: template.SupportedExtensions()}
	usual := runOptions{Template: "t", documentOptions: all, Jobs: 1, Stamps: stampRelative, Output: formatHuman}
	with := func(change func(*runOptions)) runOptions { o := usual; change(&o); return o }
	for _, c := range []struct {
		name  string
		words []string
		want  runOptions
	}{
		{"nothing", []string{"t"}, usual},
		{"parameters to the letter and in order", []string{"-p", "A=1, 2 ", "t", "--job-param", "A=x=y", "-p", "B="},
			with(func(o *runOptions) { o.Parameters = []string{"A=1, 2 ", "A=x=y", "B="} })},
		{"environments in order", []string{"t", "--env", "b", "--environment", "a"},
			with(func(o *runOptions) { o.Environments = []string{"b", "a"} })},
		{"a Step and what it needs", []string{"t", "--step", "A", "--run-dependencies"},
			with(func(o *runOptions) { o.Step, o.Dependencies = "A", true })},
		{"Task parameters", []string{"t", "-t", "A=1", "-tp", "B=2", "--task-param", "C=3"},
			with(func(o *runOptions) { o.TaskParams = []string{"A=1", "B=2", "C=3"} })},
		{"Tasks", []string{"t", "--tasks", `[{"A":1}]`}, with(func(o *runOptions) { o.Tasks, o.HasTasks = `[{"A":1}]`, true })},
		{"maximum", []string{"t", "--maximum-tasks", "3"}, with(func(o *runOptions) { o.MaximumTasks = 3 })},
		{"no maximum", []string{"t", "--maximum-tasks", "-1"}, usual},
		{"switches", []string{"t", "--preserve", "--verbose", "--keep-going", "-j", "4"},
			with(func(o *runOptions) { o.Preserve, o.Verbose, o.KeepGoing, o.Jobs = true, true, true, 4 })},
		{"output", []string{"t", "--output=yaml", "--timestamp-format", "utc"},
			with(func(o *runOptions) { o.Output, o.Stamps = formatYAML, stampUTC })},
		{"rules", []string{"t", "--path-mapping-rules", "{}"}, with(func(o *runOptions) { o.PathRules, o.HasPathRules = "{}", true })},
		{"folders", []string{"t", "--work-dir", "w", "--log-dir", "l"}, with(func(o *runOptions) { o.WorkDir, o.LogDir = "w", "l" })},
		{"extensions", []string{"t", "--extensions", "expr, TASK_CHUNKING"}, with(func(o *runOptions) {
			o.Extensions, o.Limited = template.ExtensionSet(0).With(template.Expr).With(template.TaskChunking), true
		})},
		{"no extensions", []string{"t", "--extensions", ""}, with(func(o *runOptions) { o.Extensions, o.Limited = 0, true })},
		{"a template named like a command", []string{"help"}, with(func(o *runOptions) { o.Template = "help" })},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parsedRun(t, c.words...)
			require.NoError(t, err)
			assert.Equal(t, c.want, *got)
		})
	}
	auto, err := parsedRun(t, "t", "-j", "auto")
	require.NoError(t, err)
	assert.Positive(t, auto.Jobs)
}

func TestRunFlagsRefused(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, "which Job Template? give its file"},
		{[]string{""}, "the name of the Job Template is empty"},
		{[]string{"a", "b"}, `one Job Template at a time: "a" and "b" were given`},
		{[]string{"-p", "A=1", "t", "B=2"}, `one Job Template at a time: "t" and "B=2" were given`},
		{[]string{"t", "-j", "0"}, `--jobs needs a whole number of at least 1, or auto, not "0"`},
		{[]string{"t", "-j", "1.5"}, `--jobs needs a whole number of at least 1, or auto, not "1.5"`},
		{[]string{"t", "-j", "99999"}, "--jobs can be at most 4096, not 99999"},
		{[]string{"t", "--maximum-tasks", "x"}, `--maximum-tasks needs a whole number, not "x"`},
		{[]string{"t", "--maximum-tasks", "9223372036854775808"}, `--maximum-tasks needs a whole number, not "9223372036854775808"`},
		{[]string{"t", "--output", "jsn"}, `--output cannot be "jsn": it is human-readable, json, yaml`},
		{[]string{"t", "--timestamp-format", "UTC"}, `--timestamp-format cannot be "UTC": it is relative, local, utc`},
		{[]string{"t", "-t", "A=1", "--tasks", "[]"}, "--task-param and --tasks cannot be used together: each of them says which Tasks to run"},
		{[]string{"t", "--tasks", "[]", "--maximum-tasks", "1"}, "--tasks and --maximum-tasks cannot be used together: each of them says which Tasks to run"},
		{[]string{"t", "--step", "A", "--run-dependencies", "--no-run-dependencies"}, "--run-dependencies and --no-run-dependencies contradict each other"},
		{[]string{"t", "--run-dependencies"}, "--run-dependencies needs --step: without it every Step runs"},
		{[]string{"t", "--step", ""}, "--step needs a value"},
		{[]string{"t", "--extensions", "EXPRR"}, `--extensions: "EXPRR" is not supported; supported are ` + template.SupportedExtensions().String()},
		{[]string{"t", "--preserve=maybe"}, `invalid boolean value "maybe" for -preserve: parse error`},
	} {
		_, err := parsedRun(t, c.words...)
		assert.EqualError(t, err, c.want, "%q", c.words)
		assert.Equal(t, StatusRefused, statusOf(err))
	}
}
