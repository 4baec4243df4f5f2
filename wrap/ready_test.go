package wrap_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template"
	"runner/wrap"
)

// Every ready-made wrapper is a valid Environment Template whose parameters are
// named for it, so that none can meet one of a job's, and are described.
func TestReadyMadeAreValid(t *testing.T) {
	var names []string
	for _, r := range wrap.ReadyMade() {
		names = append(names, r.Name)
		doc, err := template.Load(r.Name, r.Text, template.Options{Supported: template.SupportedExtensions()})
		require.NoError(t, err, r.Name)
		assert.Equal(t, template.EnvironmentKind, doc.Kind, r.Name)
		assert.Regexp(t, `^Runs .*[a-z]$`, r.Summary, r.Name)
		prefix := strings.ToUpper(r.Name[:1]) + r.Name[1:]
		for _, p := range doc.Parameters() {
			assert.Truef(t, strings.HasPrefix(p.Name, prefix), "%s: %s", r.Name, p.Name)
			assert.NotEmptyf(t, p.Description, "%s: %s", r.Name, p.Name)
		}
	}
	assert.Equal(t, []string{"apptainer", "bwrap", "compose", "docker", "podman", "sidecar"}, names)
	_, found := wrap.FindReady("lxc")
	assert.False(t, found)
}

// Each wrapper can be told the same things.
func TestReadyMadeHaveTheSameParameters(t *testing.T) {
	for _, r := range wrap.ReadyMade() {
		if r.Name == "sidecar" || r.Name == "compose" {
			continue // they wrap nothing
		}
		for _, what := range []string{"Mounts", "Paths", "Credentials", "PassEnvironment", "User", "Network", "Services", "Gpus", "ExtraArguments"} {
			assert.Regexp(t, `(?m)^  - name: \w+`+what+`$`, string(r.Text), r.Name)
		}
	}
}

// What differs between the documents of docker and podman is the engine's: its
// name, and what the table in ready.go has.
func TestDockerAndPodmanDifferInTheEngine(t *testing.T) {
	docker, _ := wrap.FindReady("docker")
	podman, _ := wrap.FindReady("podman")
	lines := func(text []byte) map[string]bool {
		out := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			out[regexp.MustCompile(`(?i)docker|podman`).ReplaceAllString(line, "ENGINE")] = true
		}
		return out
	}
	inDocker, inPodman := lines(docker.Text), lines(podman.Text)
	var only []string
	for line := range inDocker {
		if !inPodman[line] {
			only = append(only, strings.TrimSpace(line))
		}
	}
	assert.ElementsMatch(t, []string{
		`ENGINE_API_VERSION ENGINE_CERT_PATH ENGINE_CONFIG ENGINE_CONTEXT ENGINE_HOST ENGINE_TLS ENGINE_TLS_VERIFY; do`,
		`description: "GPUs to give, as ENGINE's --gpus takes it, such as all; empty is none."`,
		`[ -z "$gpus" ] || set -- "$@" --gpus "$gpus"`,
		`--filter label=openjd.folder --filter status=created --filter status=exited 2>/dev/null); do`,
		`ENGINE container rm --force --volumes "$old" >/dev/null 2>&1 ||`,
		`ENGINE container rm --force --volumes "$old" >/dev/null 2>&1 || true`,
		`answer=$(ENGINE container rm --force --volumes "$name" 2>&1) && gone=yes || gone=`,
	}, only)
}

// What is printed is a whole document without a trace of how it was made, and
// good to read: no blanks at line ends, no line broader than a page.
func TestReadyMadeAreReadable(t *testing.T) {
	for _, r := range wrap.ReadyMade() {
		text := string(r.Text)
		assert.NotContains(t, text, "[%", r.Name)
		assert.NotContains(t, text, "%]", r.Name)
		assert.NotRegexp(t, `(?m)[ \t]+$`, text, r.Name)
		assert.NotContains(t, text, "\n\n\n", r.Name)
		assert.NotRegexp(t, `(?m)^.{141}`, text, r.Name)
		assert.Regexp(t, `[^\n]\n$`, text, r.Name)
	}
}
