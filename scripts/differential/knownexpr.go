package main

// Known differences of expressions.

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var uri = regexp.MustCompile(`^[a-zA-Z][\w+.-]*://`)

func expressionRules() []rule {
	return []rule{
		{"expr-float-literal", all(bothAccept, written(`(^|[^\w.])\.\d|\d\.([^\d.]|$)|\d_\d`), sameNumbers)},
		{"expr-shortest-float", all(bothAccept, types("float", "float"), sameNumbers)},
		{"expr-variable-hides", weRefuse(`^the variable \w+ hides another name`)},
		{"expr-variable-keyword", weRefuse("^unexpected `\\w+` where a variable is expected")},
		{"expr-async", all(weRefuse("^unexpected `async`"), written(`\basync\b`))},
		{"expr-call-of-name", weRefuse(`^only functions and methods can be called`)},
		{"expr-comment", all(weRefuse(`^comments are not part of the language`), written(`#`))},
		{"expr-continuation", all(weRefuse(`^a backslash is only allowed in strings`), written(`\\\n`))},
		{"expr-number-before-word", weRefuse(`^[\d.]\S* is not a number`)},
		{"expr-number-method", weRefuse(`a method of a number or a constant needs parentheses`)},
		{"expr-null-in-list", weRefuse(`^null cannot be an item of a list`)},
		{"expr-literal-range", weRefuse(`^the number is outside the range of int`)},
		{"expr-mixed-lists", weRefuse(`^a list cannot hold list\[`)},
		{"expr-range-equality", all(bothAccept, types("bool", "bool"), written(`[=!]=|\bin\b`), written(`range_expr|Param\.Frames`))},
		{"expr-range-bounds", all(theyRefuse(`Integer overflow|Invalid integer '\d{19}'`), written(`range_expr|Param\.Frames`), written(`[\d_]{16,}`))},
		{"expr-range-of-range", theyRefuse(`No matching signature for range_expr\(range_expr\)`)},
		{"expr-range-in-list", all(theyRefuse(`nested at most 2 levels`), written(`range_expr|Param\.Frames`))},
		{"expr-range-texts", all(bothAccept, written(`\b(string|repr_\w+)\b`), rangesUnquoted)},
		{"expr-range-after-list", all(weRefuse("^`\\+` does not take (list\\[.*and range_expr|range_expr and list\\[)"), written(`\+`))},
		{"expr-concat-empty", weRefuse("^`\\+` does not take list\\[\\S+ and list\\[")},
		{"expr-range-sorted", weRefuse(`^sorted does not take \(list\[range_expr\]\)`)},
		{"expr-empty-list-type", all(bothAccept, emptyLists)},
		{"expr-empty-sum", all(bothAccept, written(`\bsum\b`), types("float", "int"), values("0.0", "0"))},
		{"expr-range-and-empty", all(bothAccept, types("list[float]", "list[int]"), written(`\+`), sameValues)},
		{"expr-path-of-paths", theyRefuse(`No matching signature for path\(list\[path\]\)`)},
		{"expr-path-double-slash", all(bothAccept, written(`^path\(|\.path\(`), func(d *difference) bool { return textOf(d.Ours) == "/"+textOf(d.Theirs) })},
		{"expr-path-of-empty", theyRefuse(`path\(\) is not available for list\[nulltype\]|No matching signature for path\(list\[nulltype\]\)`)},
		{"expr-round-int", theyRefuse(`round\(\) is not available for int`)},
		{"expr-round-to-int", all(written(`\bround\b`), theirType("float"), anyOf(ourType("int"), outOfRange))},
		{"expr-round-exact", all(written(`\bround\b`), written(`[\d_]{16,}`),
			anyOf(types("int", "int"), all(ourType("int"), theyRefuse(`overflow`)), all(outOfRange, theirType("int"))))},
		{"expr-round-digits", weRefuse(`^round\(\) makes at most`)},
		{"expr-round-overflow", all(written(`\bround\b`), ourType("float"), theyRefuse(`produced infinity`))},
		{"expr-with-number-directory", all(bothAccept, written(`\bwith_number\b`), types("string", "string"), samePathText)},
		{"expr-with-number-dot", all(theyRefuse(`^ExpressionError: with_number: '\.' has an empty name`), ourType("string"))},
		{"expr-with-number-least", all(bothAccept, written(`\bwith_number\b`), written(`-9223372036854775808`))},
		{"expr-repr-sh", all(written(`\brepr_sh\b`), anyOf(bothAccept, theyRefuse(`(?i)nul`)))},
		{"expr-repr-cmd-line-end", all(bothAccept, written(`\brepr_cmd\b`), quotedOnly)},
		{"expr-repr-pwsh-quotes", all(bothAccept, written(`\brepr_pwsh\b`), doubledQuotes)},
		{"expr-path-normal", all(bothAccept, normalOf)},
		{"expr-path-normal", all(bothAccept, func(d *difference) bool { return d.Input.Origin != nil }, written(`path\(|Param\.(Path|Raw|Uri)`), samePathText)},
		{"expr-path-normal", all(bothAccept, func(d *difference) bool { return strings.HasPrefix(d.Input.Op, ".") && d.Left != normalPath(d.Left) }, written(`\.(name|stem|suffix|suffixes)$`))},
		{"expr-uri-join", all(bothAccept, types("path", "path"), joinOfURI)},
		{"expr-path-empty-join", all(bothAccept, types("path", "path"), emptyLeft)},
		{"expr-relative-to-double-slash", all(written(`relative_to`), written(`'//`))},
		{"expr-uri-relative", all(written(`relative_to`), written(`://`))},
		{"expr-relative-to-normal", all(written(`relative_to`), func(d *difference) bool { return d.Left != normalPath(d.Left) || d.Base != normalPath(d.Base) })},
		{"expr-relative-to-dot", all(written(`relative_to`), emptyBase)},
		{"expr-as-posix", all(bothAccept, written(`\bas_posix\b`), written(`\\`))},
		{"expr-regex-repeat", weRefuse(`the pattern .*(repeats a repetition|there is nothing to repeat before)`)},
		{"expr-regex-dashes", weRefuse(`the pattern .*"--" is not supported in a class`)},
	}
}

func ourType(name string) func(*difference) bool {
	return func(d *difference) bool { return d.Ours.OK && d.Ours.Type == name }
}

func theirType(name string) func(*difference) bool {
	return func(d *difference) bool { return d.Theirs.OK && d.Theirs.Type == name }
}

func types(ours, theirs string) func(*difference) bool { return all(ourType(ours), theirType(theirs)) }

func values(ours, theirs string) func(*difference) bool {
	return func(d *difference) bool { return textOf(d.Ours) == ours && textOf(d.Theirs) == theirs }
}

// textOf is the value of an answer that is a text, else "".
func textOf(a answer) string {
	var text string
	if json.Unmarshal(a.Value, &text) != nil {
		return ""
	}
	return text
}

func outOfRange(d *difference) bool {
	return !d.Ours.OK && strings.Contains(d.Ours.Error, "outside the range of int")
}

// texts are all texts of a value, those of nested lists one after the other.
func texts(value json.RawMessage) []string {
	var found []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			found = append(found, v)
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	var v any
	if json.Unmarshal(value, &v) == nil {
		walk(v)
	}
	return found
}

// sameValues: nothing but the type, and with it the spelling, of numbers differs.
func sameValues(d *difference) bool {
	ours, theirs := texts(d.Ours.Value), texts(d.Theirs.Value)
	for i := range ours {
		ours[i] = strings.TrimSuffix(ours[i], ".0")
	}
	return slices.Equal(ours, theirs)
}

// sameNumbers: the values are the same numbers, written differently.
func sameNumbers(d *difference) bool {
	numbers := func(a answer) []float64 {
		var all []float64
		for _, text := range texts(a.Value) {
			number, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
			if err != nil {
				return nil
			}
			all = append(all, number)
		}
		return all
	}
	ours := numbers(d.Ours)
	return len(ours) > 0 && d.Ours.Type == d.Theirs.Type && slices.Equal(ours, numbers(d.Theirs))
}

// emptyLists: nothing but the type of an empty list differs.
func emptyLists(d *difference) bool {
	return strings.HasPrefix(d.Ours.Type, "list[") && strings.Contains(d.Theirs.Type, "nulltype") && sameJSON(d.Ours.Value, d.Theirs.Value) &&
		len(texts(d.Ours.Value)) == 0
}

// rangesUnquoted: the reference does not quote the ranges of a list.
func rangesUnquoted(d *difference) bool {
	unquoted := strings.NewReplacer(`"`, "", `'`, "", ",", "", " ", "", "@", "", "(", "", ")", "")
	ours, theirs := textOf(d.Ours), textOf(d.Theirs)
	return strings.Contains(d.Input.String(), "[") && ours != theirs && unquoted.Replace(ours) == unquoted.Replace(theirs)
}

// quotedOnly: we put a text in quotes that the reference leaves bare.
func quotedOnly(d *difference) bool {
	return strings.ReplaceAll(textOf(d.Ours), `"`, "") == strings.ReplaceAll(textOf(d.Theirs), `"`, "")
}

// doubledQuotes: we double typographic single quotes too.
func doubledQuotes(d *difference) bool {
	typographic := regexp.MustCompile("([\u2018\u2019\u201a\u201b])")
	return typographic.ReplaceAllString(textOf(d.Theirs), "$1$1") == textOf(d.Ours)
}

// normalOf: our path, or its parts, is the normal form of the reference's.
func normalOf(d *difference) bool {
	if d.Ours.Type == "list[string]" {
		theirs := slices.DeleteFunc(texts(d.Theirs.Value), func(part string) bool { return part == "." || part == "" })
		return d.Theirs.Type == d.Ours.Type && slices.Equal(texts(d.Ours.Value), theirs)
	}
	ours, theirs := texts(d.Ours.Value), texts(d.Theirs.Value)
	if len(ours) != len(theirs) || (uri.MatchString(textOf(d.Ours)) && d.Input.Op == "/") {
		return false
	}
	for i, path := range theirs {
		if uri.MatchString(path) {
			ours[i], theirs[i] = looseURI(ours[i]), looseURI(path)
		} else {
			theirs[i] = normalPath(path)
		}
	}
	return strings.Contains(d.Ours.Type, "path") && d.Ours.Type == d.Theirs.Type && slices.Equal(ours, theirs)
}

// samePathText: nothing but slashes and dots, as of paths that are normal here
// and not there, differs between two texts.
func samePathText(d *difference) bool {
	squeeze := func(a answer) string {
		return strings.Join(strings.FieldsFunc(strings.Join(texts(a.Value), "\x00"), func(r rune) bool { return r == '/' || r == '.' }), "")
	}
	return d.Ours.Type == d.Theirs.Type && squeeze(d.Ours) == squeeze(d.Theirs)
}

// looseURI leaves out what the two ways of joining to a URI differ in. Joins are
// looked at by joinOfURI; this is for those inside of comprehensions.
func looseURI(text string) string {
	scheme, rest, _ := strings.Cut(text, "://")
	return scheme + "://" + strings.TrimPrefix(normalPath(rest), "/")
}

// normalPath is the normal form of a POSIX path (§2.3): no empty and no "."
// components; ".." stays, and so do exactly two slashes at the front.
func normalPath(path string) string {
	root := ""
	switch trimmed := strings.TrimLeft(path, "/"); len(path) - len(trimmed) {
	case 0:
	case 2:
		root = "//"
	default:
		root = "/"
	}
	parts := slices.DeleteFunc(strings.Split(path, "/"), func(part string) bool { return part == "" || part == "." })
	if root+strings.Join(parts, "/") == "" {
		return "."
	}
	return root + strings.Join(parts, "/")
}

// joinOfURI: p / child is path(p.parts + child.parts) for a URI p, where a slash
// at its end is dropped; an absolute child stays as it is (§2.1.5).
func joinOfURI(d *difference) bool {
	if d.Input.Op != "/" || !uri.MatchString(d.Left) {
		return false
	}
	want := d.Base
	if !strings.HasPrefix(d.Base, "/") && !uri.MatchString(d.Base) {
		want = strings.TrimSuffix(d.Left, "/")
		if child := normalPath(d.Base); child != "." {
			want += "/" + child
		}
	}
	return textOf(d.Ours) == want
}

// emptyLeft: "" / child is child, not below the root.
func emptyLeft(d *difference) bool {
	return d.Input.Op == "/" && d.Left == "" && textOf(d.Ours) == normalPath(d.Base)
}

// emptyBase: what a path is asked to be relative to is "" or ".", or a backslash
// in a name was taken for a separator.
func emptyBase(d *difference) bool {
	return d.Base == "" || d.Base == "." || strings.Contains(d.Input.String(), `\\`)
}
