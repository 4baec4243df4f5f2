package cli

// This file tests the wrapper of Apptainer where there is one: images of every
// kind, what its parameters do, and a caller without root, whom Apptainer serves in
// another way than root. Debian has no package of it, so these tests, and those of
// the other engine tests that run each engine, are skipped on most machines.

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// apptainer is the engine with the image of the tests.
func apptainer() engine {
	return engine{"apptainer", "Apptainer", []string{"--env", "apptainer", "-p", "ApptainerImage=" + os.Getenv("RUNNER_TEST_APPTAINER_IMAGE")}, ""}
}

// apptainerTry is a command that succeeds where Apptainer can run its image; where
// there is none the test is skipped.
func apptainerTry(t *testing.T) []string {
	t.Helper()
	image := os.Getenv("RUNNER_TEST_APPTAINER_IMAGE")
	if image == "" {
		t.Skip("no apptainer on PATH when scripts/engines.sh made the engines: Debian 12 has no package of it")
	}
	return []string{"apptainer", "exec", image, "true"}
}

// withImage is the engine with another image.
func (e engine) withImage(image string) engine {
	e.args = []string{"--env", "apptainer", "-p", "ApptainerImage=" + image}
	return e
}

// The network, the variables, the user and Apptainer's own arguments are as the
// parameters say.
func TestApptainerParameters(t *testing.T) {
	e := apptainer()
	e.needed(t)
	args := append(e.parameter("Network", "none"), e.parameter("Environment", "CLEAN")...)
	args = append(args, append(e.parameter("PassEnvironment", `["PASSED"]`), e.parameter("ExtraArguments", `["--hostname", "box"]`)...)...)
	r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Parameters
jobEnvironments: [{name: Inner, variables: {DEFINED: "a b", LD_LIBRARY_PATH: /of/the/job, APPTAINER_BIND: /nowhere, PREPEND_PATH: x}}]
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: [-c, 'echo "$(id -u) on $(hostname), $(grep -c : /proc/net/dev) network, $DEFINED, $PASSED, ${WITHHELD-not passed}"; printf "[%s]\n" "$LD_LIBRARY_PATH" "$APPTAINER_BIND" "$PREPEND_PATH"']}
`, args...)
	r.cmd.Env = append(r.cmd.Env, "PASSED=c  d", "WITHHELD=x")
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, fmt.Sprintf(`(?m)\t%d on box, 1 network, a b, c  d, not passed$`, os.Getuid()), printed)
	assert.Regexp(t, `(?m)\t\[/of/the/job]\n\S+\t\[/nowhere]\n\S+\t\[x]$`, printed)
	e.nothingLeft(t, r)

	if _, err := os.Stat("/dev/kfd"); os.IsNotExist(err) {
		r = e.run(t, shortJob, e.parameter("Gpus", "AMD")...)
		status, printed = r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "\tApptainerGpus=AMD: there is no such GPU here, or its driver is not loaded: /dev/kfd does not exist\n")
		e.nothingLeft(t, r)
	}
	r = e.run(t, shortJob, e.parameter("ExtraArguments", `["--no-such-option"]`)...)
	status, printed = r.run()
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "unknown flag: --no-such-option")
	assert.Regexp(t, `\tNothing can be run in the image .* here.\n`, printed)
	e.nothingLeft(t, r)
}

// An image may be a directory, an archive of Docker, and an image in a registry,
// which is pulled once and kept in Apptainer's cache.
func TestApptainerImages(t *testing.T) {
	e := apptainer()
	e.needed(t)
	// Its own cache, and a registry without TLS.
	cache := t.TempDir()
	run := func(image string, args ...string) (int, string) {
		r := e.withImage(image).run(t, shortJob, args...)
		r.cmd.Env = append(r.cmd.Env, "APPTAINER_CACHEDIR="+cache, "APPTAINER_NOHTTPS=true")
		status, printed := r.run()
		e.nothingLeft(t, r)
		return status, printed
	}
	status, printed := run(os.Getenv("RUNNER_TEST_ROOT"))
	assert.Equal(t, 0, status, printed)

	image := "docker://" + os.Getenv("RUNNER_TEST_IMAGE")
	status, printed = run(image, e.parameter("Pull", "NEVER")...)
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "\t"+image+" would have to be pulled, which ApptainerPull=NEVER forbids\n")
	for _, args := range [][]string{nil, nil, e.parameter("Pull", "ALWAYS")} {
		status, printed = run(image, args...)
		assert.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\ttask 2$`, printed)
	}
	status, printed = run(strings.Replace(image, "openjd-test", "no-such-image", 1))
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "manifest unknown")
	assert.Regexp(t, `\tThe image could not be made from docker://\S+/no-such-image:1\n`, printed)

	// An archive is here: it is not pulled.
	archive := filepath.Join(t.TempDir(), "image.tar")
	if err := exec.Command("docker", "pull", os.Getenv("RUNNER_TEST_IMAGE")).Run(); err != nil {
		t.Logf("no archive was tried: docker cannot make one: %v", err)
		return
	}
	t.Cleanup(func() { _ = exec.Command("docker", "image", "rm", os.Getenv("RUNNER_TEST_IMAGE")).Run() })
	require.NoError(t, exec.Command("docker", "save", "--output", archive, os.Getenv("RUNNER_TEST_IMAGE")).Run())
	status, printed = run("docker-archive:"+archive, e.parameter("Pull", "NEVER")...)
	assert.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\ttask 2$`, printed)
}

// A pull that is interrupted leaves nothing of what Apptainer works with.
func TestApptainerInterruptedPull(t *testing.T) {
	e := apptainer()
	e.needed(t)
	// A registry with an image whose only layer never comes.
	const config = `{"architecture": "amd64", "os": "linux", "config": {}, "rootfs": {"type": "layers", "diff_ids": ["sha256:` +
		`0000000000000000000000000000000000000000000000000000000000000000"]}}`
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(config)))
	layer := "sha256:" + strings.Repeat("1", 64)
	asked := make(chan struct{}, 16)
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "/manifests/"):
			const kind = "application/vnd.docker.distribution.manifest.v2+json"
			w.Header().Set("Content-Type", kind)
			_, _ = fmt.Fprintf(w, `{"schemaVersion": 2, "mediaType": %q,
				"config": {"mediaType": "application/vnd.docker.container.image.v1+json", "size": %d, "digest": %q},
				"layers": [{"mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip", "size": 1000, "digest": %q}]}`,
				kind, len(config), digest, layer)
		case strings.HasSuffix(r.URL.Path, digest):
			_, _ = io.WriteString(w, config)
		case strings.HasSuffix(r.URL.Path, layer):
			asked <- struct{}{}
			<-r.Context().Done() // the client has gone
		}
	}))
	t.Cleanup(registry.Close)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		r := e.withImage("docker://"+registry.Listener.Addr().String()+"/never:1").run(t, shortJob)
		r.cmd.Env = append(r.cmd.Env, "APPTAINER_CACHEDIR="+t.TempDir(), "APPTAINER_NOHTTPS=true")
		r.start()
		select {
		case <-asked:
		case <-time.After(longEnough):
			require.Fail(t, "the layer was not asked for", r.text())
		}
		scratch, err := filepath.Glob(filepath.Join(r.tmp(), "*", "session-1", ".openjd", "*", "pull", "*"))
		require.NoError(t, err)
		assert.NotEmpty(t, scratch, "it works in the Session's folder")
		r.signal(s)
		status, printed := r.wait()
		assert.Equal(t, map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGKILL: -1}[s], status, printed)
		e.nothingLeft(t, r)
	}
}

// somebody makes the run one of a user without root, whom the machine knows.
func (r *wholeRun) somebody(t *testing.T) (uid uint32) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root, to be somebody else")
	}
	const nobody = 65534
	binary, err := os.ReadFile(r.cmd.Path)
	require.NoError(t, err)
	r.cmd.Path = filepath.Join(r.dir, "runner")
	require.NoError(t, os.WriteFile(r.cmd.Path, binary, 0o755))
	require.NoError(t, os.Chmod(filepath.Dir(r.dir), 0o755))
	for _, name := range []string{r.dir, r.tmp()} {
		require.NoError(t, os.Chown(name, nobody, nobody))
	}
	r.cmd.Env = append(r.cmd.Env, "HOME="+r.dir)
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody, Groups: []uint32{}}}
	return nobody
}

// Without root Apptainer mounts an image that is a file by FUSE. The caller owns
// what actions write, sees itself, and all ends as with root.
func TestApptainerWithoutRoot(t *testing.T) {
	e := apptainer()
	e.needed(t)
	for _, image := range []string{os.Getenv("RUNNER_TEST_APPTAINER_IMAGE"), os.Getenv("RUNNER_TEST_ROOT")} {
		e := e.withImage(image)
		out := t.TempDir()
		require.NoError(t, os.Chmod(out, 0o777))
		require.NoError(t, os.Chmod(filepath.Dir(out), 0o755))
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Owner
parameterDefinitions: [{name: Out, type: STRING}]
steps:
  - name: Write
    script: {actions: {onRun: {command: sh, args: [-c, 'echo mine >"$1/file"; id -u', sh, "{{Param.Out}}"]}}}
`, append(e.parameter("Paths", `["`+out+`"]`), "-p", "Out="+out)...)
		somebody := r.somebody(t)
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		assert.Regexp(t, fmt.Sprintf(`(?m)\t%d$`, somebody), printed)
		info, err := os.Stat(filepath.Join(out, "file"))
		require.NoError(t, err)
		assert.Equal(t, somebody, info.Sys().(*syscall.Stat_t).Uid)
		e.nothingLeft(t, r)

		for _, mode := range []string{"TERMINATE", "NOTIFY_THEN_TERMINATE"} {
			r := e.run(t, cancelJob, "-p", "Mode="+mode)
			r.somebody(t)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Equal(t, mode != "TERMINATE", strings.Contains(printed, "\tgot SIGTERM\n"), "%s:\n%s", mode, printed)
			assert.Regexp(t, `(?m)\tonEnter's process lives$`, printed)
			assert.Regexp(t, `(?m)\tnothing runs on$`, printed)
			e.nothingLeft(t, r)
		}
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
			r := e.run(t, gracefulJob)
			r.somebody(t)
			r.start()
			r.line("begun")
			r.signal(s)
			status, printed := r.wait()
			assert.Equal(t, s == syscall.SIGINT, regexp.MustCompile(`(?m)\tcleaned up$`).MatchString(printed), printed)
			assert.Equal(t, map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGKILL: -1}[s], status, printed)
			e.nothingLeft(t, r)
		}
	}
}

// daemonJob has an onEnter that leaves a process, which answers Tasks by a program
// of the image.
const daemonJob = `
specificationVersion: jobtemplate-2023-09
name: Daemon
parameterDefinitions: [{name: Status, type: STRING, default: "0"}]
steps:
  - name: Ask
    stepEnvironments:
      - name: Daemon
        script:
          actions:
            onEnter: {command: sh, args: ["{{Env.File.Start}}", "{{Param.Status}}"], timeout: 60}
            onExit: {command: sh, args: [-c, 'kill -0 "$(cat daemon)" && echo "the daemon lives"'], timeout: 60}
          embeddedFiles:
            - name: Start
              type: TEXT
              data: |
                mkfifo ask answer
                sh -c 'while read -r word <ask; do ls -d "$word" >answer; done' </dev/null >/dev/null 2>&1 &
                echo "$!" >daemon
                echo started; echo with status "$1" >&2
                exit "$1"
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script: {actions: {onRun: {command: sh, args: [-c, "echo /bin >ask; cat answer; until [ -e go ]; do sleep 0.05; done"], timeout: 60}}}
`

// What an onEnter leaves running has the image's files also after the onEnter,
// with an image that is a file and a caller without root: there a process of
// Apptainer's serves them. It ends with the Environment, and with the runner.
func TestApptainerKeepsTheImageForWhatAnOnEnterLeaves(t *testing.T) {
	e := apptainer()
	e.needed(t)
	start := func(args ...string) *wholeRun {
		r := e.run(t, daemonJob, args...)
		r.somebody(t)
		r.start()
		return r
	}
	serving := func() int {
		names, err := filepath.Glob("/proc/[0-9]*/comm")
		require.NoError(t, err)
		n := 0
		for _, name := range names {
			// What ends in the meantime serves nothing.
			if comm, err := os.ReadFile(name); err == nil && strings.HasPrefix(string(comm), "squashfuse") {
				n++
			}
		}
		return n
	}
	before := serving()
	noMore := func() { // an end takes a process a moment
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for end := time.Now().Add(longEnough); serving() > before; <-tick.C {
			require.True(t, time.Now().Before(end), "a process of the run serves an image still")
		}
	}
	r := start()
	r.line("/bin")
	assert.Equal(t, before+2, serving(), "one for the onEnter, one for the Task")
	sessions, err := filepath.Glob(filepath.Join(r.tmp(), "*", "session-1"))
	require.NoError(t, err)
	require.Len(t, sessions, 1)
	require.NoError(t, os.WriteFile(filepath.Join(sessions[0], "go"), nil, 0o644))
	status, printed := r.wait()
	assert.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\tstarted\n\S+\twith status 0\n\S+\tProcess exited with code: 0$`, printed)
	assert.Equal(t, 2, strings.Count(printed, "\t/bin\n"), printed)
	assert.Regexp(t, `(?m)\tthe daemon lives$`, printed)
	e.nothingLeft(t, r)
	noMore()

	r = start()
	r.line("/bin")
	r.signal(syscall.SIGKILL)
	status, printed = r.wait()
	assert.Equal(t, -1, status, printed)
	e.nothingLeft(t, r)
	noMore()

	r = start("-p", "Status=3")
	status, printed = r.wait()
	assert.Equal(t, 1, status, printed)
	assert.Regexp(t, `(?m)\tstarted\n\S+\twith status 3\n\S+\tProcess exited with code: 3$`, printed)
	assert.Regexp(t, `(?m)\tthe daemon lives$`, printed)
	e.nothingLeft(t, r)
	noMore()
}

// A canceled onEnter gets its signal and its period, and an interrupt while what
// it has left runs leaves nothing.
func TestApptainerCancelsAnOnEnter(t *testing.T) {
	e := apptainer()
	e.needed(t)
	r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Enter
jobEnvironments:
  - name: Slow
    script:
      actions:
        onEnter: {command: sh, args: [-c, "trap 'echo cleaned up; exit 3' TERM; echo begun; while :; do sleep 0.05; done"], timeout: 600, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 60}}
steps: [{name: S, script: {actions: {onRun: {command: "true"}}}}]
`)
	r.start()
	r.line("begun")
	r.signal(os.Interrupt)
	status, printed := r.wait()
	assert.Equal(t, 130, status, printed)
	assert.Regexp(t, `(?m)\tcleaned up\n\S+\tProcess exited with code: 3`, printed)
	e.nothingLeft(t, r)

	r = e.run(t, daemonJob)
	r.somebody(t)
	r.start()
	r.line("/bin")
	for range 3 {
		before := strings.Count(r.text(), "Interrupted by SIGINT")
		r.signal(os.Interrupt)
		r.until("the signal heard", func(text string) bool {
			return strings.Count(text, "Interrupted by SIGINT") > before || strings.Contains(text, "Session was interrupted")
		})
	}
	status, printed = r.wait()
	assert.Equal(t, 130, status, printed)
	e.nothingLeft(t, r)
}
