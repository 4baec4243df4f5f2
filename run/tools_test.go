package run_test

// This file defines the servers and clients that the Jobs under test are made
// of. The test binary is all of them: "$TOOL" tool NAME ARG... .

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

// toolPatience bounds what a client waits for.
const toolPatience = 10 * time.Second

// tools gives scripts the variable TOOL.
func tools() option {
	return func(s *settings) { s.Environ = append(s.Environ, "TOOL="+os.Args[0]) }
}

// toolMain is one of the tools; it returns the exit status.
func toolMain(name string, args []string) int {
	var err error
	switch name {
	case "echo": // HOST PORT: answers each line
		err = toolEcho(net.JoinHostPort(args[0], args[1]))
	case "udp": // HOST PORT: answers each datagram
		err = toolUDP(net.JoinHostPort(args[0], args[1]))
	case "meter": // HOST UDPPORT TCPPORT: counts datagrams, tells their number by TCP
		err = toolMeter(net.JoinHostPort(args[0], args[1]), net.JoinHostPort(args[0], args[2]))
	case "ask": // HOST PORT TEXT: prints the answer
		err = toolAsk("tcp", net.JoinHostPort(args[0], args[1]), args[2])
	case "ask-udp":
		err = toolAsk("udp", net.JoinHostPort(args[0], args[1]), args[2])
	case "send-udp": // HOST PORT TEXT: no answer is waited for
		err = toolSend(net.JoinHostPort(args[0], args[1]), args[2])
	case "until": // HOST PORT TEXT ANSWER: asks until this is the answer
		err = toolUntil(net.JoinHostPort(args[0], args[1]), args[2], args[3])
	default:
		err = fmt.Errorf("there is no tool %s", name)
	}
	if err != nil {
		fmt.Println(name+":", err)
		return 1
	}
	return 0
}

// toolEcho answers a line with itself, "next" with a number that rises, and
// "close" by listening no more, while the process stays.
func toolEcho(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	var number atomic.Int64
	for {
		c, err := listener.Accept()
		if err != nil {
			time.Sleep(time.Hour) // closed: hang
		}
		go func() {
			defer c.Close()
			line, err := bufio.NewReader(c).ReadString('\n')
			switch {
			case err != nil: // a check connects and says nothing
			case line == "next\n":
				fmt.Fprintf(c, "%d\n", number.Add(1))
			case line == "close\n":
				_ = listener.Close()
				fmt.Fprint(c, "closed\n")
			default:
				fmt.Fprint(c, line)
			}
		}()
	}
}

func toolUDP(address string) error {
	conn, err := net.ListenPacket("udp", address)
	if err != nil {
		return err
	}
	fmt.Println("openjd_service_ready: datagrams")
	buf := make([]byte, 1024)
	for {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return err
		}
		if _, err := conn.WriteTo(buf[:n], from); err != nil {
			return err
		}
	}
}

func toolMeter(udp, tcp string) error {
	conn, err := net.ListenPacket("udp", udp)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", tcp)
	if err != nil {
		return err
	}
	var number atomic.Int64
	go func() {
		buf := make([]byte, 1024)
		for {
			if _, _, err := conn.ReadFrom(buf); err == nil {
				number.Add(1)
			}
		}
	}()
	for {
		c, err := listener.Accept()
		if err != nil {
			return err
		}
		_, _ = bufio.NewReader(c).ReadString('\n')
		fmt.Fprintln(c, strconv.FormatInt(number.Load(), 10))
		_ = c.Close()
	}
}

// answer asks once.
func answer(network, address, text string) (string, error) {
	c, err := net.DialTimeout(network, address, toolPatience)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(toolPatience)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(c, text); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return "", err
	}
	return line[:len(line)-1], nil
}

func toolAsk(network, address, text string) error {
	got, err := answer(network, address, text)
	if err == nil {
		fmt.Println("got", got)
	}
	return err
}

func toolSend(address, text string) error {
	c, err := net.Dial("udp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = fmt.Fprintln(c, text)
	return err
}

func toolUntil(address, text, want string) error {
	got := ""
	for end := time.Now().Add(toolPatience); time.Now().Before(end); {
		var err error
		if got, err = answer("tcp", address, text); err != nil {
			return err
		}
		if got == want {
			fmt.Println("got", got)
			return nil
		}
	}
	return fmt.Errorf("still %s instead of %s", got, want)
}
