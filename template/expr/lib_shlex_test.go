package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The functions of the idea form mean what Python's shlex.quote, shlex.join and
// a flattening comprehension mean; the right values are from Python 3.
func TestWrapIdeaFunctions(t *testing.T) {
	env := &Env{Symbols: NewSymbols(nil), Library: Base().WithWrapIdea()}
	for text, want := range map[string]string{
		`shlex_quote("")`:                                      `''`,
		`shlex_quote("plain-1.0_@%+=:,/")`:                     `plain-1.0_@%+=:,/`,
		`shlex_quote("~")`:                                     `'~'`,
		`shlex_quote("it's")`:                                  `'it'"'"'s'`,
		`shlex_quote("$HOME \"x\" é 😀")`:                       `'$HOME "x" é 😀'`,
		`shlex_quote("a\nb")`:                                  "'a\nb'",
		`shlex_quote(path("/a b"))`:                            `'/a b'`,
		`shlex_join([])`:                                       ``,
		`shlex_join()`:                                         ``,
		`shlex_join(list_join())`:                              ``,
		`shlex_join([""])`:                                     `''`,
		`shlex_join(["a", "b c", "*"])`:                        `a 'b c' '*'`,
		`shlex_join(list_join([["--env", "A=1"], [], ["x"]]))`: `--env A=1 x`,
		`shlex_join(list_join([["--env", e] for e in []]))`:    ``,
		`repr_json(list_join([[1, 2], [3]]))`:                  `[1, 2, 3]`,
	} {
		parsed, err := Parse(text)
		require.NoError(t, err, text)
		_, err = parsed.Check(env, String)
		require.NoError(t, err, text)
		value, err := parsed.Eval(env, String)
		require.NoError(t, err, text)
		assert.Equal(t, want, value.Text(), text)
	}
	for _, text := range []string{`shlex_quote(["a"])`, `shlex_join("a")`, `list_join(["a"])`, `list_join("a")`} {
		parsed, err := Parse(text)
		require.NoError(t, err, text)
		_, err = parsed.Check(env, Any)
		assert.Error(t, err, text)
	}
	for _, name := range []string{"shlex_quote", "shlex_join", "list_join"} {
		assert.Nil(t, Base().WithHost().WithServices().Function(name), "%s is of the idea form alone", name)
	}
}
