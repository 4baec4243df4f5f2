package wrap_test

import (
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
