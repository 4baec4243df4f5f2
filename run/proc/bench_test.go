//go:build unix

package proc

import (
	"io"
	"os"
	"os/exec"
	"testing"
)

// The yardstick: fork, exec and wait alone.
func BenchmarkBare(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("/bin/true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTrue(b *testing.B) {
	for name, opts := range kinds {
		b.Run(name, func(b *testing.B) {
			l := NewLauncher(opts)
			defer l.Close()
			c := Command{Argv: []string{"/bin/true"}, Dir: b.TempDir(), Env: os.Environ(), Output: io.Discard}
			for b.Loop() {
				if e := l.Start(c).Exit(); !e.Success() {
					b.Fatal(e)
				}
			}
		})
	}
}
