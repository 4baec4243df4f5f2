package template

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const oneStep = `
steps:
- name: S
  script: {actions: {onRun: {command: "true"}}}
`

func loadText(t *testing.T, name, text string) *Document {
	t.Helper()
	document, err := Load(name, []byte(text), Options{})
	require.NoError(t, err)
	return document
}

// jobText is a Job Template with these lines in front of its steps.
func jobText(extensions, lines string) string {
	head := "specificationVersion: jobtemplate-2023-09\n"
	if extensions != "" {
		head += "extensions: [" + extensions + "]\n"
	}
	if !strings.Contains(lines, "\nname:") {
		head += "name: J\n"
	}
	if !strings.Contains(lines, "\nsteps:") {
		lines += oneStep
	}
	return head + lines
}

func environmentText(extensions, parameters string) string {
	head := "specificationVersion: environment-2023-09\n"
	if extensions != "" {
		head += "extensions: [" + extensions + "]\n"
	}
	return head + "parameterDefinitions:\n" + parameters + "\nenvironment: {name: E, variables: {A: b}}\n"
}

var here = CreateOptions{TemplateDir: "/td/job", WorkingDir: "/cwd/sub"}

func inputs(pairs ...string) map[string]ParameterInput {
	out := map[string]ParameterInput{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = TextInput(pairs[i+1], "-p")
	}
	return out
}

func TestCreateJobWantsTheRightKinds(t *testing.T) {
	environment := loadText(t, "e.yaml", environmentText("", "- {name: P, type: INT, default: 1}"))
	_, err := CreateJob(environment, nil, nil, here)
	assert.ErrorContains(t, err, "needs a Job Template")
	job := loadText(t, "j.yaml", jobText("", ""))
	_, err = CreateJob(job, []*Document{job}, nil, here)
	assert.ErrorContains(t, err, "only Environment Templates can be attached")
}

func TestJobName(t *testing.T) {
	name := func(extensions, value string) (string, error) {
		document := loadText(t, "t.yaml", jobText(extensions, "\nname: 'J {{Param.P}}'\nparameterDefinitions:\n- {name: P, type: STRING}\n"))
		job, err := CreateJob(document, nil, inputs("P", value), here)
		if err != nil {
			return "", err
		}
		return job.Name, nil
	}
	got, err := name("", "x")
	require.NoError(t, err)
	assert.Equal(t, "J x", got)
	_, err = name("", strings.Repeat("x", 126))
	require.NoError(t, err)
	_, err = name("", strings.Repeat("x", 127))
	assert.ErrorContains(t, err, "resolves to 129 characters, 1 to 128")
	_, err = name("FEATURE_BUNDLE_1", strings.Repeat("x", 510))
	require.NoError(t, err)
	_, err = name("", "a\nb")
	assert.ErrorContains(t, err, "U+000A")
}

func TestTimings(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("FEATURE_BUNDLE_1, EXPR", `
parameterDefinitions:
- {name: T, type: INT, default: 7}
- {name: Mode, type: STRING, default: NOTIFY_THEN_TERMINATE}
jobEnvironments:
- name: E
  script:
    actions:
      onEnter: {command: a, timeout: "{{Param.T + 1}}", cancelation: {mode: "{{Param.Mode}}"}}
      onExit: {command: a}
steps:
- name: S
  script:
    actions:
      onRun: {command: a, timeout: "{{null}}", cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: "{{Param.T}}"}}
- name: Default
  script: {actions: {onRun: {command: a, cancelation: {mode: NOTIFY_THEN_TERMINATE}}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	e := job.Environments[0]
	assert.Equal(t, ActionTiming{8 * time.Second, NotifyThenTerminate, 30 * time.Second}, job.Timing(e.OnEnter), "§5, default period 30 s")
	assert.Equal(t, ActionTiming{300 * time.Second, Terminate, 0}, job.Timing(e.OnExit), "§5, onExit has 300 s")
	assert.Equal(t, ActionTiming{0, NotifyThenTerminate, 7 * time.Second}, job.Timing(job.Steps[0].Step.Script.OnRun), "null is absent")
	assert.Equal(t, ActionTiming{0, NotifyThenTerminate, 120 * time.Second}, job.Timing(job.Steps[1].Step.Script.OnRun), "§5.3.2, 120 s for a Task")
	_, err = CreateJob(document, nil, inputs("T", "601"), here)
	assert.ErrorContains(t, err, "notifyPeriodInSeconds")
	_, err = CreateJob(document, nil, inputs("Mode", "KILL"), here)
	assert.ErrorContains(t, err, "TERMINATE or NOTIFY_THEN_TERMINATE")
}

func TestHostRequirementsOfAJob(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("FEATURE_BUNDLE_1, EXPR", `
parameterDefinitions:
- {name: N, type: STRING, default: gpu}
- {name: Min, type: FLOAT, default: 2}
- {name: OS, type: "LIST[STRING]", default: [linux, macos]}
steps:
- name: S
  let: ["twice = Param.Min * 2"]
  hostRequirements:
    amounts:
    - {name: "amount.{{Param.N}}", min: "{{Param.Min}}", max: "{{twice}}"}
    - {name: amount.worker.vcpu, min: 1, max: "{{null}}"}
    attributes:
    - {name: attr.worker.os.family, anyOf: ["{{Param.OS}}"]}
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	r := job.Steps[0].HostRequirements
	require.Len(t, r.Amounts, 2)
	assert.Equal(t, "amount.gpu", r.Amounts[0].Name)
	assert.Equal(t, []float64{2, 4, 1}, []float64{*r.Amounts[0].Min, *r.Amounts[0].Max, *r.Amounts[1].Min})
	assert.Nil(t, r.Amounts[1].Max)
	assert.Equal(t, []string{"linux", "macos"}, r.Attributes[0].AnyOf)
	for _, tt := range []struct{ name, value, want string }{
		{"N", "worker.vcpu", "required twice"},
		{"N", "worker.other", "reserved scope"},
		{"N", strings.Repeat("x", 94), "101 characters"},
		{"Min", "-1", "at least 0"},
		{"OS", `["beos"]`, "is not a value of attr.worker.os.family"},
		{"OS", `[]`, "resolves to 0 values"},
	} {
		_, err := CreateJob(document, nil, inputs(tt.name, tt.value), here)
		assert.ErrorContains(t, err, tt.want, tt.name)
	}
}

func TestJobSymbols(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("EXPR", `
parameterDefinitions:
- {name: P, type: PATH, default: x}
- {name: L, type: "LIST[PATH]", default: [y]}
steps:
- name: S
  let: ["n = Job.Name + Step.Name"]
  parameterSpace: {taskParameterDefinitions: [{name: T, type: PATH, range: [/td/t]}]}
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	mapPath := func(path string) string { return strings.Replace(path, "/td/", "/mapped/", 1) }
	task, err := job.Steps[0].Space.At(0)
	require.NoError(t, err)
	symbols := task.Symbols(job.Steps[0].Symbols(job.Symbols(mapPath)), mapPath)
	for name, want := range map[string]string{
		"Param.P": "path /mapped/job/x", "RawParam.P": "string /td/job/x",
		"Param.L": `list[path] ["/mapped/job/y"]`, "RawParam.L": `list[string] ["/td/job/y"]`,
		"Task.Param.T": "path /mapped/t", "Task.RawParam.T": "string /td/t",
		"Job.Name": "string J", "Step.Name": "string S", "n": "string JS",
	} {
		v, ok := symbols.Lookup(name)
		require.True(t, ok, name)
		assert.Equal(t, want, v.Type().String()+" "+v.Text(), name)
	}
	v, _ := job.Symbols(nil).Lookup("Param.P")
	assert.Equal(t, "/td/job/x", v.Text())
}

func TestSummary(t *testing.T) {
	document := loadText(t, "t.yaml", jobText("", `
parameterDefinitions:
- {name: N, type: INT, default: 3, description: how many}
jobEnvironments: [{name: E, variables: {A: b}}]
steps:
- name: A
  parameterSpace: {taskParameterDefinitions: [{name: T, type: INT, range: "1-{{Param.N}}"}]}
  script: {actions: {onRun: {command: a}}}
- name: B
  dependencies: [{dependsOn: A}]
  script: {actions: {onRun: {command: a}}}
`))
	job, err := CreateJob(document, nil, nil, here)
	require.NoError(t, err)
	s := job.Summary()
	assert.Equal(t, int64(4), s.Tasks)
	assert.Equal(t, []string{"E"}, s.Environments)
	assert.Equal(t, ParameterSummary{Name: "N", Description: "how many", Type: IntParam, Value: "3"}, s.Parameters[0])
	assert.Equal(t, []string{"A"}, s.Steps[1].Dependencies)
	assert.Equal(t, []TaskParameterSummary{{Name: "T", Type: IntParam, Values: 3}}, s.Steps[0].Parameters)
}
