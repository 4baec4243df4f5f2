package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTypeNormalForm(t *testing.T) {
	for want, typ := range map[string]Type{
		"int":                                    Int,
		"int?":                                   Optional(Int),
		"bool | int | string":                    Union(Union(Int, String), Bool),
		"int | string | nulltype":                Union(Null, String, Int),
		"any":                                    Union(Int, Any),
		"noreturn":                               NoReturn,
		"list[int]":                              List(Int),
		"list[nulltype]":                         List(Null),
		"list[list[string]]":                     List(List(String)),
		"list[int] | list[string]":               List(Union(Int, String)),
		"list[any]":                              List(Any),
		"unresolved":                             Unresolved(Any),
		"unresolved[int]":                        Unresolved(Unresolved(Int)),
		"unresolved[list[int]]":                  List(Unresolved(Int)),
		"unresolved[int | string]":               Union(Int, Unresolved(String)),
		"unresolved[noreturn]":                   Unresolved(NoReturn),
		"list[int] | path | range_expr":          Union(RangeExpr, Path, List(Int)),
		"float | list[bool] | string | nulltype": Union(List(Bool), Null, String, Float),
	} {
		assert.Equal(t, want, typ.String(), "§\"Union Type Normalization\"")
		back, ok := ParseType(want)
		assert.True(t, ok, want)
		assert.Equal(t, typ, back, want)
	}
	assert.Equal(t, Int, Union(Int, NoReturn), "noreturn vanishes")
	assert.Equal(t, NoReturn, List(List(List(Int))), "§1.2.1 lists nest two deep")
}

func TestTypeQuestions(t *testing.T) {
	assert.True(t, List(Int).IsList())
	assert.False(t, Union(Int, List(Int)).IsList())
	assert.False(t, NoReturn.IsList())
	assert.Equal(t, Union(Int, String), List(Union(Int, String)).Elem())
	assert.True(t, Any.Has(List(List(Path))))
	assert.True(t, Unresolved(Int).Overlaps(Optional(Int)))
	assert.False(t, Int.Overlaps(Float))
}

func TestParseTypeRefuses(t *testing.T) {
	for _, text := range []string{"", "integer", "list", "list[", "list[int", "list[]", "list[list[list[int]]]", "int |", "?", "T", "int | | string"} {
		_, ok := ParseType(text)
		assert.False(t, ok, "%q", text)
	}
}
