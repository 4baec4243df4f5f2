package plan

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inTurn is a Job of the Steps A, B and C with the Services V of A and W of B,
// which request the same port; X and Y, where given, are further Services.
func inTurn(workers int, deps []int, more ...Service) Job {
	j := Job{Workers: workers, Steps: []Step{
		{Name: "A", Tasks: 1, Services: []int{0}},
		{Name: "B", Tasks: 1, Services: []int{1}, Dependencies: deps},
		{Name: "C", Tasks: 1},
	}}
	j.Services = append([]Service{
		{Name: "V", Scope: []int{0}, Apart: []int{1}},
		{Name: "W", Scope: []int{1}, Apart: []int{0}},
	}, more...)
	return j
}

func TestOnePortInTurn(t *testing.T) { // §9.3: W waits for the end of V's Session, beside which B could begin
	job := inTurn(2, []int{0})
	job.Steps = job.Steps[:2]
	play(t, job, `
		begin      => start V
		launched V =>
		ready V    => open 0
		ok 0       => enter 0 A
		ok 0       => run 0 A 0
		ok 0       => A succeeded, exit 0
		ok 0       => stop V
		ended V    => start W
		launched W =>
		ready W    => enter 0 B
		ok 0       => run 0 B 0
		ok 0       => B succeeded, exit 0
		ok 0       => stop W, close 0
		ok 0       =>
		ended W    => finished well`)
}

func TestOnePortAtATime(t *testing.T) {
	rerun := func(scope ...int) Service {
		return Service{Name: "X", Scope: scope, MaxAttempts: 1, CompletedTasks: Rerun}
	}
	keep := rerun(0, 1)
	keep.CompletedTasks = Keep
	under := Service{Name: "Y", Scope: []int{0, 1}, DependsServices: []int{2}}
	for name, c := range map[string]struct {
		job      Job
		meet     bool
		returned int
	}{
		"one worker takes one Step at a time":         {inTurn(1, nil), false, None},
		"two workers":                                 {inTurn(2, nil), true, None},
		"two workers, one Step after the other":       {inTurn(2, []int{0}), false, None},
		"RERUN brings A back while B runs":            {inTurn(1, nil, rerun(0, 1)), true, 2},
		"RERUN of C, which nothing depends on":        {inTurn(1, nil, rerun(2)), false, None},
		"RERUN that is over before B":                 {inTurn(1, nil, rerun(0)), false, None},
		"KEEP brings nothing back":                    {inTurn(1, nil, keep), false, None},
		"without completedTasks below a KEEP Service": {inTurn(1, nil, keep, under), true, 3},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(c.job)
			if !c.meet {
				require.NoError(t, err)
				return
			}
			var apart *ApartError
			require.ErrorAs(t, err, &apart)
			assert.Equal(t, ApartError{0, 1, c.returned}, *apart)
		})
	}
	skipped := inTurn(2, nil)
	skipped.Steps[1].Skip = true
	_, err := New(skipped)
	require.NoError(t, err, "a Service that is never started meets nobody")
	same := oneStep(1, Keep, 1)
	same.Services[0].Apart = []int{0}
	_, err = New(same)
	require.ErrorContains(t, err, "apart from itself")
	oneSided := inTurn(1, nil)
	oneSided.Services[1].Apart = nil
	_, err = New(oneSided)
	require.ErrorContains(t, err, "not the reverse")
}

func TestCheckerSeesTwoOnOnePort(t *testing.T) {
	job := inTurn(1, nil)
	wantSeen(t, []wrongTrace{{"W beside V", job, "begin => start V", "launched V", []Decision{StartService{1, 1, 1, 0}}, "apart: "}})
}

// The simulation has to meet such Services to prove anything about them.
func TestSimulationHasOnePortInTurn(t *testing.T) {
	n := 0
	for seed := range uint64(2000) {
		for _, s := range genJob(rand.New(rand.NewPCG(seed, 1))).Services {
			if len(s.Apart) > 0 {
				n++
			}
		}
	}
	assert.Greater(t, n, 200)
}
