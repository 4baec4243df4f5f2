// This file runs the corpus: testdata/*.expr.
//
// A file is chunks separated by lines of `---`. A chunk is a comment with the
// section (`# §1.1`), the expression on one or more lines, and what comes of
// it on the last: `=> TYPE TEXT`, where TEXT is what `{{ }}` would print (or
// the JSON of it, where it has line ends), or `=> error /regexp/`. A line
// `@ NAME: TYPE` before the expression makes a name of that type unresolved,
// `@ NAME = EXPRESSION` gives it a value; `@ target TYPE` wants that type,
// `@ windows` paths of Windows, `@ host` and `@ services` those functions,
// `@ ops N` the exact number of operations; `@ check` asks the static check, of
// which the type alone comes.

package expr

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type corpusCase struct {
	file     string
	line     int
	section  string
	settings []string
	source   string
	want     string
}

func readCorpus(t testing.TB) []corpusCase {
	files, err := filepath.Glob("testdata/*.expr")
	require.NoError(t, err)
	var cases []corpusCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		line, section := 1, ""
		for chunk := range strings.SplitSeq(string(data), "\n---\n") {
			c := corpusCase{file: filepath.Base(file), line: line, section: section}
			line += strings.Count(chunk, "\n") + 2
			var source []string
			for l := range strings.SplitSeq(chunk, "\n") {
				switch {
				case c.want != "":
					require.Empty(t, strings.TrimSpace(l), "%s:%d: a line behind the result", file, c.line)
				case strings.HasPrefix(l, "# ") && source == nil:
					c.section = strings.TrimPrefix(l, "# ")
				case strings.HasPrefix(l, "@ ") && source == nil:
					c.settings = append(c.settings, strings.TrimPrefix(l, "@ "))
				case strings.HasPrefix(l, "=> "):
					c.want = strings.TrimPrefix(l, "=> ")
				case l != "" || source != nil:
					source = append(source, l)
				}
			}
			if source == nil && c.want == "" {
				section = c.section // a heading for the chunks that follow
				continue
			}
			c.source = strings.Join(source, "\n")
			section = c.section
			require.NotEmpty(t, c.want, "%s:%d: no result", file, c.line)
			require.Contains(t, c.section, "§", "%s:%d: no section", file, c.line)
			cases = append(cases, c)
		}
	}
	return cases
}

// apply puts a setting of a chunk into effect.
func (c *corpusCase) apply(t *testing.T, setting string, env *Env, target *Type, ops *int64) {
	switch {
	case setting == "windows":
		env.PathStyle = Windows
	case setting == "host":
		env.Library = env.Library.WithHost()
	case setting == "services":
		env.Library = env.Library.WithServices()
	case strings.HasPrefix(setting, "target "):
		want, ok := ParseType(strings.TrimPrefix(setting, "target "))
		require.True(t, ok, setting)
		*target = want
	case strings.HasPrefix(setting, "ops "):
		n, err := strconv.ParseInt(strings.TrimPrefix(setting, "ops "), 10, 64)
		require.NoError(t, err)
		*ops = n
	default:
		if name, source, ok := strings.Cut(setting, " = "); ok {
			e, err := Parse(source)
			require.NoError(t, err)
			v, err := e.Eval(env, Any)
			require.NoError(t, err, setting)
			env.Symbols.Define(name, v)
			return
		}
		name, text, ok := strings.Cut(setting, ": ")
		require.True(t, ok, setting)
		typ, ok := ParseType(text)
		require.True(t, ok, setting)
		env.Symbols.Define(name, UnresolvedValue(typ))
	}
}

// outcome is what comes of the expression, as the corpus writes it.
func outcome(v Value, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	text := v.Text()
	if v.IsUnresolved() {
		text = ""
	}
	if strings.ContainsAny(text, "\n\r") || strings.TrimSpace(text) != text {
		text = StringValue(text).Display()
	}
	return strings.TrimSpace(v.Type().String() + " " + text)
}

func TestCorpus(t *testing.T) {
	cases := readCorpus(t)
	assert.GreaterOrEqual(t, len(cases), 400, "the corpus has been thinned out")
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s:%d %s", c.file, c.line, c.section), func(t *testing.T) {
			c.run(t)
		})
	}
}

func (c *corpusCase) run(t *testing.T) {
	env := &Env{Symbols: NewSymbols(nil), Library: Base()}
	target, ops, check := Any, int64(-1), false
	for _, s := range c.settings {
		if s == "check" {
			check = true
			continue
		}
		c.apply(t, s, env, &target, &ops)
	}
	var v Value
	var usage Usage
	e, err := Parse(c.source)
	switch {
	case err == nil && check:
		var checked Type
		checked, err = e.Check(env, target)
		v = UnresolvedValue(checked)
	case err == nil:
		v, usage, err = e.EvalUsage(env, target)
		checked, checkErr := e.Check(env, target)
		// What evaluates is no fault for the check, in dead branches neither
		// unless a name in them does not exist.
		if err == nil {
			require.NoError(t, checkErr, c.source)
			assert.Equal(t, v.Type(), checked, c.source)
		} else {
			require.Error(t, checkErr, c.source)
		}
	}
	got := outcome(v, err)
	if pattern, ok := strings.CutPrefix(c.want, "error "); ok {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "/"), "/")
		require.Error(t, err, "%s gave %s", c.source, got)
		assert.Regexp(t, regexp.MustCompile(pattern), err.Error(), c.source)
		var fault *Error
		require.ErrorAs(t, err, &fault)
		assert.LessOrEqual(t, 0, fault.Offset)
		assert.LessOrEqual(t, fault.Offset, fault.End)
		assert.LessOrEqual(t, fault.End, len(c.source))
		return
	}
	assert.Equal(t, c.want, got, c.source)
	if ops >= 0 {
		assert.Equal(t, ops, usage.Operations, "operations of %s", c.source)
	}
}
