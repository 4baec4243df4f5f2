package cli

// This file tests the wrapper of bubblewrap beyond what all engines have in
// common: what its onEnter refuses, and that nothing that is given to bwrap makes
// it lose an action.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bwrap is the engine with the host's root.
func bwrap(t *testing.T) engine {
	t.Helper()
	e := engines()[2]
	e.needed(t)
	return e
}

// What would not be mounted, or not as it looks, and what would take the place of
// an action, is refused by a message that says what is meant.
func TestBwrapRefuses(t *testing.T) {
	e := bwrap(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	const noMount = ` is no mount; write SOURCE:TARGET or SOURCE:TARGET:ro, both absolute paths`
	const noOption = ` is neither an option nor the value of one, so that bwrap would run it in place of the job's actions. ` +
		`Take it out; each option and each value is a word of its own.`
	const descriptor = ` is not for BwrapExtraArguments: it takes a file descriptor, and bwrap is given none but this Environment's own. Take it out.`
	cases := []struct{ name, value, want string }{
		{"Root", ".", `BwrapRoot: "." is no absolute path; write the whole path of a directory`},
		{"Root", file, `BwrapRoot: there is no directory ` + file + ` here`},
		{"Root", t.TempDir(), `BwrapRoot: there is nothing in the directory `},
		{"User", "root:root", `BwrapUser: "root:root" is not UID:GID, two numbers such as `},
		{"User", "0:", `BwrapUser: "0:" is not UID:GID, two numbers such as `},
		{"User", "0:0:0", `BwrapUser: "0:0:0" is not UID:GID, two numbers such as `},
		{"Paths", `[""]`, `BwrapPaths: "" is no absolute path`},
		{"Credentials", `["/nowhere"]`, `/nowhere does not exist here and cannot be mounted`},
		{"Mounts", `["/nowhere:/tmp/x"]`, `/nowhere does not exist here and cannot be mounted`},
	}
	for _, mount := range []string{"", "/usr", "/usr:", "/usr:ro", "/usr:/tmp/x:rw", "/usr:/tmp/x:", "/usr:/tmp/x:ro:ro", "/usr::ro", "/usr:x",
		"usr:/tmp/x", ":/tmp/x", "~/x:/tmp/x", "m:/tmp/x:ro"} {
		cases = append(cases, struct{ name, value, want string }{"Mounts", `["/usr:/tmp/y", "` + mount + `"]`, `BwrapMounts: "` + mount + `"` + noMount})
	}
	for _, option := range []string{"--args", "--userns", "--userns2", "--pidns", "--sync-fd", "--info-fd", "--json-status-fd", "--block-fd",
		"--userns-block-fd", "--seccomp", "--add-seccomp-fd", "--file", "--bind-data", "--ro-bind-data", "--bind-fd", "--ro-bind-fd"} {
		cases = append(cases, struct{ name, value, want string }{"ExtraArguments", `["--new-session", "` + option + `", "9"]`, option + descriptor})
	}
	for extra, want := range map[string]string{
		`["--", "true"]`:                    `-- is not for BwrapExtraArguments: what is behind it would run in place of the job's actions. Take it out.`,
		`["--setenv", "A", "--", "--"]`:     `-- is not for BwrapExtraArguments`,
		`["--version"]`:                     `--version is not for BwrapExtraArguments: with it bwrap would run nothing. Take it out.`,
		`["--unshare-pid", "--help"]`:       `--help is not for BwrapExtraArguments: with it bwrap would run nothing. Take it out.`,
		`["true"]`:                          `BwrapExtraArguments: "true"` + noOption,
		`[""]`:                              `BwrapExtraArguments: ""` + noOption,
		`["--new-session", "yes"]`:          `BwrapExtraArguments: "yes"` + noOption,
		`["--hostname", "a", "b"]`:          `BwrapExtraArguments: "b"` + noOption,
		`["--hostname a"]`:                  `bwrap: Unknown option --hostname a`,
		`["--bind", "/a", "/b", "/c"]`:      `BwrapExtraArguments: "/c"` + noOption,
		`["--setenv", "A"]`:                 `BwrapExtraArguments: at the end --setenv lacks a value`,
		`["--new-session", "--chdir"]`:      `BwrapExtraArguments: at the end --chdir lacks a value`,
		`["--no-such-option", "x", "true"]`: `bwrap: Unknown option --no-such-option`,
	} {
		cases = append(cases, struct{ name, value, want string }{"ExtraArguments", extra, want})
	}
	for _, c := range cases {
		r := e.run(t, shortJob, e.parameter(c.name, c.value)...)
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "\t"+c.want, c.value)
		assert.NotContains(t, printed, "task 1")
		e.nothingLeft(t, r)
	}
}

// A value of an option is no option, whatever it looks like.
func TestBwrapExtraArguments(t *testing.T) {
	e := bwrap(t)
	r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Extra
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'echo "$A, $B, $(hostname), $(ls -d /tmp/u*)"']}}}
`, e.parameter("ExtraArguments", `["--die-with-parent", "--setenv", "A", "--", "--unshare-uts", "--hostname", "box",
	"--ro-bind", "/usr", "/tmp/usr", "--setenv", "B", "--info-fd"]`)...)
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\t--, --info-fd, box, /tmp/usr$`, printed)
	e.nothingLeft(t, r)
}

// SIGTERM reaches the command also in a namespace of process ids, where the first
// process is bwrap's own.
func TestBwrapPassesSIGTERMOn(t *testing.T) {
	e := bwrap(t)
	for extra, first := range map[string]string{`[]`: `\d+`, `["--unshare-pid"]`: "2", `["--unshare-all", "--share-net"]`: "2",
		`["--as-pid-1", "--unshare-pid"]`: "1", `["--setenv", "A", "--unshare-pid"]`: `\d+`} {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Term
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, "trap 'echo got SIGTERM; exit 4' TERM; echo process $$; echo begun; while :; do sleep 0.05; done"], cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 600}}}}
`, e.parameter("ExtraArguments", extra)...)
		r.start()
		r.line("begun")
		r.signal(os.Interrupt)
		status, printed := r.wait()
		assert.Equal(t, 130, status, printed)
		assert.Regexp(t, `(?m)\tprocess `+first+`$`, printed, extra)
		assert.Regexp(t, `(?m)\tgot SIGTERM\n\S+\tProcess exited with code: 4`, printed, extra)
		e.nothingLeft(t, r)
	}
}

// The onEnter waits for bwrap's end, not for what is left of it.
func TestBwrapThatLeavesAProcess(t *testing.T) {
	r := newWholeRun(t, "run", "job.yaml", "--env", "bwrap")
	r.write("job.yaml", shortJob)
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, "bin"), 0o755))
	r.write("bin/bwrap", "#!/bin/sh\n[ \"$1\" != --version ] || exit 0\nsleep 600 &\necho bwrap has failed >&2\nexit 1\n")
	require.NoError(t, os.Chmod(filepath.Join(r.dir, "bin", "bwrap"), 0o755))
	r.cmd.Env = append(r.cmd.Env, "PATH="+filepath.Join(r.dir, "bin")+":"+os.Getenv("PATH"))
	status, printed := r.run()
	assert.Equal(t, 1, status, printed)
	assert.Regexp(t, `\tbwrap has failed\n\S+\tThe sandbox cannot be made here.\n`, printed)
	r.nothingLeft()
}

// Mounts of others that come and go while bwrap mounts the host's root fail no
// action.
func TestBwrapBesideOtherMounts(t *testing.T) {
	e := bwrap(t)
	if os.Getuid() != 0 {
		t.Skip("needs root, to mount something")
	}
	r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Many
steps:
  - name: S
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-150"}]}
    script: {actions: {onRun: {command: "true"}}}
`)
	// In a mount namespace of its own, whose mounts bwrap's own follow.
	const beside = `mount --make-rshared / && mkdir "$0/m" || exit 99
		while :; do mount -t tmpfs none "$0/m" && umount "$0/m" || exit; done & churn=$!
		"$@"; status=$?
		kill -0 "$churn" || exit 98
		kill "$churn"; exit "$status"`
	unshare, err := exec.LookPath("unshare")
	require.NoError(t, err)
	r.cmd.Args = append([]string{unshare, "--mount", "--propagation", "private", "sh", "-c", beside, r.dir, r.cmd.Path}, r.cmd.Args[1:]...)
	r.cmd.Path = unshare
	status, printed := r.run()
	assert.Equal(t, 0, status, printed)
	assert.Contains(t, printed, "150 Tasks: 150 succeeded")
	assert.NotContains(t, printed, "bind mount")
	e.nothingLeft(t, r)
}

// Outside of /tmp, too, a Session's folder is there and temporary files have a
// place; a TMPDIR of the job's own stays as it is.
func TestBwrapTemporaryDirectory(t *testing.T) {
	for _, e := range engines()[2:4] {
		t.Run(e.name, func(t *testing.T) {
			e.needed(t)
			dir, err := os.MkdirTemp("/var/tmp", "openjd-test-")
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, os.Remove(dir), "it is empty") })
			if strings.Contains(e.name, "root") {
				// A root that has the directory above, with something in it.
				root := t.TempDir()
				require.NoError(t, os.CopyFS(root, os.DirFS(os.Getenv("RUNNER_TEST_ROOT"))))
				require.NoError(t, os.MkdirAll(filepath.Join(root, "var", "lib", "beside"), 0o755))
				e.args = append(slices.Clone(e.args), e.parameter("Root", root)...)
			}
			for _, more := range [][]string{nil, append(e.parameter("Environment", "CLEAN"), e.parameter("PassEnvironment", `["TMPDIR"]`)...)} {
				r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Temporary
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'echo "$TMPDIR"; mktemp; pwd; ls -d /var/lib']}}}
  - name: Own
    stepEnvironments: [{name: E, variables: {TMPDIR: /of/the job}}]
    script: {actions: {onRun: {command: sh, args: [-c, 'echo "own $TMPDIR"']}}}
`, more...)
				r.cmd.Env = append(r.cmd.Env, "TMPDIR="+dir)
				status, printed := r.run()
				require.Equal(t, 0, status, printed)
				assert.Regexp(t, `(?m)\t/tmp\n\S+\t/tmp/tmp\.\w+\n\S+\t`+dir+`/\S+/session-1\n\S+\t/var/lib$`, printed)
				assert.Regexp(t, `(?m)\town /of/the job$`, printed)
				e.nothingLeft(t, r)
			}
		})
	}
}

// What cannot be run has a shell's status, and a signal to all processes of the
// action makes the wrapper say nothing.
func TestBwrapStatuses(t *testing.T) {
	e := bwrap(t)
	for _, c := range []struct{ command, status, printed string }{
		{"no-such-command", "127", `sh: .*no-such-command: not found\n\S+\t`},
		{"/etc/passwd", "126", `sh: .*/etc/passwd: Permission denied\n\S+\t`},
		{"sh, args: [-c, 'echo before; kill -TERM 0']", "143", `before\n\S+\t`},
		{"sh, args: [-c, 'echo before; kill -KILL $$']", "137", `before\n\S+\t`},
	} {
		r := e.run(t, "{specificationVersion: jobtemplate-2023-09, name: J, steps: [{name: S, script: {actions: {onRun: {command: "+c.command+"}}}}]}")
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Regexp(t, `onRun\n\S+\t`+c.printed+`Process exited with code: `+c.status+`\n`, printed)
		e.nothingLeft(t, r)
	}
}

// A job's variables may have any names, those too that a wrapper's scripts have
// had themselves.
func TestEnginesLeaveTheNamesOfVariables(t *testing.T) {
	names := strings.Fields(`_ _asked _bwrap _client _client_variables _command _copy _device _env _environment _folder _found _gpus _has_paths
		_hold _host_path _how _image _left _mode _name _network _only _option _path _paths _quoted _reset _rest _sandbox _scratch _source _state
		_status _user _value _variables _where _word answer asked client command env entry folder gpus hold image left mode name nested option
		path reset root rules source state status target values variables word`)
	slices.Sort(names)
	var variables, want []string
	for _, name := range names {
		variables = append(variables, name+`: "of the job: `+name+`"`)
		want = append(want, name+"=of the job: "+name)
	}
	job := `
specificationVersion: jobtemplate-2023-09
name: Names
jobEnvironments: [{name: E, variables: {` + strings.Join(variables, ", ") + `}}]
steps: [{name: S, script: {actions: {onRun: {command: env}}}}]
`
	test := func(t *testing.T, e engine, args ...string) {
		r := e.run(t, job, append(args, "--output", "json")...)
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		got := regexp.MustCompile(`(?m)^\w+=of the job: .*$`).FindAllString(outputOf(t, printed)[1], -1)
		slices.Sort(got)
		assert.Equal(t, want, got)
		e.nothingLeft(t, r)
	}
	test(t, engine{})
	for _, e := range engines()[2:] {
		t.Run(e.name, func(t *testing.T) {
			e.needed(t)
			test(t, e, e.parameter("Environment", "HOST")...)
			test(t, e, e.parameter("Environment", "CLEAN")...)
		})
	}
}

// A Service that nobody could reach is not waited for.
func TestBwrapServiceWithoutNetwork(t *testing.T) {
	e := bwrap(t)
	job := `
specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: Closed
services:
  - name: V
    ports: [{name: main}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: {command: sh, args: [-c, 'echo "openjd_service_ready: up"; sleep 600']}}}
steps:
  - name: S
    dependencies: [{service: V}]
    script: {actions: {onRun: {command: echo, args: [done]}}}
`
	r := e.run(t, job, e.parameter("Network", "NONE")...)
	status, printed := r.run()
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "With BwrapNetwork=NONE nobody could reach the Service's ports. Leave it out, or let Services run outside by BwrapServices=HOST.")
	e.nothingLeft(t, r)
	r = e.run(t, job, append(e.parameter("Network", "NONE"), e.parameter("Services", "HOST")...)...)
	status, printed = r.run()
	assert.Equal(t, 0, status, printed)
	e.nothingLeft(t, r)
}
