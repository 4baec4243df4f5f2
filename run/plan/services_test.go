package plan

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Scenarios of the SERVICE draft; C1..C11 are its lifecycle constraints, § the
// digest's sections, # the rows of the scenario list.

type scenario struct {
	name   string
	job    Job
	script string
}

func playAll(t *testing.T, all []scenario) {
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) { play(t, s.job, s.script) })
	}
}

// oneStep is a Step A of so many Tasks with a Service V.
func oneStep(tasks int64, policy CompletedTasks, attempts int) Job {
	return Job{
		Steps:    []Step{{Name: "A", Tasks: tasks, Services: []int{0}}},
		Services: []Service{{Name: "V", Scope: []int{0}, CompletedTasks: policy, MaxAttempts: attempts}},
	}
}

// chain is a Step A that lists Front, which lists Back.
func chain(tasks int64, front, back Service) Job {
	front.Name, front.Scope, front.DependsServices = "Front", []int{0}, []int{1}
	back.Name, back.Scope = "Back", []int{0}
	return Job{Steps: []Step{{Name: "A", Tasks: tasks, Services: []int{0}}}, Services: []Service{front, back}}
}

func TestServiceLife(t *testing.T) {
	playAll(t, []scenario{
		{"C3 #1 READY before the first Task, stopped after the last of two Steps", Job{
			Steps:    []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{0}}, {Name: "C", Tasks: 1, Dependencies: []int{1}}},
			Services: []Service{{Name: "V", Scope: []int{0, 1}}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			ok 0       => enter 0 B
			ok 0       => run 0 B 0
			ok 0       => B succeeded, exit 0
			ok 0       => stop V
			ended V    => enter 0 C
			ok 0       => run 0 C 0
			ok 0       => C succeeded, exit 0
			ok 0       => close 0
			ok 0       => finished well`},
		{"C2 C4 #11 Front starts after Back is READY and stops before it", chain(1, Service{}, Service{}), `
			begin          => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			ready Front    => open 0
			ok 0           => enter 0 A
			ok 0           => run 0 A 0
			ok 0           => A succeeded, exit 0
			ok 0           => close 0
			ok 0           => stop Front
			ended Front    => stop Back
			ended Back     => finished well`},
		{"READY that overtakes the word of the launch is not lost", oneStep(1, Keep, 0), `
			begin      => start V
			ready V    => open 0
			launched V => 
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"C2 #14 unrelated Services start side by side", Job{
			Steps:    []Step{{Name: "A", Tasks: 1, Services: []int{0, 1}}},
			Services: []Service{{Name: "V", Scope: []int{0}}, {Name: "W", Scope: []int{0}}}}, `
			begin      => start V, start W
			launched V => 
			launched W => 
			ready W    => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V, stop W
			ended W    => 
			ended V    => finished well`},
		{"C2 T38 no waves: who lists the quick one does not wait for the slow one", Job{
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{0, 2}}},
			Services: []Service{{Name: "Slow", Scope: []int{0}}, {Name: "Quick", Scope: []int{0}},
				{Name: "Next", Scope: []int{0}, DependsServices: []int{1}}}}, `
			begin          => start Slow, start Quick
			launched Quick => 
			ready Quick    => start Next`},
	})
}

func TestServiceThatListsAStep(t *testing.T) {
	playAll(t, []scenario{
		{"C2 #16 a Service that lists a Step", Job{
			Steps:    []Step{{Name: "Use", Tasks: 1, Services: []int{0}}, {Name: "Prepare", Tasks: 1}},
			Services: []Service{{Name: "V", Scope: []int{0}, DependsSteps: []int{1}}}}, `
			begin      => open 0
			ok 0       => enter 0 Prepare
			ok 0       => run 0 Prepare 0
			ok 0       => Prepare succeeded, start V, exit 0
			ok 0       => 
			launched V => 
			ready V    => enter 0 Use
			ok 0       => run 0 Use 0
			ok 0       => Use succeeded, exit 0
			ok 0       => stop V, close 0
			ok 0       => 
			ended V    => finished well`},
	})
}

func TestServiceNotStarted(t *testing.T) {
	playAll(t, []scenario{
		{"C10 #44 no Task in scope: not started", Job{
			Steps:    []Step{{Name: "A", Services: []int{0}}, {Name: "B", Tasks: 1}},
			Services: []Service{{Name: "V", Scope: []int{0}}}}, `
			begin => A succeeded, open 0
			ok 0  => enter 0 B
			ok 0  => run 0 B 0
			ok 0  => B succeeded, exit 0
			ok 0  => close 0
			ok 0  => skipped V, finished well`},
		{"C10 the scope's Step waits for another one: not started yet", Job{
			Steps:    []Step{{Name: "A", Tasks: 1}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{1}}}}, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			bad 0 => A failed, B not run, close 0
			ok 0  => skipped V, finished failed`},
	})
}

func TestServiceEndsWithItsScope(t *testing.T) {
	playAll(t, []scenario{
		{"C6 #45 an interrupt ends it, after the Environments", oneStep(2, Keep, 1), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			interrupt  => cancel 0 interrupted
			gone V     => 
			canceled 0 => close 0
			ok 0       => stop V
			ended V    => A canceled, finished canceled`},
		{"C6 an interrupt ends one that is starting, without an attempt", oneStep(1, Rerun, 3), `
			begin     => start V
			interrupt => stop V
			nostart V => 
			ended V   => A not run, finished canceled`},
		{"C6 an exit after the scope is done is no failure", oneStep(1, Absent, 0), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			gone V     => 
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"§9.6 a failed Task does not fail the Service; it is stopped", oneStep(2, Keep, 1), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			bad 0      => A failed, close 0
			ok 0       => stop V
			ended V    => finished failed`},
	})
}

// untilSecondTask is the beginning of a run of oneStep, up to its second Task.
const untilSecondTask = `
	begin      => start V
	launched V => 
	ready V    => open 0
	ok 0       => enter 0 A
	ok 0       => run 0 A 0
	ok 0       => run 0 A 1`

func TestServiceFailures(t *testing.T) {
	playAll(t, []scenario{
		{"§9.2 #34 RERUN: the Task is canceled, all return, same Session", oneStep(3, Rerun, 1), untilSecondTask + `
			gone V     => cancel 0 down, A returned, relaunch V
			canceled 0 => excuse 0, close 0
			launched V => 
			ok 0       => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => run 0 A 1
			ok 0       => run 0 A 2
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"§9.2 #36 KEEP: the Task goes on, the next one waits", oneStep(3, Keep, 1), untilSecondTask + `
			gone V     => relaunch V
			ok 0       => 
			launched V => 
			ready V    => run 0 A 2
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"§8.1 #6 UNHEALTHY: halted, gone, relaunched in the Session", oneStep(3, Keep, 1), untilSecondTask + `
			unhealthy V => halt V
			ok 0        => 
			gone V      => relaunch V
			ready V     => run 0 A 2`},
		{"§9.2-4 #8 UNHEALTHY without attempts: FAILED once it is gone", oneStep(3, Absent, 0), untilSecondTask + `
			unhealthy V => halt V
			gone V      => FAILED V, A failed
			ok 0        => close 0
			ok 0        => stop V
			ended V     => finished failed`},
		{"§9.3 #40 RERUN without attempts: canceled all the same, nothing promised", oneStep(3, Rerun, 0), untilSecondTask + `
			gone V     => cancel 0 down, FAILED V, A failed
			canceled 0 => excuse 0, close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.2 a verdict is not lost when the last Task is running", oneStep(2, Keep, 0), untilSecondTask + `
			gone V     => FAILED V, A failed
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.2 a verdict is not lost when the last Task ends while V is halted", oneStep(2, Keep, 0), untilSecondTask + `
			unhealthy V => halt V
			ok 0        => 
			gone V      => FAILED V, A failed, close 0
			ok 0        => stop V
			ended V     => finished failed`},
	})
}

func TestTaskFailsInAnOutage(t *testing.T) {
	playAll(t, []scenario{
		{"§9.6 KEEP: a Task that fails in an outage runs again", oneStep(2, Keep, 1), untilSecondTask + `
			gone V     => relaunch V
			bad 0      => excuse 0, close 0
			ok 0       => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 1
			bad 0      => A failed, close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.6 RERUN: a failure that beats the cancel is no failure", oneStep(2, Rerun, 1), untilSecondTask + `
			gone V     => cancel 0 down, A returned, relaunch V
			bad 0      => excuse 0, close 0
			ok 0       => 
			ready V    => open 0`},
		{"C11 what a gone instance reports changes nothing", oneStep(2, Keep, 2), untilSecondTask + `
			gone V     => relaunch V
			launched V => 
			gone V     => delay V 200ms, restart V
			ready V    => 
			unhealthy V => 
			gone V     => 
			ended V    => 
			delayed V  => start V`},
	})
}

func TestServiceNeverReady(t *testing.T) {
	playAll(t, []scenario{
		{"§9.2-3 a start failure takes a new Session, then gives up", oneStep(1, Rerun, 1), `
			begin      => start V
			nostart V  => restart V
			ended V    => start V
			nostart V  => FAILED V, A failed, stop V
			ended V    => finished failed`},
		{"§9.2-3 #39 exits before READY: new Sessions, later ones after a delay", oneStep(1, Rerun, 2), `
			begin      => start V
			launched V => 
			gone V     => restart V
			ended V    => start V
			launched V => 
			gone V     => delay V 200ms, restart V
			ended V    => 
			delayed V  => start V
			launched V => 
			gone V     => FAILED V, A failed, stop V
			ended V    => finished failed`},
		{"§9.2-3 readiness timeout: same Session", oneStep(1, Rerun, 1), `
			begin       => start V
			launched V  => 
			unhealthy V => halt V
			gone V      => relaunch V
			unhealthy V => halt V
			gone V      => FAILED V, A failed, stop V
			ended V     => finished failed`},
	})
}

// A pool does not wait for a Service that nothing needs any more (constraint 7);
// one worker does.
func TestStepBesideAStop(t *testing.T) {
	play(t, Job{
		Workers:  2,
		Steps:    []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 1, Dependencies: []int{0}}},
		Services: []Service{{Name: "V", Scope: []int{0}}}}, `
		begin      => start V
		launched V => 
		ready V    => open 0
		ok 0       => enter 0 A
		ok 0       => run 0 A 0
		ok 0       => A succeeded, exit 0
		ok 0       => stop V, enter 0 B
		ok 0       => run 0 B 0
		ended V    => 
		ok 0       => B succeeded, exit 0
		ok 0       => close 0
		ok 0       => finished well`)
}

func TestFailedServiceWithKeepGoing(t *testing.T) { // §9.6, N7
	play(t, Job{
		KeepGoing: true,
		Steps:     []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 1, Dependencies: []int{0}}, {Name: "C", Tasks: 1}},
		Services:  []Service{{Name: "V", Scope: []int{0}}}}, `
		begin      => start V
		launched V => 
		gone V     => FAILED V, A failed, B not run, stop V
		ended V    => open 0
		ok 0       => enter 0 C
		ok 0       => run 0 C 0
		ok 0       => C succeeded, exit 0
		ok 0       => close 0
		ok 0       => finished failed`)
}

func TestServiceLostWhileEnvironmentsEnter(t *testing.T) { // N16
	play(t, oneStep(1, Rerun, 1), `
		begin      => start V
		launched V => 
		ready V    => open 0
		ok 0       => enter 0 A
		ending V   => cancel 0 entering
		gone V     => relaunch V
		bad 0      => excuse 0, close 0
		ok 0       => 
		ready V    => open 0
		ok 0       => enter 0 A
		bad 0      => A failed, close 0
		ok 0       => stop V
		ended V    => finished failed`)
}

func TestEndingAndLostPorts(t *testing.T) { // §9.2-3b, constraint 11
	playAll(t, []scenario{
		{"RERUN: the Task is canceled when the process ends, not when its children have", oneStep(3, Rerun, 1), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ending V   => cancel 0 down
			canceled 0 => excuse 0, close 0
			gone V     => A returned, relaunch V`},
		{"without an attempt the verdict is not lost, though the last Task succeeds meanwhile", oneStep(1, Absent, 0), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ending V   => 
			ok 0       => 
			gone V     => FAILED V, A failed, close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"a port that was lost after READY: a new Session", oneStep(1, Keep, 1), `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			lost V     => restart V
			ended V    => start V`},
		{"no probe counts after the end", oneStep(1, Keep, 1), `
			begin      => start V
			launched V => 
			ending V   => 
			ready V    => 
			gone V     => restart V`},
	})
}

func TestDelayGrows(t *testing.T) { // §9.2-3b
	var got []time.Duration
	for n := 1; n <= 9; n++ {
		got = append(got, delayBefore(n))
	}
	assert.Equal(t, []time.Duration{0, 200 * time.Millisecond, 400 * time.Millisecond, 800 * time.Millisecond,
		1600 * time.Millisecond, 3200 * time.Millisecond, 5 * time.Second, 5 * time.Second, 5 * time.Second}, got)
	assert.Equal(t, 5*time.Second, delayBefore(1_000_000_000))
}
