package service

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNewSession(t *testing.T) { // §9, decision procedure 3b
	want := map[FailureKind]bool{
		StartFailure: true, ExitedBeforeReady: true, ExitedAfterReady: false, NotReadyInTime: false, BecameUnhealthy: false,
	}
	for kind, needs := range want {
		assert.Equal(t, needs, Failure{Kind: kind}.NeedsNewSession(), "%v", kind)
		assert.True(t, Failure{Kind: kind, PortLost: true}.NeedsNewSession(), "%v with a lost port", kind)
	}
}

func TestNamesOfFailuresAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for kind := NoFailure; kind <= BecameUnhealthy+1; kind++ {
		assert.False(t, seen[kind.String()], kind.String())
		seen[kind.String()] = true
	}
}
