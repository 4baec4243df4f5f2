package cli

// This file runs the conformance cases of whole jobs in a sandbox.

import (
	"slices"
	"testing"
)

// The cases are jobs that know nothing of a wrapper; with the host's own root,
// which has the programs that they run, and its /tmp, where some meet their Services,
// each holds in bubblewrap's sandbox.
func TestEnginesConformance(t *testing.T) {
	var e engine
	for _, one := range engines() {
		if one.name == "bwrap" {
			e = one
		}
	}
	e.needed(t)
	args := slices.Concat(e.args, e.parameter("Paths", `["/tmp"]`))
	eachCase(t, caseFile.wrappable, func(t *testing.T, c caseFile) { runCase(t, c, args...) })
}
