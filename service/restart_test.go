package service

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestDecide(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		name    string
		max     int
		used    int
		failure Failure
		want    Verdict
	}{
		{
			"§9 exit after READY: the same Session, the first relaunch at once", 2, 0, Failure{Kind: ExitedAfterReady},
			Verdict{SameSession, 0, 1, "onRun exited; relaunch in the same Session, 1 of 2"},
		},
		{
			"§9 UNHEALTHY: the same Session, later relaunches after a delay", 3, 1, Failure{Kind: BecameUnhealthy},
			Verdict{SameSession, 100 * ms, 2, "UNHEALTHY; relaunch in the same Session, 2 of 3"},
		},
		{
			"§9 readiness timeout: the same Session", 3, 2, Failure{Kind: NotReadyInTime},
			Verdict{SameSession, 200 * ms, 3, "not READY in time; relaunch in the same Session, 3 of 3"},
		},
		{
			"§9 exit before READY: a new Session, the ports are suspected", 1, 0, Failure{Kind: ExitedBeforeReady},
			Verdict{NewSession, 0, 1, "onRun exited before READY; relaunch in a new Session, 1 of 1"},
		},
		{
			"§9 start failure: a new Session", 1, 0, Failure{Kind: StartFailure},
			Verdict{NewSession, 0, 1, "the start failed; relaunch in a new Session, 1 of 1"},
		},
		{
			"a lost port: a new Session, even after READY", 1, 0, Failure{Kind: ExitedAfterReady, PortLost: true},
			Verdict{NewSession, 0, 1, "onRun exited and a port was lost to another process; relaunch in a new Session, 1 of 1"},
		},
		{
			"§9.5 no relaunch allowed", 0, 0, Failure{Kind: ExitedAfterReady},
			Verdict{Action: GiveUp, Reason: "onRun exited; its restart policy allows no relaunch"},
		},
		{
			"§9.5 the one used up", 1, 1, Failure{Kind: StartFailure},
			Verdict{Action: GiveUp, Reason: "the start failed; its 1 relaunch is used up"},
		},
		{
			"§9.5 all used up", 3, 3, Failure{Kind: BecameUnhealthy},
			Verdict{Action: GiveUp, Reason: "UNHEALTHY; its 3 relaunches are used up"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, Decide(RestartPolicy{MaxAttempts: test.max}, test.used, test.failure))
		})
	}
}

func TestRelaunchDelayGrowsAndIsBounded(t *testing.T) {
	assert.Zero(t, RelaunchDelay(0))
	before := time.Duration(0)
	for used := 1; used < 100; used++ {
		delay := RelaunchDelay(used)
		assert.GreaterOrEqual(t, delay, before)
		assert.LessOrEqual(t, delay, 5*time.Second)
		before = delay
	}
	assert.Equal(t, 100*time.Millisecond, RelaunchDelay(1))
	assert.Equal(t, 3200*time.Millisecond, RelaunchDelay(6))
	assert.Equal(t, 5*time.Second, RelaunchDelay(7))
	assert.Equal(t, 5*time.Second, RelaunchDelay(1<<40))
}

// allStrings checks that names are had by one value each, and that one beyond
// the last is told apart.
func allStrings[T ~int](t *testing.T, count T, name func(T) string) {
	t.Helper()
	seen := map[string]bool{}
	for v := T(0); v <= count; v++ {
		assert.False(t, seen[name(v)], name(v))
		seen[name(v)] = true
	}
}

func TestNamesAreUnique(t *testing.T) {
	allStrings(t, FailedState+1, State.String)
	allStrings(t, GivenUp+1, Cause.String)
	allStrings(t, BecameUnhealthy+1, FailureKind.String)
	allStrings(t, NewSession+1, Action.String)
}

func TestStates(t *testing.T) {
	want := map[State]map[Cause]State{
		Unready: {
			ProbePassed: ReadyState, TimedOut: Unready, RunExited: Unready, StartFailed: Unready,
			SessionEnded: Unready, GivenUp: FailedState,
		},
		ReadyState:     {ProbePassed: ReadyState, ThresholdReached: UnhealthyState, RunExited: Unready, SessionEnded: Unready},
		UnhealthyState: {RunExited: Unready, SessionEnded: Unready},
		FailedState:    {SessionEnded: FailedState},
	}
	for state := Unready; state <= FailedState; state++ {
		for cause := ProbePassed; cause <= GivenUp; cause++ {
			next, can := state.Next(cause)
			expected, possible := want[state][cause]
			assert.Equal(t, possible, can, "%v, %v", state, cause)
			if !possible {
				expected = state
			}
			assert.Equal(t, expected, next, "%v, %v", state, cause)
		}
	}
}
