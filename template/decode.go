// This file defines the readers of single values and of mappings, with which
// the other files decode their objects.

package template

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// decoder turns the nodes of one document into the model. It never stops at a
// fault: what cannot be read becomes a zero value and the fault is kept.
type decoder struct {
	source     *Source
	extensions ExtensionSet
	faults     faultList
	pathStyle  expr.PathStyle
	// ideaWrap: the document is in the idea form of wrapping.
	ideaWrap bool
}

// has reports whether the document declares e.
func (d *decoder) has(e Extension) bool { return d.extensions.Has(e) }

// element is a node with its place in the document. The zero element is an
// absent value; its methods may not be called.
type element struct {
	d    *decoder
	node *node
	path string
}

// fault keeps a fault at this element. section is a section number of the
// template schemas, hint what to do about it; both may be "".
func (e element) fault(section, hint, format string, args ...any) {
	e.d.faults.add(&Fault{Pos: e.node.pos, Path: e.path, Message: fmt.Sprintf(format, args...), Hint: hint, Section: section})
}

// faultAt is fault with the place moved to a rune offset in the decoded text
// of a string element.
func (e element) faultAt(offset int, section, hint, format string, args ...any) {
	e.d.faults.add(&Fault{Pos: scalarPosition(e.d.source, e.node, offset), Path: e.path,
		Message: fmt.Sprintf(format, args...), Hint: hint, Section: section})
}

// isNull reports whether the element is written as null.
func (e element) isNull() bool { return e.node.kind == nullNode }

// str reads a string; a number, a boolean or null is a fault.
func (e element) str() (string, bool) {
	if e.node.kind != stringNode {
		hint := ""
		if k := e.node.kind; k == boolNode || k == intNode || k == floatNode {
			hint = "put it in quotes to make it a string"
		}
		e.fault("", hint, "expected a string, found %s", e.describe())
		return "", false
	}
	return e.node.text, true
}

// integer reads an integer in 64 bits; text is a fault.
func (e element) integer() (int64, bool) {
	switch {
	case e.node.kind != intNode:
		e.fault("", "", "expected an integer, found %s", e.describe())
	case e.node.big:
		e.fault("", "", "the integer %s does not fit in 64 bits", e.node.text)
	default:
		return e.node.integer, true
	}
	return 0, false
}

// boolean reads true or false.
func (e element) boolean() (bool, bool) {
	if e.node.kind != boolNode {
		hint := ""
		if e.node.kind == stringNode && e.node.style == plainStyle {
			hint = "YAML 1.2 knows only true and false"
		}
		e.fault("", hint, "expected true or false, found %s", e.describe())
		return false, false
	}
	return e.node.boolean, true
}

// list reads a list of least to most elements (most 0: no upper limit). The
// elements come back also when there are too many or too few.
func (e element) list(section string, least, most int) []element {
	if e.node.kind != sequenceNode {
		e.fault(section, "", "expected a list, found %s", e.describe())
		return nil
	}
	switch n := len(e.node.items); {
	case n < least && least == 1:
		e.fault(section, "give at least one element", "the list is empty")
	case n < least:
		e.fault(section, "", "expected at least %d elements, found %d", least, n)
	case most > 0 && n > most:
		e.fault(section, "", "expected at most %d elements, found %d", most, n)
	}
	out := make([]element, len(e.node.items))
	for i, item := range e.node.items {
		out[i] = element{e.d, item, fmt.Sprintf("%s[%d]", e.path, i)}
	}
	return out
}

// describe names the value for messages: its kind and, when short, its text.
// Long texts are left out so that a message never repeats a whole script.
func (e element) describe() string {
	switch k := e.node.kind; k {
	case boolNode, intNode, floatNode, stringNode:
		if utf8.RuneCountInString(e.node.text) <= 40 && !strings.ContainsAny(e.node.text, "\r\n") {
			if k == stringNode {
				return fmt.Sprintf("the string %q", e.node.text)
			}
			return fmt.Sprintf("%s (%s)", k, e.node.text)
		}
		return k.String()
	default:
		return k.String()
	}
}

// mapping reads one mapping: keys are taken from it one by one, and done
// reports those that nobody took.
type mapping struct {
	element
	what    string   // what the mapping is, for messages: "a Step", "an Action"
	section string   // its section of the template schemas
	known   []string // the keys asked for so far
}

// mapping opens the element as a mapping; nil, with a fault, when it is none.
func (e element) mapping(what, section string) *mapping {
	if e.node.kind != mappingNode {
		e.fault(section, "", "expected a mapping (%s), found %s", what, e.describe())
		return nil
	}
	return &mapping{element: e, what: what, section: section}
}

// find looks a key up without marking it as known.
func (m *mapping) find(key string) (entry, bool) {
	for _, en := range m.node.entries {
		if en.key == key {
			return en, true
		}
	}
	return entry{}, false
}

// child is the element of a key's value.
func (m *mapping) child(en entry) element {
	path := en.key
	if m.path != "" {
		path = m.path + "." + en.key
	}
	return element{m.d, en.value, path}
}

// optional takes a key that may be absent; null counts as absent.
func (m *mapping) optional(key string) (element, bool) {
	e, there := m.raw(key)
	return e, there && !e.isNull()
}

// raw takes a key that may be absent; an explicit null is present.
func (m *mapping) raw(key string) (element, bool) {
	m.known = append(m.known, key)
	en, there := m.find(key)
	if !there {
		return element{}, false
	}
	return m.child(en), true
}

// required takes a key that has to be there and not null.
func (m *mapping) required(key string) (element, bool) {
	e, there := m.raw(key)
	if !there || e.isNull() {
		m.lacks(m.section, key)
		return element{}, false
	}
	return e, true
}

// verb chooses the verb that goes with what the mapping is.
func (m *mapping) verb(singular, plural string) string {
	if strings.HasPrefix(m.what, "the actions of ") {
		return plural
	}
	return singular
}

// lacks keeps the fault that a key which has to be there is absent or null.
func (m *mapping) lacks(section, key string) {
	if en, there := m.find(key); there {
		m.child(en).fault(section, "", "%q must not be null", key)
		return
	}
	m.fault(section, "", "%s %s the key %q", m.what, m.verb("needs", "need"), key)
}

// gated takes an optional key that only exists when the document declares all
// of the extensions; without them a value other than null is a fault.
func (m *mapping) gated(key string, needs ...Extension) (element, bool) {
	e, there := m.optional(key)
	if !there {
		return element{}, false
	}
	var missing []string
	for _, ext := range needs {
		if !m.d.has(ext) {
			missing = append(missing, ext.String())
		}
	}
	if len(missing) > 0 {
		add := slices.Clone(missing)
		for _, name := range (needed(needs) &^ m.d.extensions).Names() {
			if !slices.Contains(add, name) {
				add = append(add, name)
			}
		}
		en, _ := m.find(key)
		m.d.faults.add(&Fault{Pos: en.pos, Path: e.path, Section: m.section,
			Message: fmt.Sprintf("the key %q of %s needs the extension %s", key, m.what, strings.Join(missing, " and ")),
			Hint:    fmt.Sprintf("add %s to the document's extensions, or remove the key", joinWords(add))})
		return element{}, false
	}
	return e, true
}

// given reports whether a key is there with a value other than null.
func (m *mapping) given(key string) bool {
	en, there := m.find(key)
	return there && en.value.kind != nullNode
}

// done reports every key that was not asked for, with the nearest known one.
func (m *mapping) done() {
	for _, en := range m.node.entries {
		if slices.Contains(m.known, en.key) {
			continue
		}
		hint := m.d.didYouMean(en.key, m.known)
		if now := formerKey(en.key); slices.Contains(m.known, now) {
			hint = "it is called " + now
		}
		m.d.faults.add(&Fault{Pos: en.pos, Path: m.child(en).path, Section: m.section, Hint: hint,
			Message: fmt.Sprintf("%s %s no key %q", m.what, m.verb("has", "have"), en.key)})
	}
}

// formerKey is what a key of earlier drafts of services is called today.
func formerKey(key string) string {
	switch key {
	case "readinessCheck":
		return "healthCheck"
	case "timeoutSeconds":
		return "readinessTimeoutSeconds"
	case "intervalSeconds":
		return "readinessIntervalSeconds"
	case "onReadinessCheck":
		return "onHealthCheck"
	}
	return ""
}

// oneOf reads a string that has to be one of the given words, case-sensitive.
func (e element) oneOf(section string, words ...string) (string, bool) {
	text, ok := e.str()
	if !ok {
		return "", false
	}
	if !slices.Contains(words, text) {
		e.fault(section, e.d.didYouMean(text, words), "%s is not one of %s", e.describe(), strings.Join(words, ", "))
		return "", false
	}
	return text, true
}

// text reads a string of least to most code points (most 0: no upper limit)
// without control characters other than those in except.
func (e element) boundedText(section string, least, most int, except string) (string, bool) {
	text, ok := e.str()
	if !ok {
		return "", false
	}
	n := utf8.RuneCountInString(text)
	switch {
	case n < least && least == 1:
		e.fault(section, "", "must not be empty")
	case n < least:
		e.fault(section, "", "has %d characters, at least %d are needed", n, least)
	case most > 0 && n > most:
		e.fault(section, "", "has %d characters, at most %d are allowed", n, most)
	default:
		if except == anyCharacter {
			return text, true
		}
		if at, r := controlCharacter(text, except); at >= 0 {
			e.faultAt(at, section, "", "contains the control character U+%04X", r)
			return text, false
		}
		return text, true
	}
	return text, false
}

// controlCharacter finds the first character of Cc that is not in except, by
// its rune offset; -1 when there is none.
func controlCharacter(text, except string) (int, rune) {
	at := 0
	for _, r := range text {
		if (r < 0x20 || r >= 0x7f && r <= 0x9f) && !strings.ContainsRune(except, r) {
			return at, r
		}
		at++
	}
	return -1, 0
}

// identifier reads an <Identifier> (§7.1): letters, digits and underscores of
// ASCII, not starting with a digit; 1 to 64, with FEATURE_BUNDLE_1 to 512.
func (e element) identifier() (string, bool) {
	most := maxIdentifier
	if e.d.has(FeatureBundle1) {
		most = maxIdentifierFB1
	}
	text, ok := e.boundedText("7.1", 1, most, "")
	if !ok {
		return text, false
	}
	if !isIdentifier(text) {
		e.fault("7.1", "use letters, digits and underscores, not starting with a digit", "%s is not an identifier", e.describe())
		return text, false
	}
	return text, true
}

// isIdentifier reports whether text matches [A-Za-z_][A-Za-z0-9_]*.
func isIdentifier(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != ""
}

// description reads a <Description> (§7.2).
func (e element) description() string {
	text, _ := e.boundedText("7.2", 1, maxDescription, "\r\n\t")
	return text
}

// maxSuggestFrom is how many names are worth comparing with a misspelt one.
const maxSuggestFrom = 2000

// didYouMean is the hint for a misspelt word; "" when no known word is near,
// or when so many faults are there that nobody will read it.
func (d *decoder) didYouMean(word string, known []string) string {
	if len(d.faults.faults) > MaxFaultsShown || len(known) > maxSuggestFrom {
		return ""
	}
	if near := suggest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// suggest returns the known word nearest to a misspelt one, "" when none is.
func suggest(word string, known []string) string {
	if near := expr.Suggest(word, known); len(near) > 0 {
		return near[0]
	}
	return ""
}

// nameSet finds names that are given twice where they have to be unique.
type nameSet struct {
	what, section string
	reference     bool // the names refer to something, they do not define it
	first         map[string]Position
}

// newNameSet makes a set for messages that begin with what, such as "the Step".
func newNameSet(what, section string) *nameSet {
	return &nameSet{what: what, section: section, first: map[string]Position{}}
}

// newReferenceSet is newNameSet for names that refer to something.
func newReferenceSet(what, section string) *nameSet {
	s := newNameSet(what, section)
	s.reference = true
	return s
}

// add reports name at e when it is in the set already. "" stands for a name
// that could not be read.
func (s *nameSet) add(e element, name string) {
	if name == "" {
		return
	}
	if first, twice := s.first[name]; twice {
		hint := "give one of them another name"
		if s.reference {
			hint = "remove one of them"
		}
		e.fault(s.section, hint, "%s %s is given twice, first in line %d", s.what, quoteShort(name), first.Line)
		return
	}
	s.first[name] = e.node.pos
}
