package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"runner/template/expr"
)

// privateDir is the folder inside a Session's working directory that holds what
// the runner puts there, so that a job's own files cannot collide with it.
const privateDir = ".openjd"

// makeSessionDir makes a Session's working directory inside the run's own
// directory, readable by the user alone, with the path mapping rules file in it.
func makeSessionDir(parent, name string, rules *expr.Rules) (dir, rulesFile string, err error) {
	dir = filepath.Join(parent, name)
	if err = os.Mkdir(dir, 0o700); err != nil {
		return "", "", fmt.Errorf("the working directory could not be made: %w", err)
	}
	if err = os.Mkdir(filepath.Join(dir, privateDir), 0o700); err != nil {
		return "", "", fmt.Errorf("the working directory could not be prepared: %w", err)
	}
	rulesFile = filepath.Join(dir, privateDir, "path-mapping.json")
	if err = os.WriteFile(rulesFile, append(rules.JSON(), '\n'), 0o600); err != nil {
		return "", "", fmt.Errorf("the path mapping rules file could not be written: %w", err)
	}
	return dir, rulesFile, nil
}

// removeDir removes a directory with all in it. A job may have taken its own
// write permission away inside; that is given back first.
func removeDir(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, walkErr error) error {
		if walkErr == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	if err = os.RemoveAll(dir); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("the directory %s could not be removed: %w; remove it by hand", dir, err)
}
