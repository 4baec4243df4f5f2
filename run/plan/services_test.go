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
			ok 0       => stop V, enter 0 C
			ok 0       => run 0 C 0
			ended V    => 
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

func TestServiceFailures(t *testing.T) {
	running := `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => run 0 A 1`
	playAll(t, []scenario{
		{"§9.2 #34 RERUN: the Task is canceled, all return, same Session", oneStep(3, Rerun, 1), running + `
			gone V     => cancel 0 down, A returned, relaunch V
			canceled 0 => close 0
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
		{"§9.2 #36 KEEP: the Task goes on, the next one waits", oneStep(3, Keep, 1), running + `
			gone V     => relaunch V
			ok 0       => 
			launched V => 
			ready V    => run 0 A 2
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`},
		{"§8.1 #6 UNHEALTHY: halted, gone, relaunched in the Session", oneStep(3, Keep, 1), running + `
			unhealthy V => halt V
			ok 0        => 
			gone V      => relaunch V
			ready V     => run 0 A 2`},
		{"§9.2-4 #8 UNHEALTHY without attempts: FAILED once it is gone", oneStep(3, Absent, 0), running + `
			unhealthy V => halt V
			gone V      => FAILED V, A failed
			ok 0        => close 0
			ok 0        => stop V
			ended V     => finished failed`},
		{"§9.3 #40 RERUN without attempts: canceled all the same, nothing promised", oneStep(3, Rerun, 0), running + `
			gone V     => cancel 0 down, FAILED V, A failed
			canceled 0 => close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.2 a verdict is not lost when the last Task is running", oneStep(2, Keep, 0), running + `
			gone V     => FAILED V, A failed
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.2 a verdict is not lost when the last Task ends while V is halted", oneStep(2, Keep, 0), running + `
			unhealthy V => halt V
			ok 0        => 
			gone V      => FAILED V, A failed, close 0
			ok 0        => stop V
			ended V     => finished failed`},
		{"§9.6 KEEP: a Task that fails in an outage runs again", oneStep(2, Keep, 1), running + `
			gone V     => relaunch V
			bad 0      => close 0
			ok 0       => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 1
			bad 0      => A failed, close 0
			ok 0       => stop V
			ended V    => finished failed`},
		{"§9.6 RERUN: a failure that beats the cancel is no failure", oneStep(2, Rerun, 1), running + `
			gone V     => cancel 0 down, A returned, relaunch V
			bad 0      => close 0
			ok 0       => 
			ready V    => open 0`},
		{"C11 what a gone instance reports changes nothing", oneStep(2, Keep, 2), running + `
			gone V     => relaunch V
			launched V => 
			gone V     => delay V 200ms, restart V
			ready V    => 
			unhealthy V => 
			gone V     => 
			ended V    => 
			delayed V  => start V`},
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

func TestUpstreamGetsANewSession(t *testing.T) { // §9.4
	up := `
			begin          => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			ready Front    => open 0
			ok 0           => enter 0 A
			ok 0           => run 0 A 0
			ok 0           => run 0 A 1
			gone Back      => relaunch Back
			launched Back  => `
	playAll(t, []scenario{
		{"#37 T08 KEEP: Front is stopped first, while the Task runs; no attempt of it used",
			chain(3, Service{CompletedTasks: Keep}, Service{CompletedTasks: Keep, MaxAttempts: 2}), up + `
			gone Back      => delay Back 200ms, restart Front
			delayed Back   => 
			ended Front    => restart Back
			ended Back     => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			ok 0           => 
			ready Front    => exit 0
			ok 0           => enter 0 A
			ok 0           => run 0 A 2
			ok 0           => A succeeded, exit 0
			ok 0           => close 0
			ok 0           => stop Front
			ended Front    => stop Back
			ended Back     => finished well`},
		{"#38 T09 without completedTasks: read as RERUN",
			chain(3, Service{}, Service{CompletedTasks: Keep, MaxAttempts: 2}), up + `
			gone Back      => delay Back 200ms, cancel 0 restarted, A returned, restart Front
			canceled 0     => close 0
			ended Front    => restart Back
			ok 0           => 
			delayed Back   => 
			ended Back     => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			ready Front    => open 0
			ok 0           => enter 0 A
			ok 0           => run 0 A 0`},
		{"Front without attempts is FAILED while Back is relaunched; its Task ends first",
			chain(3, Service{CompletedTasks: Keep}, Service{CompletedTasks: Keep, MaxAttempts: 2}), up + `
			gone Front     => FAILED Front, A failed
			ok 0           => close 0
			ok 0           => stop Front
			ended Front    => stop Back
			ended Back     => finished failed`},
	})
	t.Run("a Job Environment with an old endpoint is entered again", func(t *testing.T) {
		play(t, Job{
			Steps:    []Step{{Name: "A", Tasks: 2}},
			Services: []Service{{Name: "V", JobEnvs: true, CompletedTasks: Keep, MaxAttempts: 2}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			gone V     => relaunch V
			launched V => 
			gone V     => delay V 200ms, restart V
			ended V    => 
			delayed V  => start V
			ok 0       => 
			launched V => 
			ready V    => exit 0
			ok 0       => reenter 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 1
			ok 0       => A succeeded, exit 0
			ok 0       => close 0
			ok 0       => stop V
			ended V    => finished well`)
	})
}

func TestReturnedSteps(t *testing.T) { // §9.5
	playAll(t, []scenario{
		{"#42 T02 a Step outside the scope returns with the one it depends on, an unrelated one does not", Job{
			Steps: []Step{{Name: "Fire", Tasks: 1, Dependencies: []int{1}, Services: []int{0}}, {Name: "Label", Tasks: 1, Dependencies: []int{2}},
				{Name: "Mix", Tasks: 1, Services: []int{0}}, {Name: "Sweep", Tasks: 1}},
			Services: []Service{{Name: "V", Scope: []int{0, 2}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 Mix
			ok 0       => run 0 Mix 0
			ok 0       => Mix succeeded, exit 0
			ok 0       => enter 0 Label
			ok 0       => run 0 Label 0
			ok 0       => Label succeeded, exit 0
			ok 0       => enter 0 Fire
			ok 0       => run 0 Fire 0
			gone V     => cancel 0 down, Mix returned, Label returned too, Fire returned, relaunch V
			canceled 0 => close 0
			ok 0       => 
			ready V    => open 0
			ok 0       => enter 0 Mix
			ok 0       => run 0 Mix 0
			ok 0       => Mix succeeded, exit 0
			ok 0       => enter 0 Label
			ok 0       => run 0 Label 0
			ok 0       => Label succeeded, exit 0
			ok 0       => enter 0 Fire
			ok 0       => run 0 Fire 0
			ok 0       => Fire succeeded, exit 0
			ok 0       => stop V, enter 0 Sweep
			ok 0       => run 0 Sweep 0
			ended V    => 
			ok 0       => Sweep succeeded, exit 0
			ok 0       => close 0
			ok 0       => finished well`},
		{"#43 T03 C9 a Service whose scope was done starts anew with its Step", Job{
			Steps: []Step{{Name: "A", Tasks: 1, Services: []int{0, 1}}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{1}}},
			Services: []Service{{Name: "Solo", Scope: []int{0}},
				{Name: "V", Scope: []int{0, 1}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin         => start Solo, start V
			launched Solo => 
			ready Solo    => 
			launched V    => 
			ready V       => open 0
			ok 0          => enter 0 A
			ok 0          => run 0 A 0
			ok 0          => A succeeded, exit 0
			ok 0          => stop Solo, enter 0 B
			ok 0          => run 0 B 0
			gone V        => cancel 0 down, A returned, B returned, relaunch V
			ended Solo    => start Solo
			canceled 0    => close 0
			launched Solo => 
			ready V       => 
			ok 0          => 
			ready Solo    => open 0
			ok 0          => enter 0 A
			ok 0          => run 0 A 0
			ok 0          => A succeeded, exit 0
			ok 0          => stop Solo, enter 0 B
			ok 0          => run 0 B 0
			ok 0          => B succeeded, exit 0
			ended Solo    => 
			ok 0          => close 0
			ok 0          => stop V
			ended V       => finished well`},
		{"#35 T04 a Service of a later Step stays up while an earlier one runs again", Job{
			Steps: []Step{{Name: "A", Tasks: 1}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{1}}},
			Services: []Service{{Name: "V", JobEnvs: true, CompletedTasks: Rerun, MaxAttempts: 1},
				{Name: "Own", Scope: []int{1}}}}, `
			begin        => start V
			launched V   => 
			ready V      => open 0
			ok 0         => enter 0 A
			ok 0         => run 0 A 0
			ok 0         => A succeeded, start Own, exit 0
			launched Own => 
			ready Own    => 
			ok 0         => enter 0 B
			ok 0         => run 0 B 0
			gone V       => cancel 0 down, A returned, B returned, relaunch V
			canceled 0   => close 0
			ok 0         => 
			ready V      => open 0
			ok 0         => enter 0 A
			ok 0         => run 0 A 0
			ok 0         => A succeeded, exit 0
			ok 0         => enter 0 B
			ok 0         => run 0 B 0
			ok 0         => B succeeded, exit 0
			ok 0         => stop Own, close 0
			ok 0         => stop V
			ended V      => 
			ended Own    => finished well`},
		{"T36 a Step between two of the scope is left alone", Job{
			Steps:    []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 2}, {Name: "C", Tasks: 1, Dependencies: []int{1}, Services: []int{0}}},
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
			ready V    => 
			ok 0       => exit 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			ok 0       => A succeeded, exit 0
			ok 0       => enter 0 B
			ok 0       => run 0 B 1`},
		{"N22 a Service that lists a returned Step is started after it again", Job{
			Steps: []Step{{Name: "P", Tasks: 1, Services: []int{0}}, {Name: "A", Tasks: 1, Services: []int{0, 1}}},
			Services: []Service{{Name: "V", Scope: []int{0, 1}, CompletedTasks: Rerun, MaxAttempts: 1},
				{Name: "W", Scope: []int{1}, DependsSteps: []int{0}, CompletedTasks: Keep}}}, `
			begin      => start V
			launched V => 
			ready V    => open 0
			ok 0       => enter 0 P
			ok 0       => run 0 P 0
			ok 0       => P succeeded, start W, exit 0
			launched W => 
			ready W    => 
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			gone V     => cancel 0 down, P returned, A returned, relaunch V, restart W
			ended W    => 
			canceled 0 => close 0
			ok 0       => 
			ready V    => open 0
			ok 0       => enter 0 P
			ok 0       => run 0 P 0
			ok 0       => P succeeded, start W, exit 0`},
		{"one that ended unneeded, and is needed again before it was stopped", Job{
			Workers: 2,
			Steps:   []Step{{Name: "A", Tasks: 1, Services: []int{0, 1}}, {Name: "B", Tasks: 1, Services: []int{1}}},
			Services: []Service{{Name: "Solo", Scope: []int{0}},
				{Name: "V", Scope: []int{0, 1}, CompletedTasks: Rerun, MaxAttempts: 1}}}, `
			begin         => start Solo, start V
			launched Solo => 
			launched V    => 
			ready V       => open 0
			ok 0          => enter 0 B
			ok 0          => run 0 B 0
			ready Solo    => open 1
			ok 1          => enter 1 A
			ok 1          => run 1 A 0
			ok 1          => A succeeded, exit 1
			gone Solo     => 
			gone V        => cancel 0 down, A returned, B returned, restart Solo, relaunch V
			ended Solo    => start Solo`},
	})
}

func TestFailedServiceWithKeepGoing(t *testing.T) { // §9.6, N7
	play(t, Job{
		KeepGoing: true,
		Steps:     []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 1, Dependencies: []int{0}}, {Name: "C", Tasks: 1}},
		Services:  []Service{{Name: "V", Scope: []int{0}}}}, `
		begin      => start V
		launched V => 
		gone V     => FAILED V, A failed, B not run, stop V, open 0
		ok 0       => enter 0 C
		ended V    => 
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
		gone V     => relaunch V
		bad 0      => close 0
		ok 0       => 
		ready V    => open 0
		ok 0       => enter 0 A
		bad 0      => A failed, close 0
		ok 0       => stop V
		ended V    => finished failed`)
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
