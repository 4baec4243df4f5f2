package cli

// This file runs Environments in the idea form of wrapping on the real Docker.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ideaJob gives a Task all that a shell or Docker could take for something else.
const ideaJob = `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR, FEATURE_BUNDLE_1]
name: Idea
parameterDefinitions: [{name: Text, type: STRING}]
jobEnvironments:
  - name: Outer
    variables: {QUOTED: "a b'c\"d $HOME *", EMPTY: "", LINES: "1\n2\n"}
    script: {actions: {onEnter: {command: bash, args: [-c, 'echo "openjd_env: FROM_ENTER=x  ''y'' ;&|<>"']}}}
steps:
  - name: Print
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script:
      actions:
        onRun:
          command: bash
          args: ["{{Task.File.Run}}", "{{Param.Text}}", "", "line1\nline2\n", "😀", "--env", "--", "-x", "$(id)", "it's", "\"", "\\", "{{Task.Param.I}}"]
      embeddedFiles:
        - name: Run
          type: TEXT
          data: |
            for a in "$@"; do printf '<%s>\n' "$a"; done
            printf '[%s]\n' "$QUOTED" "$EMPTY" "${EMPTY-unset}" "$LINES" "$FROM_ENTER"
            exit $((${@: -1} - 1)) # the second Task fails
`

// hostileText is a value of its parameter.
const hostileText = "-p=it's \"quoted\" $HOME `id` \\ * \t\r\n😀\n{}"

// bashImage publishes an image with bash under a name in the tests' registry.
func bashImage(t *testing.T, e engine) string {
	t.Helper()
	registry, _, _ := strings.Cut(os.Getenv("RUNNER_TEST_IMAGE"), "/")
	name := registry + "/openjd-bash:1"
	programs := map[string]string{}
	for _, program := range []string{"bash", "sleep"} {
		path, err := exec.LookPath(program)
		require.NoError(t, err)
		programs["/bin/"+program] = path
	}
	e.importImage(t, name, programs)
	e.do(t, "push", name)
	e.do(t, "image", "rm", "--force", name)
	return name
}

// recorded puts a docker before the real one that notes its arguments, each in
// angle brackets, and returns the file with a line for each call.
func (r *wholeRun) recorded(t *testing.T) string {
	t.Helper()
	docker, err := exec.LookPath("docker")
	require.NoError(t, err)
	bin, calls := filepath.Join(r.dir, "recorded"), filepath.Join(r.dir, "calls")
	require.NoError(t, os.Mkdir(bin, 0o755))
	script := "#!/bin/sh\n{ printf '<%s>' \"$@\"; echo; } >>'" + calls + "'\nexec '" + docker + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "docker"), []byte(script), 0o755))
	r.cmd.Env = append(r.cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"))
	return calls
}

// The template of the proposal, as wrap_idea.txtar has it, says to Docker what it
// means to say, to the letter, and Docker answers what docs/wrapping.md tells.
func TestEnginesIdeaAsItWasWritten(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	if version := e.do(t, "version", "--format", "{{.Client.Version}}"); !strings.HasPrefix(version, "20.") {
		t.Skipf("Docker %s answers otherwise than 20.10", version)
	}
	archive, err := os.ReadFile(filepath.Join("..", "..", "testdata", "script", "wrap_idea.txtar"))
	require.NoError(t, err)
	_, sketch, found := strings.Cut(string(archive), "\n-- docker.yaml --\n")
	require.True(t, found)
	image := bashImage(t, e)
	r := newWholeRun(t, "run", "job.yaml", "--env", "sketch.yaml", "-p", "ContainerImage="+image, "-p", "Text="+hostileText, "-t", "I=1")
	r.write("job.yaml", ideaJob)
	r.write("sketch.yaml", sketch)
	file := r.recorded(t)
	status, printed := r.run()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	calls := string(text)
	id := strings.TrimSpace(e.do(t, "ps", "--quiet", "--no-trunc", "--filter", "ancestor="+image))
	require.Regexp(t, `^[0-9a-f]{64}$`, id, "%s", printed)
	e.do(t, "rm", "--force", id)

	assert.Equal(t, 1, status, printed)
	begin := "<container><exec><" + id + "><--env><DOCKER_CONTAINER_ID=" + id + "><--env><QUOTED=a b'c\"d $HOME *><--env><EMPTY=><--env><LINES=1\n2\n>" +
		"<--env><FROM_ENTER=x  'y' ;&|<>><bash><"
	_, after, found := strings.Cut(calls, begin)
	require.True(t, found, "%s", calls)
	assert.Contains(t, after, "><"+hostileText+"><><line1\nline2\n><😀><--env><--><-x><$(id)><it's><\"><\\><1>\n<container><stop><"+id+"><--timeout><300>\n")
	assert.Regexp(t, `^<image><pull><`+image+`>\n<container><run><--rm><--pull><never><--detach><--mount><type=bind,src=(\S+),dst=(\S+)><`+image+
		`><bash><-c><sleep infinity>\n`, calls)
	assert.Regexp(t, `exec: "--env": executable file not found in \$PATH`, printed)
	assert.Contains(t, printed, "unknown flag: --timeout\n")
}

// With the lines changed that docs/wrapping.md names, it runs a job to the letter
// and leaves nothing.
func TestEnginesIdeaExample(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	image := bashImage(t, e)
	args := []string{"--output", "json", "-p", "Text=" + hostileText}
	plain := newWholeRun(t, append([]string{"run", "job.yaml"}, args...)...)
	plain.write("job.yaml", ideaJob)
	status, printed := plain.run()
	require.Equal(t, 1, status, printed)
	want := outputOf(t, printed)
	require.Contains(t, want[1], "<>\n<line1\nline2\n>\n<😀>\n<--env>\n<-->\n<-x>\n<$(id)>\n<it's>\n<\">\n<\\>\n<1>\n[a b'c\"d $HOME *]\n[]\n[]\n[1\n2\n]\n[x  'y' ;&|<>]\n")

	r := newWholeRun(t, append([]string{"run", "job.yaml", "--env", example(t, "idea-docker.yaml"), "-p", "ContainerImage=" + image}, args...)...)
	r.write("job.yaml", ideaJob)
	calls := r.recorded(t)
	status, printed = r.run()
	assert.Equal(t, 1, status, printed)
	got := outputOf(t, printed)
	assert.Equal(t, want[1], got[1])
	assert.Equal(t, want[2], got[2])
	assert.Equal(t, 1, strings.Count(printed, "Process exited with code: 1\""), printed)
	text, err := os.ReadFile(calls)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(text), "<container><exec><--env>"), "%s", text)
	assert.Regexp(t, `\n<container><stop><--time><300><[0-9a-f]{64}>\n$`, string(text))
	// A newer Docker removes a container a moment after its stop.
	require.Eventually(t, func() bool {
		return e.do(t, "ps", "--all", "--quiet", "--filter", "ancestor="+image) == ""
	}, longEnough, 20*time.Millisecond, "a container is left")
	e.nothingLeft(t, r)
}
