//go:build !linux

package service

// This file gives the ephemeral range where the kernel is not asked.

// hostRanges are the ephemeral range that IANA gives and that macOS, Windows
// and the BSDs start with. Nothing is known to be set aside.
func hostRanges() (ephemeral span, setAside []span) { return span{49152, 65535}, nil }
