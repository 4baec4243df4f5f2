package main

// Leaves of expressions: values at which implementations part, by type and by
// the name of the parameter they are for.

import (
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

// patterns are regular expressions, right and wrong ones.
func patterns() []string {
	var quoted []string
	for _, pattern := range lines(`
a
a|b
[abc]
[^abc]+
[a-z]+
[A-Za-z_]\w*
\d+
\D
\w+
\W+
\s+
\S+
^a
a$
^$
\bHello\b
\B
x*
a+?
a{2}
a{1,2}
a{,2}
a{2,}
a{1001}
a**
a*+
a++
^*
(a)(b)?
(a|b)+
(?:ab)+
(?P<n>a)b
(?<n>a)b
(?i)ABC
(?i:abc)
(?s).
(?m)^b
(?x)a b
(?u)a
(?a)a
(?L)a
(?-i:a)
a(?i)b
\x61
\u0061
\U00000061
\x{61}
\u{61}
\p{L}
\pL
[[:alpha:]]
\Qa\E
\A
\Z
\z
\0
\1
(a)\1
(?=a)
(?!a)
(?<=a)b
(?<!a)b
(?P=n)
(?(1)a|b)
(
)
[
]
[]a]
[^]a]
[a-]
[-a]
[--a]
[a--b]
[a&&b]
[[a]]
[\d-x]
[z-a]
[\]]
{
}
a{
a{x}
.
\.
\/
\-
\_
\e
\a
\f
\t
\v
\ 
(|a)
|
a||b
(?#note)a
(?P>n)
a{2}{3}
a?*
\h
\R
\X
\K
\N{DIGIT ONE}
[\w.-]+@[\w.-]+
^\s*(\w+)\s*=\s*(.*?)\s*$
(\d+)-(\d+)
é
日+
[à-ÿ]`) {
		quoted = append(quoted, "r'"+pattern+"'")
	}
	return append(quoted, "''", "' '", "'\\n'", "Param.String")
}

// flat are expressions that try the grammar: each is asked for as it stands.
func flat() []string {
	return append([]string{"1 \\\n+ 2", "(1\n+ 2)", "1\n+ 2", "'a\nb'", "'a\\\nb'", "\"\"\"a\nb\"\"\"", "", " ", "\t1\n"}, lines(`
-2 ** 2
2 ** -1
2 ** 3 ** 2
not true == false
not not true
1 < 2 < 3
1 < 3 > 2 == 2
1 if true else 2 if false else 3
true or false and false
1 - 2 - 3
-7 // 2 * 2 % 3
- - 3
+-+3
1 if 1 else 2
(1)
((((((1))))))
[1, 2,]
[1, 2,,]
[,]
(1,)
()
{}
{1: 2}
{1}
1 +
1 2
'a' 'b'
'a' + 'b' 'c'
f'x'
b'x'
u'x'
r'\n'
R"\n"
rb'x'
'\q'
'\x4'
'\u12'
'\N{BULLET}'
'\N{NO SUCH NAME}'
'\101'
'\0'
'a
b'
'unclosed
"mixed'
'''a'b'''
"""a
b"""
007
0x
0xg
1__0
1_
1.
.5
1.5.5
1e
1e5
1E+5
1_0.0_1
0b102
0o8
99999999999999999999
9223372036854775808
-9223372036854775808
- 9223372036854775808
-(9223372036854775808)
0x7fffffffffffffff
0x8000000000000000
1e400
x
Param
Param.Nope
Param.Int.name
Param.Path.nope
Param.Path.name.upper()
Param.Path.name()
Param.if
Param .Int
Param. Int
Param.Int[0]
let_value
Param.Path.parent.parent.name
[x for x in [1, 2]]
[x for x in [1, 2] if x > 1]
[x for x in 'abc']
[x for x in range_expr('1-3')]
[x for x in []]
[x for x in [1] for y in [2]]
[x for x in [1] if x if x]
[(x, y) for x in [1]]
(x for x in [1])
{x for x in [1]}
[[y for y in [x]] for x in [1, 2]]
[[x for x in [x]] for x in [1]]
[let_value for let_value in [1]]
[X for X in [1]]
[true for true in [1]]
[x async for x in [1]]
x for x in [1]
lambda: 1
(x := 1)
x = 1
print('a')
len
len()
len('a', 'b')
len(s='a')
len(*['a'])
(len)('a')
'abc'.len()
'abc'.upper
'abc'.upper.lower()
__add__(1, 2)
(1).__add__(2)
'a'.__len__()
1 & 2
1 | 2
1 ^ 2
1 << 2
~1
1 @ 2
1 is 1
1 <> 2
1 != 2
!true
true && false
true || false
a ? b : c
1 if true
if true else 2
null == None
true == True
null < 1
null and 1
null or 1
0 or 1
'' or 'x'
[] or [1]
false or null
not 1
not null
1 and 2
1 in [1, 2]
1 not in [1, 2]
not 1 in [1, 2]
'a' in 'abc'
1 in 'abc'
'a' in [1]
1.0 in [1]
1 in [1.5]
true in [true]
null in [1]
[1] in [[1]]
[1.0] in [[1]]
1 in []
2 in range_expr('1-3')
2.0 in range_expr('1-3')
'2' in range_expr('1-3')
[1, 'a']
[1, true]
[1, 1.5]
[1, null]
[null]
[[1], [2.0]]
[[1], []]
[[1], ['a']]
[[], []]
[[[1]]]
[1, [1]]
[path('a'), 'b']
[[path('a')], ['b']]
[] + [1]
[1] + [1.5]
[1] + ['a']
[[1]] + [[2.0]]
[[1]] + [[]]
'abc'[0]
'abc'[-1]
'abc'[3]
'abc'[::-1]
'abc'[1:]
'abc'[:1]
'abc'[::0]
'abc'[null:null:null]
'abc'[:]
'abc'['a']
'abc'[1.0]
'abc'[true]
'abc'[0:1:1:1]
'abc'[0,1]
'abc'[]
path('/a')[0]
range_expr('1-5')[::2]
range_expr('1-5')[::-1]
range_expr('1-5')[3:1]
string(range_expr('1-5')[3:1])
1 == '1'
1 == 1.0
true == 1
9007199254740993 == 9007199254740992.0
9223372036854775807 < 9223372036854775808.0
[1, 2] == range_expr('1-2')
[5] == [5.0]
path('a') == 'a'
range_expr('1,3,5') == range_expr('1-5:2')
[] == []
[] == [1][1:]
1 == null
'a' < 1
true < false
[1, 2] < [1, 3]
[1] < [1, 0]
[1] < ['a']
'b' < path('a')
range_expr('1-2') < range_expr('1-3')
# comment
1 # comment
1 \
+ 2
1
+ 2
(1
+ 2)
{{1}}
1;
$x
@
1.upper()
3.14.zfill(5)
(3.14).zfill(6)
zfill(1.50, 6)
string(1.50)
string(1.0 + 0.5)
string(1e16)
string(1e15 + 0.5)
string(0.0001 * 1)
string(0.00001 * 1)
1 if Param.Bool else fail('x')
fail('x') if Param.Bool else 1
true or fail('x')
false and fail('x')
Param.Bool or 1/0
min(1, 2.5)
(1).min(2.5)
(1.5).min(2)
min('a', 'b')
min(1)
min(1, 2, 3, 4)
min([])
max([1][1:])
sum([])
sum([1.5][1:])
sum(['a'])
startswith(path('/a'), '/')
path('/a').startswith('/')
path('/a') + path('b')
path('/a') + 'b'
'a' + path('b')
path('/a') + 1
path('a') * 2
2 * 'a'
'a' * 2
'a' * -1
[1] * 2
2 * [1]
'a' + 1
'a' + range_expr('1-3')
range_expr('1-3') + 'a'
range_expr('1-3') + [5]
[5] + range_expr('1-3')
range_expr('1-3') + range_expr('1-3')
[1.5] + range_expr('1-3')
['a'] + range_expr('1-3')
int(path('5'))
range_expr(path('1-3'))
split(path('/a/b'), '/')
bool(path('a'))
bool([])
bool(null)
sorted(range_expr('1-3'))
reversed(range_expr('1-3'))
unique(range_expr('1-3'))
join(range_expr('1-3'), ',')
join([1], ',')
any([])
all([])
any([1])
flatten([])
flatten([[]])
flatten([1])
flatten([[1], [2]])
len([])
len(range_expr('1-9223372036854775807'))
repr_sh([1])
repr_sh([])
repr_cmd([])
repr_pwsh([])
repr_py([])
repr_json([])
repr_pwsh([[1], [2]])
repr_pwsh([[1]])
repr_sh(null)
repr_json(null)
repr_py(null)
repr_pwsh(null)`)...)
}
