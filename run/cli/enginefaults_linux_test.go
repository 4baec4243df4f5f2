package cli

// This file tests the ends that a job in a container can come to: canceled,
// interrupted, killed, without an engine or an image. Whatever happens, nothing
// of it is left.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cancelJob has a Task that does not end at SIGTERM and has a child that leaves
// its group; the Environment's exit looks for both.
const cancelJob = `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR, FEATURE_BUNDLE_1]
name: Cancel
parameterDefinitions:
  - {name: Mode, type: STRING}
steps:
  - name: S
    stepEnvironments:
      - name: Look
        script:
          actions:
            onEnter: {command: sh, args: [-c, "sleep 3210 </dev/null >/dev/null 2>&1 & echo $! >daemon"]}
            onExit: {command: sh, args: ["{{Env.File.Look}}"]}
          embeddedFiles:
            - name: Look
              type: TEXT
              data: |
                kill -0 "$(cat daemon)" && echo "onEnter's process lives"
                # An engine may take a moment to hear that its client was killed.
                i=0
                while cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q 'sleep 654[23]'; do
                    i=$((i + 1)); [ $i -lt 50 ] || { echo something runs on; exit 1; }
                    sleep 0.1
                done
                echo nothing runs on
    script:
      actions:
        onRun:
          command: sh
          args: ["{{Task.File.Run}}"]
          timeout: 2
          cancelation: {mode: "{{Param.Mode}}", notifyPeriodInSeconds: "{{ 1 if Param.Mode == 'NOTIFY_THEN_TERMINATE' else null }}"}
      embeddedFiles:
        - name: Run
          type: TEXT
          data: |
            trap 'echo got SIGTERM' TERM
            setsid sleep 6543 &
            sleep 6542 &
            echo the task runs
            while :; do sleep 0.1; done
`

// A canceled Task gets its signal and its grace period in the container, then
// it and all that it started die; what an onEnter left running does not.
func TestEnginesCancel(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		for _, mode := range []string{"TERMINATE", "NOTIFY_THEN_TERMINATE"} {
			r := e.run(t, cancelJob, "-p", "Mode="+mode)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Regexp(t, `(?m)\tthe task runs$`, printed)
			assert.Equal(t, mode != "TERMINATE", strings.Contains(printed, "\tgot SIGTERM\n"), "%s:\n%s", mode, printed)
			assert.Regexp(t, `(?m)\tonEnter's process lives$`, printed)
			assert.Regexp(t, `(?m)\tnothing runs on$`, printed)
			e.nothingLeft(t, r)
		}
	})
}

// gracefulJob has a Task that ends in its own way at SIGTERM.
const gracefulJob = `
specificationVersion: jobtemplate-2023-09
name: Graceful
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: [-c, "trap 'echo cleaned up; exit 3' TERM; echo begun; while :; do sleep 0.05; done"], timeout: 600, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 60}}
`

// An interrupted Task may clean up, and is not waited for longer than it takes.
func TestEnginesGracePeriod(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, gracefulJob)
		r.start()
		r.line("begun")
		r.signal(os.Interrupt)
		status, printed := r.wait()
		assert.Equal(t, 130, status, printed)
		assert.Regexp(t, `(?m)\tcleaned up$`, printed)
		e.nothingLeft(t, r)
	})
}

// A Task that dies of its signal prints the same as without a container: no
// shell adds a word on its death.
func TestEnginesAddNoWordOnADeath(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Die
steps:
  - name: S
    script:
      actions:
        onRun: {command: sh, args: [-c, "echo begun; exec sleep 600"], timeout: 1, cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 60}}
`, "--output", "json")
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Equal(t, "begun\n", outputOf(t, printed)[1])
		e.nothingLeft(t, r)
	})
}

// A volume that has no name ends with its container, the wrapper's and the
// sidecar's.
func TestEnginesLeaveNoVolume(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		volumes := func() []string { return strings.Fields(e.do(t, "volume", "ls", "--quiet")) }
		before := volumes()
		e.args = append([]string{"--env", "sidecar", "-p", "SidecarEngine=" + e.command, "-p", "SidecarImage=" + os.Getenv("RUNNER_TEST_IMAGE"),
			"-p", `SidecarCommand=["sleep", "600"]`, "-p", `SidecarExtraArguments=["--volume", "/scratch"]`}, e.args...)
		r := e.run(t, gracefulJob, e.parameter("ExtraArguments", `["--volume", "/scratch"]`)...)
		r.start()
		r.line("begun")
		assert.Len(t, volumes(), len(before)+2)
		r.signal(os.Interrupt)
		status, printed := r.wait()
		assert.Equal(t, 130, status, printed)
		e.nothingLeft(t, r)
		assert.ElementsMatch(t, before, volumes())
	})
}

// shortJob has four actions.
const shortJob = `
specificationVersion: jobtemplate-2023-09
name: Short
steps:
  - name: S
    stepEnvironments:
      - name: Inner
        script:
          actions:
            onEnter: {command: echo, args: [enter]}
            onExit: {command: echo, args: [exit]}
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script: {actions: {onRun: {command: echo, args: ["task {{Task.Param.I}}"]}}}
`

// A run that is interrupted at any of its actions leaves nothing.
func TestEnginesInterruptedAtEveryAction(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		for action := 1; action <= e.shortActions(); action++ {
			r := e.signaledAt(t, action, syscall.SIGINT)
			status, printed := r.wait()
			if action <= 4 {
				assert.Equal(t, 130, status, printed)
			} else { // after the last Task it may end well
				assert.Contains(t, []int{0, 130}, status, printed)
			}
			e.nothingLeft(t, r)
		}
	})
}

// Nor does one that is killed there.
func TestEnginesKilledAtEveryAction(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		for action := 1; action <= e.shortActions(); action++ {
			r := e.signaledAt(t, action, syscall.SIGKILL)
			status, printed := r.wait()
			assert.Equal(t, -1, status, printed)
			e.nothingLeft(t, r)
		}
	})
}

// shortActions is how many actions shortJob has with the wrapper's own, an
// onEnter and where there is a container an onExit.
func (e engine) shortActions() int {
	if e.command == "" {
		return 5
	}
	return 6
}

// Nor does one that is interrupted three times, so that its onExit is killed too.
func TestEnginesHurried(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, gracefulJob)
		r.start()
		r.line("begun")
		for range 3 {
			before := strings.Count(r.text(), "Interrupted by SIGINT")
			r.signal(os.Interrupt)
			r.until("the signal heard", func(text string) bool {
				return strings.Count(text, "Interrupted by SIGINT") > before || strings.Contains(text, "Session was interrupted")
			})
		}
		status, printed := r.wait()
		assert.Equal(t, 130, status, printed)
		e.nothingLeft(t, r)
	})
}

// Where the runner, its guardian and who holds the container were all killed, the
// next run removes the container, and none whose run may still be there.
func TestEnginesRemoveWhatIsLeft(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		image := os.Getenv("RUNNER_TEST_IMAGE")
		r := e.run(t, shortJob)
		if exec.Command(e.command, "image", "inspect", image).Run() != nil {
			e.do(t, "pull", image)
		}
		e.do(t, "create", "--name", "openjd-left", "--label", "openjd.folder="+r.dir+"/gone", image, "true")
		e.do(t, "create", "--name", "runs-perhaps", "--label", "openjd.folder="+r.dir, image, "true")
		// The folder of a run can be out of sight; a process of it names it.
		e.do(t, "create", "--name", "runs-elsewhere", "--label", "openjd.folder="+r.dir+"/hidden", image, "true")
		holder := exec.Command("sh", "-c", "read line", r.dir+"/hidden/hold.sh")
		end, err := holder.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, holder.Start())
		status, printed := r.run()
		assert.Equal(t, 0, status, printed)
		require.NoError(t, end.Close())
		_ = holder.Wait()
		e.nothingLeft(t, r)
		e.do(t, "rm", "runs-perhaps", "runs-elsewhere") // an error, were they not there
	})
}

// A Task that empties its folder takes the Environment's files away; what follows
// says so, and the container ends all the same.
func TestEnginesWithoutTheirFiles(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Emptied
steps:
  - name: S
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-2"}]}
    script: {actions: {onRun: {command: sh, args: [-c, 'echo task; rm -rf .[!.]* 2>/dev/null; true']}}}
`)
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Regexp(t, `\tThe files of this Environment in \S+ are gone; did an action remove them\?\n`, printed)
		e.nothingLeft(t, r)
	})
}

// signaledAt starts a run of shortJob and sends it a signal when an action begins.
func (e engine) signaledAt(t *testing.T, action int, s syscall.Signal) *wholeRun {
	t.Helper()
	r := e.run(t, shortJob)
	r.start()
	r.until("action "+strconv.Itoa(action), func(text string) bool { return strings.Count(text, "==== ") >= action })
	r.signal(s)
	return r
}

// A container that is killed under a Task fails the Task.
func TestEnginesContainerKilled(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Killed
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, "echo begun; sleep 600"]}}}
`)
		r.start()
		name := regexp.MustCompile(`Started the container (\S+)`).FindStringSubmatch(r.line("begun"))
		require.Len(t, name, 2)
		e.do(t, "kill", name[1])
		status, printed := r.wait()
		assert.Equal(t, 1, status, printed)
		// 137, or 255 when Podman's client hears of it before it has the status.
		assert.Regexp(t, `Step S, Task 1: onRun exited with status (137|255)`, printed)
		e.nothingLeft(t, r)
	})
}

// The image is pulled from a registry when the policy says so; one that is not
// there, and an engine that is not, are failures of the wrapper's onEnter with
// the engine's words.
func TestEnginesPull(t *testing.T) {
	image := os.Getenv("RUNNER_TEST_IMAGE")
	inContainers(t, func(t *testing.T, e engine) {
		run := func(args ...string) (int, string) {
			r := e.run(t, shortJob, args...)
			status, printed := r.run()
			e.nothingLeft(t, r)
			return status, printed
		}
		remove := func() { e.do(t, "image", "rm", "--force", image) }
		remove()
		status, printed := run(e.parameter("Pull", "NEVER")...)
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "The container could not be started from the image "+image)
		status, printed = run()
		assert.Equal(t, 0, status, printed)
		status, printed = run(e.parameter("Pull", "NEVER")...)
		assert.Equal(t, 0, status, printed)
		remove()
		status, printed = run(e.parameter("Pull", "ALWAYS")...)
		assert.Equal(t, 0, status, printed)

		status, printed = run(e.parameter("Image", strings.Replace(image, "openjd-test", "no-such-image", 1))...)
		assert.Equal(t, 1, status, printed)
		assert.Regexp(t, `(?i)Failed: Environment \w+: onEnter exited with status \d+`, printed)
		assert.Regexp(t, `(?i)manifest unknown|not found|name unknown`, printed)
	})
}

// Without an engine the run says so.
func TestEnginesUnreachable(t *testing.T) {
	e := engines()[0]
	e.needed(t)
	r := e.run(t, shortJob)
	r.cmd.Env = append(r.cmd.Env, "DOCKER_HOST=unix:///nonexistent/docker.sock")
	status, printed := r.run()
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "Failed: Environment Docker: onEnter exited with status 1")
	assert.Contains(t, printed, "Cannot connect to the Docker daemon at unix:///nonexistent/docker.sock")
	e.nothingLeft(t, r)
}

// A mount of what is not there is refused, not made; an image that looks like
// an option is none.
func TestEnginesRefuseWhatIsNotThere(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		none := filepath.Join(t.TempDir(), "none")
		for _, args := range [][]string{
			e.parameter("Mounts", `["`+none+`:/mnt"]`),
			e.parameter("Paths", `["`+none+`"]`),
			e.parameter("Credentials", `["`+none+`"]`),
		} {
			r := e.run(t, shortJob, args...)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Contains(t, printed, none+" does not exist here and cannot be mounted")
			assert.NoDirExists(t, none)
			e.nothingLeft(t, r)
		}
		if e.command == "" {
			return
		}
		sidecar := e
		sidecar.args = []string{"--env", "sidecar", "-p", "SidecarEngine=" + e.command, "-p", `SidecarCommand=["x", "--volume", "/none:/x"]`}
		r := sidecar.run(t, shortJob, "-p", "SidecarImage=--help")
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "--help is not the name of an image: SidecarImage=NAME")
		r = sidecar.run(t, shortJob, "-p", "SidecarImage="+os.Getenv("RUNNER_TEST_IMAGE"), "-p", `SidecarMounts=["`+none+`:/mnt"]`)
		status, printed = r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, none+" does not exist here and cannot be mounted")
		assert.NoDirExists(t, none)
		e.nothingLeft(t, r)
		r = e.run(t, shortJob, e.parameter("Image", "--help")...)
		status, printed = r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "--help is not the name of an image: "+e.prefix+"Image=NAME")
		e.nothingLeft(t, r)
	})
}

// A container's first process heeds SIGTERM: who stops the container, a monitor
// whose system goes down too, does not wait until the engine kills it.
func TestEnginesHeedStop(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		e.args = append([]string{"--env", "sidecar", "-p", "SidecarEngine=" + e.command, "-p", "SidecarImage=" + os.Getenv("RUNNER_TEST_IMAGE"),
			"-p", `SidecarCommand=["sleep", "600"]`}, e.args...)
		r := e.run(t, gracefulJob)
		r.start()
		names := regexp.MustCompile(`Started the container (\w+-\w+)`).FindAllStringSubmatch(r.line("begun"), -1)
		require.Len(t, names, 2)
		for _, name := range names {
			begin := time.Now()
			e.do(t, "stop", "--time", "80", name[1])
			assert.Less(t, time.Since(begin), 20*time.Second)
		}
		status, printed := r.wait()
		assert.Equal(t, 1, status, printed)
		e.nothingLeft(t, r)
	})
}

// Orphans of actions do not stay as zombies in the container.
func TestEnginesLeaveNoZombies(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
extensions: [EXPR]
name: Orphans
steps:
  - name: Leave
    script: {actions: {onRun: {command: sh, args: [-c, 'i=0; while [ $i -lt 100 ]; do i=$((i + 1)); (sleep 0.1 &); (sleep 100 &); done; sleep 0.2; echo left']}}}
  - name: Look
    dependencies: [{dependsOn: Leave}]
    script:
      actions:
        onRun: {command: sh, args: ["{{Task.File.Look}}"]}
      embeddedFiles:
        - name: Look
          type: TEXT
          data: |
            # Those that were killed at the end of the Task may take a moment.
            i=0
            while cat /proc/[0-9]*/status 2>/dev/null | grep -q '^State:.*[Zz]ombie' && [ $i -lt 100 ]; do
                i=$((i + 1))
                sleep 0.1
            done
            cat /proc/[0-9]*/status 2>/dev/null | grep '^State:.*[Zz]ombie' | sort | uniq -c
            cat /proc/1/status | grep ^Name
`)
		status, printed := r.run()
		require.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\tleft$`, printed)
		assert.Regexp(t, `(?m)^\S+\t==== Step Look, Task 1: onRun\n\S+\tName:\tsh$`, printed)
		e.nothingLeft(t, r)
	})
}
