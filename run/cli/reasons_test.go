package cli

// This file holds what is said of the conformance cases that have to be refused
// against what was found to name the reason of each: testdata/reasons.txt, one
// case a line. UPDATE_SCRIPTS=1 writes it anew; read the difference against the
// comments of the cases.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

func TestReasonsOfConformanceCases(t *testing.T) {
	root := os.Getenv("OPENJD_CONFORMANCE")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "conformance")
	}
	root, err := filepath.Abs(filepath.Join(root, "2023-09"))
	require.NoError(t, err)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("the conformance cases are not at %s; set OPENJD_CONFORMANCE", root)
	}
	var got []string
	// Those of SERVICE are refused in other ways too: some only when they are run.
	for _, folder := range []string{"base", "EXPR", "FEATURE_BUNDLE_1", "TASK_CHUNKING", "REDACTED_ENV_VARS", "WRAP_ACTIONS"} {
		files, err := filepath.Glob(filepath.Join(root, folder, "*", "*.invalid.*"))
		require.NoError(t, err)
		for _, file := range files {
			status, output, applies := refusedCase(t, file)
			if !applies {
				continue
			}
			name, err := filepath.Rel(root, file)
			require.NoError(t, err)
			assert.Equal(t, StatusRefused, status, "%s:\n%s", name, output)
			got = append(got, filepath.ToSlash(name)+": "+firstReason(output))
		}
	}
	slices.Sort(got)
	golden := filepath.Join("testdata", "reasons.txt")
	text := strings.Join(got, "\n") + "\n"
	if os.Getenv("UPDATE_SCRIPTS") != "" {
		require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	known := map[string]string{}
	for line := range strings.Lines(string(want)) {
		name, _, _ := strings.Cut(line, ": ")
		known[name] = strings.TrimSuffix(line, "\n")
	}
	for _, line := range got {
		name, _, _ := strings.Cut(line, ": ")
		if want, ok := known[name]; ok { // others have been added since
			assert.Equal(t, want, line)
		}
	}
}

// refusedCase checks a template, or runs a case of a job, and gives what is said.
func refusedCase(t *testing.T, file string) (status int, output string, applies bool) {
	if filepath.Base(filepath.Dir(file)) != "jobs" {
		s := Test(t.TempDir())
		status = Main([]string{programName, "check", file}, &s.Streams)
		return status, s.ErrText.String(), true
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var c caseFile
	require.NoError(t, yaml.Unmarshal(data, &c))
	if len(c.RunOn) > 0 && !slices.Contains(c.RunOn, "posix") {
		return 0, "", false
	}
	status, output = runTemplate(t, c)
	return status, output, true
}

// absoluteDir is a directory that is another on each machine.
var absoluteDir = regexp.MustCompile(`/[^ ]*/`)

// firstReason is the first line of what is said, without directories.
func firstReason(output string) string {
	line, _, _ := strings.Cut(output, "\n")
	line = strings.TrimSuffix(line, "\r")
	if at := strings.Index(line, ".yaml:"); at >= 0 {
		line = line[at+len(".yaml:"):]
	}
	return absoluteDir.ReplaceAllString(line, "")
}
