package cli

// This file tests the services of a compose file beside a job in a container.

import (
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// composeFile is of two services, one that serves and one that prepares and
// ends; between them they have a volume. The page has the Session's folder.
const composeFile = `
version: "3.7"
services:
  web:
    image: ${IMAGE}
    init: true
    network_mode: host
    command: [sh, -c, 'until [ -e /www/index.html ]; do sleep 0.1; done; exec httpd -f -p 127.0.0.1:${PORT} -h /www']
    volumes: ["pages:/www", /anonymous]
    healthcheck: {test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:${PORT}/"], interval: 1s}
  prepare:
    image: ${IMAGE}
    network_mode: host
    command: [sh, -c, 'echo "of $$HOSTNAME, ${OPENJD_SESSION_WORKING_DIR}" >/www/index.html']
    hostname: compose
    volumes: ["pages:/www"]
  other:
    image: ${IMAGE}
    init: true
    command: [sleep, "600"]
volumes: {pages: {}}
`

// composeJob reads what the service has, at once: it is healthy by then.
const composeJob = `
specificationVersion: jobtemplate-2023-09
name: Compose
parameterDefinitions: [{name: Port, type: STRING}]
steps:
  - name: Read
    script:
      actions:
        onRun: {command: sh, args: [-c, 'wget -q -O - "http://127.0.0.1:$1/" && pwd; echo done', sh, "{{Param.Port}}"]}
`

// withCompose attaches the compose file before the wrapper, with a free port.
// A test of it is skipped where the engine has no compose.
func (e engine) withCompose(t *testing.T, job string, args ...string) *wholeRun {
	t.Helper()
	if exec.Command("docker", "compose", "version").Run() != nil {
		if out, err := exec.Command("docker-compose", "version").CombinedOutput(); err != nil {
			t.Skipf("no compose here: neither docker compose nor docker-compose runs: %v: %s", err, out)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	require.NoError(t, l.Close())
	e.args = append([]string{"--env", "compose", "-p", "ComposeFile=compose.yaml"}, e.args...)
	if strings.Contains(job, "name: Port") {
		args = append(args, "-p", "Port="+port)
	}
	r := e.run(t, job, args...)
	r.write("compose.yaml", composeFile)
	r.cmd.Env = append(r.cmd.Env, "PORT="+port, "IMAGE="+os.Getenv("RUNNER_TEST_IMAGE"))
	return r
}

// noProject proves that no container, network or volume of a project is left.
func (e engine) noProject(t *testing.T) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(longEnough); ; <-tick.C {
		var left string
		for _, kind := range []string{"container", "network", "volume"} {
			args := []string{kind, "ls", "--quiet", "--filter", "label=com.docker.compose.project"}
			if kind == "container" {
				args = append(args, "--all")
			}
			left += e.do(t, args...)
		}
		if left == "" {
			return
		}
		require.True(t, time.Now().Before(end), "left: %s", left)
	}
}

// The services are up and healthy before the first Task, which reaches them from
// its container, and gone with all that they had at the end.
func TestEnginesCompose(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	r := e.withCompose(t, composeJob)
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)\tof compose, (\S+)\n\S+\t(\S+)\n\S+\tdone$`, printed)
	e.nothingLeft(t, r)
	e.noProject(t)

	// Some of the services, of a project with a name.
	r = e.withCompose(t, shortJob, "-p", `ComposeServices=["other"]`, "-p", "ComposePull=NEVER")
	status, printed = r.run()
	require.Equal(t, 0, status, printed)
	assert.Regexp(t, `openjd-\d+-[a-z0-9]{10}[_-]other[_-]1`, printed)
	assert.NotRegexp(t, `[_-]web[_-]1`, printed)
	e.nothingLeft(t, r)
	e.noProject(t)
}

// What cannot work is said by the onEnter, with the services' last words; a
// service that fails later is told of by the onExit.
func TestEnginesComposeFailures(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	const services = "version: '3.7'\nservices:\n  one:\n    image: ${IMAGE}\n    network_mode: host\n    volumes: ['${OPENJD_SESSION_WORKING_DIR}:/session']\n"
	for _, c := range []struct{ file, want string }{
		{services + "    command: [sh, -c, 'echo last words; exit 3']\n", `last words\n(.*\n)*\S+\topenjd-[-\w]+[_-]one[_-]1 has ended with status 3\.\n`},
		{services + "    command: [sleep, '600']\n    init: true\n    healthcheck: {test: [CMD, 'false'], interval: 0.1s, retries: 1}\n",
			`openjd-[-\w]+[_-]one[_-]1 is unhealthy\.\n`},
		{services + "    command: [sleep, '600']\n    init: true\n    healthcheck: {test: [CMD, 'true'], interval: 600s}\n",
			`openjd-[-\w]+[_-]one[_-]1 is still starting after 1 s, as long as ComposeWaitSeconds lets it\.\n`},
		{"services: [", `compose\.yaml`},
	} {
		r := e.withCompose(t, shortJob, "-p", "ComposeWaitSeconds=1")
		r.write("compose.yaml", c.file)
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Regexp(t, c.want, printed)
		assert.Contains(t, printed, "Failed: Environment Compose: onEnter exited with status 1\n")
		assert.NotContains(t, printed, "task 1")
		e.nothingLeft(t, r)
		e.noProject(t)
	}

	r := e.withCompose(t, `
specificationVersion: jobtemplate-2023-09
name: Late
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'touch go; until [ -e gone ]; do sleep 0.1; done; echo seen']}}}
`)
	r.write("compose.yaml", services+"    command: [sh, -c, 'until [ -e /session/go ]; do sleep 0.1; done; echo last words; touch /session/gone; exit 3']\n")
	status, printed := r.run()
	assert.Equal(t, 0, status, printed)
	assert.Regexp(t, `(?m)[_-]one[_-]1 had ended with status 3 before the Session did. The last lines of its output:\n\S+\tlast words$`, printed)
	e.nothingLeft(t, r)
	e.noProject(t)
}

// Whatever end a run comes to, its project is gone: by its onExit, by what
// watches it, and else by the next run.
func TestEnginesComposeEnds(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	for _, signals := range [][]os.Signal{{os.Interrupt}, {os.Interrupt, os.Interrupt, os.Interrupt}, {syscall.SIGKILL}} {
		r := e.withCompose(t, gracefulJob)
		r.start()
		r.line("begun")
		for _, s := range signals {
			before := strings.Count(r.text(), "Interrupted by SIGINT")
			r.signal(s)
			if len(signals) > 1 {
				r.until("the signal heard", func(text string) bool {
					return strings.Count(text, "Interrupted by SIGINT") > before || strings.Contains(text, "Session was interrupted")
				})
			}
		}
		status, printed := r.wait()
		assert.NotEqual(t, 0, status, printed)
		r.nothingLeft()
		e.noProject(t)
	}
}

// A project that a killed run has left, since nobody could take it down, is
// removed by the next run; one that a process names is somebody's.
func TestEnginesComposeLeftBehind(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	r := e.withCompose(t, shortJob, "-p", `ComposeServices=["other"]`)
	status, printed := r.run()
	require.Equal(t, 0, status, printed)
	ours := regexp.MustCompile(`The project (openjd-\d+-)[a-z0-9]{10} is up`).FindStringSubmatch(printed)
	require.Len(t, ours, 2, printed)
	image := os.Getenv("RUNNER_TEST_IMAGE")
	lives := ours[1] + "livesstill"
	for _, project := range []string{ours[1] + "containers", lives} {
		label := "com.docker.compose.project=" + project
		e.do(t, "network", "create", "--label", label, project+"_default")
		e.do(t, "run", "--detach", "--init", "--network", project+"_default", "--label", label, image, "sleep", "600")
	}
	e.do(t, "network", "create", "--label", "com.docker.compose.project="+ours[1]+"thenetwork", ours[1]+"thenetwork_default")
	e.do(t, "volume", "create", "--label", "com.docker.compose.project="+ours[1]+"thevolume1", ours[1]+"thevolume1_data")
	holder := exec.Command("sh", "-c", "read line", lives)
	end, err := holder.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, holder.Start())

	r = e.withCompose(t, shortJob, "-p", `ComposeServices=["other"]`)
	status, printed = r.run()
	assert.Equal(t, 0, status, printed)
	e.nothingLeft(t, r)
	assert.Equal(t, lives+"_default\n", e.do(t, "network", "ls", "--filter", "label=com.docker.compose.project", "--format", "{{.Name}}"))
	assert.Equal(t, lives+"\n", e.do(t, "ps", "--all", "--filter", "label=com.docker.compose.project", "--format", `{{.Label "com.docker.compose.project"}}`))
	assert.Empty(t, e.do(t, "volume", "ls", "--quiet", "--filter", "label=com.docker.compose.project"))

	require.NoError(t, end.Close())
	_ = holder.Wait()
	r = e.withCompose(t, shortJob, "-p", `ComposeServices=["other"]`)
	status, printed = r.run()
	assert.Equal(t, 0, status, printed)
	e.noProject(t)
}

// What a compose file has under a name of its own and was there before stays.
func TestEnginesComposeKeepsWhatWasThere(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	e.do(t, "volume", "create", "kept-volume")
	e.do(t, "network", "create", "kept-network")
	r := e.withCompose(t, shortJob)
	r.write("compose.yaml", `
version: "3.7"
services: {one: {image: "${IMAGE}", init: true, command: [sleep, "600"], volumes: ["data:/data", "new:/new"], networks: [kept, made]}}
volumes: {data: {name: kept-volume}, new: {name: new-volume}}
networks: {kept: {name: kept-network}, made: {name: made-network}}
`)
	status, printed := r.run()
	assert.Equal(t, 0, status, printed)
	e.nothingLeft(t, r)
	e.noProject(t)
	e.do(t, "volume", "rm", "kept-volume") // an error, were it gone
	e.do(t, "network", "rm", "kept-network")
	assert.NotContains(t, e.do(t, "volume", "ls", "--quiet"), "new-volume")
	assert.NotContains(t, e.do(t, "network", "ls", "--format", "{{.Name}}"), "made-network")
}
