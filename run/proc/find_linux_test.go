package proc

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// findByArg lists the living processes that have arg among their arguments.
func findByArg(arg string) []int {
	var found []int
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		data, _ := os.ReadFile(file)
		for _, a := range strings.Split(string(data), "\x00") {
			if a == arg {
				pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
				found = append(found, pid)
			}
		}
	}
	return found
}
