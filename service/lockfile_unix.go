//go:build unix

package service

// This file takes locks as locked files in one directory for all users.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// lockDirectory is the same for every user, so not TMPDIR. It exists while
// locks are held in it and is removed with the last one.
const lockDirectory = "/tmp/runner-ports"

// lockFile takes the lock named name in directory, or fails with errReserved.
// The file may belong to another user and be left by a process that was killed:
// only the lock on it counts. Whoever may remove it does so on Close.
func lockFile(directory, name string) (io.Closer, error) {
	path := filepath.Join(directory, name)
	// A holder that goes may remove the file, and the directory, between our
	// opening it and our locking it: then there is a new one to lock.
	last := errReserved
	for range 100 {
		if err := ensureLockDirectory(directory); err != nil {
			return nil, err
		}
		file, err := openLockFile(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			// Perhaps another user made the directory and is about to open it to all.
			last = fmt.Errorf("cannot reserve a port: %w", err)
			if errors.Is(err, os.ErrPermission) {
				continue
			}
			return nil, last
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errReserved
			}
			return nil, fmt.Errorf("cannot reserve a port: lock %s: %w", path, err)
		}
		if sameFile(file, path) {
			return &lockedFile{file: file, path: path}, nil
		}
		file.Close()
	}
	return nil, last
}

// ensureLockDirectory makes the directory, open to all as the temporary
// directory is, and refuses what is not a directory: a link may lead anywhere.
func ensureLockDirectory(directory string) error {
	err := os.Mkdir(directory, 0o777)
	if err == nil {
		err = os.Chmod(directory, 0o777|os.ModeSticky)
		if errors.Is(err, os.ErrNotExist) { // removed by another just now
			return nil
		}
		return err
	}
	if !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("cannot reserve a port: %w", err)
	}
	info, err := os.Lstat(directory)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return fmt.Errorf("cannot reserve a port: %s is not a directory; remove it", directory)
	}
	return err
}

// openLockFile opens or makes the file without following a link. Another
// user's file can be read, which is enough to lock it.
func openLockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, os.ErrNotExist) {
		file, err = os.OpenFile(path, os.O_RDONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o644)
		if errors.Is(err, os.ErrExist) {
			err = os.ErrNotExist // made by another just now: look again
		}
	}
	return file, err
}

// sameFile says whether path still names the opened file.
func sameFile(file *os.File, path string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(opened, named)
}

// lockedFile is a lock that is held.
type lockedFile struct {
	file *os.File
	path string
}

// Close removes the file while it is still locked, then the directory if it is
// empty; what belongs to others stays.
func (l *lockedFile) Close() error {
	os.Remove(l.path)
	err := l.file.Close()
	os.Remove(filepath.Dir(l.path))
	return err
}
