package cli

// This file tests what the ready-made Environments for containers say where
// they are told something that cannot work, before it is found out otherwise.

import (
	"archive/tar"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withSidecar attaches a sidecar of the same engine that runs a command, and
// nothing else.
func (e engine) withSidecar(command string, args ...string) engine {
	e.args = append([]string{"--env", "sidecar", "-p", "SidecarEngine=" + e.command, "-p", "SidecarImage=" + os.Getenv("RUNNER_TEST_IMAGE"),
		"-p", "SidecarCommand=" + command}, args...)
	e.prefix = "Sidecar"
	return e
}

// Options by which a wrapper would lose its container are refused before there
// is one.
func TestEnginesRefuseTheirOwnOptions(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		for _, e := range []engine{e, e.withSidecar(`["sleep", "600"]`)} {
			for _, extra := range []string{`["--hostname", "box", "--name", "x"]`, `["--name=x"]`, `["--detach"]`, `["-d"]`, `["-dP"]`, `["-Pd"]`,
				`["--rm=false"]`, `["--interactive=false"]`, `["--entrypoint", "x"]`, `["--entrypoint=x"]`, `["-it"]`} {
				r := e.run(t, shortJob, e.parameter("ExtraArguments", extra)...)
				status, printed := r.run()
				assert.Equal(t, 1, status, printed)
				assert.Regexp(t, `\t-\S+ is not for `+e.prefix+`ExtraArguments: how the container is named, started, held and removed`, printed, extra)
				assert.NotContains(t, printed, "Started the container")
				e.nothingLeft(t, r)
			}
		}
		for extra, want := range map[string]string{
			`["-u", "4321"]`:                  "-u is not for " + e.prefix + "ExtraArguments: who runs the actions is said by " + e.prefix + "User.",
			`["--help"]`:                      "--help is not for " + e.prefix + "ExtraArguments.",
			`["--label", "openjd.folder=/x"]`: "openjd.folder=/x is not for " + e.prefix + "ExtraArguments.",
		} {
			r := e.run(t, shortJob, e.parameter("ExtraArguments", extra)...)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Contains(t, printed, want)
			e.nothingLeft(t, r)
		}
		// Others that resemble them are not.
		r := e.run(t, shortJob, e.parameter("ExtraArguments", `["--detach-keys", "ctrl-x", "--label=--name=x", "-e", "A=b", "-P"]`)...)
		status, printed := r.run()
		assert.Equal(t, 0, status, printed)
		e.nothingLeft(t, r)
	})
}

// A mount of which an engine would make something else is refused: a volume that
// is not there would be made, and stay.
func TestEnginesRefuseMounts(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		for _, e := range []engine{e, e.withSidecar(`["sleep", "600"]`)} {
			for mount, want := range map[string]string{
				"":               `"" is no mount`,
				"/etc":           `"/etc" is no mount`,
				"/etc:relative":  `"/etc:relative" is no mount`,
				"./etc:/mnt":     `"./etc:/mnt" is no mount`,
				"~/etc:/mnt":     `"~/etc:/mnt" is no mount`,
				":/mnt":          `":/mnt" is no mount`,
				"m:/mnt":         `There is no volume m to be mounted`,
				"openjd:/mnt:ro": `There is no volume openjd to be mounted`,
				"/nowhere:/mnt":  `/nowhere does not exist here and cannot be mounted`,
			} {
				r := e.run(t, shortJob, e.parameter("Mounts", `["`+mount+`"]`)...)
				status, printed := r.run()
				assert.Equal(t, 1, status, printed)
				assert.Contains(t, printed, want)
				assert.NotContains(t, printed, "Started the container")
				e.nothingLeft(t, r)
			}
			assert.NotContains(t, e.do(t, "volume", "ls", "--quiet"), "openjd")
		}
		e.do(t, "volume", "create", "openjd-kept")
		r := e.run(t, shortJob, e.parameter("Mounts", `["openjd-kept:/mnt"]`)...)
		status, printed := r.run()
		assert.Equal(t, 0, status, printed)
		e.nothingLeft(t, r)
		e.do(t, "volume", "rm", "openjd-kept") // an error, were it gone
	})
}

// Somebody whom the Session's folder is closed to could not run anything.
func TestEnginesRefuseAStranger(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		r := e.run(t, shortJob, e.parameter("User", "4321:4321")...)
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Contains(t, printed, "\tThe user 4321:4321 may not enter the Session's folder; leave "+e.prefix+"User out, or name root.\n")
		assert.NotContains(t, printed, "task 1")
		e.nothingLeft(t, r)
	})
}

// An engine that is not there is named.
func TestEnginesNotInstalled(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		for _, e := range []engine{e, e.withSidecar(`["sleep", "600"]`)} {
			r := e.run(t, shortJob)
			bin := t.TempDir()
			for _, program := range []string{"sh", "grep", "cat"} {
				path, err := exec.LookPath(program)
				require.NoError(t, err)
				require.NoError(t, os.Symlink(path, filepath.Join(bin, program)))
			}
			r.cmd.Env = append(r.cmd.Env, "PATH="+bin)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Contains(t, printed, "\t"+e.prefix+": "+e.command+" was not found; install it, or put it on the PATH\n")
			r.nothingLeft()
		}
	})
}

// A Task that reads all that is in its folder comes upon nothing that would hold it.
func TestEnginesKeepNoPipeInTheFolder(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		r := e.run(t, `
specificationVersion: jobtemplate-2023-09
name: Pipes
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'find . -type p; echo found']}}}
`, "--output", "json")
		status, printed := r.run()
		assert.Equal(t, 0, status, printed)
		assert.Equal(t, "found\n", outputOf(t, printed)[1])
		e.nothingLeft(t, r)
	})
}

// importImage makes an image of programs of the host, each with the libraries
// that it needs and nothing else.
func (e engine) importImage(t *testing.T, name string, programs map[string]string) {
	t.Helper()
	files := map[string]string{}
	for target, source := range programs {
		files[target] = source
		libraries, err := exec.Command("ldd", source).Output()
		if err != nil {
			continue // it is static
		}
		for _, path := range regexp.MustCompile(`/\S+`).FindAllString(string(libraries), -1) {
			files[path] = path
		}
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for target, source := range files {
		data, err := os.ReadFile(source)
		require.NoError(t, err)
		require.NoError(t, w.WriteHeader(&tar.Header{Name: strings.TrimPrefix(target, "/"), Mode: 0o755, Size: int64(len(data))}))
		_, err = w.Write(data)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	cmd := exec.Command(e.command, "import", "-", name)
	cmd.Stdin = &b
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Cleanup(func() { e.do(t, "image", "rm", "--force", name) })
}

// What an image lacks is said by name.
func TestEnginesSayWhatAnImageLacks(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		e.importImage(t, "localhost/openjd-bare:1", map[string]string{"/program": filepath.Join(os.Getenv("RUNNER_TEST_ROOT"), "bin", "busybox")})
		e.importImage(t, "localhost/openjd-shell:1", map[string]string{"/bin/sh": "/bin/sh"})
		sidecar := e.withSidecar(`["/program"]`)
		for _, c := range []struct {
			e            engine
			image, lacks string
		}{
			{e, "localhost/openjd-bare:1", "sh"},
			{e, "localhost/openjd-shell:1", "cat grep"},
			{sidecar, "localhost/openjd-bare:1", "sh"},
			{sidecar, "localhost/openjd-shell:1", "cat"},
		} {
			r := c.e.run(t, shortJob, c.e.parameter("Image", c.image)...)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Contains(t, printed, "\tThe image lacks what this Environment needs in it: "+c.lacks+".\n")
			assert.Contains(t, printed, "\tThe container could not be started from the image "+c.image+".\n")
			e.nothingLeft(t, r)
		}
	})
}

// A sidecar whose command cannot run fails the onEnter with what it said; one
// that ends later is told of by the onExit.
func TestEnginesSayHowASidecarEnded(t *testing.T) {
	inContainers(t, func(t *testing.T, e engine) {
		r := e.withSidecar(`["no-such-program"]`).run(t, shortJob)
		status, printed := r.run()
		assert.Equal(t, 1, status, printed)
		assert.Regexp(t, `(?m)\tsh: .*no-such-program: not found\n\S+\tThe command of the sidecar has ended at once with status 127\.$`, printed)
		assert.NotContains(t, printed, "task 1")
		e.nothingLeft(t, r)

		r = e.withSidecar(`["true"]`).run(t, shortJob)
		status, printed = r.run()
		assert.Equal(t, 0, status, printed)
		assert.Contains(t, printed, "\tIts command has ended with status 0 already.\n")
		e.nothingLeft(t, r)

		// It ends when the Task says so; the Task when it has.
		const job = `
specificationVersion: jobtemplate-2023-09
name: Sidecar
steps:
  - name: S
    script: {actions: {onRun: {command: sh, args: [-c, 'touch go; until [ -e gone ]; do sleep 0.1; done; echo seen']}}}
`
		r = e.withSidecar(`["sh", "-c", "echo first words; until [ -e go ]; do sleep 0.1; done; echo last words; touch gone; exit 7"]`).run(t, job)
		status, printed = r.run()
		assert.Equal(t, 0, status, printed)
		assert.Regexp(t, `(?m)\tseen$`, printed)
		assert.Regexp(t, `(?m)\tThe command of the sidecar had ended with status 7 before the Session did. The last lines of its output:`+
			`\n\S+\tfirst words\n\S+\tlast words$`, printed)
		e.nothingLeft(t, r)
	})
}

// A directory that is mounted where there is none in the read-only root is named
// by the onEnter, with what to do.
func TestEnginesBwrapTargetThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	for _, e := range engines()[2:4] {
		t.Run(e.name, func(t *testing.T) {
			e.needed(t)
			for _, mount := range []string{dir + ":/bin/none", dir + ":/bin/none/deeper:ro"} {
				r := e.run(t, shortJob, e.parameter("Mounts", `["`+dir+`:/tmp/made/anew", "`+mount+`"]`)...)
				status, printed := r.run()
				assert.Equal(t, 1, status, printed)
				assert.Contains(t, printed, "\t"+mount+" cannot be mounted: there is no /bin/none")
				assert.Contains(t, printed, "Make it there, or take a target that is there or lies in /tmp.\n")
				assert.NotContains(t, printed, "task 1")
				e.nothingLeft(t, r)
			}
			r := e.run(t, shortJob, e.parameter("ExtraArguments", `["--no-such-option"]`)...)
			status, printed := r.run()
			assert.Equal(t, 1, status, printed)
			assert.Regexp(t, `\tbwrap: Unknown option --no-such-option\n\S+\tThe sandbox cannot be made here.\n`, printed)
			e.nothingLeft(t, r)
		})
	}
	e := engines()[3]
	e.needed(t)
	// A root without the command of the trial is no fault.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	r := e.run(t, shortJob, e.parameter("Root", dir)...)
	status, printed := r.run()
	assert.Equal(t, 1, status, printed)
	assert.Contains(t, printed, "bwrap: execvp echo: No such file or directory")
	e.nothingLeft(t, r)
}

// A TMPDIR that is relative to where the run was started disturbs no engine.
func TestEnginesRelativeTemporaryDirectory(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		var args []string
		if e.command != "" {
			args = e.parameter("Pull", "ALWAYS")
		}
		r := e.run(t, shortJob, args...)
		r.cmd.Env = append(r.cmd.Env, "TMPDIR=tmp")
		status, printed := r.run()
		assert.Equal(t, 0, status, printed)
		e.nothingLeft(t, r)
	})
}
