package proc

// This file defines Environment: the ordered merge of an action's variables.

import (
	"fmt"
	"strings"
)

// Environment is an ordered set of variables. On Windows two names that differ
// only by case are the same. It is for one goroutine at a time.
type Environment struct {
	names  map[string]int // index in list by envKey
	list   []string       // NAME=value; empty if taken away
	unused int            // number of empty entries of list
}

// NewEnvironment starts from a list of NAME=value, such as os.Environ gives; of
// two settings the later one wins. Entries that Set would refuse are left out.
func NewEnvironment(list []string) *Environment {
	e := &Environment{names: make(map[string]int, len(list)), list: make([]string, 0, len(list))}
	for _, entry := range list {
		// Windows has names like `=C:`, the current directory of each drive;
		// they have no name by any other rule and are left out.
		if name, value, ok := strings.Cut(entry, "="); ok {
			_ = e.Set(name, value)
		}
	}
	return e
}

// Set gives a variable a value; the last one wins. It refuses an empty name, a
// name with `=` and a NUL in either, which no system can pass on.
func (e *Environment) Set(name, value string) error {
	switch {
	case name == "":
		return fmt.Errorf("an environment variable needs a name")
	case strings.ContainsRune(name, '='):
		return fmt.Errorf("the name of environment variable %q contains an equals sign", name)
	case strings.ContainsRune(name, 0):
		return fmt.Errorf("the name of environment variable %q contains a NUL character", name)
	case strings.ContainsRune(value, 0):
		return fmt.Errorf("the value of environment variable %q contains a NUL character, which cannot be passed to a program", name)
	}
	if e.names == nil {
		e.names = map[string]int{}
	}
	if i, ok := e.names[envKey(name)]; ok {
		e.list[i] = name + "=" + value
		return nil
	}
	e.names[envKey(name)] = len(e.list)
	e.list = append(e.list, name+"="+value)
	return nil
}

// Unset takes a variable away; setting it again puts it last.
func (e *Environment) Unset(name string) {
	i, ok := e.names[envKey(name)]
	if !ok {
		return
	}
	delete(e.names, envKey(name))
	e.list[i] = ""
	e.unused++
}

// Get looks a variable up.
func (e *Environment) Get(name string) (value string, ok bool) {
	i, ok := e.names[envKey(name)]
	if !ok {
		return "", false
	}
	_, value, _ = strings.Cut(e.list[i], "=")
	return value, true
}

// Clone copies the environment, so that a layer can be put on top.
func (e *Environment) Clone() *Environment { return NewEnvironment(e.List()) }

// List gives NAME=value in the order of first setting, without duplicates.
func (e *Environment) List() []string {
	out := make([]string, 0, len(e.list)-e.unused)
	for _, entry := range e.list {
		if entry != "" {
			out = append(out, entry)
		}
	}
	return out
}
