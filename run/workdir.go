package run

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"runner/run/proc"
	"runner/template/expr"
)

// privateDir is the folder inside a Session's working directory that holds what
// the runner puts there, so that a job's own files cannot collide with it.
const privateDir = ".openjd"

// hostError is an error of the runner's own work, which is no fault of the job:
// a full disk, a directory that cannot be made.
type hostError struct{ error }

func (e hostError) Unwrap() error { return e.error }

// hostFault marks an error in writing what a job needs as the host's, if that is
// what it is: a job can be in the way of its own files.
func hostFault(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return hostError{fmt.Errorf("%w; free some space, or have the working directories made elsewhere", err)}
	}
	for _, of := range []error{syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE} {
		if errors.Is(err, of) {
			return hostError{err}
		}
	}
	return err
}

// makeRoot makes root where it is missing, and gives the directories that it made,
// outermost first: they go with the run, if nobody else has put something there.
// The guardian is told of each first.
func makeRoot(root string, guard *proc.Guard) (made []string, err error) {
	var missing []string
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break // there, or not to be reached, which making what is below tells
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		guard.RegisterEmpty(dir)
		err := os.Mkdir(dir, 0o700)
		if err == nil {
			made = append(made, dir)
			continue
		}
		guard.UnregisterEmpty(dir)
		if !errors.Is(err, fs.ErrExist) { // it is not a run beside this one that made it
			removeRoot(made, guard)
			return nil, err
		}
	}
	return made, nil
}

// removeRoot removes what makeRoot made, as far as it is empty.
func removeRoot(made []string, guard *proc.Guard) {
	for _, dir := range slices.Backward(made) {
		_ = os.Remove(dir)
		guard.UnregisterEmpty(dir)
	}
}

// makeRunDir makes a directory with a new name in root, which the guardian is
// told of first. A name that is taken already is somebody else's directory; of 50
// random bits none is, in practice. It is short, because the paths of sockets
// below it have to be.
func makeRunDir(root string, guard *proc.Guard) (string, error) {
	dir := filepath.Join(root, "runner-"+strconv.FormatUint(rand.Uint64()>>14, 36))
	guard.Register(dir)
	if err := os.Mkdir(dir, 0o700); err != nil {
		guard.Unregister(dir)
		return "", err
	}
	return dir, nil
}

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

// removeDir removes a directory with all in it, and says what to do where that
// fails.
func removeDir(dir string) error {
	if err := proc.RemoveTree(dir); err != nil {
		return fmt.Errorf("the directory %s could not be removed: %w; remove it by hand", dir, err)
	}
	return nil
}
