package cli

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRelativeStamps(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{0, "0:00:00.000"},
		{999 * time.Microsecond, "0:00:00.000"},
		{1500 * time.Microsecond, "0:00:00.001"},
		{61*time.Second + 7*time.Millisecond, "0:01:01.007"},
		{100*time.Hour + 59*time.Minute + 59*time.Second + 999*time.Millisecond, "100:59:59.999"},
		{-time.Second, "0:00:00.000"},
	} {
		assert.Equal(t, c.want, string(appendStamp(nil, stampRelative, start, start.Add(c.after))), c.after.String())
	}
}

func TestAbsoluteStamps(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 5_000_000, time.FixedZone("x", 2*3600))
	assert.Equal(t, "2026-07-01T10:00:00.005Z", string(appendStamp(nil, stampUTC, at, at)))
	local := string(appendStamp(nil, stampLocal, at, at))
	back, err := time.Parse("2006-01-02T15:04:05.000-07:00", local)
	assert.NoError(t, err)
	assert.True(t, back.Equal(at), local)
}
