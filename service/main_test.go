package service

import (
	"fmt"
	"io"
	"net"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// asAllocator makes the test binary a run of its own that allocates ports.
const asAllocator = "SERVICE_TEST_ALLOCATE"

func TestMain(m *testing.M) {
	if os.Getenv(asAllocator) != "" {
		os.Exit(allocatorMain())
	}
	goleak.VerifyTestMain(m)
}

// allocatorMain allocates for ten Services, prints the numbers, serves on them
// as the Services would, and keeps them until its input ends. It begins where
// every other one begins, so that they all want the same numbers.
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
		lease.Release()
		for _, port := range lease.Ports() {
			served, err := serve(port)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
			defer served.Close()
		}
	}
	fmt.Println("held")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return 1
	}
	return 0
}

// serve binds a port as its Service would.
func serve(port Port) (io.Closer, error) {
	if port.Protocol == UDP {
		return net.ListenPacket("udp", address(port))
	}
	return net.Listen("tcp", address(port))
}
