//go:build unix

package service

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLockFile(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "locks")
	first, err := lockFile(directory, "a")
	require.NoError(t, err)
	_, err = lockFile(directory, "a")
	require.ErrorIs(t, err, errReserved)
	second, err := lockFile(directory, "b")
	require.NoError(t, err)
	info, err := os.Stat(directory)
	require.NoError(t, err)
	assert.Equal(t, os.ModeDir|os.ModeSticky|0o777, info.Mode(), "open to every user, each file its owner's to remove")

	require.NoError(t, first.Close())
	assert.NoFileExists(t, filepath.Join(directory, "a"))
	assert.DirExists(t, directory)
	require.NoError(t, second.Close())
	assert.NoDirExists(t, directory, "nothing is left")
}

func TestLockFileThatAKilledRunLeft(t *testing.T) {
	directory := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(directory, "a"), nil, 0o444))
	lock, err := lockFile(directory, "a")
	require.NoError(t, err, "only the lock on it counts")
	require.NoError(t, lock.Close())
}

func TestLockFileFollowsNoLinks(t *testing.T) {
	directory := t.TempDir()
	target := filepath.Join(t.TempDir(), "target")
	require.NoError(t, os.WriteFile(target, []byte("precious"), 0o600))
	require.NoError(t, os.Symlink(target, filepath.Join(directory, "a")))
	_, err := lockFile(directory, "a")
	require.Error(t, err)

	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(directory, link))
	_, err = lockFile(link, "b")
	require.ErrorContains(t, err, "is not a directory; remove it")
	content, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, "precious", string(content))
}

// Locks that come and go while others want them: at no time are there two.
func TestLockFileHasOneHolder(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "locks")
	var holders, taken atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 300 {
				lock, err := lockFile(directory, "a")
				if err != nil {
					assert.ErrorIs(t, err, errReserved)
					continue
				}
				taken.Add(1)
				assert.EqualValues(t, 1, holders.Add(1))
				holders.Add(-1)
				assert.NoError(t, lock.Close())
			}
		})
	}
	all.Wait()
	assert.Positive(t, taken.Load())
	assert.NoDirExists(t, directory)
}
