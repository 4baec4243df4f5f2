package proc

// This file defines Environment: the ordered merge of an action's variables.

// Environment is an ordered set of variables. On Windows names differ only by
// more than case. The zero value is empty.
type Environment struct{}

// NewEnvironment starts from a list of NAME=value, such as os.Environ gives;
// a later one of the same name wins. Malformed entries are kept out.
func NewEnvironment(list []string) *Environment { return &Environment{} }

// Set gives a variable a value; the last one wins. It refuses an empty name, a
// name with `=` and a NUL in either, which no system can pass on.
func (e *Environment) Set(name, value string) error { return nil }

// Unset takes a variable away.
func (e *Environment) Unset(name string) {}

// Get looks a variable up.
func (e *Environment) Get(name string) (value string, ok bool) { return "", false }

// Clone copies the environment, so that a layer can be put on top.
func (e *Environment) Clone() *Environment { return &Environment{} }

// List gives NAME=value in the order of first setting, without duplicates.
func (e *Environment) List() []string { return nil }
