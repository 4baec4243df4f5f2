package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The rules of a run without Services; numbers are those of the digest of
// sessions (§1 shape, §11, §14 failure matrix, A7, B11, B21).

func TestOrderIsDepthFirst(t *testing.T) { // A7
	job := func(deps map[string]string, names string) Job {
		var j Job
		at := map[rune]int{}
		for i, n := range names {
			at[n] = i
		}
		for _, n := range names {
			s := Step{Name: string(n), Tasks: 1}
			for _, d := range deps[string(n)] {
				s.Dependencies = append(s.Dependencies, at[d])
			}
			j.Steps = append(j.Steps, s)
		}
		return j
	}
	for _, c := range []struct {
		names string
		deps  map[string]string
		want  string
	}{
		{"BAD", map[string]string{"B": "D"}, "DBA"},
		{"BACD", map[string]string{"B": "DC"}, "CDBA"},
		{"PQYZ", map[string]string{"P": "Z", "Q": "Y"}, "ZPYQ"},
		{"ABC", nil, "ABC"},
	} {
		j := job(c.deps, c.names)
		p, err := New(j)
		require.NoError(t, err)
		got := ""
		for _, i := range p.Order() {
			got += j.Steps[i].Name
		}
		assert.Equal(t, c.want, got, "%s %v", c.names, c.deps)
	}
}

func TestOrderFollowsServicesToo(t *testing.T) { // services-reference R2: implied edges
	p, err := New(Job{
		Steps:    []Step{{Name: "Use", Services: []int{0}}, {Name: "Prepare"}},
		Services: []Service{{Scope: []int{0}, DependsSteps: []int{1}}},
	})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 0}, p.Order())
}

func TestNewRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		job  Job
		want string
	}{
		"a circle of Steps": {Job{Steps: []Step{{Dependencies: []int{1}}, {Dependencies: []int{0}}}}, "depends on itself"},
		"a circle of Services": {Job{Steps: []Step{{}}, Services: []Service{
			{Scope: []int{0}, DependsServices: []int{1}}, {Scope: []int{0}, DependsServices: []int{0}}}}, "depends on itself"},
		"a circle through a Service": {Job{Steps: []Step{{Services: []int{0}}},
			Services: []Service{{Scope: []int{0}, DependsSteps: []int{0}}}}, "depends on itself"},
		"a Step outside the scope": {Job{Steps: []Step{{Services: []int{0}}}, Services: []Service{{}}}, "not in its scope"},
		"a narrow upstream scope": {Job{Steps: []Step{{}}, Services: []Service{
			{}, {Scope: []int{0}, DependsServices: []int{0}}}}, "lacks step 0"},
		"negative Tasks":            {Job{Steps: []Step{{Tasks: -1}}}, "-1 tasks"},
		"an unknown Step":           {Job{Steps: []Step{{Dependencies: []int{1}}}}, "index 1 of 1"},
		"an unknown Service":        {Job{Steps: []Step{{Services: []int{0}}}}, "index 0 of 0"},
		"an unknown Step in scope":  {Job{Services: []Service{{Scope: []int{-1}}}}, "index -1 of 0"},
		"an unknown listed Step":    {Job{Services: []Service{{DependsSteps: []int{0}}}}, "index 0 of 0"},
		"an unknown listed Service": {Job{Services: []Service{{DependsServices: []int{1}}}}, "index 1 of 1"},
	} {
		_, err := New(c.job)
		assert.ErrorContains(t, err, c.want, name)
	}
}

func twoSteps() Job {
	return Job{Steps: []Step{{Name: "A", Tasks: 2}, {Name: "B", Tasks: 1, Dependencies: []int{0}}}}
}

func TestBaseRuns(t *testing.T) {
	one := twoSteps()
	for name, c := range map[string]struct {
		job    Job
		script string
	}{
		"§1 one worker, one Session, Tasks in order": {one, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			ok 0  => run 0 A 1
			ok 0  => A succeeded, exit 0
			ok 0  => enter 0 B
			ok 0  => run 0 B 0
			ok 0  => B succeeded, exit 0
			ok 0  => close 0
			ok 0  => finished well`},
		"§14 a failed Task ends its Step and the run": {one, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			bad 0 => A failed, B not run, close 0
			ok 0  => finished failed`},
		"§14 a failed Job Environment": {one, `
			begin => open 0
			bad 0 => close 0
			ok 0  => A not run, B not run, finished failed`},
		"§14 a failed Step Environment": {one, `
			begin => open 0
			ok 0  => enter 0 A
			bad 0 => A failed, B not run, close 0
			ok 0  => finished failed`},
		"B21 a failed onExit between Steps": {one, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			ok 0  => run 0 A 1
			ok 0  => A succeeded, exit 0
			bad 0 => close 0
			ok 0  => B not run, finished failed`},
		"§1 a failed onExit at the end fails the run": {Job{Steps: []Step{{Name: "A", Tasks: 1}}}, `
			begin => open 0
			ok 0  => enter 0 A
			ok 0  => run 0 A 0
			ok 0  => A succeeded, exit 0
			ok 0  => close 0
			bad 0 => finished failed`},
	} {
		t.Run(name, func(t *testing.T) { play(t, c.job, c.script) })
	}
}

func TestBaseCorners(t *testing.T) {
	one := twoSteps()
	for name, c := range map[string]struct {
		job    Job
		script string
	}{
		"a Task that was canceled from outside the plan has failed": {one, `
			begin      => open 0
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			canceled 0 => A failed, B not run, close 0
			ok 0       => finished failed`},
		"no Steps with Tasks": {Job{Steps: []Step{{Name: "A"}, {Name: "B", Dependencies: []int{0}}}}, `
			begin => A succeeded, B succeeded, finished well`},
		"a skipped Step counts as completed": {Job{Steps: []Step{{Name: "A", Tasks: 9, Skip: true}, {Name: "B", Tasks: 1, Dependencies: []int{0}}}}, `
			begin => open 0
			ok 0  => enter 0 B
			ok 0  => run 0 B 0
			ok 0  => B succeeded, exit 0
			ok 0  => close 0
			ok 0  => finished well`},
	} {
		t.Run(name, func(t *testing.T) { play(t, c.job, c.script) })
	}
}

func TestWorkersShareIndependentSteps(t *testing.T) {
	play(t, Job{Workers: 3, Steps: []Step{{Name: "A", Tasks: 2}, {Name: "B", Tasks: 1}}}, `
		begin => open 0, open 1, open 2
		ok 1  => enter 1 A
		ok 0  => enter 0 A
		ok 2  => enter 2 B
		ok 0  => run 0 A 0
		ok 1  => run 1 A 1
		ok 2  => run 2 B 0
		ok 2  => B succeeded, exit 2
		ok 2  => close 2
		ok 1  => 
		ok 2  => 
		ok 0  => A succeeded, exit 0, exit 1
		ok 0  => close 0
		ok 1  => close 1
		ok 1  => 
		ok 0  => finished well`)
}

func TestNoMoreWorkersThanTasks(t *testing.T) {
	play(t, Job{Workers: 8, Steps: []Step{{Name: "A", Tasks: 2}, {Name: "B", Tasks: 3, Dependencies: []int{0}}}}, `
		begin => open 0, open 1
		ok 0  => enter 0 A
		ok 1  => enter 1 A
		ok 0  => run 0 A 0
		ok 1  => run 1 A 1
		ok 0  => 
		ok 1  => A succeeded, exit 0, exit 1, open 2
		ok 2  => enter 2 B
		ok 0  => enter 0 B
		ok 1  => enter 1 B
		ok 1  => run 1 B 0
		ok 2  => run 2 B 1
		ok 0  => run 0 B 2
		ok 0  => 
		ok 1  => 
		ok 2  => B succeeded, exit 0, exit 1, exit 2
		ok 0  => close 0
		ok 1  => close 1
		ok 2  => close 2
		ok 0  => 
		ok 1  => 
		ok 2  => finished well`)
}

func TestOneFailureLetsRunningTasksEnd(t *testing.T) {
	play(t, Job{Workers: 2, Steps: []Step{{Name: "A", Tasks: 3}, {Name: "B", Tasks: 3}}}, `
		begin => open 0, open 1
		ok 0  => enter 0 A
		ok 1  => enter 1 A
		ok 0  => run 0 A 0
		ok 1  => run 1 A 1
		bad 0 => A failed, close 0
		ok 0  => 
		ok 1  => close 1
		ok 1  => B not run, finished failed`)
}

func TestKeepGoing(t *testing.T) {
	play(t, Job{KeepGoing: true, Steps: []Step{
		{Name: "A", Tasks: 2}, {Name: "B", Tasks: 1, Dependencies: []int{0}},
		{Name: "C", Tasks: 1, Dependencies: []int{1}}, {Name: "D", Tasks: 1}}}, `
		begin => open 0
		ok 0  => enter 0 A
		ok 0  => run 0 A 0
		bad 0 => A failed, B not run, C not run, close 0
		ok 0  => open 0
		ok 0  => enter 0 D
		ok 0  => run 0 D 0
		ok 0  => D succeeded, exit 0
		ok 0  => close 0
		ok 0  => finished failed`)
}

func TestInterrupt(t *testing.T) { // §14, B11
	job := Job{Workers: 2, Steps: []Step{{Name: "A", Tasks: 4}, {Name: "B", Tasks: 1, Dependencies: []int{0}}}}
	t.Run("cancels what runs, then unwinds", func(t *testing.T) {
		play(t, job, `
			begin      => open 0, open 1
			ok 0       => enter 0 A
			ok 0       => run 0 A 0
			interrupt  => cancel 0 interrupted, cancel 1 entering
			interrupt  => shorten
			interrupt  => kill
			interrupt  => 
			bad 1      => close 1
			canceled 0 => close 0
			ok 0       => 
			ok 1       => A canceled, B not run, finished canceled`)
	})
	t.Run("before the run has begun", func(t *testing.T) {
		play(t, job, `
			interrupt => 
			begin     => A not run, B not run, finished canceled`)
	})
	t.Run("too late to cancel anything", func(t *testing.T) {
		play(t, Job{Steps: []Step{{Name: "A", Tasks: 1}}}, `
			begin     => open 0
			ok 0      => enter 0 A
			ok 0      => run 0 A 0
			ok 0      => A succeeded, exit 0
			interrupt => 
			ok 0      => close 0
			ok 0      => finished well`)
	})
	t.Run("the last Task ends before the cancel reaches it", func(t *testing.T) {
		play(t, Job{Steps: []Step{{Name: "A", Tasks: 1}}}, `
			begin     => open 0
			ok 0      => enter 0 A
			ok 0      => run 0 A 0
			interrupt => cancel 0 interrupted
			ok 0      => A succeeded, close 0
			ok 0      => finished well`)
	})
}

func TestAdaptiveChunks(t *testing.T) {
	play(t, Job{Steps: []Step{{Name: "A", Open: true}, {Name: "B", Tasks: 1}}}, `
		begin     => more A
		tasks A 1 => open 0
		ok 0      => enter 0 A
		ok 0      => run 0 A 0
		ok 0      => more A
		tasks A 2 => run 0 A 1
		ok 0      => run 0 A 2
		ok 0      => more A
		last A 1  => run 0 A 3
		ok 0      => A succeeded, exit 0
		ok 0      => enter 0 B
		ok 0      => run 0 B 0
		ok 0      => B succeeded, exit 0
		ok 0      => close 0
		ok 0      => finished well`)
}

func TestAdaptiveChunksLater(t *testing.T) {
	play(t, Job{Workers: 2, Steps: []Step{{Name: "A", Open: true}}}, `
		begin     => more A
		tasks A 1 => open 0
		ok 0      => enter 0 A
		ok 0      => run 0 A 0, more A
		tasks A 0 => 
		ok 0      => more A
		last A 0  => A succeeded, exit 0
		ok 0      => close 0
		ok 0      => finished well`)
}

func TestManyTasksCostNothing(t *testing.T) {
	p, err := New(Job{Steps: []Step{{Name: "A", Tasks: 1_000_000}}})
	require.NoError(t, err)
	p.Next(Begin{})
	p.Next(SessionOpened{0, 1, true})
	p.Next(StepEntered{0, 1, true})
	for i := range int64(999_999) {
		next := p.Next(TaskEnded{0, 1, 0, i, TaskSucceeded})
		require.Len(t, next, 1)
		if i%100_000 == 0 {
			require.Equal(t, RunTask{Worker: 0, Session: 1, Step: 0, Pass: 1, Task: i + 1}, next[0])
		}
	}
	last := p.Next(TaskEnded{0, 1, 0, 999_999, TaskSucceeded})
	require.Len(t, last, 2)
	assert.Equal(t, StepSucceeded, last[0].(StepEnded).Outcome)
	allocs := testing.AllocsPerRun(10, func() { _, _ = New(Job{Steps: []Step{{Tasks: 1_000_000_000}}}) })
	assert.Less(t, allocs, 50.0)
}

func TestNothingFollowsFinished(t *testing.T) {
	p, err := New(Job{})
	require.NoError(t, err)
	assert.Equal(t, []Decision{Finished{Outcome: Succeeded}}, p.Next(Begin{}))
	assert.Empty(t, p.Next(Interrupt{}))
	assert.Empty(t, p.Next(Begin{}))
}
