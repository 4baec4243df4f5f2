package cli

// This file tests the wrapper of Apptainer where there is one: images of every
// kind, what its parameters do, and a caller without root, whom Apptainer serves in
// another way than root. Debian has no package of it, so these tests, and those of
// the other engine tests that run each engine, are skipped on most machines.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

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
