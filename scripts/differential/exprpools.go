package main

// Leaves of expressions: values at which implementations part, by type and by
// the name of the parameter they are for.

import (
	_ "embed"
	"strings"

	"runner/template/expr"
)

var scalars = []expr.Type{expr.Bool, expr.Int, expr.Float, expr.String, expr.Path, expr.RangeExpr}

func words(text string) []string { return strings.Fields(text) }

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

// pools has the leaves of each type.
func pools() map[expr.Type][]string {
	return map[expr.Type][]string{
		expr.Bool:  words("true false True False"),
		expr.Null:  words("null None"),
		expr.Int:   words("0 1 2 3 5 10 -1 -7 100 0x1F 0b101 0o17 1_000 4611686018427387904 9223372036854775807 -9223372036854775808"),
		expr.Float: words("0.0 1.0 1.5 2.5 -2.5 0.1 -0.0 3.500 2.675 1e3 1E-7 1e16 123456.789 9007199254740993.0 1e308 -1e-320 .5 5. 0.30000000000000004"),
		expr.String: lines(`
''
'a'
'abc'
'Hello World'
'  padded\t '
'a,b,,c'
"it's"
'say "hi"'
'$HOME ` + "`id`" + ` \\ %PATH% !x^'
'two\nlines\r\n'
'a\nb'
'na\u00efve \u00c9t\u00e9'
'stra\u00dfe'
'\u0130I\u0131i'
'\u03a3\u03b1\u03c2 \u03a3\u03a3'
'\u01c5 \ufb01'
'\u65e5\u672c\u8a9e'
'\U0001F600x'
'\u0663'
'\u00bd\u00b2'
'e\u0301'
'\x1c \x85\xa0'
'\u2019quoted\u2019'
'12'
'-7'
' 5 '
'007'
'1.50'
'1e400'
'true'
'off'
'1-5'
'1-10:3, 20'
'/a/b.tar.gz'
's3://bucket/k'
'file_001.exr'
'aXbXXc'
r'\d+'
'a' "b"
'''x"'y'''
'--flag'
'plain-1.2_3'
'a=b:c@d%e+f'
'\ttab'
'null'`),
		expr.Path: lines(`
path('/a/b/c.tar.gz')
path('rel/x.txt')
path('s3://bucket/dir/f_001.exr')
path('s3://bucket')
path('s3://bucket/')
path('s3://b//x/./..//y')
path('/')
path('//srv/share')
path('///a//b/')
path('')
path('.')
path('..')
path('/a/../b')
path('.hidden')
path('a.')
path('a..b')
path('/a/b.d/')
path('it\'s here')
path('C:\\x\\y')
path('a\\b')
path('img.%04d.exr')
path('img.####.exr')
path('/a/b')
path('/a')
path('b')`),
		expr.RangeExpr: lines(`
range_expr('1-5')
range_expr('1-10:3')
range_expr('5')
range_expr('1-2')
range_expr('-3--1')
range_expr('1,3,5')
range_expr('1,3,7-9')
range_expr('10-1:-2')
range_expr('1-9223372036854775807')
range_expr([4,2,8,6])
range_expr([1,3])`),
	}
}

// roles has leaves for parameters of certain names, which give more than an
// error there. Text parameters of other names take any text.
func roles() map[string][]string {
	counts := words("0 1 2 3 4 5 8 -1 -3 12")
	return map[string][]string{
		"width": words("0 1 4 6 9 -2 12"), "ndigits": words("0 1 2 3 -1 -2 -3 20 -20"), "num": words("0 1 7 42 -1 -42 12345"),
		"n": words("-1 0 1 2 3"), "maxsplit": words("-1 0 1 2 3 9"),
		"index": words("0 1 2 -1 -2 5 -9"), "step": words("1 2 3 -1 -2 0 null"), "start": append(counts, "null"),
		"stop": append(counts, "null"), "range": counts,
		"sep": lines("','\n' '\n'X'\n'ab'\n''\n'\\n'\n'aa'"), "sub": lines("'a'\n'b'\n'l'\n'XX'\n''\n'\\u00e9'"),
		"old": lines("'a'\n'X'\n''\n'aa'"), "new": lines("''\n'--'\n'a'\n'$1'"), "chars": lines("'a'\n' '\n'abc'\n''\n'\\t '"),
		"prefix": lines("'a'\n'Hello'\n''\n'/a'\n'abc'"), "suffix": lines("'.txt'\n''\n'txt'\n'.'\n'.tar.gz'\n'c'\n'a/.b'"),
		"name": lines("'new.txt'\n''\n'.'\n'..'\n'a/b'\n'x'\n'a\\\\b'"), "stem": lines("'new'\n''\n'.'\n'a.b'\n'a/b'"),
		"child":   lines("'x'\n'x/y'\n'/abs'\n''\n'.'\n'..'\n'x//y/'\n'a\\\\b'\n's3://b/k'"),
		"other":   lines("'/a'\n'/a/b'\n'/'\n'.'\n''\n's3://bucket'\n'..'\n'/a/'\n'rel'\n's3://bucket/'"),
		"repl":    lines("''\n'-'\n'$'\n'\\\\1'\n'$1'\n'${x}'\n'\\\\g<1>'\n'$x'\n'\\\\n'"),
		"message": lines(`'stop'`), "pattern": patterns(),
	}
}

//go:embed patterns.txt
var patternText string

// patterns are regular expressions, right and wrong ones.
func patterns() []string {
	quoted := []string{"''", "' '", "'\\n'", "Param.String"}
	for _, pattern := range lines(patternText) {
		quoted = append(quoted, "r'"+pattern+"'")
	}
	return quoted
}

//go:embed flat.txt
var flatText string

// flat are expressions that try the grammar: each is asked for as it stands.
func flat() []string {
	overLines := []string{"1 \\\n+ 2", "(1\n+ 2)", "1\n+ 2", "'a\nb'", "'a\\\nb'", "\"\"\"a\nb\"\"\"", "", " ", "\t1\n"}
	return append(overLines, lines(flatText)...)
}
