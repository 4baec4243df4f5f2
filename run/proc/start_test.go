//go:build unix

package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t testing.TB, path, text string, mode os.FileMode) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
	return path
}

func TestNotStarted(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/plain", "#!/bin/sh\n", 0o644)
	write(t, dir+"/bin/denied", "#!/bin/sh\n", 0o644)
	write(t, dir+"/broken", "#!/no/such/interpreter\n", 0o755)
	path := "PATH=" + os.Getenv("PATH")
	l := NewLauncher(LauncherOptions{})
	defer l.Close()
	for name, tc := range map[string]struct {
		cmd  Command
		code int
		text string
	}{
		"empty":                {Command{}, 127, "the command is empty"},
		"empty name":           {Command{Argv: []string{""}}, 127, "the command is empty"},
		"not in PATH":          {Command{Argv: []string{"no-such-command"}, Env: []string{path}}, 127, `command "no-such-command" was not found in the action's PATH: install it, give its path, or set PATH`},
		"empty PATH":           {Command{Argv: []string{"sh"}, Env: []string{"PATH="}, Dir: dir}, 127, "PATH is empty"},
		"no such file":         {Command{Argv: []string{"./nope"}, Dir: dir}, 127, "there is no file " + dir + "/nope"},
		"no such full path":    {Command{Argv: []string{"/no/such"}}, 127, `command "/no/such" was not found`},
		"a directory":          {Command{Argv: []string{dir}}, 126, "is a directory"},
		"not executable":       {Command{Argv: []string{"./plain"}, Dir: dir}, 126, "runnable: true"},
		"in PATH, not allowed": {Command{Argv: []string{"denied"}, Env: []string{"PATH=bin"}, Dir: dir}, 126, dir + "/bin/denied"},
		"no interpreter":       {Command{Argv: []string{"./broken"}, Dir: dir}, 127, "the interpreter named in its first line"},
		"NUL in the command":   {Command{Argv: []string{"a\x00"}}, 126, "NUL"},
		"NUL in an argument":   {Command{Argv: []string{"sh", "a\x00"}}, 126, `argument 1 of command "sh"`},
		"NUL in a variable":    {Command{Argv: []string{"sh"}, Env: []string{"A=b\x00"}}, 126, `variable "A"`},
		"relative directory":   {Command{Argv: []string{"/bin/sh"}, Dir: "x"}, 126, "not absolute"},
		"directory gone":       {Command{Argv: []string{"/bin/sh"}, Dir: dir + "/gone"}, 126, "is not there any more"},
		"too much":             {Command{Argv: []string{"/bin/sh", "-c", strings.Repeat("x", 8<<20)}, Dir: dir}, 126, "put long values into an embedded file"},
		"name through a file":  {Command{Argv: []string{"./plain/x"}, Dir: dir}, 126, "cannot be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			p := l.Start(tc.cmd)
			<-p.Done()
			e := p.Exit()
			assert.Equal(t, NotStarted, e.Reason)
			assert.Equal(t, tc.code, e.Code)
			assert.ErrorContains(t, e.Err, tc.text)
			assert.False(t, e.Success())
			assert.Zero(t, p.PID())
		})
	}
}

// B6: bare names in the action's PATH, relative ones in its directory.
func TestWhichProgram(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/bin/tool", "#!/bin/sh\necho \"$0 $*\"\n", 0o755)
	write(t, dir+"/other/tool", "#!/bin/sh\necho other\n", 0o755)
	write(t, dir+"/noline", "echo no line $1\n", 0o755)
	write(t, dir+"/first/tool", "not executable", 0o644)
	l := NewLauncher(LauncherOptions{})
	defer l.Close()
	for name, tc := range map[string]struct {
		argv []string
		env  []string
		want string
	}{
		"in PATH":                  {[]string{"tool", "a b"}, []string{"PATH=" + dir + "/bin:" + dir + "/other"}, dir + "/bin/tool a b"},
		"the last PATH counts":     {[]string{"tool"}, []string{"PATH=/bin", "PATH=" + dir + "/other"}, "other"},
		"relative PATH":            {[]string{"tool"}, []string{"PATH=other:bin"}, "other"},
		"skips what cannot be run": {[]string{"tool"}, []string{"PATH=first:other"}, "other"},
		"relative":                 {[]string{"bin/tool"}, nil, dir + "/bin/tool"},
		"dot":                      {[]string{"./bin/tool", "x"}, nil, dir + "/bin/tool x"},
		"PATH unset":               {[]string{"sh", "-c", "echo default"}, nil, "default"},
		"no first line":            {[]string{"./noline", "x"}, nil, "no line x"},
	} {
		t.Run(name, func(t *testing.T) {
			out := newWatch()
			e := l.Start(Command{Argv: tc.argv, Env: tc.env, Dir: dir, Output: out}).Exit()
			require.NoError(t, e.Err)
			assert.Equal(t, tc.want, strings.TrimSpace(out.String()))
		})
	}
}

// A program that was just written may still be open in a child that another
// goroutine is starting.
func TestFreshlyWrittenPrograms(t *testing.T) {
	dir := t.TempDir()
	l := NewLauncher(LauncherOptions{})
	defer l.Close()
	results := make(chan Exit)
	for w := range 4 {
		go func() {
			for i := range 40 {
				script := write(t, fmt.Sprintf("%s/%d/%d", dir, w, i), "#!/bin/sh\n", 0o755)
				results <- l.Start(Command{Argv: []string{script}, Dir: dir}).Exit()
			}
		}()
	}
	for range 4 * 40 {
		require.NoError(t, (<-results).Err)
	}
}
