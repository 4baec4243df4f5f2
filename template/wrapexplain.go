// This file says why a name that describes a wrapped action cannot be used in a
// place (§4.3.1).

package template

import (
	"fmt"
	"slices"
	"strings"
)

// wrappedNames are the names under a root of those that describe wrapped actions.
func wrappedNames(root string) []string {
	all := (&scope{}).with()
	for _, hook := range []ActionKind{WrapEnvEnterHook, WrapTaskRunHook, WrapServiceRunHook} {
		all.wrapped(hook)
	}
	return slices.DeleteFunc(all.env.Symbols.Names(), func(name string) bool { return !strings.HasPrefix(name, root+".") })
}

// explainWrapped explains a name that begins with root.
func (c *checker) explainWrapped(name, root, place string) (message, hint string) {
	known := wrappedNames(root)
	if !isWrappedName(known, name) {
		return fmt.Sprintf("there is no %s", name), c.didYouMeanWrapped(name, known)
	}
	message = fmt.Sprintf("%s is not known in %s", name, place)
	if c.document.WrapsIdea() {
		return message, "a document without extensions has Task.Command, Task.Args and Task.Environment; " +
			"for " + root + " declare extensions: [WRAP_ACTIONS, EXPR] and define onWrapEnvEnter, onWrapTaskRun and onWrapEnvExit"
	}
	return message, map[string]string{
		"WrappedAction": "it is known in the command, args, timeout and cancelation of the wrap hooks, not in let, variables or embedded files; " +
			"hand it to a script as an argument of the hook",
		"WrappedEnv":     "it is known in onWrapEnvEnter and onWrapEnvExit",
		"WrappedStep":    "it is known in onWrapTaskRun",
		"WrappedService": "it is known in the four onWrapService… hooks, not in let, variables or embedded files",
	}[root]
}

// isWrappedName reports whether a name, perhaps with a property after it, is one
// of known.
func isWrappedName(known []string, name string) bool {
	for _, k := range known {
		if name == k || strings.HasPrefix(name, k+".") {
			return true
		}
	}
	return false
}

// didYouMeanWrapped suggests the names that a name is a part of, or the one that
// was meant, or lists all.
func (c *checker) didYouMeanWrapped(name string, known []string) string {
	var whole []string
	for _, k := range known {
		if strings.HasPrefix(k, name+".") {
			whole = append(whole, k)
		}
	}
	if hint := c.didYouMean(name, known); hint != "" && whole == nil {
		return hint
	}
	if whole == nil {
		whole = known
	}
	return "there is " + strings.Join(whole, ", ")
}
