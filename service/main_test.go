package service

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// asAllocator makes the test binary a run of its own that allocates ports.
const asAllocator = "SERVICE_TEST_ALLOCATE"

func TestMain(m *testing.M) {
	if first := os.Getenv(asAllocator); first != "" {
		os.Exit(allocatorMain())
	}
	goleak.VerifyTestMain(m)
}

// allocatorMain allocates for ten Services, prints the numbers, and keeps them
// until its input ends. It begins where every other one begins, so that they
// all want the same numbers.
func allocatorMain() int {
	allocator := NewAllocator(AllocatorOptions{})
	allocator.next = map[Protocol]int{TCP: 0, UDP: 0}
	for i := range 10 {
		lease, err := allocator.Allocate(fmt.Sprint("S", i), []PortSpec{{Name: "a", Protocol: TCP}, {Name: "b", Protocol: UDP}})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for _, port := range lease.Ports() {
			fmt.Printf("%s %d\n", port.Protocol, port.Number)
		}
	}
	fmt.Println("held")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return 1
	}
	return 0
}

func fields(text string) []string { return strings.Fields(text) }
