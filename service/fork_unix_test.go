//go:build unix

package service

import (
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A number that was let go is free at once, also while processes are forked that
// were born with a copy of the socket that held it.
func TestReleasedNumberIsFreeWhileOthersFork(t *testing.T) {
	done := make(chan struct{})
	var forking sync.WaitGroup
	for range 4 {
		forking.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_ = exec.Command("true").Run()
				}
			}
		})
	}
	defer forking.Wait()
	defer close(done)
	a := NewAllocator(AllocatorOptions{})
	defer a.Close()
	for range 400 {
		lease, err := a.Allocate("V", []PortSpec{{Name: "u", Protocol: UDP}, {Name: "t", Protocol: TCP}})
		require.NoError(t, err)
		detail, lost := lease.Lost()
		require.False(t, lost, detail)
		lease.Close()
	}
}
