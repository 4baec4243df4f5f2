package expr

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// specification is every signature of §2.2, §2.3 and RFC 0009, parameter
// names left out and unions written out.
const specification = `
len: list[T] int; string int; path int; range_expr int
bool: bool bool; nulltype bool; int bool; float bool; string bool
string: bool string; int string; float string; string string; path string; range_expr string; nulltype string; list[T] string
int: int int; float int; string int
float: int float; float float; string float
list: range_expr list[int]
range_expr: string range_expr; list[int] range_expr
fail: string noreturn
abs: int int; float float
min: int,int int; float,float float; int,int,int int; float,float,float float; list[int] int; list[float] float; list[nulltype] noreturn; range_expr int
max: int,int int; float,float float; int,int,int int; float,float,float float; list[int] int; list[float] float; list[nulltype] noreturn; range_expr int
sum: list[nulltype] int; list[int] int; list[float] float; range_expr int
floor: int int; float int
ceil: int int; float int
round: int int; float int; float,int float|int; int,int int
range: int list[int]; int,int list[int]; int,int,int list[int]
flatten: list[list[T]] list[T]; list[T] list[T]; list[nulltype] list[nulltype]
sorted: list[T] list[T]
reversed: list[T] list[T]
unique: list[T] list[T]
any: list[bool] bool
all: list[bool] bool
upper: string string
lower: string string
capitalize: string string
title: string string
strip: string string; string,string string
lstrip: string string; string,string string
rstrip: string string; string,string string
removeprefix: string,string string
removesuffix: string,string string
startswith: string,string bool
endswith: string,string bool
isdigit: string bool
isalpha: string bool
isalnum: string bool
isspace: string bool
isupper: string bool
islower: string bool
isascii: string bool
count: string,string int
find: string,string int
rfind: string,string int
index: string,string int
rindex: string,string int
replace: string,string,string string
split: string list[string]; string,string list[string]; string,string,int list[string]
rsplit: string list[string]; string,string list[string]; string,string,int list[string]
join: list[nulltype],string string; list[string],string string; list[path],string string
ljust: string,int string
rjust: string,int string
center: string,int string
zfill: string,int string; int,int string; float,int string
re_match: string,string list[string]?
re_search: string,string list[string]?
re_findall: string,string list[string]|list[list[string]]
re_sub: string,string,string string
re_escape: string string
re_split: string,string list[string]; string,string,int list[string]
repr_sh: string string; path string; list[string] string; list[path] string
repr_cmd: string string; path string; list[string] string; list[path] string
repr_pwsh: bool string; int string; float string; string string; path string; range_expr string; nulltype string; list[T] string
repr_py: bool string; int string; float string; string string; path string; range_expr string; nulltype string; list[T] string
repr_json: bool string; int string; float string; string string; path string; range_expr string; nulltype string; list[T] string
__property_name__: path string
__property_stem__: path string
__property_suffix__: path string
__property_suffixes__: path list[string]
__property_parent__: path path
__property_parts__: path list[string]
path: string path; list[string] path
with_name: path,string path
with_stem: path,string path
with_suffix: path,string path
with_number: path,int path; string,int string
as_posix: path string
is_absolute: path bool
is_relative_to: path,path bool; path,string bool
relative_to: path,path path; path,string path
apply_path_mapping: string path
join_host_port: string,int string
split_host_port: string list[string]?
is_ipv4: string bool
is_ipv6: string bool`

func TestLibraryHasTheSpecification(t *testing.T) {
	want := map[string][]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(specification), "\n") {
		name, overloads, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		want[name] = strings.Split(overloads, "; ")
		slices.Sort(want[name])
	}
	got := map[string][]string{}
	for _, fn := range Base().WithHost().WithServices().Functions() {
		assert.NotEmpty(t, fn.Doc, fn.Name)
		assert.NotEmpty(t, fn.Section, fn.Name)
		if strings.HasPrefix(fn.Name, "__") && !strings.HasPrefix(fn.Name, propertyPrefix) {
			continue // an operator
		}
		for _, o := range fn.Overloads {
			got[fn.Name] = append(got[fn.Name], bareSignatures(o)...)
		}
		slices.Sort(got[fn.Name])
	}
	assert.Equal(t, want, got)
}

// bareSignatures is an overload without parameter names, once for each member
// of a union.
func bareSignatures(o Overload) []string {
	lists := []string{""}
	for param := range strings.SplitSeq(o.Params, ", ") {
		_, types, _ := strings.Cut(param, ": ")
		var longer []string
		for _, list := range lists {
			for member := range strings.SplitSeq(types, " | ") {
				longer = append(longer, strings.TrimPrefix(list+","+member, ","))
			}
		}
		lists = longer
	}
	for i := range lists {
		lists[i] += " " + strings.ReplaceAll(o.Result, " ", "")
	}
	return lists
}

func TestLibrariesOfScopes(t *testing.T) {
	assert.Nil(t, Base().Function("apply_path_mapping"), "§2.3.2 only on a host")
	assert.NotNil(t, Base().WithHost().Function("apply_path_mapping"))
	assert.Nil(t, Base().WithHost().Function("is_ipv4"), "only with SERVICE")
	assert.NotNil(t, Base().WithServices().Function("is_ipv4"))
	assert.Nil(t, Base().WithServices().Function("apply_path_mapping"))
}

func TestApplyPathMapping(t *testing.T) {
	rules, err := NewRules([]Rule{{"POSIX", "/mnt/shared", "/local/cache"}, {"WINDOWS", `D:\assets`, "/data/assets"}})
	require.NoError(t, err)
	env := &Env{Symbols: NewSymbols(nil), Library: Base().WithHost(), PathMapping: func(text string) string {
		mapped, _ := rules.Apply(text, POSIX)
		return mapped
	}}
	for source, want := range map[string]string{
		`apply_path_mapping("/mnt/shared/project/scene.exr")`:      "/local/cache/project/scene.exr",
		`apply_path_mapping("/other/path/file.txt")`:               "/other/path/file.txt",
		`apply_path_mapping("D:\\assets\\textures\\wood.png")`:     "/data/assets/textures/wood.png",
		`apply_path_mapping("E:\\other\\file.txt")`:                `E:\other\file.txt`,
		`apply_path_mapping("D:\\assets\\a.b\\c.tar.gz").parent`:   "/data/assets/a.b",
		`"/mnt/shared/f_##.x".apply_path_mapping().with_number(7)`: "/local/cache/f_07.x",
	} {
		e, err := Parse(source)
		require.NoError(t, err)
		v, err := e.Eval(env, Any)
		require.NoError(t, err, source)
		assert.Equal(t, Path, v.Type(), source)
		assert.Equal(t, want, v.Text(), "§2.3.2 %s", source)
	}
}

// TestRegexWorkIsAnOperation: searching again and again to the end of the text
// is paid for, though the specification counts only its length.
func TestRegexWorkIsAnOperation(t *testing.T) {
	e, err := Parse(`len(re_findall('a' * 30000, 'a.*b|a'))`)
	require.NoError(t, err)
	env := &Env{Symbols: NewSymbols(nil), Library: Base(), Limits: Limits{Operations: 100_000}}
	_, err = e.Eval(env, Any)
	var fault *Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, LimitFault, fault.Kind)
	assert.Equal(t, "§1.3.10", fault.Section)
}
