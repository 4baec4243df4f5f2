package proc

// This file defines GuardianMain: the guardian process's own side.

import (
	"bufio"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ward is what the guardian was told.
type ward struct {
	cgroups, tokens, sessions, dirs, empty map[string]bool
}

// GuardianMain is the guardian's whole life: it reads registrations from in
// (the process's stdin) until the runner closes it or dies, cleans up in the
// latter case, and returns the exit status.
func GuardianMain(in io.Reader) int {
	ignoreSignals()
	w := ward{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // the runner is dead; a line cut off by its death says nothing
		}
		word, quoted, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		value, err := strconv.Unquote(quoted)
		if err != nil {
			continue
		}
		if word == "done" {
			return 0
		}
		w.note(word, value)
	}
	w.endProcesses()
	for dir := range w.dirs {
		removeTree(dir)
	}
	// What is further in is longer.
	for _, dir := range slices.SortedFunc(maps.Keys(w.empty), func(a, b string) int { return len(b) - len(a) }) {
		_ = os.Remove(dir)
	}
	return 0
}

// note enters or takes back one registration.
func (w *ward) note(word, value string) {
	name, back := strings.CutPrefix(word, "-")
	set, ok := map[string]map[string]bool{
		"cgroup": w.cgroups, "token": w.tokens, "session": w.sessions, "dir": w.dirs, "empty": w.empty}[name]
	switch {
	case !ok || value == "":
	case back:
		delete(set, value)
	default:
		set[value] = true
	}
}

// removeTree removes a directory even if a job has made parts of it read-only.
// It refuses what no run ever makes: a relative path, or one just below the
// root.
func removeTree(dir string) {
	dir = filepath.Clean(dir)
	if !filepath.IsAbs(dir) || filepath.Dir(filepath.Dir(dir)) == filepath.Dir(dir) {
		return
	}
	_ = RemoveTree(dir)
}
