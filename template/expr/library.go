// This file assembles the libraries: which functions may be called where.

package expr

import "sync"

// base is built once, because every expression of every template needs it.
var base = sync.OnceValue(func() *Library {
	return newLibrary(nil, operatorFunctions(), comparisonFunctions(),
		generalFunctions(), mathFunctions(), listFunctions(), stringFunctions(), regexFunctions(),
		reprFunctions(), pathFunctions())
})

// Base is the library of every scope: operators, properties and the functions
// of §2 without the host's.
func Base() *Library { return base() }

// WithHost adds what only a host can do: apply_path_mapping (§2.3.2).
func (l *Library) WithHost() *Library { return newLibrary(l, hostFunctions()) }

// WithServices adds the functions of the SERVICE extension.
func (l *Library) WithServices() *Library { return newLibrary(l, serviceFunctions()) }

// WithWrapIdea adds the functions of documents in the idea form of wrapping.
func (l *Library) WithWrapIdea() *Library { return newLibrary(l, wrapIdeaFunctions()) }
