package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name        string
		words       []string
		flags, rest []string
		help        bool
	}{
		{"flags after the template", []string{"t.yaml", "--step", "A"}, []string{"--step=A"}, []string{"t.yaml"}, false},
		{"aliases of one flag side by side", []string{"-p", "A=1", "--job-param", "B=2", "t", "--parameter=C=3"},
			[]string{"--parameter=A=1", "--parameter=B=2", "--parameter=C=3"}, []string{"t"}, false},
		{"two-letter short flag", []string{"-tp", "A=1", "t"}, []string{"--task-param=A=1"}, []string{"t"}, false},
		{"attached to a letter", []string{"-j4", "-pA=b"}, []string{"--jobs=4", "--parameter=A=b"}, nil, false},
		{"one dash or two", []string{"-step=A", "--p=B=1"}, []string{"--step=A", "--parameter=B=1"}, nil, false},
		{"a value to the letter", []string{"-p", "A=x, y=z  ", "-p", "B=", "-p", "-5"},
			[]string{"--parameter=A=x, y=z  ", "--parameter=B=", "--parameter=-5"}, nil, false},
		{"a value that looks like a flag", []string{"--step", "--verbose"}, []string{"--step=--verbose"}, nil, false},
		{"bools", []string{"--preserve", "t", "--verbose=false"}, []string{"--preserve=true", "--verbose=false"}, []string{"t"}, false},
		{"end of flags", []string{"--preserve", "--", "--step", "-x"}, []string{"--preserve=true"}, []string{"--step", "-x"}, false},
		{"help anywhere", []string{"t.yaml", "-h"}, nil, []string{"t.yaml"}, true},
		{"help as a value", []string{"--step", "-h"}, []string{"--step=-h"}, nil, false},
		{"numbers and a dash are words", []string{"-", "-5", ""}, nil, []string{"-", "-5", ""}, false},
		{"twice the same", []string{"--step=A", "--step=A"}, []string{"--step=A", "--step=A"}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := arrange(runFlags(), c.words)
			require.NoError(t, err)
			assert.Equal(t, &arranged{flags: c.flags, positionals: c.rest, help: c.help}, got)
		})
	}
}

func TestArrangeRefuses(t *testing.T) {
	for _, c := range []struct {
		words      []string
		want, hint string
	}{
		{[]string{"--setp", "A"}, "there is no flag --setp", "did you mean --step?"},
		{[]string{"--preserv=1"}, "there is no flag --preserv", "did you mean --preserve?"},
		{[]string{"-x"}, "there is no flag -x", ""},
		{[]string{"--step"}, "--step needs a value after it", ""},
		{[]string{"--step", "A", "--step", "B"}, `--step is given twice, as "A" and as "B"`, ""},
		{[]string{"-j", "1", "--jobs=2"}, `--jobs is given twice, as "1" and as "2"`, ""},
		{[]string{"---step=A"}, "there is no flag ---step", ""},
		{[]string{"--=A"}, "there is no flag --", ""},
	} {
		_, err := arrange(runFlags(), c.words)
		var usage *usageError
		require.ErrorAs(t, err, &usage, "%q", c.words)
		assert.Equal(t, c.want, usage.message)
		assert.Equal(t, c.hint, usage.hint)
	}
}

// Whatever words come, arrange neither panics nor loses one.
func FuzzArrange(f *testing.F) {
	f.Add("-p", "A=1", "t.yaml")
	f.Add("--", "-", "--=")
	f.Add("-", "---", "-j")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		got, err := arrange(runFlags(), []string{a, b, c})
		if err != nil {
			assert.Equal(t, StatusRefused, statusOf(err))
			return
		}
		assert.LessOrEqual(t, len(got.flags)+len(got.positionals), 3)
	})
}
