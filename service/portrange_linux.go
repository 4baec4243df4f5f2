package service

// This file asks the kernel which numbers it hands out itself.

import "os"

// defaultEphemeral is the range that Linux starts with.
func defaultEphemeral() span { return span{32768, 60999} }

// hostRanges are the kernel's ephemeral range and the numbers that an
// administrator has set aside for certain servers.
func hostRanges() (ephemeral span, setAside []span) {
	ephemeral = defaultEphemeral()
	if text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		if spans, err := parseSpans(string(text), "\n", "\t"); err == nil && len(spans) == 1 {
			ephemeral = spans[0]
		}
	}
	if text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_reserved_ports"); err == nil {
		if spans, err := parseSpans(string(text), ",", "-"); err == nil {
			setAside = spans
		}
	}
	return ephemeral, setAside
}
