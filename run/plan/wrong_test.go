package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wrongTrace is a right beginning, an event, and decisions that break one rule.
// Without an event the checker's books are changed by hand.
type wrongTrace struct {
	name   string
	job    Job
	script string
	event  string
	batch  []Decision
	want   string
}

// The checker must name the rule that is broken: a check that cannot fail proves
// nothing.
func wantSeen(t *testing.T, traces []wrongTrace) {
	for _, c := range traces {
		t.Run(c.name, func(t *testing.T) {
			k := play(t, c.job, c.script)
			if c.event == "" {
				c.batch = k.breakByHand(c.want)
			} else {
				k.event(k.read(t, strings.Fields(c.event)))
			}
			k.decisions(c.batch)
			require.NotEmpty(t, k.wrong)
			seen := slices.ContainsFunc(k.wrong, func(w string) bool { return strings.HasPrefix(w, c.want) })
			assert.True(t, seen, "want %q among %q", c.want, k.wrong)
		})
	}
}

const none = None

// firstTask is the beginning of a run of twoSteps, up to its first Task.
const firstTask = `
	begin => open 0
	ok 0  => enter 0 A
	ok 0  => run 0 A 0`

func TestCheckerSeesBrokenConstraints(t *testing.T) {
	wantSeen(t, []wrongTrace{
		{"C2 Front without Back", chain(1, Service{}, Service{}), "begin => start Back", "launched Back",
			[]Decision{StartService{0, 1, 1, 0}}, "C2: "},
		{"C3 a Task before READY", oneStep(3, Keep, 1), untilSecondTask + "\n gone V => relaunch V", "ok 0",
			[]Decision{RunTask{0, 1, 0, 1, 2}}, "C3: "},
		{"C4 Back before Front", chain(1, Service{}, Service{}), chainUp, "interrupt",
			[]Decision{CancelTask{0, 1, 0, 0, Interrupted, none, false}, StopService{1, 1, false}}, "C4: "},
		{"C5 two Sessions of one Service", oneStep(3, Keep, 1), untilSecondTask, "gone V",
			[]Decision{StartService{0, 2, 2, 1}}, "C5: "},
		{"C5 two instances", oneStep(3, Keep, 1), untilSecondTask, "ok 0",
			[]Decision{RelaunchService{0, 1, 2, 0}}, "C5: "},
		{"C6 stopped while its scope has work", oneStep(3, Keep, 1), untilSecondTask, "ok 0",
			[]Decision{StopService{0, 1, false}}, "C6: "},
		{"C6 never stopped", oneStep(3, Keep, 1), "begin => start V", "interrupt",
			[]Decision{StepEnded{0, StepNotRun, none, none, none}, Finished{Canceled, false}}, "C6: finished while Service"},
		{"C7 stopped under the feet of Environments", oneStep(2, Keep, 1), untilSecondTask, "ok 0",
			[]Decision{StepEnded{0, StepSucceeded, none, none, none}, StopService{0, 1, false}}, "C7: "},
		{"C9 an old Session number", oneStep(1, Rerun, 1), "begin => start V\n nostart V => restart V", "ended V",
			[]Decision{StartService{0, 1, 2, 1}}, "C9: "},
		{"C10 started for nothing", Job{Steps: []Step{{Name: "A", Tasks: 1}, {Name: "B", Tasks: 1, Dependencies: []int{0}, Services: []int{0}}},
			Services: []Service{{Name: "V", Scope: []int{1}}}}, "begin => open 0", "ok 0",
			[]Decision{StartService{0, 1, 1, 0}}, "C10: "},
		{"C11 halted though healthy", oneStep(3, Keep, 1), untilSecondTask, "ok 0",
			[]Decision{HaltService{0, 1, 1}}, "C11: "},
	})
}

func TestCheckerSeesWrongRelaunches(t *testing.T) {
	wantSeen(t, []wrongTrace{
		{"§9.2-1 RERUN lets a Task run on", oneStep(3, Rerun, 1), untilSecondTask, "gone V",
			[]Decision{StepReturned{0, 2, 0, false}, RelaunchService{0, 1, 2, 1}}, "§9.2-1: worker 0 runs on"},
		{"§9.2-1 KEEP cancels a Task", oneStep(3, Keep, 1), untilSecondTask, "gone V",
			[]Decision{CancelTask{0, 1, 0, 1, ServiceDown, 0, false}}, "§9.2-1: "},
		{"§9.2-1 KEEP returns Tasks", oneStep(3, Keep, 1), untilSecondTask, "gone V",
			[]Decision{StepReturned{0, 2, 0, false}}, "§9.2-1: "},
		{"§9.2-3 RERUN keeps completed Tasks", oneStep(1, Rerun, 1), untilSecondTask[:strings.LastIndex(untilSecondTask, "ok")] + "gone V => cancel 0 down, A returned, relaunch V", "",
			nil, "§9.2-3: "},
		{"§9.2-3 an attempt too many", oneStep(3, Keep, 0), untilSecondTask, "gone V",
			[]Decision{RelaunchService{0, 1, 2, 1}}, "§9.2-3: "},
		{"§9.2-3 a failure that costs no attempt", oneStep(3, Keep, 2), untilSecondTask, "gone V",
			[]Decision{RelaunchService{0, 1, 2, 0}}, "§9.2-3: "},
		{"§9.2-3 the same Session after a start failure", oneStep(1, Rerun, 1), "begin => start V", "nostart V",
			[]Decision{RelaunchService{0, 1, 2, 1}}, "§9.2-3: "},
		{"§9.2-4 exhausted and not told", oneStep(3, Keep, 0), untilSecondTask, "gone V", nil, "§9.2-4: "},
		{"§9.2-4 given up too early", oneStep(3, Keep, 1), untilSecondTask, "gone V", []Decision{ServiceFailed{0, 0}}, "§9.2-4: "},
		{"§9.4 a dependent with an old endpoint", chain(2, Service{CompletedTasks: Keep}, Service{CompletedTasks: Keep, MaxAttempts: 1}), `
			begin          => start Back
			launched Back  => 
			ready Back     => start Front
			launched Front => 
			gone Back      => relaunch Back`, "", nil, "§9.4: "},
		{"§9.5 a Step that depends on none that returned", Job{Workers: 2, Steps: []Step{{Name: "A", Tasks: 1, Services: []int{0}}, {Name: "B", Tasks: 2}},
			Services: []Service{{Name: "V", Scope: []int{0}, CompletedTasks: Rerun, MaxAttempts: 1}}}, "begin => start V, open 0, open 1", "launched V",
			[]Decision{StepReturned{1, 2, 0, true}}, "§9.5: "},
	})
}

func TestCheckerSeesBrokenBaseRules(t *testing.T) {
	wantSeen(t, []wrongTrace{
		{"base: a Step before the one it depends on", twoSteps(), firstTask[:strings.LastIndex(firstTask, "ok")], "ok 0",
			[]Decision{EnterStep{0, 1, 1}}, "C3: "},
		{"base: a Task twice", twoSteps(), firstTask, "ok 0", []Decision{RunTask{0, 1, 0, 1, 0}}, "base: "},
		{"base: Tasks out of order", Job{Steps: []Step{{Name: "A", Tasks: 3}}}, firstTask, "ok 0", []Decision{RunTask{0, 1, 0, 1, 2}}, "order: "},
		{"base: a Step that is not complete", twoSteps(), firstTask, "ok 0",
			[]Decision{StepEnded{0, StepSucceeded, none, none, none}}, "base: "},
		{"base: on in a broken Session", twoSteps(), firstTask, "bad 0", []Decision{
			StepEnded{0, StepFailed, 0, none, none}, RunTask{0, 1, 0, 1, 1}}, "base: "},
		{"base: a failure that is not told", twoSteps(), firstTask, "bad 0", []Decision{CloseSession{0, 1}}, "base: Step 0 has failed"},
		{"base: a new Task after a failure", Job{Workers: 2, Steps: []Step{{Name: "A", Tasks: 9}}}, `
			begin => open 0, open 1
			ok 0  => enter 0 A
			ok 1  => enter 1 A
			ok 0  => run 0 A 0
			ok 1  => run 1 A 1`, "bad 0", []Decision{StepEnded{0, StepFailed, 0, none, none}, CloseSession{0, 1}, OpenSession{0, 3}},
			"base: {Worker:0 Session:3} though the run is to end"},
		{"base: an interrupt that cancels nothing", twoSteps(), firstTask, "interrupt", nil, "base: "},
		{"base: a Session without a Task for it", Job{Workers: 2, Steps: []Step{{Name: "A", Tasks: 1}}}, "begin => open 0", "ok 0",
			[]Decision{OpenSession{1, 2}}, "base: "},
		{"base: a Session too many in a worker", twoSteps(), firstTask, "ok 0", []Decision{OpenSession{0, 2}}, "base: "},
		{"base: well, with a failure", Job{Steps: []Step{{Name: "A", Tasks: 1}}}, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			ok 0  => A succeeded, exit 0
			ok 0  => close 0`, "bad 0", []Decision{Finished{Succeeded, false}}, "base: Succeeded with 1"},
		{"base: stuck", twoSteps(), firstTask, "ok 0", []Decision{Finished{Failed, true}}, "base: stuck"},
	})
}

// breakByHand sets up what no single wrong decision can bring about.
func (c *checker) breakByHand(rule string) []Decision {
	c.now++
	if rule == "§9.4: " {
		// Back was given a new Session while Front kept its own.
		c.services[0].phase, c.services[1].phase = "ready", "ready"
		c.services[1].session++
		c.workers[0] = workerBook{phase: "inside", session: 1, step: 0}
		return []Decision{RunTask{0, 1, 0, 1, 0}}
	}
	// The Task's completion before the failure was let stand.
	c.steps[0].done = map[int64]int{0: c.services[0].rerunAt - 1}
	c.steps[0].ended, c.steps[0].outcome = true, StepSucceeded
	return []Decision{Finished{Failed, false}}
}
