package cli

// This file tests what a job sees in the containers of the ready-made wrappers.

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// verbatimJob prints everything that an action is given.
const verbatimJob = `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR, FEATURE_BUNDLE_1]
name: Verbatim
parameterDefinitions:
  - {name: Text, type: STRING}
  - {name: Empty, type: STRING, default: ""}
steps:
  - name: Print
    stepEnvironments:
      - name: Inner
        variables: {QUOTED: "a b'c\"d $HOME *", EMPTY: "", LINES: "1\n2\n"}
        script:
          actions:
            onEnter: {command: sh, args: [-c, "printf '%s\\n' 'openjd_env: FROM_ENTER=x  y ' 'openjd_env: \"MANY=1\\n2\"'; echo kept > kept; sleep 1000 </dev/null >/dev/null 2>&1 & echo $! > daemon"]}
            onExit: {command: sh, args: [-c, "ls; printf '[%s]' \"$LINES\""]}
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script:
      actions:
        onRun:
          command: sh
          args: ["{{Task.File.Run}}", "{{Param.Text}}", "{{Param.Empty}}", "line1\nline2\n", "😀 ü\u0301", "--env", "--", "-x", "", "*", "\\", "$(id)", "\"", "'"]
      embeddedFiles:
        - name: Run
          type: TEXT
          data: |
            for a in "$@"; do printf '<%s>\n' "$a"; done
            printf '[%s]\n' "$QUOTED" "$EMPTY" "${EMPTY-unset}" "$LINES" "$FROM_ENTER" "$MANY"
            [ "$PWD" = "$OPENJD_SESSION_WORKING_DIR" ] && echo at home; cat kept
            kill -0 "$(cat daemon)" && echo the daemon lives
            i=0; while [ $i -lt 300 ]; do i=$((i + 1)); echo "out $i"; echo "err $i" >&2; done
            echo to stderr >&2; printf 'no end of line' >made.{{Task.Param.I}}; cat "made.{{Task.Param.I}}"
            read -r x || echo and no input
`

// The same unmodified job prints the same bytes in the same order without and
// with each wrapper, also where it changes between its two outputs.
func TestEnginesChangeNoByte(t *testing.T) {
	text := "-p=it's \"quoted\" $HOME `id` \\ * \t\r\n😀\n{}"
	args := []string{"--output", "json", "-p", "Text=" + text}
	plain := engine{}.run(t, verbatimJob, args...)
	status, printed := plain.run()
	require.Equal(t, 0, status, printed)
	want := outputOf(t, printed)
	require.Contains(t, want[1], "<-p=it's \"quoted\" $HOME `id` \\ * \t")
	require.Contains(t, want[2], "<>\n<line1\nline2\n>\n<😀 ü\u0301>\n<--env>\n<-->\n<-x>\n<>\n<*>\n<\\>\n<$(id)>\n<\">\n<'>\n")
	require.Contains(t, want[2], "[a b'c\"d $HOME *]\n[]\n[]\n[1\n2\n]\n[x  y ]\n[1\n2]\nat home\nkept\nthe daemon lives\nout 1\nerr 1\nout 2\nerr 2\n")
	require.Contains(t, want[2], "out 300\nerr 300\nto stderr\nno end of lineand no input\n")
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, verbatimJob, args...)
		// A folder with all that has a meaning in the engines' options.
		odd := filepath.Join(r.tmp(), `a,b "c" 'd' $e`)
		require.NoError(t, os.Mkdir(odd, 0o755))
		r.cmd.Env = append(r.cmd.Env, "TMPDIR="+odd)
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		got := outputOf(t, printed)
		assert.Equal(t, want[1], got[1])
		assert.Equal(t, want[2], got[2])
		assert.Contains(t, got[0], "made.1\nmade.2\n[1\n2\n]", "onExit")
		require.NoError(t, os.Remove(odd), "the Session's folder is gone")
		e.nothingLeft(t, r)
	})
}

// credentialsJob reads a file until it has changed.
const credentialsJob = `
specificationVersion: jobtemplate-2023-09
name: Credentials
parameterDefinitions:
  - {name: Dir, type: STRING}
steps:
  - name: Read
    script:
      actions:
        onRun: {command: sh, args: [-c, 'cat "$1/token"; until grep -q second "$1/token"; do sleep 0.1; done; cat "$1/token"; echo x 2>/dev/null >"$1/token" || echo read-only', sh, "{{Param.Dir}}"]}
`

// A credential file that is replaced on the host is seen in the container.
func TestEnginesSeeRotatedCredentials(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		dir := t.TempDir()
		token := filepath.Join(dir, "token")
		require.NoError(t, os.WriteFile(token, []byte("first\n"), 0o600))
		r := e.run(t, credentialsJob, append(e.parameter("Credentials", `["`+dir+`"]`), "-p", "Dir="+dir)...)
		r.start()
		r.line("first")
		require.NoError(t, os.WriteFile(token+".new", []byte("second\n"), 0o600))
		require.NoError(t, os.Rename(token+".new", token))
		r.line("second")
		r.line("read-only")
		status, printed := r.wait()
		require.Equal(t, 0, status, printed)
		e.nothingLeft(t, r)
	})
}

// mountsJob uses what is mounted.
const mountsJob = `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: Mounts
parameterDefinitions:
  - {name: Mapped, type: PATH, objectType: DIRECTORY}
  - {name: Plain, type: STRING}
steps:
  - name: Use
    script:
      actions:
        onRun: {command: sh, args: ["{{Task.File.Use}}", "{{Param.Mapped}}", "{{Param.Plain}}"]}
      embeddedFiles:
        - name: Use
          type: TEXT
          data: |
            set -e
            cat "$1/in"; echo out >"$1/out"
            cat "$2/in"; echo out >"$2/out"
            cat /mnt/in; ! { echo x >/mnt/in; } 2>/dev/null
            echo "passed: $PASSED"
`

// The destinations of path mapping rules, the paths and the further mounts of
// the parameters are there; files are written as the caller.
func TestEnginesMount(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		dir := t.TempDir()
		mapped, plain, extra := filepath.Join(dir, `map, "ped" <&>`), filepath.Join(dir, "plain"), filepath.Join(dir, "extra")
		for _, d := range []string{mapped, plain, extra} {
			require.NoError(t, os.Mkdir(d, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(d, "in"), []byte("in "+filepath.Base(d)+"\n"), 0o644))
		}
		target := ":/mnt:ro" // on the host's own root only what is there can be a target
		args := append(e.parameter("Mounts", fmt.Sprintf("[%q]", extra+target)), e.parameter("Paths", fmt.Sprintf("[%q]", plain))...)
		args = append(args, e.parameter("PassEnvironment", `["PASSED", "NOT_SET_ANYWHERE"]`)...)
		rules := fmt.Sprintf(`{"version": "pathmapping-1.0", "path_mapping_rules": [
			{"source_path_format": "POSIX", "source_path": "/srv/projects", "destination_path": %q},
			{"source_path_format": "WINDOWS", "source_path": "P:\\projects", "destination_path": %q},
			{"source_path_format": "POSIX", "source_path": "/srv/others", "destination_path": "/no/such/directory"},
			{"source_path_format": "POSIX", "source_path": "/srv/plain", "destination_path": %q},
			{"source_path_format": "POSIX", "source_path": "/srv/extra", "destination_path": "/mnt/"}]}`, mapped, mapped+"/", plain+"//")
		args = append(args, "-p", "Mapped=/srv/projects", "-p", "Plain="+plain, "--path-mapping-rules", rules)
		r := e.run(t, mountsJob, args...)
		r.cmd.Env = append(r.cmd.Env, "PASSED=on")
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\tin map, "ped" <&>$`, printed)
		assert.Regexp(t, `(?m)\tin extra$`, printed)
		assert.Regexp(t, `(?m)\tpassed: on$`, printed)
		for _, d := range []string{mapped, plain} {
			info, err := os.Stat(filepath.Join(d, "out"))
			require.NoError(t, err)
			assert.Equal(t, uint32(os.Getuid()), info.Sys().(*syscall.Stat_t).Uid)
		}
		e.nothingLeft(t, r)
	})
}

// servicesJob has a Service that a Task reads from.
const servicesJob = `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR, SERVICE]
name: Web
services:
  - name: Web
    ports: [{name: http}]
    script:
      actions:
        onEnter: {command: sh, args: [-c, "mkdir www; echo from the service > www/index.html"]}
        onRun: {command: busybox, args: [httpd, -f, -p, "{{Service.Web.http.bindAddress}}:{{Service.Web.http.port}}", -h, www]}
steps:
  - name: Read
    dependencies: [{service: Web}]
    script:
      actions:
        onRun: {command: busybox, args: [wget, -q, -O, "-", "http://{{Service.Web.http.connectAddress}}:{{Service.Web.http.port}}/"]}
`

// Services run in containers, and on the host; Tasks in containers reach both.
func TestEnginesRunServices(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		inside := map[string]string{"docker": "CONTAINER", "podman": "CONTAINER", "apptainer": "CONTAINER"}[e.name]
		if inside == "" {
			inside = "SANDBOX"
		}
		for _, where := range []string{inside, "HOST"} {
			r := e.run(t, servicesJob, append(e.parameter("Services", where), "--verbose")...)
			status, printed := r.run()
			require.Equal(t, 0, status, printed)
			assert.Regexp(t, `(?m)\tfrom the service$`, printed, where)
			e.nothingLeft(t, r)
		}
	})
}

// User, network, environment and the engine's own arguments are as the
// parameters say.
func TestEnginesParameters(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		if e.prefix == "Apptainer" {
			t.Skip("it has no other users and networks of its own: TestApptainerParameters")
		}
		// Of a container's users only the caller and root may enter the Session's
		// folder; a sandbox has the caller under another name.
		user := "0:78"
		if e.command == "" {
			user = "77:78"
		}
		args := append(e.parameter("User", user), e.parameter("PassEnvironment", `["PASSED"]`)...)
		extra := `["--hostname", "box"]`
		if e.command == "" {
			args = append(args, append(e.parameter("Network", "NONE"), e.parameter("Environment", "CLEAN")...)...)
			extra = `["--unshare-uts", "--hostname", "box"]`
		} else {
			args = append(args, e.parameter("Network", "none")...)
		}
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Parameters
jobEnvironments: [{name: Inner, variables: {DEFINED: "a b"}}]
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: [-c, 'echo "$(id -u):$(id -g) on $(hostname), $(grep -c : /proc/net/dev) network, $DEFINED, $PASSED, ${WITHHELD-not passed}"']}
`, append(args, e.parameter("ExtraArguments", extra)...)...)
		r.cmd.Env = append(r.cmd.Env, "PASSED=c  d", "WITHHELD=x")
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\t`+user+` on box, 1 network, a b, c  d, not passed$`, printed)
		e.nothingLeft(t, r)
	})
}

// A further container runs beside the one that the Tasks are in.
func TestEnginesSidecar(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		// Any free port would do; that of a listener which is closed again is one.
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
		require.NoError(t, l.Close())
		// It stands before the wrapper: what is behind that is wrapped.
		e.args = append([]string{"--env", "sidecar", "-p", "SidecarEngine=" + e.command, "-p", "SidecarImage=" + os.Getenv("RUNNER_TEST_IMAGE"),
			"-p", `SidecarCommand=["busybox", "httpd", "-f", "-p", "127.0.0.1:` + port + `"]`, "-p", `SidecarExtraArguments=["--env", "A=b c"]`}, e.args...)
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Sidecar
parameterDefinitions: [{name: Port, type: STRING}]
steps:
  - name: Read
    script:
      actions:
        onRun: {command: sh, args: [-c, 'echo from the folder >page; until busybox wget -q -O - "http://127.0.0.1:$1/page"; do sleep 0.1; done', sh, "{{Param.Port}}"]}
`, "-p", "Port="+port)
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\tfrom the folder$`, printed)
		e.nothingLeft(t, r)
	})
}

// A caller without root owns what actions write.
func TestEnginesWriteAsTheCaller(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to be somebody else")
	}
	e := engines()[0]
	e.needed(t)
	const somebody = 4321
	out, err := os.MkdirTemp("", "owned")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(out) })
	require.NoError(t, os.Chown(out, somebody, somebody))
	r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Owner
parameterDefinitions: [{name: Out, type: STRING}]
steps:
  - name: Write
    script: {actions: {onRun: {command: sh, args: [-c, 'echo mine >"$1/file"; id -u', sh, "{{Param.Out}}"]}}}
`, append(e.parameter("Paths", `["`+out+`"]`), "-p", "Out="+out)...)
	binary, err := os.ReadFile(r.cmd.Path)
	require.NoError(t, err)
	r.cmd.Path = filepath.Join(out, "runner")
	require.NoError(t, os.WriteFile(r.cmd.Path, binary, 0o755))
	temp := filepath.Join(out, "tmp")
	require.NoError(t, os.Mkdir(temp, 0o700))
	require.NoError(t, os.Chown(temp, somebody, somebody))
	require.NoError(t, os.Chmod(filepath.Dir(r.dir), 0o755))
	r.cmd.Env = append(r.cmd.Env, "TMPDIR="+temp, "XDG_STATE_HOME="+temp+"/state", "HOME="+temp)
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: somebody, Gid: somebody, Groups: []uint32{socketGroup(t)}}}
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\t4321$`, printed)
	info, err := os.Stat(filepath.Join(out, "file"))
	require.NoError(t, err)
	assert.EqualValues(t, somebody, info.Sys().(*syscall.Stat_t).Uid)
	e.nothingLeft(t, r)
}

// socketGroup is the group that may talk to Docker.
func socketGroup(t *testing.T) uint32 {
	t.Helper()
	path, ok := strings.CutPrefix(os.Getenv("DOCKER_HOST"), "unix://")
	if !ok {
		path = "/var/run/docker.sock"
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	return info.Sys().(*syscall.Stat_t).Gid
}
