// This file defines Rules, the path mapping rules of a session: which paths of
// the submitter's machine are which on this host (How Jobs Are Run, "Path
// Mapping"; §"PathMappingRule").

package expr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// RuleFormat says how a rule's source path is to be read.
type RuleFormat string

// The formats. URI needs the extension EXPR.
const (
	RulePOSIX   RuleFormat = "POSIX"
	RuleWindows RuleFormat = "WINDOWS"
	RuleURI     RuleFormat = "URI"
)

// Rule maps everything at and below Source to Destination, a path of this
// host.
type Rule struct {
	Format      RuleFormat `json:"source_path_format"`
	Source      string     `json:"source_path"`
	Destination string     `json:"destination_path"`
}

// rulesVersion is the only version of the rules file there is.
const rulesVersion = "pathmapping-1.0"

// Rules is a checked list of rules. It never changes; nil has no rules.
type Rules struct {
	given   []Rule
	ordered []Rule // longest source first, else as given
}

// NewRules checks rules.
func NewRules(rules []Rule) (*Rules, error) {
	r := &Rules{given: slices.Clone(rules)}
	for i := range r.given {
		if err := r.given[i].check(); err != nil {
			return nil, fmt.Errorf("path mapping rule %d: %w", i+1, err)
		}
	}
	r.ordered = slices.Clone(r.given)
	slices.SortStableFunc(r.ordered, func(a, b Rule) int {
		return len(b.sourceText()) - len(a.sourceText())
	})
	return r, nil
}

// check says what is wrong with a rule, and spells its format in capitals.
func (r *Rule) check() error {
	switch format := RuleFormat(strings.ToUpper(string(r.Format))); format {
	case RulePOSIX, RuleWindows, RuleURI:
		r.Format = format
	default:
		return fmt.Errorf("source_path_format is %q; it must be POSIX, WINDOWS or URI", r.Format)
	}
	switch {
	case r.Source == "":
		return errors.New("source_path is empty")
	case r.Destination == "":
		return errors.New("destination_path is empty")
	}
	if _, _, ok := splitURI(r.Source); r.Format == RuleURI && !ok {
		return fmt.Errorf("source_path %q is no URI; it must start as in s3://", r.Source)
	}
	return nil
}

// sourceText is the source in its normal form.
func (r Rule) sourceText() string {
	if r.Format == RuleURI {
		return strings.TrimSuffix(r.Source, "/")
	}
	return parseFilePath(r.style(), r.Source).text()
}

func (r Rule) style() PathStyle {
	if r.Format == RuleWindows {
		return Windows
	}
	return POSIX
}

// ParseRules reads the JSON of a rules file:
//
//	{"version": "pathmapping-1.0", "path_mapping_rules": [
//	  {"source_path_format": "POSIX", "source_path": "/mnt", "destination_path": "/local"}]}
//
// The error says what is wrong and in which rule.
func ParseRules(data []byte) (*Rules, error) {
	top, err := jsonObject(data, "version", "path_mapping_rules")
	if err != nil {
		return nil, fmt.Errorf("path mapping rules: %w", err)
	}
	version, err := jsonString(top, "version")
	if err != nil {
		return nil, fmt.Errorf("path mapping rules: %w", err)
	}
	if version != rulesVersion {
		return nil, fmt.Errorf("path mapping rules: version is %q; it must be %q", version, rulesVersion)
	}
	var items []json.RawMessage
	if raw, ok := top["path_mapping_rules"]; ok {
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, errors.New("path mapping rules: path_mapping_rules must be a list of rules")
		}
	}
	rules := make([]Rule, len(items))
	for i, item := range items {
		if rules[i], err = parseRule(item); err != nil {
			return nil, fmt.Errorf("path mapping rule %d: %w", i+1, err)
		}
	}
	return NewRules(rules)
}

func parseRule(data []byte) (Rule, error) {
	fields, err := jsonObject(data, "source_path_format", "source_path", "destination_path")
	if err != nil {
		return Rule{}, err
	}
	format, err1 := jsonString(fields, "source_path_format")
	source, err2 := jsonString(fields, "source_path")
	destination, err3 := jsonString(fields, "destination_path")
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			return Rule{}, err
		}
	}
	return Rule{Format: RuleFormat(format), Source: source, Destination: destination}, nil
}

// jsonObject reads an object that has no other keys than the known ones.
func jsonObject(data []byte, known ...string) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&fields); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("not valid JSON at byte %d: %w", syntax.Offset, err)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("not valid JSON: it ends too early")
		}
		return nil, errors.New("not a JSON object")
	}
	if fields == nil {
		return nil, errors.New("not a JSON object")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("not valid JSON: something follows the object at byte %d", decoder.InputOffset())
	}
	if key, twice := repeatedKey(data); twice {
		return nil, fmt.Errorf("the key %q is given twice", key)
	}
	var unknown []string
	for key := range fields {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		key := slices.Min(unknown)
		return nil, fmt.Errorf("unknown key %q; there are %s", key, strings.Join(known, ", "))
	}
	return fields, nil
}

// repeatedKey finds a key of a valid JSON object that is there twice.
func repeatedKey(data []byte) (key string, twice bool) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	_, _ = decoder.Token() // the opening brace
	seen := map[string]bool{}
	for decoder.More() {
		token, _ := decoder.Token()
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			break
		}
		key, _ = token.(string)
		if seen[key] {
			return key, true
		}
		seen[key] = true
	}
	return "", false
}

func jsonString(fields map[string]json.RawMessage, key string) (string, error) {
	raw, ok := fields[key]
	if !ok {
		return "", fmt.Errorf("%s is missing", key)
	}
	var text *string
	if err := json.Unmarshal(raw, &text); err != nil || text == nil {
		return "", fmt.Errorf("%s must be a string", key)
	}
	return *text, nil
}

// Len is the number of rules.
func (r *Rules) Len() int {
	if r == nil {
		return 0
	}
	return len(r.given)
}

// List is the rules as they were given.
func (r *Rules) List() []Rule {
	if r == nil {
		return nil
	}
	return slices.Clone(r.given)
}

// JSON is the contents of the file that Session.PathMappingRulesFile names;
// `{}` if there are no rules.
func (r *Rules) JSON() []byte {
	if r.Len() == 0 {
		return []byte("{}")
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// Strings always encode.
	_ = encoder.Encode(struct {
		Version string `json:"version"`
		Rules   []Rule `json:"path_mapping_rules"`
	}{rulesVersion, r.given})
	return bytes.TrimSpace(out.Bytes())
}

// Apply maps text by the rule with the longest source that matches, of equal
// ones the first given. style is that of this host. A text that no rule
// matches comes back unchanged, with ok false.
func (r *Rules) Apply(text string, style PathStyle) (mapped string, ok bool) {
	if r == nil {
		return text, false
	}
	for _, rule := range r.ordered {
		if names, ok := rule.match(text); ok {
			return rule.mapped(names, text, style), true
		}
	}
	return text, false
}

// match gives the names of text below the rule's source.
func (r Rule) match(text string) (names []string, ok bool) {
	drive, rest, isURI := splitURI(text)
	if isURI != (r.Format == RuleURI) {
		return nil, false
	}
	if isURI {
		sourceDrive, sourceRest, _ := splitURI(r.sourceText())
		rest, ok := strings.CutPrefix(rest, sourceRest)
		if !ok || !strings.EqualFold(drive, sourceDrive) || rest != "" && rest[0] != '/' {
			return nil, false
		}
		return strings.Split(rest, "/")[1:], true // of "" nothing, of "/a" a
	}
	path, source := parsePath(r.style(), text), parseFilePath(r.style(), r.Source)
	if _, ok := path.relativeTo(source); !ok {
		return nil, false
	}
	return path.names[len(source.names):], true
}

// mapped puts names below the destination; a slash at the end of the text
// stays.
func (r Rule) mapped(names []string, text string, style PathStyle) string {
	destination := parsePath(style, r.Destination)
	if destination.uri {
		if destination.name() == "" {
			destination = destination.parent()
		}
		destination.names = slices.Concat(destination.names, names)
		return destination.text()
	}
	destination.names = slices.Clone(destination.names)
	for _, name := range names {
		if name != "" && name != "." {
			destination.names = append(destination.names, name)
		}
	}
	out := destination.text()
	slash := strings.HasSuffix(text, "/") || r.Format == RuleWindows && strings.HasSuffix(text, `\`)
	if slash && !strings.HasSuffix(out, destination.separator()) {
		out += destination.separator()
	}
	return out
}
