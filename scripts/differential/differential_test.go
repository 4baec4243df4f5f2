package main

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every rule has its line in docs/deviations.md, and every line that names a
// rule has one here.
func TestKnownDifferencesAreWrittenDown(t *testing.T) {
	page, err := os.ReadFile("../../docs/deviations.md")
	require.NoError(t, err)
	var written []string
	for _, match := range regexp.MustCompile("(?m)^\\| `((?:expr|template|wrap)-[a-z0-9-]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		written = append(written, match[1])
	}
	named := map[string]bool{}
	for _, r := range slices.Concat(expressionRules(), templateRules(), wrapRules("Python"), wrapRules("Rust")) {
		named[r.name] = true
	}
	for name := range named {
		assert.Contains(t, written, name)
	}
	for _, name := range written {
		assert.True(t, named[name], "%s is the name of no rule", name)
	}
}

// The same seed gives the same input, and every function is tried.
func TestGeneratorsAreRepeatable(t *testing.T) {
	texts := func() (all []string, g *generator) {
		g = newGenerator(7, symbolTable())
		for _, e := range g.expressions(3000) {
			all = append(all, e.String())
		}
		return all, g
	}
	first, g := texts()
	second, _ := texts()
	assert.Equal(t, first, second)
	for _, o := range g.overloads {
		assert.Positive(t, g.used[o.Name], o.Name)
	}
}

// The generated templates are valid for this side, and each fault is put into
// some of them.
func TestGeneratedTemplates(t *testing.T) {
	r := newRand(3)
	maker := &templates{rand: r}
	for range 200 {
		a := templateAnswer(asJSON(maker.document()))
		require.True(t, a.OK, "%s", a.Error)
	}
	all, put := faults(), map[string]bool{}
	for range 3000 {
		f, _ := spoil(r, maker.document(), all)
		put[f.name] = true
	}
	for _, f := range all {
		assert.True(t, put[f.name], f.name)
	}
}

func TestSignaturesTakenApart(t *testing.T) {
	assert.Equal(t, []overload{
		{"zfill", []parameter{{"n", "int"}, {"width", "int?"}}, "string"},
		{"zfill", []parameter{{"n", "float"}, {"width", "int?"}}, "string"},
	}, parseSignature("zfill(n: int | float, width: int?) -> string"))
}

// A rule of values sees what else differs.
func TestNormalFormsHideNothingElse(t *testing.T) {
	d := func(ours, theirs string) *difference {
		return &difference{
			Ours:   answer{OK: true, Checked: true, Value: []byte(ours)},
			Theirs: answer{OK: true, Checked: true, Value: []byte(theirs)},
		}
	}
	assert.Equal(t, "template-float-int", known(templateRules(), d(`{"a":"2.0"}`, `{"a": "2"}`)))
	assert.Empty(t, known(templateRules(), d(`{"a":"2.0","b":"x"}`, `{"a": "2", "b": "y"}`)))
	assert.Equal(t, "template-list-path-join", known(templateRules(), d(`["/jobs/example/a"]`, `["a"]`)))
}
