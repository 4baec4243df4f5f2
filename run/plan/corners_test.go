package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Corners that random runs reach too seldom to be relied on.

// chainUp is the beginning of a run of chain, up to its first Task.
const chainUp = `
	begin          => start Back
	launched Back  => 
	ready Back     => start Front
	launched Front => 
	ready Front    => open 0
	ok 0           => enter 0 A
	ok 0           => run 0 A 0`

func TestCornersOfFailedServices(t *testing.T) {
	playAll(t, []scenario{
		{"§9.4 a Service that is about to be FAILED does not hold up the one it lists",
			chain(2, Service{CompletedTasks: Keep}, Service{CompletedTasks: Keep, MaxAttempts: 2}), chainUp + `
			gone Back       => relaunch Back
			unhealthy Front => halt Front
			gone Back       => delay Back 200ms
			gone Front      => FAILED Front, A failed, stop Front
			ended Front     => restart Back
			ok 0            => close 0
			ok 0            => 
			ended Back      => finished failed`},
		{"§9.4 nor does one that is FAILED and has a Task running",
			chain(2, Service{CompletedTasks: Keep}, Service{CompletedTasks: Keep, MaxAttempts: 2}), chainUp + `
			gone Back   => relaunch Back
			gone Front  => FAILED Front, A failed
			gone Back   => delay Back 200ms, stop Front
			ok 0        => close 0
			ended Front => stop Back
			ended Back  => 
			ok 0        => finished failed`},
	})
}

func TestCornersOfAnEnd(t *testing.T) {
	playAll(t, []scenario{
		{"§9.2-1 RERUN: a Task that succeeds although it was canceled runs again", oneStep(1, Rerun, 1), `
			begin       => start V
			launched V  => 
			ready V     => open 0
			ok 0        => enter 0 A
			ok 0        => run 0 A 0
			unhealthy V => halt V, cancel 0 down
			ok 0        => excuse 0
			gone V      => A returned, relaunch V
			ready V     => run 0 A 0`},
		{"C6 an interrupt does not wait with the end of a start; its failure is none", Job{Workers: 2,
			Steps:    []Step{{Name: "A", Tasks: 3, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{0}, CompletedTasks: Keep, MaxAttempts: 3}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0, open 1
			ok 0       => enter 0 A
			ok 1       => enter 1 A
			ok 0       => run 0 A 0
			gone V     => relaunch V
			gone V     => delay V 200ms, restart V
			delayed V  => 
			ended V    => start V
			bad 1      => excuse 1, close 1
			ok 1       => 
			interrupt  => cancel 0 interrupted, stop V
			nostart V  => 
			canceled 0 => close 0
			ended V    => 
			ok 0       => A canceled, finished canceled`},
		{"C6 the run does not wait for the delay of a Service that nothing needs", oneStep(1, Keep, 2), `
			begin      => start V
			nostart V  => restart V
			ended V    => start V
			nostart V  => delay V 200ms, restart V
			ended V    => 
			interrupt  => A not run, finished canceled`},
	})
}

func TestCornersOfEnvironments(t *testing.T) {
	playAll(t, []scenario{
		{"§9.6 N16 a Job Environment that fails in an outage is entered again", Job{
			Steps:    []Step{{Name: "A", Tasks: 1}},
			Services: []Service{{Name: "V", JobEnvs: true, CompletedTasks: Keep, MaxAttempts: 1}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			gone V     => relaunch V
			bad 0      => excuse 0, close 0
			ok 0       => 
			ready V    => open 0
			bad 0      => close 0
			ok 0       => stop V
			ended V    => A not run, finished failed`},
		{"§9.4 a Job Environment that fails because its Service is replaced is entered again", Job{
			Steps: []Step{{Name: "A", Tasks: 1}},
			Services: []Service{{Name: "Back", AllSteps: true, CompletedTasks: Keep, MaxAttempts: 2},
				{Name: "Front", JobEnvs: true, DependsServices: []int{0}}}}, `
			begin          => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			ready Front    => open 0
			gone Back      => relaunch Back
			gone Back      => delay Back 200ms, cancel 0 entering, restart Front
			bad 0          => excuse 0, close 0
			ok 0           => 
			delayed Back   => 
			ended Front    => restart Back
			ended Back     => start Back`},
	})
}

func TestCornersOfReturns(t *testing.T) {
	playAll(t, []scenario{
		{"§9.4 a Service whose scope is complete returns nothing when it is restarted", Job{Workers: 2,
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{1}}, {Name: "B", Tasks: 1, Services: []int{0}}},
			Services: []Service{{Name: "Back", Scope: []int{0, 1}, CompletedTasks: Keep, MaxAttempts: 2},
				{Name: "Front", Scope: []int{0}, DependsServices: []int{0}}}}, `
			begin          => start Back
			launched Back  => 
			ready Back     => start Front, open 0
			ok 0           => enter 0 B
			ok 0           => run 0 B 0
			launched Front => 
			ready Front    => open 1
			ok 1           => enter 1 A
			ok 1           => run 1 A 0
			ok 1           => A succeeded, exit 1
			gone Back      => relaunch Back
			gone Back      => delay Back 200ms, stop Front
			ended Front    => restart Back`},
		{"§9.5 one that ended unneeded takes those that list it along", Job{Workers: 2,
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{2}}, {Name: "B", Tasks: 1, Services: []int{1}}},
			Services: []Service{{Name: "Solo", Scope: []int{0}}, {Name: "V", Scope: []int{0, 1}, CompletedTasks: Rerun, MaxAttempts: 1},
				{Name: "Top", Scope: []int{0}, DependsServices: []int{0}}}}, `
			begin         => start Solo, start V
			launched Solo => 
			ready Solo    => start Top
			launched V    => 
			ready V       => open 0
			ok 0          => enter 0 B
			ok 0          => run 0 B 0
			launched Top  => 
			ready Top     => open 1
			ok 1          => enter 1 A
			ok 1          => run 1 A 0
			ok 1          => A succeeded, exit 1
			gone Solo     => 
			gone V        => cancel 0 down, A returned, B returned, relaunch V, restart Top
			ended Top     => restart Solo
			ended Solo    => start Solo`},
		{"§9.5 a Step that waits again is left while it cannot go on", Job{
			Steps:    []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 2}, {Name: "C", Tasks: 1, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{0, 2}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			ok 0       => enter 0 B
			ok 0       => run 0 B 0
			gone V     => A returned, relaunch V
			ok 0       => exit 0
			ok 0       => 
			ready V    => enter 0 A`},
	})
}

func TestCornersOfFailedSteps(t *testing.T) {
	playAll(t, []scenario{
		{"§9.5 a returned Step whose dependency has failed meanwhile is given up", Job{KeepGoing: true, Workers: 2,
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{1}},
				{Name: "C", Tasks: 1, Dependencies: []int{1}, Services: []int{0}}, {Name: "D", Tasks: 1, Services: []int{1}}},
			Services: []Service{{Name: "V", Scope: []int{0, 2}},
				{Name: "W", Scope: []int{1, 3}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin      => start V, start W
			launched V => 
			launched W => 
			ready W    => open 0
			ok 0       => enter 0 D
			ok 0       => run 0 D 0
			ready V    => open 1
			ok 1       => enter 1 A
			ok 1       => run 1 A 0
			ok 1       => A succeeded, exit 1
			ok 1       => enter 1 B
			ok 1       => run 1 B 0
			ok 1       => B succeeded, exit 1
			gone V     => FAILED V, A failed, C failed, stop V
			gone W     => cancel 0 down, B returned, B canceled, D returned, relaunch W
			canceled 0 => excuse 0, close 0`},
	})
}

func TestCornersOfRestarts(t *testing.T) {
	playAll(t, []scenario{
		{"§9.4 one that ends by itself before its turn to be restarted loses no attempt", Job{
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{0}}},
			Services: []Service{{Name: "Front", Scope: []int{0}, DependsServices: []int{1}},
				{Name: "Mid", Scope: []int{0}, DependsServices: []int{2}},
				{Name: "Back", Scope: []int{0}, CompletedTasks: Keep, MaxAttempts: 2}}}, `
			begin          => start Back
			launched Back  => 
			ready Back     => start Mid
			launched Mid   => 
			ready Mid      => start Front
			launched Front => 
			gone Back      => relaunch Back
			gone Back      => delay Back 200ms, restart Front
			gone Mid       => 
			ended Front    => restart Mid
			ended Mid      => restart Back
			delayed Back   => 
			ended Back     => start Back
			launched Back  => 
			ready Back     => start Mid`},
		{"§9.4 a restart does not wait for a delay of the instance it replaces",
			chain(2, Service{CompletedTasks: Keep, MaxAttempts: 5}, Service{CompletedTasks: Keep, MaxAttempts: 2}), chainUp + `
			gone Front     => relaunch Front
			ready Front    => 
			gone Front     => delay Front 200ms
			gone Back      => relaunch Back
			gone Back      => delay Back 200ms, restart Front
			ended Front    => restart Back
			delayed Back   => 
			ended Back     => start Back
			launched Back  => 
			ready Back     => start Front`},
	})
}

func TestCornersOfListedSteps(t *testing.T) {
	playAll(t, []scenario{
		{"§9.5 N22 who lists a Service that lists a returned Step is restarted before it", Job{
			Steps: []Step{{Name: "P", Tasks: 1, Services: []int{0}}, {Name: "A", Tasks: 1, Services: []int{0, 2}}},
			Services: []Service{{Name: "V", Scope: []int{0, 1}, CompletedTasks: Rerun, MaxAttempts: 1},
				{Name: "W", Scope: []int{1}, DependsSteps: []int{0}}, {Name: "Top", Scope: []int{1}, DependsServices: []int{1}}}}, `
			begin        => start V
			launched V   => 
			ready V      => open 0
			ok 0         => enter 0 P
			ok 0         => run 0 P 0
			ok 0         => P succeeded, start W, exit 0
			launched W   => 
			ready W      => start Top
			launched Top => 
			gone V       => P returned, relaunch V, restart Top
			ended Top    => restart W
			ended W      => `},
		{"§9.5 a Task of a failed Step is canceled when its RERUN Service is restarted", Job{KeepGoing: true, Workers: 3,
			Steps: []Step{{Name: "P", Tasks: 1, Services: []int{0}}, {Name: "A", Tasks: 2, Services: []int{1}}, {Name: "X", Tasks: 1, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{0, 2}, CompletedTasks: Rerun, MaxAttempts: 1},
				{Name: "W", Scope: []int{1}, DependsSteps: []int{0}, CompletedTasks: Rerun}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0, open 1
			ok 0       => enter 0 P
			ok 1       => enter 1 X
			ok 1       => run 1 X 0
			ok 0       => run 0 P 0
			ok 0       => P succeeded, start W, exit 0
			ok 0       => 
			launched W => 
			ready W    => enter 0 A, open 2
			ok 0       => run 0 A 0
			ok 2       => enter 2 A
			ok 2       => run 2 A 1
			bad 2      => A failed, close 2
			ok 2       => 
			gone V     => cancel 1 down, P returned, X returned, cancel 0 restarted, relaunch V, restart W`},
	})
}

func TestCornersOfABaseRun(t *testing.T) {
	playAll(t, []scenario{
		{"§9.5 an Open Step begins anew when its old Task is gone", Job{Workers: 2,
			Steps:    []Step{{Name: "A", Open: true, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{0}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin      => more A
			tasks A 1  => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0, more A
			gone V     => cancel 0 down, A returned, relaunch V
			last A 0   => 
			canceled 0 => excuse 0, A succeeded, close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"§1 a Step without Tasks is not run once the run is to end", Job{Steps: []Step{{Name: "A", Tasks: 1}, {Name: "Z"}}}, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			bad 0 => A failed, close 0
			ok 0  => Z not run, finished failed`},
	})
}

func TestSpawnFailure(t *testing.T) { // §9.1: an instance failure, an exit without a status
	p, err := New(oneStep(1, Keep, 1))
	require.NoError(t, err)
	p.Next(Begin{})
	assert.Equal(t, []Decision{StopService{0, 1, true}}, p.Next(ServiceExited{0, 1, 1, true}))
	assert.Equal(t, []Decision{StartService{0, 2, 2, 1}}, p.Next(ServiceSessionEnded{0, 1}))
}

func TestOldDelayIsNobodysDelay(t *testing.T) {
	p, err := New(oneStep(1, Keep, 3))
	require.NoError(t, err)
	p.Next(Begin{})
	p.Next(ServiceStartFailed{0, 1})
	p.Next(ServiceSessionEnded{0, 1})
	p.Next(ServiceStartFailed{0, 2})
	p.Next(ServiceSessionEnded{0, 2})
	assert.Empty(t, p.Next(DelayOver{0, 0}))
	assert.NotEmpty(t, p.Next(DelayOver{0, 1}))
	p.Next(ServiceStartFailed{0, 3})
	p.Next(ServiceSessionEnded{0, 3})
	assert.Empty(t, p.Next(DelayOver{0, 1}))
	assert.Equal(t, []Decision{StartService{0, 4, 4, 3}}, p.Next(DelayOver{0, 2}))
}

// TestStrayEvents: what belongs to nothing live has no consequences, whatever
// numbers it carries.
func TestStrayEvents(t *testing.T) {
	p, err := New(chain(2, Service{}, Service{}))
	require.NoError(t, err)
	assert.Equal(t, []Decision{StartService{1, 1, 1, 0}}, p.Next(Begin{}))
	for _, i := range []int{-1, 0, 1, 7} {
		for _, session := range []int{-1, 0, 2} {
			for _, e := range []Event{
				Begin{},
				SessionOpened{i, session, false}, StepEntered{i, session, false}, TaskEnded{i, session, 0, 0, TaskFailed},
				StepExited{i, session, false}, SessionClosed{i, session, false}, TasksAdded{i, session, 1, true}, TasksAdded{i, 1, -1, true},
				ServiceLaunched{i, session, 1}, ServiceReady{i, session, 1}, ServiceUnhealthy{i, session, 1},
				ServiceEnding{i, session, 1}, ServiceExited{i, session, 1, true}, ServiceStartFailed{i, session}, ServiceSessionEnded{i, session}, DelayOver{i, session},
			} {
				assert.Empty(t, p.Next(e), "%T%+v", e, e)
			}
		}
	}
	assert.Empty(t, p.Next(ServiceLaunched{1, 1, 1}))
	assert.Equal(t, []Decision{StartService{0, 1, 1, 0}}, p.Next(ServiceReady{1, 1, 1}))
}

// TestStuckIsTold: a plan that can do nothing more says so, instead of waiting
// for ever. No Job leads there; the state is broken by hand.
func TestStuckIsTold(t *testing.T) {
	p, err := New(oneStep(1, Absent, 0))
	require.NoError(t, err)
	p.Next(Begin{})
	p.Next(ServiceLaunched{0, 1, 1})
	p.services[0].inScope[0], p.services[0].scope = false, nil
	p.steps[0].deps = []int{0}
	p.stale = true
	p.services[0].state = ready
	p.workers[0].state = open
	p.services[0].allSteps = true
	last := p.Next(DelayOver{0, 9})
	require.NotEmpty(t, last)
	assert.Equal(t, Finished{Outcome: Failed, Stuck: true}, last[len(last)-1])
}
