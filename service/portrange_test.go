package service

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCandidates(t *testing.T) {
	tests := []struct {
		name        string
		ephemeral   span
		setAside    []span
		first, last int
		count       int
	}{
		{"Linux's own range", span{32768, 60999}, nil, 20000, 65535, 10000 + 4535 + 1},
		{"IANA's range", span{49152, 65535}, nil, 20000, 29999, 10000},
		{"numbers set aside", span{32768, 60999}, []span{{20000, 20009}, {61000, 61000}}, 20010, 65535, 9990 + 4535},
		{"a wide ephemeral range leaves little of the preferred", span{10000, 65000}, nil, 1024, 65535, 8976 + 535},
		{"an ephemeral range over everything", span{1024, 65535}, nil, 20000, 65535, 10000 + 4536},
		{"from number one", span{1, 65535}, []span{{20000, 29999}}, 61000, 65535, 4536},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := candidates(test.ephemeral, test.setAside)
			require.NotEmpty(t, got)
			assert.Equal(t, test.first, got[0])
			assert.Equal(t, test.last, got[len(got)-1])
			assert.Len(t, got, test.count)
		})
	}
}

func TestParseSpans(t *testing.T) {
	got, err := parseSpans("32768\t60999\n", "\n", "\t")
	require.NoError(t, err)
	assert.Equal(t, []span{{32768, 60999}}, got)

	got, err = parseSpans("8080,9000-9010\n", ",", "-")
	require.NoError(t, err)
	assert.Equal(t, []span{{8080, 8080}, {9000, 9010}}, got)

	got, err = parseSpans("\n", ",", "-")
	require.NoError(t, err)
	assert.Empty(t, got)

	for _, bad := range []string{"x", "1-x", "9-8"} {
		_, err = parseSpans(bad, ",", "-")
		assert.Error(t, err, bad)
	}
}
