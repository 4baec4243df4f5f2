package run_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// ephemeral is the range of ports that the kernel chooses from.
func ephemeral(t *testing.T) (low, high int) {
	t.Helper()
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	require.NoError(t, err)
	_, err = fmt.Sscan(string(text), &low, &high)
	require.NoError(t, err)
	return low, high
}
