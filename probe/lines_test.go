package probe

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLines(t *testing.T) {
	beat := Config{ReadinessTimeout: 300 * sec, HealthInterval: 10 * sec, FailureThreshold: 3}
	tests := []struct {
		name    string
		config  Config
		lines   []time.Duration // when one comes, in order
		stopAt  time.Duration
		want    []string
		endedAt time.Duration
	}{
		{
			name:   "§9.4 STDOUT the first line is READY, without an interval nothing more is asked",
			config: Config{ReadinessTimeout: 300 * sec}, lines: []time.Duration{4 * sec}, stopAt: 1000 * sec,
			want: []string{"4s became ready"}, endedAt: 4 * sec,
		},
		{
			name:   "§9.4 STDOUT no line in time",
			config: Config{ReadinessTimeout: 9 * sec}, stopAt: 1000 * sec,
			want: []string{"9s not ready in time"}, endedAt: 9 * sec,
		},
		{
			name:   "§9.4 STDOUT interval 10, threshold 3: unhealthy 30 s after the last line",
			config: beat, lines: []time.Duration{2 * sec, 5 * sec}, stopAt: 1000 * sec,
			want: []string{
				"2s became ready", "5s ok=true 0/3", "15s ok=false 1/3", "25s ok=false 2/3", "35s became unhealthy 3/3",
			}, endedAt: 35 * sec,
		},
		{
			name:   "§9.4 STDOUT a line after a miss resets the count and arms anew",
			config: beat, lines: []time.Duration{0, 12 * sec, 33 * sec}, stopAt: 40 * sec,
			want: []string{
				"0s became ready", "10s ok=false 1/3", "12s ok=true 0/3", "22s ok=false 1/3", "32s ok=false 2/3",
				"33s ok=true 0/3",
			}, endedAt: 40 * sec,
		},
		{
			name:   "§9.4 STDOUT a line just before the deadline is in time",
			config: Config{ReadinessTimeout: 300 * sec, HealthInterval: 10 * sec, FailureThreshold: 1},
			lines:  []time.Duration{0, 10*sec - 1, 20*sec - 2}, stopAt: 29 * sec,
			want: []string{"0s became ready", "9.999999999s ok=true 0/1", "19.999999998s ok=true 0/1"}, endedAt: 29 * sec,
		},
		{
			name:   "constraint 11: stopped before any line",
			config: beat, stopAt: 3 * sec, want: nil, endedAt: 3 * sec,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := &trace{launch: time.Now()}
				test.config.Report = tr.report
				monitor := NewMonitor(test.config)
				for _, at := range test.lines {
					time.AfterFunc(at, func() { monitor.Line("hello") })
				}
				ctx, cancel := context.WithTimeout(t.Context(), test.stopAt)
				defer cancel()
				monitor.Run(ctx, tr.launch)
				assert.Equal(t, test.want, tr.lines)
				assert.Equal(t, test.endedAt, time.Since(tr.launch))
			})
		})
	}
}

func TestAFloodOfLinesNeitherBlocksNorGrows(t *testing.T) {
	monitor := NewMonitor(Config{ReadinessTimeout: sec})
	for range 100_000 {
		monitor.Line("ready now")
	}
	var got []Report
	monitor.config.Report = func(r Report) { got = append(got, r) }
	monitor.Run(t.Context(), time.Now())
	assert.Len(t, got, 1)
	assert.Equal(t, BecameReady, got[0].What)
	assert.Equal(t, Result{OK: true, Detail: "ready now"}, got[0].Result)
}
