package proc

// This file removes directories: the runner's at the end of a run, the
// guardian's when the runner is dead.

import (
	"io/fs"
	"os"
	"path/filepath"
)

// RemoveTree removes a directory with all in it; one that is not there is no
// error. What ran in it may have taken its own write permission away inside:
// that is given back first.
func RemoveTree(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
