package run_test

// This file runs the templates of testdata/services, each three times in a row,
// and says what has to come out. The templates need sh, grep and python3.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// servicesDir holds the templates.
const servicesDir = "../testdata/services"

// scenarioTemplate reads one of them.
func scenarioTemplate(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(servicesDir, name))
	require.NoError(t, err)
	return string(data)
}

// templateCase is a template, the one that is attached to it, whether the Job
// succeeds, and what else is looked at.
type templateCase struct {
	template, attached string
	succeeds           bool
	look               func(t *testing.T, j *job, dir string, trace []string)
}

func TestScenarioTemplates(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the templates are written for sh")
	}
	for _, program := range []string{"sh", "grep", "python3"} {
		_, err := exec.LookPath(program)
		require.NoError(t, err, "the templates need %s", program)
	}
	cases := []templateCase{
		{"01-rerun-mid-task.yaml", "", true, lookRerun},
		{"02-rerun-outside-dependent.yaml", "", true, lookOutsideDependent},
		{"05-keep-crash.yaml", "", true, lookKeep},
		{"07-never-ready-exhausted.yaml", "", false, lookNeverReady},
		{"08-upstream-new-session-keep.yaml", "", true, lookUpstream},
		{"11-tcp-closed-process-hangs.yaml", "", false, lookHanging},
		{"13-opaque-job-environment.yaml", "", true, lookOpaque},
		{"15-same-name-job.yaml", "15-same-name-queue.yaml", true, lookSameName},
	}
	for _, c := range cases {
		t.Run("T"+c.template[:2], func(t *testing.T) {
			t.Parallel()
			for range 3 {
				dir := t.TempDir()
				options := []option{value("Dir", dir)}
				if c.attached != "" {
					options = append(options, attach(scenarioTemplate(t, c.attached)))
				}
				j := runJob(t, scenarioTemplate(t, c.template), options...)
				require.Equal(t, c.succeeds, j.result.Outcome == run.Succeeded, j.log())
				c.look(t, j, dir, trace(t, dir))
				if t.Failed() {
					t.Log(j.log())
					return
				}
			}
		})
	}
	// Each template of the folder is run.
	files, err := filepath.Glob(servicesDir + "/*.yaml")
	require.NoError(t, err)
	for _, f := range files {
		name := filepath.Base(f)
		known := slices.ContainsFunc(cases, func(c templateCase) bool { return c.template == name || c.attached == name })
		assert.True(t, known, "%s is not run", name)
	}
}

func lookRerun(t *testing.T, j *job, _ string, got []string) {
	assert.Equal(t, []string{
		"mill up", "sack 1 begin", "sack 1 end", "sack 2 begin", "mill down",
		"mill up", "sack 1 begin", "sack 1 end", "sack 2 begin", "sack 2 end", "sack 3 begin", "sack 3 end", "mill exit",
	}, got)
	assert.Equal(t, 1, j.sessions("Mill"))
	assert.Empty(t, j.result.Failures, "a Task that is put back is no failure, nor is a crash that is made good")
}

func lookOutsideDependent(t *testing.T, _ *job, _ string, got []string) {
	swept := slices.Index(got, "sweep")
	require.GreaterOrEqual(t, swept, 0)
	assert.Equal(t, []string{
		"oven up", "knead", "rise", "bake begin", "oven down",
		"oven up", "knead", "rise", "bake begin", "bake end",
	}, slices.Delete(slices.Clone(got), swept, swept+1), "and sweep once")
}

func lookKeep(t *testing.T, j *job, _ string, got []string) {
	assert.Equal(t, []string{
		"ferry ready 1", "crossing 1 begin", "crossing 1 end", "crossing 2 begin", "ferry down", "crossing 2 end",
		"ferry ready 2", "crossing 3 begin", "crossing 3 end",
	}, got)
	assert.Equal(t, 1, j.sessions("Ferry"))
	assert.Equal(t, 3, j.taskRuns())
}

func lookNeverReady(t *testing.T, j *job, _ string, got []string) {
	require.Len(t, got, 9)
	dirs, ports := map[string]bool{}, map[string]bool{}
	for i := 0; i < len(got); i += 3 {
		words := strings.Fields(got[i+1])
		require.Len(t, words, 4)
		assert.Equal(t, []string{"lamp enter", "lamp up", "lamp exit"}, []string{got[i], words[0] + " " + words[1], got[i+2]})
		dirs[words[2]], ports[words[3]] = true, true
	}
	assert.Len(t, dirs, 3)
	assert.Len(t, ports, 3)
	assert.Equal(t, 3, j.sessions("Lamp"))
	assert.Equal(t, 1, j.states("Lamp", "FAILED"))
	assert.Zero(t, j.taskRuns())
}

func lookUpstream(t *testing.T, j *job, _ string, got []string) {
	text := strings.Join(got, "\n")
	port := func(n string) string {
		found := regexp.MustCompile(`(?m)^spring ` + n + ` port=(\d+)$`).FindStringSubmatch(text)
		require.NotNil(t, found, text)
		return found[1]
	}
	first, third := port("1"), port("3")
	assert.Equal(t, first, port("2"), "the first relaunch stays in its Session")
	assert.NotEqual(t, first, third)
	want := []string{
		"spring 1 port=" + first, "mill up spring=" + first,
		"sack 1 begin port=" + first + " env=" + first, "sack 1 end",
		"sack 2 begin port=" + first + " env=" + first, "spring dry", "spring 2 port=" + first,
		"mill exit", "spring exit", "spring 3 port=" + third, "mill up spring=" + third, "sack 2 end",
		"sack 3 begin port=" + third + " env=" + third, "sack 3 end", "mill exit", "spring exit",
	}
	assert.Equal(t, want, got)
	assert.Equal(t, 3, j.taskRuns())
	assert.Equal(t, 2, j.sessions("Mill"))
	assert.Equal(t, 2, j.sessions("Spring"))
}

func lookHanging(t *testing.T, j *job, dir string, got []string) {
	assert.Equal(t, []string{"counter up", "guest 1 begin", "guest 1 served", "counter shut", "guest 1 end", "counter exit"}, got)
	assert.Equal(t, 1, j.states("Counter", "UNHEALTHY"))
	assert.Equal(t, 1, j.states("Counter", "FAILED"))
	data, err := os.ReadFile(filepath.Join(dir, "pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	require.NoError(t, err)
	process, err := os.FindProcess(pid)
	require.NoError(t, err)
	assert.Error(t, process.Signal(syscall.Signal(0)), "the hanging process %d is still there", pid)
}

func lookOpaque(t *testing.T, j *job, _ string, got []string) {
	require.NotEmpty(t, got)
	service := strings.TrimPrefix(got[0], "plain enter ")
	require.GreaterOrEqual(t, len(got), 9)
	assert.Equal(t, []string{
		"plain enter " + service, "kitchen enter " + service + " PLAIN=seen MENU=unset", "kitchen up",
	}, got[:3])
	assert.Equal(t, []string{"kitchen exit " + service + " MENU=unset", "plain exit " + service}, got[len(got)-2:])
	assert.NotContains(t, got, "menu enter "+service)
	number := func(part string) int {
		n := 0
		for _, line := range got {
			if strings.HasPrefix(line, part) {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 2, number("meal soup MENU=open PLAIN=seen"))
	assert.Equal(t, 2, number("meal"))
	assert.Equal(t, number("menu enter")+1, number("plain enter"))
	assert.Equal(t, number("plain enter"), number("plain exit"))
	assert.Equal(t, j.sessions(""), number("menu enter"))
}

func lookSameName(t *testing.T, _ *job, _ string, got []string) {
	require.Len(t, got, 6)
	assert.ElementsMatch(t, []string{"outer up", "inner up"}, got[:2])
	assert.Equal(t, "buy own=inner env=outer ports differ", got[2])
	assert.ElementsMatch(t, []string{"inner exit", "leave env=outer inner gone"}, got[3:5])
	assert.Equal(t, "outer exit", got[5])
}

// Scenario 28: the template's own Service replaced by a requirement, which the
// attached document satisfies.
func TestScenarioTemplateThatRequires(t *testing.T) {
	text := scenarioTemplate(t, "15-same-name-job.yaml")
	from, to := strings.Index(text, "services:\n"), strings.Index(text, "steps:\n")
	require.True(t, 0 < from && from < to)
	text = text[:from] + "requiresServices: [{name: Shop, ports: [{name: till}]}]\n" + text[to:]
	dir := t.TempDir()
	j := runJob(t, text, value("Dir", dir), value("Patience", "1"), attach(scenarioTemplate(t, "15-same-name-queue.yaml")))
	assert.Equal(t, run.Succeeded, j.result.Outcome, j.log())
	assert.Equal(t, []string{
		"outer up", "buy own=outer env=outer ports same", "leave env=outer inner still there", "outer exit",
	}, trace(t, dir))
}
