// This file defines the extensions: names, what they need, which are supported.

package template

import (
	"slices"
	"strings"
)

// Extension is one extension of the 2023-09 template schemas (§1.1 item 3).
type Extension uint8

// The extensions that this program knows, in the order of their RFCs.
const (
	TaskChunking   Extension = 1 << iota // TASK_CHUNKING, RFC 0001
	RedactedEnv                          // REDACTED_ENV_VARS, RFC 0003
	FeatureBundle1                       // FEATURE_BUNDLE_1, RFC 0004
	Expr                                 // EXPR, RFCs 0005 to 0007
	WrapActions                          // WRAP_ACTIONS, RFC 0008
	Services                             // SERVICE, RFC 0009 (draft)
)

// extensionTable is the one place that says how an extension is written, what
// it needs, and whether it is supported.
var extensionTable = [...]struct {
	extension Extension
	name      string
	needs     ExtensionSet
	supported bool
}{
	{TaskChunking, "TASK_CHUNKING", 0, true},
	{RedactedEnv, "REDACTED_ENV_VARS", 0, true},
	{FeatureBundle1, "FEATURE_BUNDLE_1", 0, true},
	{Expr, "EXPR", 0, true},
	{WrapActions, "WRAP_ACTIONS", ExtensionSet(Expr), true},
	{Services, "SERVICE", ExtensionSet(Expr), true},
}

// String gives the name as documents write it.
func (e Extension) String() string {
	for _, row := range extensionTable {
		if row.extension == e {
			return row.name
		}
	}
	return "no extension"
}

// ExtensionSet is the set of extensions that one document declares.
type ExtensionSet uint8

// Has reports whether e is in the set.
func (s ExtensionSet) Has(e Extension) bool { return s&ExtensionSet(e) != 0 }

// With returns the set with e in it.
func (s ExtensionSet) With(e Extension) ExtensionSet { return s | ExtensionSet(e) }

// Names lists the set's extensions in the table's order.
func (s ExtensionSet) Names() []string {
	var names []string
	for _, row := range extensionTable {
		if s.Has(row.extension) {
			names = append(names, row.name)
		}
	}
	return names
}

// String joins the names with commas.
func (s ExtensionSet) String() string { return strings.Join(s.Names(), ", ") }

// needed is the set of those that the given ones need beside themselves.
func needed(extensions []Extension) ExtensionSet {
	var set ExtensionSet
	for _, row := range extensionTable {
		if slices.Contains(extensions, row.extension) {
			set |= row.needs
		}
	}
	return set
}

// SupportedExtensions is the set that a document may declare.
func SupportedExtensions() ExtensionSet {
	var set ExtensionSet
	for _, row := range extensionTable {
		if row.supported {
			set = set.With(row.extension)
		}
	}
	return set
}
