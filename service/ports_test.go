package service

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func newAllocator(t *testing.T, pinned ...PortSpec) *Allocator {
	t.Helper()
	allocator := NewAllocator(AllocatorOptions{Pinned: pinned})
	t.Cleanup(allocator.Close)
	return allocator
}

func tcp(number int) []PortSpec { return []PortSpec{{Name: "web", Protocol: TCP, Number: number}} }
func udp(number int) []PortSpec { return []PortSpec{{Name: "log", Protocol: UDP, Number: number}} }

func address(port Port) string {
	return net.JoinHostPort(port.ConnectAddress, strconv.Itoa(port.Number))
}

func TestAllocatedPort(t *testing.T) {
	lease, err := newAllocator(t).Allocate("Cache", append(tcp(0), udp(0)...))
	require.NoError(t, err)
	defer lease.Close()
	ports := lease.Ports()
	require.Len(t, ports, 2)
	for i, want := range []Port{
		{Name: "web", Protocol: TCP, Number: ports[0].Number, BindAddress: "127.0.0.1", ConnectAddress: "127.0.0.1"},
		{Name: "log", Protocol: UDP, Number: ports[1].Number, BindAddress: "127.0.0.1", ConnectAddress: "127.0.0.1"},
	} {
		assert.Equal(t, want, ports[i])
		ephemeral, _ := hostRanges()
		assert.False(t, ephemeral.first <= ports[i].Number && ports[i].Number <= ephemeral.last, "outside the ephemeral range")
	}

	_, err = net.DialTimeout("tcp", address(ports[0]), time.Second)
	require.Error(t, err, "held, but nobody answers")

	lease.Release()
	lease.Release()
	listener, err := net.Listen("tcp", address(ports[0]))
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	packets, err := net.ListenPacket("udp", address(ports[1]))
	require.NoError(t, err)
	require.NoError(t, packets.Close())
}

func TestAnAllocatedNumberIsNeverGivenTwiceInARun(t *testing.T) {
	allocator := newAllocator(t)
	// Only four numbers, so that a second round would have to repeat itself.
	allocator.candidates = allocator.candidates[:4]
	allocator.next = map[Protocol]int{}
	seen := map[int]bool{}
	for range 4 {
		lease, err := allocator.Allocate("Cache", tcp(0))
		if err != nil { // a number of these is taken on this machine
			break
		}
		assert.False(t, seen[lease.Ports()[0].Number])
		seen[lease.Ports()[0].Number] = true
		lease.Close()
	}
	require.NotEmpty(t, seen)
	_, err := allocator.Allocate("Cache", tcp(0))
	require.ErrorIs(t, err, errNoneFree)
	assert.EqualError(t, err, "Service Cache: port web: cannot allocate a TCP number: no free number is left")

	lease, err := allocator.Allocate("Cache", udp(0))
	require.NoError(t, err, "UDP has a number space of its own")
	lease.Close()
}

func TestAnAllocatedNumberIsNotOneThatAServicePins(t *testing.T) {
	probe := newAllocator(t)
	first, second := probe.candidates[0], probe.candidates[1]
	allocator := newAllocator(t, PortSpec{Name: "web", Protocol: TCP, Number: first})
	allocator.candidates = []int{first, second}
	allocator.next = map[Protocol]int{}
	lease, err := allocator.Allocate("Cache", tcp(0))
	if err != nil {
		t.Skip("the number next to it is taken on this machine: ", err)
	}
	defer lease.Close()
	assert.Equal(t, second, lease.Ports()[0].Number)
}

// freeNumber is a number that is free now and that nothing else will take.
func freeNumber(t *testing.T) int {
	t.Helper()
	allocator := NewAllocator(AllocatorOptions{})
	defer allocator.Close()
	lease, err := allocator.Allocate("finder", tcp(0))
	require.NoError(t, err)
	defer lease.Close()
	return lease.Ports()[0].Number
}

func TestRequestedPort(t *testing.T) {
	number := freeNumber(t)
	allocator, other := newAllocator(t), newAllocator(t)

	lease, err := allocator.Allocate("Cache", tcp(number))
	require.NoError(t, err)
	assert.Equal(t, number, lease.Ports()[0].Number)
	assert.True(t, lease.Ports()[0].Requested)

	_, err = allocator.Allocate("Queue", tcp(number))
	require.EqualError(t, err, fmt.Sprintf("Service Queue: port web: the requested number TCP %d is in use by Service Cache of this run; "+
		"end that, request another number, or leave it out to have one allocated", number))
	var refused *PortError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, "Queue", refused.Service)

	_, err = other.Allocate("Cache", tcp(number))
	require.ErrorIs(t, err, errReserved)
	assert.ErrorContains(t, err, "in use by a Service of another run on this host")

	same, err := allocator.Allocate("Log", udp(number))
	require.NoError(t, err, "TCP and UDP may share a number")
	same.Close()

	lease.Close()
	lease.Close()
	for _, owner := range []string{"Cache", "Queue"} { // its owner again, then another
		lease, err = allocator.Allocate(owner, tcp(number))
		require.NoError(t, err)
		lease.Close()
	}
	lease, err = other.Allocate("Cache", tcp(number))
	require.NoError(t, err)
	lease.Close()
}

func TestARequestedPortThatIsBusyIsAnErrorThatSaysWho(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	number := listener.Addr().(*net.TCPAddr).Port
	_, err = newAllocator(t).Allocate("Cache", tcp(number))
	require.Error(t, err)
	assert.True(t, inUse(errors.Unwrap(err)))
	assert.ErrorContains(t, err, fmt.Sprintf("Service Cache: port web: the requested number TCP %d is in use by ", number))
	var fault *PortError
	require.ErrorAs(t, err, &fault)
	if portHolder(TCP, number) != "" {
		assert.ErrorContains(t, err, fmt.Sprintf("process %d (", os.Getpid()))
		assert.Regexp(t, fmt.Sprintf(`^port web: TCP %d is in use by process %d \([^)]+\)$`, number, os.Getpid()), fault.Short())
	}

	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer packets.Close()
	_, err = newAllocator(t).Allocate("Cache", udp(packets.LocalAddr().(*net.UDPAddr).Port))
	assert.ErrorContains(t, err, "is in use by ")
}

// Connections of the old process that linger must not keep its number from a
// relaunch.
func TestARequestedPortIsHadAgainWithConnectionsLingering(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	client, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	server, err := listener.Accept()
	require.NoError(t, err)
	require.NoError(t, server.Close()) // the server closes first: TIME_WAIT is its own
	_, err = io.Copy(io.Discard, client)
	require.NoError(t, err)
	require.NoError(t, client.Close())
	require.NoError(t, listener.Close())

	lease, err := newAllocator(t).Allocate("Cache", tcp(listener.Addr().(*net.TCPAddr).Port))
	require.NoError(t, err)
	_, lost := lease.Lost()
	assert.False(t, lost)
	lease.Close()
}

func TestEitherAllPortsOrNone(t *testing.T) {
	number, busy := freeNumber(t), 0
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	busy = listener.Addr().(*net.TCPAddr).Port

	allocator := newAllocator(t)
	_, err = allocator.Allocate("Cache", []PortSpec{
		{Name: "a", Protocol: TCP, Number: number}, {Name: "b", Protocol: TCP, Number: busy},
	})
	require.ErrorContains(t, err, "port b")
	lease, err := allocator.Allocate("Cache", tcp(number))
	require.NoError(t, err, "the first port was given back")
	lease.Close()
}

func TestAfterCloseNothingIsGiven(t *testing.T) {
	allocator := NewAllocator(AllocatorOptions{})
	allocator.Close()
	allocator.Close()
	_, err := allocator.Allocate("Cache", tcp(0))
	require.ErrorContains(t, err, "the run is over")
	_, err = allocator.Allocate("Cache", tcp(7))
	require.ErrorContains(t, err, "the run is over")
}

func TestLost(t *testing.T) {
	lease, err := newAllocator(t).Allocate("Cache", append(tcp(0), udp(0)...))
	require.NoError(t, err)
	defer lease.Close()
	_, lost := lease.Lost()
	assert.False(t, lost)

	thief, err := net.Listen("tcp", address(lease.Ports()[0]))
	require.NoError(t, err)
	detail, lost := lease.Lost()
	assert.True(t, lost)
	assert.Contains(t, detail, fmt.Sprintf("port web (TCP %d) is in use by ", lease.Ports()[0].Number))
	require.NoError(t, thief.Close())

	packets, err := net.ListenPacket("udp", address(lease.Ports()[1]))
	require.NoError(t, err)
	defer packets.Close()
	detail, lost = lease.Lost()
	assert.True(t, lost)
	assert.Contains(t, detail, "port log (UDP ")
}

func TestAllocatingFromManyGoroutines(t *testing.T) {
	allocator := newAllocator(t)
	var all sync.WaitGroup
	numbers := make([]int, 200)
	for i := range numbers {
		all.Go(func() {
			lease, err := allocator.Allocate(fmt.Sprint("S", i), tcp(0))
			if assert.NoError(t, err) {
				numbers[i] = lease.Ports()[0].Number
				lease.Release()
			}
		})
	}
	all.Wait()
	seen := map[int]bool{}
	for _, number := range numbers {
		assert.False(t, seen[number], number)
		seen[number] = true
	}
}

// Fifty runs at once, ten Services each with a TCP and a UDP port, all wanting
// the same numbers: no number is had twice, and all are free again when the runs
// are killed.
func TestRunsSideBySideNeverShareANumber(t *testing.T) {
	const runs = 50
	self, err := os.Executable()
	require.NoError(t, err)
	type run struct {
		command *exec.Cmd
		input   io.WriteCloser
		output  io.ReadCloser
	}
	var all []run
	defer func() {
		for _, r := range all {
			r.command.Process.Kill()
			r.command.Wait()
		}
	}()
	start := time.Now()
	for range runs {
		command := exec.Command(self)
		command.Env = append(os.Environ(), asAllocator+"=1")
		command.Stderr = os.Stderr
		input, err := command.StdinPipe()
		require.NoError(t, err)
		output, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		all = append(all, run{command, input, output})
	}
	owner := map[string]int{}
	for i, r := range all {
		lines := bufio.NewScanner(r.output)
		held := false
		for lines.Scan() {
			if held = lines.Text() == "held"; held {
				break
			}
			before, taken := owner[lines.Text()]
			assert.False(t, taken, "%s is had by run %d and run %d", lines.Text(), before, i)
			owner[lines.Text()] = i
		}
		require.True(t, held, "run %d ended early", i)
	}
	assert.Len(t, owner, runs*20)
	t.Logf("%d runs had %d numbers after %v", runs, len(owner), time.Since(start))

	for _, r := range all {
		require.NoError(t, r.command.Process.Kill())
		require.Error(t, r.command.Wait())
	}
	all = nil
	allocator := newAllocator(t)
	for had := range owner {
		spec := PortSpec{Name: "a"}
		_, err := fmt.Sscanf(had, "%s %d", &spec.Protocol, &spec.Number)
		require.NoError(t, err)
		lease, err := allocator.Allocate("Cache", []PortSpec{spec})
		require.NoError(t, err, "nothing is left of a run that was killed")
		lease.Close()
	}
}

// What keeps a number from others must not live on in a process that the run
// starts meanwhile.
func TestChildrenInheritNothing(t *testing.T) {
	number := freeNumber(t)
	allocator := newAllocator(t)
	lease, err := allocator.Allocate("Cache", append(tcp(number), udp(0)...))
	require.NoError(t, err)
	child := exec.Command("cat")
	input, err := child.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	lease.Close()
	again, err := newAllocator(t).Allocate("Cache", tcp(number))
	assert.NoError(t, err)
	if err == nil {
		again.Close()
	}
	require.NoError(t, input.Close())
	require.NoError(t, child.Wait())
}

func TestANumberThatThisUserMayNotHave(t *testing.T) {
	err := &PortError{Service: "Web", Port: PortSpec{Name: "http", Protocol: TCP, Number: 80}, Err: os.NewSyscallError("bind", syscall.EACCES)}
	assert.EqualError(t, err, "Service Web: port http: this user may not have the requested number TCP 80 (bind: permission denied); "+
		"request a number above 1023, or leave it out to have one allocated")
}

func BenchmarkAllocate(b *testing.B) {
	for b.Loop() {
		allocator := NewAllocator(AllocatorOptions{})
		for range 10 {
			if _, err := allocator.Allocate("S", tcp(0)); err != nil {
				b.Fatal(err)
			}
		}
		allocator.Close()
	}
}
