package expr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPathParts(t *testing.T) {
	// text | normal form | anchor and names | last name | parent | absolute
	const table = `
P /a/b            | /a/b          | /;a;b       | b    | /a     | y
P //a/b           | //a/b         | //;a;b      | b    | //a    | y
P ///a/b          | /a/b          | /;a;b       | b    | /a     | y
P /               | /             | /           |      | /      | y
P a/./b/..//      | a/b/..        | a;b;..      | ..   | a/b    | n
P .               | .             |             |      | .      | n
P a               | a             | a           | a    | .      | n
P ..              | ..            | ..          | ..   | .      | n
P a\b             | a\b           | a\b         | a\b  | .      | n
P c:/a            | c:/a          | c:;a        | a    | c:     | n
P 1a://b          | 1a:/b         | 1a:;b       | b    | 1a:    | n
P s3://b/a/c      | s3://b/a/c    | s3://b;a;c  | c    | s3://b/a | y
P s3://b          | s3://b        | s3://b      |      | s3://b | y
P s3://b/a/       | s3://b/a/     | s3://b;a;   |      | s3://b/a | y
P s3://b/a//c     | s3://b/a//c   | s3://b;a;;c | c    | s3://b/a/ | y
P s3://b/./..     | s3://b/./..   | s3://b;.;.. | ..   | s3://b/. | y
P file:///a/b     | file:///a/b   | file://;a;b | b    | file:///a | y
W s3://b/a/c      | s3://b/a/c    | s3://b;a;c  | c    | s3://b/a | y
W c:/a/b          | c:\a\b        | c:\;a;b     | b    | c:\a   | y
W c:a/b           | c:a\b         | c:;a;b      | b    | c:a    | n
W C:              | C:            | C:          |      | C:     | n
W C:\             | C:\           | C:\         |      | C:\    | y
W c:.             | c:            | c:          |      | c:     | n
W c:../x          | c:..\x        | c:;..;x     | x    | c:..   | n
W //srv/share/a   | \\srv\share\a | \\srv\share\;a | a | \\srv\share\ | y
W \\srv\share     | \\srv\share\  | \\srv\share\ |     | \\srv\share\ | y
W \\srv           | \\srv         | \\srv       |      | \\srv  | y
W \a              | \a            | \;a         | a    | \      | n
W /c:/a           | \c:\a         | \;c:;a      | a    | \c:    | n
W //?/C:/a        | \\?\C:\a      | \\?\C:\;a   | a    | \\?\C:\ | y
W //?/UNC/s/h/a   | \\?\UNC\s\h\a | \\?\UNC\s\h\;a | a | \\?\UNC\s\h\ | y
W ./c:a           | .\c:a         | c:a         | c:a  | .      | n
W c:/a/b:c        | c:\a\b:c      | c:\;a;b:c   | b:c  | c:\a   | y
`
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		cells := strings.Split(line[2:], "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		p := parsePath(styleOf(line), cells[0])
		assert.Equal(t, cells[1], p.text(), "§2.3 text of %s", line)
		assert.Equal(t, cells[2], strings.Join(p.parts(), ";"), "§2.3.1 parts of %s", line)
		assert.Equal(t, cells[3], p.name(), "§2.3.1 name of %s", line)
		assert.Equal(t, cells[4], p.parent().text(), "§2.3.1 parent of %s", line)
		assert.Equal(t, cells[5] == "y", p.absolute(), "§2.3.2 absolute %s", line)
		again := parsePath(p.style, p.text())
		assert.Equal(t, p.text(), again.text(), "normal form is stable: %s", line)
		// As in Python, a later Windows part that reads as a drive starts anew.
		if len(p.parts()) > 0 && !strings.Contains(strings.Join(p.names, ""), ":") {
			assert.Equal(t, p.text(), pathFromParts(p.style, p.parts()), "§2.3.2 path(p.parts) == p: %s", line)
		}
	}
}

func styleOf(line string) PathStyle {
	if line[0] == 'W' {
		return Windows
	}
	return POSIX
}

func TestPathJoin(t *testing.T) {
	for _, c := range []struct{ style, a, b, want string }{
		{"P", "/a", "b/c", "/a/b/c"}, {"P", "/a", "/b", "/b"}, {"P", "/a", "", "/a"}, {"P", "", "b", "b"},
		{"P", "/a", "b//c/.", "/a/b/c"}, {"P", "a", ".", "a"}, {"P", "/a", "..", "/a/.."},
		{"P", "a", "s3://x/y", "s3://x/y"}, {"P", "//a", "b", "//a/b"},
		{"P", "s3://b/a", "c/d", "s3://b/a/c/d"}, {"P", "s3://b/a", "/d", "/d"}, {"P", "s3://b", "a", "s3://b/a"},
		{"P", "s3://b/dir/", "file", "s3://b/dir/file"}, {"P", "s3://b/dir//", "file", "s3://b/dir//file"},
		{"P", "s3://b/a", "", "s3://b/a"}, {"P", "s3://b/", "x", "s3://b/x"}, {"P", "s3://b/a", "x://d", "x://d"},
		{"W", "s3://b/a", `c\d`, "s3://b/a/c/d"}, {"W", "s3://b/a", `c:\d`, `c:\d`},
		{"W", "c:/a", "/b", `c:\b`}, {"W", "c:/a", "b/c", `c:\a\b\c`}, {"W", "c:/a", "d:b", "d:b"},
		{"W", "c:/a", "C:b", `C:\a\b`}, {"W", "c:", "b", "c:b"}, {"W", "//s/h", "b", `\\s\h\b`},
		{"W", "//s/h", "/b", `\\s\h\b`}, {"W", "c:a", "/b", `c:\b`}, {"W", "a", "c:", "c:"},
		{"W", "c:/a", "c:", `c:\a`}, {"W", "c:/a", `\\x\y`, `\\x\y\`}, {"W", `\\srv`, "b", `\\srv\b`},
	} {
		style := styleOf(c.style)
		got := parsePath(style, c.a).join(parsePath(style, c.b)).text()
		assert.Equal(t, c.want, got, "§2.1.5 %s %q / %q", c.style, c.a, c.b)
	}
	base := parsePath(POSIX, "/a/b/c").parent()
	one, two := base.join(parsePath(POSIX, "x")), base.join(parsePath(POSIX, "y"))
	assert.Equal(t, "/a/b/x /a/b/y", one.text()+" "+two.text(), "joins share nothing")
}

func TestPathFromParts(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{nil, "."}, {[]string{""}, "."}, {[]string{"a", "", "b"}, "a/b"}, {[]string{"/", "usr", "local"}, "/usr/local"},
		{[]string{"a", "/b", "c"}, "/b/c"}, {[]string{"x", "s3://b/c"}, "x/s3:/b/c"},
		{[]string{"s3://b", "a", "c"}, "s3://b/a/c"}, {[]string{"s3://b", "a", ""}, "s3://b/a/"},
		{[]string{"s3://b", "a", "", "b"}, "s3://b/a//b"},
	} {
		assert.Equal(t, c.want, pathFromParts(POSIX, c.parts), "§2.3.2 path(%q)", c.parts)
	}
	assert.Equal(t, `c:\a\b`, pathFromParts(Windows, []string{"c:/", "a/b"}), "§2.3.2")
	assert.Equal(t, `d:b`, pathFromParts(Windows, []string{"c:/x", "d:b"}), "§2.3.2")
}

func TestPathRelativeTo(t *testing.T) {
	for _, c := range []struct{ style, a, b, want string }{
		{"P", "/a/b", "/a", "b"}, {"P", "/a/b", "/a/b/", "."}, {"P", "/a/b", "/c", "!"}, {"P", "/a/b", "a", "!"},
		{"P", "a/b", "", "a/b"}, {"P", "a/b", ".", "a/b"}, {"P", "/a/bc", "/a/b", "!"}, {"P", "/a", "/a/b", "!"},
		{"P", `a\b`, "a", "!"}, {"P", "/A/b", "/a", "!"}, {"P", "//a", "/", "!"},
		{"P", "s3://b/a/c", "s3://b/a", "c"}, {"P", "s3://b/a/c", "s3://b/a/", "c"}, {"P", "s3://b/a/c", "s3://b", "a/c"},
		{"P", "s3://b/a", "s3://b/a", "."}, {"P", "s3://b/a/", "s3://b/a", "."}, {"P", "s3://b/ac", "s3://b/a", "!"},
		{"P", "s3://b/ac", "S3://b", "!"}, {"P", "/a", "s3://b", "!"}, {"P", "s3://b/a", "/", "!"},
		{"P", "s3://b/a//c", "s3://b/a", "/c"}, {"P", "s3://bc", "s3://b", "!"},
		{"W", "c:/A/b", "C:/a", "b"}, {"W", "c:/a/b", "c:", "!"}, {"W", `\\S\h\x`, "//s/H", "x"}, {"W", "a/b", `a`, "b"},
	} {
		style := styleOf(c.style)
		got, ok := parsePath(style, c.a).relativeTo(parsePath(style, c.b))
		if !ok {
			got = "!"
		}
		assert.Equal(t, c.want, got, "§2.3.2 %s %q relative to %q", c.style, c.a, c.b)
	}
}

func TestSuffixes(t *testing.T) {
	for _, c := range []struct{ name, stem, suffix, all string }{
		{"backup.tar.gz", "backup.tar", ".gz", ".tar .gz"}, {"a", "a", "", ""}, {"..", "..", "", ""}, {"a.", "a.", "", ""},
		{".a", ".a", "", ""}, {".a.b", ".a", ".b", ".b"}, {"a.b.", "a.b.", "", ""}, {"...a.b", "...a", ".b", ".b"},
		{"...", "...", "", ""}, {"", "", "", ""}, {"a..b", "a.", ".b", ". .b"},
	} {
		stem, suffix := splitSuffix(c.name)
		assert.Equal(t, c.stem, stem, "§2.3.1 stem of %q", c.name)
		assert.Equal(t, c.suffix, suffix, "§2.3.1 suffix of %q", c.name)
		assert.Equal(t, c.all, strings.Join(suffixes(c.name), " "), "§2.3.1 suffixes of %q", c.name)
	}
}

// FuzzPath holds paths to what is true of all of them.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/a//b/./c/", "//a", "s3://b/a//c/", `c:\a/b`, `\\srv\share\x`, "c:a", "", ".", "a/..", `\\?\C:\x`} {
		f.Add(seed, "b/c", true)
		f.Add(seed, "/d", false)
	}
	f.Fuzz(func(t *testing.T, a, b string, windows bool) {
		style := POSIX
		if windows {
			style = Windows
		}
		p := parsePath(style, a)
		text := p.text()
		again := parsePath(style, text)
		assert.Equal(t, text, again.text(), "normal form of %q is stable", a)
		joined := p.join(parsePath(style, b))
		_ = joined.parts()
		if rest, ok := joined.relativeTo(p); ok && !p.uri && b != "" {
			back := p.join(parseFilePath(style, rest)).text()
			assert.True(t, joined.sameName(joined.text(), back), "%q below %q: %q", joined.text(), text, rest)
		}
		if text2, err := numberedText(style, a, 7); err == nil {
			assert.Contains(t, text2, "7")
		}
		rules, err := NewRules([]Rule{{RuleFormat([]string{"POSIX", "WINDOWS"}[style]), a + "x", "/dest"}})
		if err == nil {
			rules.Apply(b, style)
		}
	})
}
