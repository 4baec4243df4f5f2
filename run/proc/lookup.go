package proc

// This file defines lookPath: which file a command's name means. The PATH is
// that of the command, not of the runner, and the command's directory is the
// base of everything relative.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// lookPath gives the file to execute.
func lookPath(name string, env []string, dir string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		return lookFile(name, env, dir)
	}
	path, set := lookupEnv(env, "PATH")
	if !set {
		path = defaultPath
	}
	denied := ""
	for _, entry := range filepath.SplitList(path) {
		if entry == "" {
			entry = "."
		}
		file, err := executable(filepath.Join(absolute(entry, dir), name), env)
		if err == nil {
			return file, nil
		}
		if denied == "" && !os.IsNotExist(err) && isFile(filepath.Join(absolute(entry, dir), name)) {
			denied = filepath.Join(absolute(entry, dir), name)
		}
	}
	if denied != "" {
		return "", notExecutable(name, denied)
	}
	where := "in the action's PATH"
	if path == "" {
		where = "because the action's PATH is empty"
	}
	return "", &StartError{Code: 127, Text: fmt.Sprintf("command %q was not found %s: install it, give its path, or set PATH", name, where), Searched: path}
}

// lookFile is lookPath for a name that is a path.
func lookFile(name string, env []string, dir string) (string, error) {
	full := absolute(name, dir)
	file, err := executable(full, env)
	if err == nil {
		return file, nil
	}
	info, statErr := os.Stat(full)
	switch {
	case os.IsNotExist(statErr):
		text := fmt.Sprintf("command %q was not found", name)
		if full != name {
			text += fmt.Sprintf(": there is no file %s", full)
		}
		return "", &StartError{Code: 127, Text: text, Err: statErr}
	case statErr != nil:
		return "", &StartError{Code: 126, Text: fmt.Sprintf("command %q cannot be reached: %v", name, statErr), Err: statErr}
	case info.IsDir():
		return "", &StartError{Code: 126, Text: fmt.Sprintf("command %q is a directory: name a file in it", name)}
	}
	return "", notExecutable(name, full)
}

func notExecutable(name, full string) error {
	return &StartError{Code: 126, Text: fmt.Sprintf(
		"command %q is not executable: set the execute permission of %s (of an embedded file: `runnable: true`) or name its interpreter as the command", name, full)}
}

func absolute(path, dir string) string {
	if filepath.IsAbs(path) || dir == "" {
		return path
	}
	return filepath.Join(dir, path)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// lookupEnv finds the last setting of a name in a list of NAME=value.
func lookupEnv(env []string, name string) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		n, v, ok := strings.Cut(env[i], "=")
		if ok && envKey(n) == envKey(name) {
			return v, true
		}
	}
	return "", false
}
