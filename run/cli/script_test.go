package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the program: the scripts start it under the
// name "runner", and so does the program itself for its guardian.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		programName: func() {
			if status, done := Guardian(os.Args); done {
				os.Exit(status)
			}
			os.Exit(Main(os.Args, System()))
		},
	})
}

// TestScripts runs testdata/script against the whole program. The flag -update
// of go test rewrites what the scripts compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": cmdStatus, "json": cmdJSON},
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			e.Setenv("WORK", e.WorkDir)
			services, err := filepath.Abs(filepath.Join("..", "..", "testdata", "services"))
			if err != nil {
				return err
			}
			e.Setenv("SERVICES", services)
			return nil
		},
	})
}

// cmdStatus is "status N COMMAND ARG...": the command has to end with status N.
// What it prints is there for stdout, stderr and cmp.
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if end, ok := err.(*exec.ExitError); ok {
		got = end.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// cmdJSON is "json PATH VALUE": standard output is one JSON document in which
// the dotted path has the value, as it is printed.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	for key := range strings.SplitSeq(args[0], ".") {
		switch in := v.(type) {
		case map[string]any:
			inner, ok := in[key]
			if !ok {
				ts.Fatalf("%s: there is no %s", args[0], key)
			}
			v = inner
		case []any:
			i, err := strconv.Atoi(key)
			ts.Check(err)
			if i >= len(in) {
				ts.Fatalf("%s: there are %d elements", args[0], len(in))
			}
			v = in[i]
		default:
			ts.Fatalf("%s: %v has no %s", args[0], v, key)
		}
	}
	got := fmt.Sprint(v)
	if v == nil {
		got = "null"
	}
	if got != args[1] {
		ts.Fatalf("%s is %q, want %q", args[0], got, args[1])
	}
}
