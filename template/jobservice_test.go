package template

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const serviceJob = `
parameterDefinitions:
- {name: Port, type: INT, default: 7001}
- {name: Attempts, type: INT, default: 2}
- {name: Threshold, type: INT, default: 5}
requiresServices:
- {name: License, ports: [{name: main}]}
services:
- name: Db
  let: ["port = Param.Port + 1"]
  dependencies: [{service: Cache}, {dependsOn: Prepare}, {service: License}]
  ports: [{name: main, port: "{{port}}"}, {name: admin, port: "{{null}}"}, {name: beat, port: 9000, protocol: UDP}]
  healthCheck: {type: TCP_CONNECT, healthIntervalSeconds: 10, failureThreshold: "{{Param.Threshold}}"}
  restartPolicy: {maxAttempts: "{{Param.Attempts}}", completedTasks: RERUN}
  script: {actions: {onRun: {command: a}, onExit: {command: b}}}
- name: Cache
  ports: [{name: main}]
  healthCheck: {type: STDOUT, readinessTimeoutSeconds: 20}
  script: {actions: {onRun: {command: a, timeout: 9}}}
steps:
- name: Use
  dependencies: [{service: Db}]
  script: {actions: {onRun: {command: a}}}
- name: Prepare
  script: {actions: {onRun: {command: a}}}
`

const licenseDocument = `
specificationVersion: environment-2023-09
extensions: [SERVICE, EXPR]
services:
- name: License
  ports: [{name: main}]
  healthCheck: {type: COMMAND}
  script: {actions: {onRun: {command: a}, onHealthCheck: {command: c}}}
`

func serviceJobWith(t *testing.T, values map[string]ParameterInput, attached ...string) (*Job, error) {
	t.Helper()
	document := loadText(t, "j.yaml", jobText("SERVICE, EXPR, FEATURE_BUNDLE_1", serviceJob))
	var documents []*Document
	for i, text := range attached {
		documents = append(documents, loadText(t, []string{"a.yaml", "b.yaml"}[i], text))
	}
	return CreateJob(document, documents, values, here)
}

func TestServicesOfAJob(t *testing.T) {
	job, err := serviceJobWith(t, nil, licenseDocument)
	require.NoError(t, err)
	require.Len(t, job.Services, 3)
	db, cache, license := job.Services[0], job.Services[1], job.Services[2]

	assert.Equal(t, []ResolvedPort{{"main", TCP, 7002}, {"admin", TCP, 0}, {"beat", UDP, 9000}}, db.Ports, "§9.3")
	assert.Equal(t, ResolvedHealthCheck{Type: TCPConnectCheck, Ports: []string{"main", "admin"},
		ReadinessInterval: time.Second, ReadinessTimeout: 300 * time.Second,
		HealthInterval: 10 * time.Second, HealthIntervalGiven: true, FailureThreshold: 5}, db.HealthCheck, "§9.4")
	assert.Equal(t, int64(2), db.MaxAttempts)
	assert.Equal(t, RerunCompletedTasks, db.CompletedTasks)
	assert.Equal(t, []int{1}, db.DependsSteps)
	assert.Equal(t, []int{1, 2}, db.DependsServices, "§1.2.2: the required one is the attached one")
	assert.Equal(t, []int{0}, db.Scope, "§9.1")
	assert.Equal(t, "port", db.Let[0].Name)

	assert.Equal(t, []int{0}, cache.Scope, "§9.1: transitive")
	assert.Equal(t, ResolvedHealthCheck{Type: StdoutCheck, ReadinessTimeout: 20 * time.Second, FailureThreshold: 3}, cache.HealthCheck)
	assert.Equal(t, int64(0), cache.MaxAttempts)
	assert.Equal(t, 9*time.Second, job.Timing(cache.Service.OnRun).Timeout)
	assert.Equal(t, 300*time.Second, job.Timing(db.Service.OnExit).Timeout)

	assert.True(t, license.EveryStep)
	assert.Equal(t, []int{0, 1}, license.Scope, "§1.2.2: every Step")
	assert.Equal(t, 5*time.Second, license.HealthCheck.ReadinessInterval)
	assert.Equal(t, 30*time.Second, job.Timing(license.Service.OnHealthCheck).Timeout)
	assert.Same(t, license, job.RequiredService(job.Document.Job.RequiresServices[0]))

	summary := job.Summary()
	assert.Equal(t, []int{0, 1, 2}, summary.Steps[0].Services)
	assert.Equal(t, []int{2}, summary.Steps[1].Services)
	assert.Equal(t, []string{"Db"}, summary.Steps[0].ListedServices)
	assert.Equal(t, ServiceSummary{Name: "License", From: "a.yaml", Ports: []ResolvedPort{{"main", TCP, 0}}, HealthCheck: license.HealthCheck,
		Steps: []string{"Use", "Prepare"}}, summary.Services[2])
	assert.Equal(t, []string{"Prepare"}, summary.Services[0].AfterSteps)
	assert.Equal(t, []string{"Cache", "License"}, summary.Services[0].AfterServices)
	assert.Equal(t, int64(2), summary.Services[0].MaxAttempts)
	assert.Equal(t, []RequirementSummary{{Name: "License", Ports: []ResolvedPort{{"main", TCP, 0}}, Provider: "a.yaml"}}, summary.Requirements)

	alone, err := CreateJob(job.Document, nil, nil, CreateOptions{TemplateDir: here.TemplateDir, WorkingDir: here.WorkingDir, WithoutProviders: true})
	require.NoError(t, err)
	assert.Equal(t, []RequirementSummary{{Name: "License", Ports: []ResolvedPort{{"main", TCP, 0}}}}, alone.Summary().Requirements)
	assert.Equal(t, []string{"Cache", "License"}, alone.Summary().Services[0].AfterServices)
}

func TestServiceFaultsAtCreation(t *testing.T) {
	udp := `
specificationVersion: environment-2023-09
extensions: [SERVICE, EXPR]
services:
- name: License
  ports: [{name: main, protocol: UDP}]
  healthCheck: {type: STDOUT}
  script: {actions: {onRun: {command: a}}}
`
	tests := []struct {
		name     string
		values   map[string]ParameterInput
		attached []string
		want     string
	}{
		{"§9.3 port out of range", inputs("Port", "65535"), []string{licenseDocument}, "65536 is not between 1 and 65535"},
		{"§9.4 threshold", inputs("Threshold", "0"), []string{licenseDocument}, "at least 1"},
		{"§1.2.2 none attached", nil, nil, `requires the Service "License", and no Environment Template is attached`},
		{"§1.2.2 two attached", nil, []string{licenseDocument, licenseDocument}, "several attached Environment Templates have one: a.yaml:5:3 and b.yaml:5:3"},
		{"§1.2.2 protocol", nil, []string{udp}, `the port "main" of the required Service "License" is TCP, and at a.yaml:5:3 it is UDP`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := serviceJobWith(t, tt.values, tt.attached...)
			assert.ErrorContains(t, err, tt.want)
		})
	}
	document := loadText(t, "j.yaml", jobText("SERVICE, EXPR", `
parameterDefinitions: [{name: N, type: INT}, {name: Port, type: INT, default: 5}]
services:
- name: Db
  ports: [{name: a, port: "{{Param.Port}}"}, {name: b, port: 6}, {name: c, port: "{{Param.Port}}", protocol: UDP}]
  restartPolicy: {maxAttempts: "{{Param.N}}"}
  script: {actions: {onRun: {command: a}}}
steps:
- name: S
  dependencies: [{service: Db}]
  script: {actions: {onRun: {command: a}}}
`))
	_, err := CreateJob(document, nil, inputs("N", "0"), here)
	require.NoError(t, err, "TCP and UDP may share a number")
	_, err = CreateJob(document, nil, inputs("N", "1"), here)
	assert.ErrorContains(t, err, "needs completedTasks: KEEP or RERUN")
	_, err = CreateJob(document, nil, inputs("N", "0", "Port", "6"), here)
	assert.ErrorContains(t, err, `the ports "a" and "b" of the Service "Db" are both TCP 6`)
}

func TestWrapperThatKnowsNoServices(t *testing.T) {
	load := func(extensions string) *Document {
		document, err := Load("w.yaml", []byte(`
specificationVersion: environment-2023-09
extensions: [`+extensions+`]
environment:
  name: W
  script:
    actions:
      onWrapEnvEnter: {command: a}
      onWrapTaskRun: {command: a}
      onWrapEnvExit: {command: a}
`), Options{Supported: everyExtension()})
		require.NoError(t, err)
		return document
	}
	job := loadText(t, "j.yaml", jobText("SERVICE, EXPR", `
services:
- name: Db
  ports: [{name: a}]
  script: {actions: {onRun: {command: a}}}
steps:
- name: S
  dependencies: [{service: Db}]
  script: {actions: {onRun: {command: a}}}
`))
	_, err := CreateJob(job, []*Document{load("WRAP_ACTIONS, EXPR")}, nil, here)
	assert.ErrorContains(t, err, `the Environment "W" wraps actions, but its document does not declare SERVICE`)
	_, err = CreateJob(loadText(t, "j.yaml", jobText("", "")), []*Document{load("WRAP_ACTIONS, EXPR")}, nil, here)
	require.NoError(t, err, "a Job without Services")
}
