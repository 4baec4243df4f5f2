package proc

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEnvironment(t *testing.T) {
	e := NewEnvironment([]string{"A=1", "B=2=3", "A=4", "broken", "=C:=x", "", "N=a\x00", "E="})
	assert.Equal(t, []string{"A=4", "B=2=3", "E="}, e.List(), "the later one wins, in the first one's place")

	layer := e.Clone()
	require.NoError(t, layer.Set("C", "line\nbreak"))
	require.NoError(t, layer.Set("B", ""))
	layer.Unset("A")
	layer.Unset("never")
	assert.Equal(t, []string{"B=", "E=", "C=line\nbreak"}, layer.List())
	require.NoError(t, layer.Set("A", "again"))
	assert.Equal(t, []string{"B=", "E=", "C=line\nbreak", "A=again"}, layer.List())
	assert.Equal(t, []string{"A=4", "B=2=3", "E="}, e.List(), "the layer below is as it was")

	v, ok := layer.Get("C")
	assert.True(t, ok)
	assert.Equal(t, "line\nbreak", v)
	_, ok = e.Get("C")
	assert.False(t, ok)

	for name, value := range map[string]string{"": "x", "A=B": "x", "A\x00": "x", "A": "x\x00y"} {
		assert.Error(t, layer.Set(name, value), "%q", name)
	}
	assert.ErrorContains(t, layer.Set("A", "\x00"), `"A" contains a NUL`)

	var zero Environment
	assert.Empty(t, zero.List())
	zero.Unset("A")
	require.NoError(t, zero.Set("path", "1"))
	require.NoError(t, zero.Set("PATH", "2"))
	if runtime.GOOS == "windows" {
		assert.Equal(t, []string{"PATH=2"}, zero.List())
	} else {
		assert.Equal(t, []string{"path=1", "PATH=2"}, zero.List())
	}
}
