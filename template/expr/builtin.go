// This file defines Library, the table of functions, and the shape in which
// functions are registered: data with one Go function an overload.

package expr

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Function is a name with its overloads.
//
// Operators are registered as the specification names them (`__add__`),
// properties as `__property_stem__`; neither can be called by that name.
type Function struct {
	Name      string
	Section   string // such as "§2.2.4"
	Doc       string // one line, for `runner eval --functions`
	Overloads []Overload
}

// Overload is one signature and what it does.
//
// Params is written as the specification does, "s: string, width: int"; the
// types may be unions ("value: int | string | path": tried as if each member
// had an overload of its own), optional (int?), and use the variables T, T1, T2, T3
// (T, list[T], list[list[T]]), which stand for one concrete type each. Result
// may use the variables of Params.
//
// An implementation gets as many arguments as Params has, all resolved and
// already converted to the types of Params. It charges its work to the Call:
// the 1 operation a call costs is charged already, what it iterates and
// processes is not.
type Overload struct {
	Params string
	Result string
	Impl   func(c *Call, args []Value) (Value, error)

	// Accept, if set, decides on the argument types instead of Params (which
	// then only documents) and derives the result: one concrete type an
	// argument, ok false where the overload does not apply. Impl gets the
	// arguments unconverted.
	Accept func(args []Type) (result Type, ok bool)

	sig signature
}

// Library is a set of functions. It never changes, so it may be shared.
type Library struct {
	functions  map[string]*Function
	operators  [opCount]*Function
	properties map[string]*Function // by the word behind the dot
}

// newLibrary adds functions to those of base, which may be nil. A faulty
// table is a fault of the program: it panics, and a test builds each library.
func newLibrary(base *Library, groups ...[]Function) *Library {
	lib := &Library{functions: map[string]*Function{}, properties: map[string]*Function{}}
	if base != nil {
		maps.Copy(lib.functions, base.functions)
	}
	for _, group := range groups {
		for _, fn := range group {
			if lib.functions[fn.Name] != nil {
				panic("expr: function " + fn.Name + " is registered twice")
			}
			fn.Overloads = slices.Clone(fn.Overloads)
			for i := range fn.Overloads {
				o := &fn.Overloads[i]
				sig, err := parseSignature(o.Params, o.Result)
				if err != nil {
					panic(fmt.Sprintf("expr: function %s(%s) -> %s: %v", fn.Name, o.Params, o.Result, err))
				}
				o.sig = sig
			}
			lib.functions[fn.Name] = &fn
		}
	}
	for op, name := range operatorNames {
		lib.operators[op] = lib.functions[name]
	}
	for name, fn := range lib.functions {
		if word, ok := strings.CutPrefix(name, propertyPrefix); ok {
			lib.properties[strings.TrimSuffix(word, "__")] = fn
		}
	}
	return lib
}

// Function finds a function by name, nil if there is none.
func (l *Library) Function(name string) *Function {
	if l == nil {
		return nil
	}
	return l.functions[name]
}

// Functions lists every function, operators and properties too, by name.
func (l *Library) Functions() []*Function {
	return slices.SortedFunc(maps.Values(l.functions), func(a, b *Function) int {
		return strings.Compare(a.Name, b.Name)
	})
}

// Signatures spells the overloads: "zfill(s: string, width: int) -> string".
func (f *Function) Signatures() []string { return f.signatures(-1) }

// signatures spells the overloads of n parameters, or all if there are none.
func (f *Function) signatures(n int) []string {
	var out []string
	for _, o := range f.Overloads {
		if len(o.sig.params) == n || !f.hasArity(n) {
			out = append(out, f.Name+"("+o.Params+") -> "+o.Result)
		}
	}
	return out
}

// names lists what a user may call, for suggestions.
func (l *Library) names() []string {
	var names []string
	for name := range l.functions {
		if !strings.HasPrefix(name, "__") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// signature is a parsed Params and Result.
type signature struct {
	params  []pattern
	result  pattern
	generic bool
}

// pattern is a set of concrete types, or lists (0 to 2 deep) of a variable.
type pattern struct {
	set      Type
	variable int // 0 none, 1 T, 2 T1, 3 T2, 4 T3
	lists    int
	optional bool // a variable pattern that may also be null
}

// parseSignature reads Params and Result.
func parseSignature(params, result string) (signature, error) {
	var sig signature
	if params != "" {
		for _, p := range splitTop(params, ',') {
			_, text, ok := strings.Cut(p, ":")
			if !ok {
				return sig, fmt.Errorf("parameter %q has no type", p)
			}
			pat, err := parsePattern(text)
			if err != nil {
				return sig, err
			}
			sig.generic = sig.generic || pat.variable != 0
			sig.params = append(sig.params, pat)
		}
	}
	var err error
	sig.result, err = parsePattern(result)
	return sig, err
}

// parsePattern reads a type or a variable form.
func parsePattern(text string) (pattern, error) {
	text = strings.TrimSpace(text)
	if t, ok := ParseType(text); ok {
		return pattern{set: t}, nil
	}
	var p pattern
	inner, optional := strings.CutSuffix(text, "?")
	p.optional = optional
	for {
		rest, ok := bracketed(inner, "list")
		if !ok {
			break
		}
		inner = rest
		p.lists++
	}
	p.variable = 1 + slices.Index([]string{"T", "T1", "T2", "T3"}, inner)
	if p.variable == 0 || p.lists > 2 {
		return p, fmt.Errorf("%q is no type", text)
	}
	return p, nil
}
