//go:build !linux

package proc

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// findByArg lists the living processes that have arg among their arguments.
func findByArg(arg string) []int {
	var found []int
	out, _ := exec.Command("ps", "-axo", "pid=,args=").Output()
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) > 1 && slices.Contains(fields[1:], arg) {
			pid, _ := strconv.Atoi(fields[0])
			found = append(found, pid)
		}
	}
	return found
}
