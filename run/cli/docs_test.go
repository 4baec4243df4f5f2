package cli

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// section is the part of docs/cli.md about a command.
func section(t *testing.T, command string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/cli.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "\n## runner "+command+"\n")
	require.True(t, found, "docs/cli.md has no section on %s", command)
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// docs/cli.md lists each command with exactly its flags, all their names, and
// the same commands as the program has.
func TestDocsListEveryFlag(t *testing.T) {
	s := Test(t.TempDir())
	var documented []string
	row := regexp.MustCompile("(?m)^\\| (`-[^|]*)\\|")
	name := regexp.MustCompile("`(--?[a-z-]+)`")
	for _, cmd := range commands(&s.Streams) {
		documented = append(documented, cmd.Name)
		var want, got []string
		for _, f := range cmd.Flags {
			for _, n := range f.Names() {
				switch {
				case len(n) <= 2:
					want = append(want, "-"+n)
				default:
					want = append(want, "--"+n)
				}
			}
		}
		for _, line := range row.FindAllStringSubmatch(section(t, cmd.Name), -1) {
			for _, n := range name.FindAllStringSubmatch(line[1], -1) {
				got = append(got, n[1])
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		assert.Equal(t, want, got, cmd.Name)
	}
	page, err := os.ReadFile("../../docs/cli.md")
	require.NoError(t, err)
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^## runner (\w+)$`).FindAllStringSubmatch(string(page), -1) {
		listed = append(listed, m[1])
	}
	assert.ElementsMatch(t, documented, listed)
}

// Every flag of "runner run" sets an option and every option has a flag.
func TestEveryRunOptionHasAFlag(t *testing.T) {
	flagOf := map[string]string{
		"Streams": "", "Template": "", "HasTasks": "tasks", "HasPathRules": "path-mapping-rules", "Limited": "extensions",
		"Parameters": "parameter", "Environments": "environment", "Extensions": "extensions", "Step": "step",
		"Dependencies": "run-dependencies", "TaskParams": "task-param", "Tasks": "tasks", "MaximumTasks": "maximum-tasks",
		"PathRules": "path-mapping-rules", "Preserve": "preserve", "Verbose": "verbose", "Stamps": "timestamp-format",
		"Output": "output", "Jobs": "jobs", "KeepGoing": "keep-going", "WorkDir": "work-dir", "LogDir": "log-dir",
	}
	used := map[string]bool{"no-run-dependencies": true} // the default, said aloud
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runOptions]()) {
		if field.Anonymous {
			continue
		}
		flag, ok := flagOf[field.Name]
		assert.True(t, ok, "the option %s has no flag", field.Name)
		used[flag] = true
	}
	for _, f := range runFlags() {
		assert.True(t, used[f.Names()[0]], "the flag --%s sets no option", f.Names()[0])
	}
}

// docs/output.md names every field of every document, and their version.
func TestDocsNameEveryField(t *testing.T) {
	page, err := os.ReadFile("../../docs/output.md")
	require.NoError(t, err)
	for _, typ := range []reflect.Type{
		reflect.TypeFor[runDocument](), reflect.TypeFor[stepDocument](), reflect.TypeFor[serviceDocument](),
		reflect.TypeFor[portDocument](), reflect.TypeFor[failureDocument](), reflect.TypeFor[sourceDocument](),
		reflect.TypeFor[paramDocument](), reflect.TypeFor[logDocument](), reflect.TypeFor[refusedDocument](),
		reflect.TypeFor[faultDocument](), reflect.TypeFor[checkDocument](), reflect.TypeFor[checkedFile](),
		reflect.TypeFor[jobSummaryDocument](), reflect.TypeFor[stepSummaryDocument](), reflect.TypeFor[parameterSummary](),
		reflect.TypeFor[rootEnvironment](), reflect.TypeFor[stepSummary](), reflect.TypeFor[taskParameterSummary](),
		reflect.TypeFor[dependencyDocument](), reflect.TypeFor[serviceSummaryDocument](), reflect.TypeFor[plannedPort](),
		reflect.TypeFor[requirementsDocument](), reflect.TypeFor[amountDocument](), reflect.TypeFor[evalDocument](), reflect.TypeFor[functionsDocument](),
		reflect.TypeFor[functionDocument](), reflect.TypeFor[attributeDocument](),
		reflect.TypeFor[readyDocument](), reflect.TypeFor[readySummary](),
	} {
		for _, field := range reflect.VisibleFields(typ) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			require.NotEmpty(t, name, "%s.%s", typ, field.Name)
			assert.Regexp(t, "`([a-z]+\\[\\]\\.)?"+name+"`", string(page), "%s.%s", typ, field.Name)
		}
	}
	assert.Contains(t, string(page), "`version` is 1;")
	assert.Equal(t, 1, documentVersion)
}

// The sources that docs/output.md shows are those that lines begin with.
func TestDocsShowTheSourcesOfLines(t *testing.T) {
	page, err := os.ReadFile("../../docs/output.md")
	require.NoError(t, err)
	for _, s := range []run.Source{
		{Service: "Cache", Action: "onRun", Session: "service-Cache-1"},
		{Service: "Cache", Action: "onHealthCheck", Session: "service-Cache-1"},
		{Step: "Render", Task: 3, Action: "onRun", Session: "session-2", Worker: 2},
		{Environment: "Conda", Action: "onEnter", Session: "session-2", Worker: 2},
	} {
		assert.Contains(t, string(page), "`["+label(s)+"] …`")
	}
}

// docs/exit-codes.md lists every status.
func TestDocsListEveryStatus(t *testing.T) {
	page, err := os.ReadFile("../../docs/exit-codes.md")
	require.NoError(t, err)
	for _, status := range []string{"0", "1", "2", "3", "129", "130", "131", "143", "141"} {
		assert.Regexp(t, `(?m)^\|[^|]*\b`+status+`\b`, string(page))
	}
}
