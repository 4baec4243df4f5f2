//go:build !linux

package run_test

import "testing"

// ephemeral is the range of ports that IANA leaves to the kernel.
func ephemeral(*testing.T) (low, high int) { return 49152, 65535 }
