package cli

// This file runs the conformance cases of whole jobs in containers.

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

// The cases are jobs that know nothing of a wrapper. Where the host's programs are
// there, which they run, and its /tmp, where some meet their Services, each holds
// in each engine.
func TestEnginesConformance(t *testing.T) {
	inEngines(t, func(t *testing.T, e engine) {
		args := slices.Concat(e.args, e.parameter("Paths", `["/tmp"]`))
		switch {
		case e.command != "":
			image := os.Getenv("RUNNER_TEST_HOST_IMAGE")
			if out, err := exec.Command(e.command, "image", "inspect", image).CombinedOutput(); err != nil {
				t.Skipf("no image for the host's programs: %s", out)
			}
			args = slices.Concat(args, e.parameter("Image", image), e.parameter("Mounts", `["/usr:/usr:ro", "/etc:/etc:ro"]`),
				e.parameter("PassEnvironment", `["PATH"]`))
		case e.name != "bwrap":
			return // its root has not the programs
		}
		eachCase(t, caseFile.wrappable, func(t *testing.T, c caseFile) { runCase(t, c, args...) })
	})
}
