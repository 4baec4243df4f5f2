// This file defines Symbols, the names an expression may refer to.

package expr

import (
	"slices"
	"strings"
)

// Symbols is a scope of dotted names (`Param.Frame`, `Task.File.run`, a let
// name) with an outer scope it adds to. A name whose value is unresolved is
// known by its type alone (§"Static Type Checking via Unresolved Values").
//
// A scope must not be changed while expressions are evaluated in it; then any
// number of goroutines may share it.
type Symbols struct {
	parent *Symbols
	values map[string]Value
}

// NewSymbols returns an empty scope within parent, which may be nil.
func NewSymbols(parent *Symbols) *Symbols {
	return &Symbols{parent: parent, values: map[string]Value{}}
}

// Define gives name a value in this scope; an outer one of the same name is
// hidden. Whether that is allowed is the caller's to check, see Defined.
func (s *Symbols) Define(name string, v Value) { s.values[name] = v }

// Lookup finds the value of exactly this name, in this scope or outwards.
func (s *Symbols) Lookup(name string) (Value, bool) {
	for ; s != nil; s = s.parent {
		if v, ok := s.values[name]; ok {
			return v, true
		}
	}
	return Value{}, false
}

// Defined says whether name is defined in this scope or an outer one.
func (s *Symbols) Defined(name string) bool {
	_, ok := s.Lookup(name)
	return ok
}

// Names lists all names of this scope and the outer ones, sorted.
func (s *Symbols) Names() []string {
	var names []string
	for ; s != nil; s = s.parent {
		for name := range s.values {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// hasPrefix says whether any name starts with prefix and a dot.
func (s *Symbols) hasPrefix(prefix string) bool {
	prefix += "."
	for ; s != nil; s = s.parent {
		for name := range s.values {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
	}
	return false
}
