package plan

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// seeds is how many random runs a test run simulates. PLAN_SEED=n runs one and
// shows it; PLAN_SEEDS=n runs so many instead.
const seeds = 25000

func TestSimulation(t *testing.T) {
	if one := os.Getenv("PLAN_SEED"); one != "" {
		seed, err := strconv.ParseUint(one, 10, 64)
		require.NoError(t, err)
		simulate(t, seed, true)
		return
	}
	n := uint64(seeds)
	if s := os.Getenv("PLAN_SEEDS"); s != "" {
		var err error
		n, err = strconv.ParseUint(s, 10, 64)
		require.NoError(t, err)
	}
	if testing.Short() {
		n /= 10
	}
	for seed := range n {
		simulate(t, seed, false)
	}
}

func simulate(t *testing.T, seed uint64, show bool) {
	t.Helper()
	w, err := newWorld(seed)
	require.NoError(t, err, "seed %d", seed)
	err = w.run()
	if show || err != nil {
		t.Logf("job %+v\n%s", w.job, w.show())
	}
	require.NoError(t, err, "PLAN_SEED=%d go test -run TestSimulation ./run/plan", seed)
}
