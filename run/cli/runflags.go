package cli

// This file defines "runner run": its options and how they are read. What the
// command does is in runjob.go.

import (
	"context"
	"math"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"
)

// runOptions is what a command line of "runner run" asks for.
type runOptions struct {
	Streams  *Streams
	Template string
	documentOptions

	Step            string
	Dependencies    bool
	TaskParams      []string // NAME=VALUE, to the letter
	Tasks           string   // JSON or file://
	HasTasks        bool
	MaximumTasks    int64 // 0: no limit
	PathRules       string
	HasPathRules    bool
	Preserve        bool
	Verbose         bool
	Stamps          stampStyle
	Output          format
	Jobs            int
	KeepGoing       bool
	WorkDir, LogDir string // "" for the defaults
}

// runWork does what the options say.
type runWork func(context.Context, *runOptions) error

func newRunCommand(s *Streams, work runWork) *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run a job, a Step of it, or some of its Tasks",
		ArgsUsage: "TEMPLATE [FLAGS]",
		Description: "Runs the Job Template in TEMPLATE on this machine: Environments are entered, Tasks run,\n" +
			"Environments are left again. \"" + programName + " run TEMPLATE --help\" shows the job's own parameters.",
		Flags: runFlags(),
		Action: func(c *cli.Context) error {
			o, err := parseRun(c, s)
			if err != nil {
				return err
			}
			return work(c.Context, o)
		},
	}
}

func runFlags() []cli.Flag {
	return []cli.Flag{
		parameterFlag(),
		environmentFlag(),
		text("step", "run only the Step `NAME`"),
		boolean("run-dependencies", "with --step, run also the Steps that it depends on, first"),
		boolean("no-run-dependencies", "with --step, run only that Step (the default)"),
		repeatable("task-param", "run only the Task with this value of a Task parameter: `NAME=VALUE`, once for each parameter of the Step", "t", "tp"),
		text("tasks", "run only these Tasks: a `JSON` list of mappings, or file://PATH of a file with one"),
		text("maximum-tasks", "run at most `N` Tasks of each Step; 0 or less is no limit"),
		text("path-mapping-rules", "path mapping rules: `JSON`, or file://PATH"),
		text("jobs", "run `N` Tasks at a time, or auto for one a processor (default: 1)", "j"),
		boolean("keep-going", "after a failure go on with the Steps that do not need what failed"),
		boolean("preserve", "keep the working directories and say where they are"),
		boolean("verbose", "show also Sessions, health checks and each Task's outcome"),
		text("timestamp-format", "stamp lines with `FORMAT`: relative, local or utc (default: relative)"),
		outputFlag(),
		extensionsFlag(),
		text("work-dir", "make the working directories in `DIR` (default: the directory for temporary files)"),
		text("log-dir", "keep the logs of failed actions in `DIR` (default: $XDG_STATE_HOME/runner or ~/.local/state/runner)"),
	}
}

// parseRun reads the flags. It opens no file.
func parseRun(c *cli.Context, s *Streams) (*runOptions, error) {
	o := &runOptions{Streams: s,
		Step: c.String("step"), Dependencies: c.Bool("run-dependencies"),
		TaskParams: words(c, "task-param"), Tasks: c.String("tasks"), HasTasks: c.IsSet("tasks"),
		PathRules: c.String("path-mapping-rules"), HasPathRules: c.IsSet("path-mapping-rules"),
		Preserve: c.Bool("preserve"), Verbose: c.Bool("verbose"), KeepGoing: c.Bool("keep-going"),
		WorkDir: c.String("work-dir"), LogDir: c.String("log-dir"), Jobs: 1,
	}
	var err error
	if o.Template, err = oneFile(c, "Job Template"); err != nil {
		return nil, err
	}
	if o.documentOptions, err = documentOptionsOf(c); err != nil {
		return nil, err
	}
	if o.Stamps, err = stampStyleOf(c.String("timestamp-format")); err != nil {
		return nil, err
	}
	if o.Output, err = formatOf(c.String("output")); err != nil {
		return nil, err
	}
	if c.IsSet("maximum-tasks") {
		n, err := number("--maximum-tasks", c.String("maximum-tasks"), math.MinInt64)
		if err != nil {
			return nil, err
		}
		o.MaximumTasks = max(n, 0)
	}
	if c.IsSet("jobs") {
		if o.Jobs, err = workers(c.String("jobs")); err != nil {
			return nil, err
		}
	}
	return o, o.contradictions(c)
}

// maxWorkers bounds --jobs: more workers than this are a slip of the finger.
const maxWorkers = 4096

func workers(word string) (int, error) {
	if word == "auto" {
		return runtime.GOMAXPROCS(0), nil
	}
	n, err := number("--jobs", word, 1)
	if err != nil {
		return 0, usagef("--jobs needs a whole number of at least 1, or auto, not %q", word)
	}
	if n > maxWorkers {
		return 0, usagef("--jobs can be at most %d, not %d", maxWorkers, n)
	}
	return int(n), nil
}

// contradictions finds flags that cannot stand together.
func (o *runOptions) contradictions(c *cli.Context) error {
	for _, name := range []string{"step", "work-dir", "log-dir", "tasks", "path-mapping-rules"} {
		if c.IsSet(name) && c.String(name) == "" {
			return usagef("--%s needs a value", name)
		}
	}
	var narrowing []string
	for _, name := range []string{"task-param", "tasks", "maximum-tasks"} {
		if c.IsSet(name) {
			narrowing = append(narrowing, "--"+name)
		}
	}
	switch {
	case len(narrowing) > 1:
		return usagef("%s cannot be used together: each of them says which Tasks to run", strings.Join(narrowing, " and "))
	case c.Bool("run-dependencies") && c.Bool("no-run-dependencies"):
		return usagef("--run-dependencies and --no-run-dependencies contradict each other")
	case o.Step == "" && o.Dependencies:
		return usagef("--run-dependencies needs --step: without it every Step runs")
	}
	return nil
}
