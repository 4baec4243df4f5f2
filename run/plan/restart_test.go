package plan

import "testing"

// What else a relaunch moves: Services that list the relaunched one, Steps that
// return to pending, Environments that hold old endpoints.

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
			canceled 0     => excuse 0, close 0
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
}

func TestJobEnvironmentWithAnOldEndpoint(t *testing.T) { // §9.4
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
			canceled 0 => excuse 0, close 0
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
			ok 0       => stop V
			ended V    => enter 0 Sweep
			ok 0       => run 0 Sweep 0
			ok 0       => Sweep succeeded, exit 0
			ok 0       => close 0
			ok 0       => finished well`},
	})
}

func TestServiceStartsAnewWithItsStep(t *testing.T) {
	playAll(t, []scenario{
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
			ok 0          => stop Solo
			ended Solo    => enter 0 B
			ok 0          => run 0 B 0
			gone V        => cancel 0 down, A returned, B returned, start Solo, relaunch V
			canceled 0    => excuse 0, close 0
			launched Solo => 
			ready V       => 
			ok 0          => 
			ready Solo    => open 0
			ok 0          => enter 0 A
			ok 0          => run 0 A 0
			ok 0          => A succeeded, exit 0
			ok 0          => stop Solo
			ended Solo    => enter 0 B
			ok 0          => run 0 B 0
			ok 0          => B succeeded, exit 0
			ok 0          => close 0
			ok 0          => stop V
			ended V       => finished well`},
	})
}

func TestServiceOutlivesAnEarlierStep(t *testing.T) {
	playAll(t, []scenario{
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
			canceled 0   => excuse 0, close 0
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
	})
}

func TestServiceOfAReturnedStep(t *testing.T) {
	playAll(t, []scenario{
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
			canceled 0 => excuse 0, close 0
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
