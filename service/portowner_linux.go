package service

// This file finds out which process has a port, for error messages: as far as
// this user may look, and never in the way of anything.

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// portHolder names the process that has a port open on this host, "process 12
// (redis-server)", or is empty when it cannot be told.
func portHolder(protocol Protocol, number int) string {
	inodes := map[string]bool{}
	base := "/proc/net/" + strings.ToLower(string(protocol))
	for _, table := range []string{base, base + "6"} {
		if content, err := os.ReadFile(table); err == nil {
			socketInodes(content, protocol, number, inodes)
		}
	}
	if len(inodes) == 0 {
		return ""
	}
	descriptors, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return ""
	}
	for _, descriptor := range descriptors {
		target, err := os.Readlink(descriptor)
		if err != nil || !inodes[target] {
			continue
		}
		pid := strings.Split(descriptor, "/")[2]
		name, err := os.ReadFile("/proc/" + pid + "/comm")
		if err != nil {
			return "process " + pid
		}
		return fmt.Sprintf("process %s (%s)", pid, bytes.TrimSpace(name))
	}
	return "a process of another user"
}

// socketInodes adds the link texts of the sockets of a /proc/net table that
// are bound to a number: listening ones for TCP.
func socketInodes(table []byte, protocol Protocol, number int, into map[string]bool) {
	const listening = "0A"
	lines := bufio.NewScanner(bytes.NewReader(table))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 10 || protocol == TCP && fields[3] != listening {
			continue
		}
		_, port, found := strings.Cut(fields[1], ":")
		got, err := strconv.ParseUint(port, 16, 16)
		if found && err == nil && int(got) == number {
			into["socket:["+fields[9]+"]"] = true
		}
	}
}
