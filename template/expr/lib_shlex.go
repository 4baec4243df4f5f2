// This file defines the functions that only documents in the idea form of
// wrapping have, named and meant as Python's shlex names and means them.

package expr

// wrapIdeaFunctions are called without arguments too: the template in the
// document that proposed the form does so, in the comments of its script.
func wrapIdeaFunctions() []Function {
	const section = "idea form"
	impl := reprWords(quoteSh)
	return []Function{
		{Name: "shlex_quote", Section: section, Doc: "as one word of a POSIX shell", Overloads: []Overload{
			{Params: "s: string", Result: "string", Impl: impl},
			{Params: "p: path", Result: "string", Impl: impl},
		}},
		{Name: "shlex_join", Section: section, Doc: "a list as words of a POSIX shell", Overloads: []Overload{
			{Params: "", Result: "string", Impl: func(*Call, []Value) (Value, error) { return StringValue(""), nil }},
			{Params: "words: list[nulltype]", Result: "string", Impl: impl},
			{Params: "words: list[string]", Result: "string", Impl: impl},
			{Params: "words: list[path]", Result: "string", Impl: impl},
		}},
		{Name: "list_join", Section: section, Doc: "the items of the inner lists, one level", Overloads: []Overload{
			{Params: "", Result: "list[nulltype]", Impl: func(*Call, []Value) (Value, error) { return ListValue(Null, nil), nil }},
			{Params: "lists: list[nulltype]", Result: "list[nulltype]", Impl: flattenFlat},
			{Params: "lists: list[list[T]]", Result: "list[T]", Impl: flattenNested},
		}},
	}
}
