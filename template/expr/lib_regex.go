// This file defines the functions of regular expressions (§2.2.5).

package expr

import "strings"

func regexFunctions() []Function {
	const section = "§2.2.5"
	return []Function{
		{Name: "re_match", Section: section, Doc: "match at the start and its groups, or null", Overloads: []Overload{
			{Params: "s: string, pattern: string", Result: "list[string]?", Impl: regexFind(true)},
		}},
		{Name: "re_search", Section: section, Doc: "first match anywhere and its groups, or null", Overloads: []Overload{
			{Params: "s: string, pattern: string", Result: "list[string]?", Impl: regexFind(false)},
		}},
		{Name: "re_findall", Section: section, Doc: "all matches; with groups, the groups of each", Overloads: []Overload{
			{Params: "s: string, pattern: string", Result: "list[string] | list[list[string]]", Impl: regexFindAll},
		}},
		{Name: "re_sub", Section: section, Doc: "every match replaced with a literal text", Overloads: []Overload{
			{Params: "s: string, pattern: string, repl: string", Result: "string", Impl: regexReplace},
		}},
		{Name: "re_escape", Section: section, Doc: "a pattern that matches the text itself", Overloads: textOverload(escapeRegex)},
		{Name: "re_split", Section: section, Doc: "the parts between matches", Overloads: []Overload{
			{Params: "s: string, pattern: string", Result: "list[string]", Impl: regexSplit},
			{Params: "s: string, pattern: string, maxsplit: int", Result: "list[string]", Impl: regexSplit},
		}},
	}
}

// openSearch compiles the pattern of a call and prepares the search of its
// text. What a search of simple patterns takes is paid with the text; work
// beyond that, and large patterns, cost extra, so that no pattern and no text
// gets the evaluation to run for long.
func openSearch(c *Call, args []Value) (*search, error) {
	re, err := compileRegex(args[1].Str())
	if err != nil {
		return nil, c.Errorf("%s() cannot use the pattern '%s': %s", c.Name(), excerpt(args[1].Str()), err)
	}
	if err := c.ProcessValue(args[0]); err != nil {
		return nil, err
	}
	if n := len(re.prog.Inst); n > 1000 {
		if err := c.Iterate(n / 50); err != nil {
			return nil, err
		}
	}
	free := 32 * (len(args[0].Str()) + len(re.prog.Inst))
	return re.newSearch(args[0].Str(), func(steps int) error {
		if paid := min(free, steps); paid > 0 {
			free -= paid
			steps -= paid
		}
		return c.Iterate(steps / 16)
	}), nil
}

// groupTexts is the texts of a match's parts from the given one on: "" for a
// group that took no part.
func groupTexts(text string, loc []int, first int) []string {
	texts := make([]string, 0, len(loc)/2-first)
	for i := 2 * first; i < len(loc); i += 2 {
		if loc[i] < 0 || loc[i+1] < 0 {
			texts = append(texts, "")
			continue
		}
		texts = append(texts, text[loc[i]:loc[i+1]])
	}
	return texts
}

func regexFind(atStart bool) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		s, err := openSearch(c, args)
		if err != nil {
			return Value{}, err
		}
		s.firstIsFinal = atStart
		loc, err := s.find(0)
		switch {
		case err != nil:
			return Value{}, err
		case loc == nil:
			return NullValue(), nil
		}
		return StringListValue(groupTexts(s.text, loc, 0)), nil
	}
}

// eachMatch calls found for every match; list items that it adds are paid for.
func eachMatch(c *Call, s *search, found func(loc []int) (more bool)) error {
	n, size := int64(0), int64(2*(s.groups+1))
	var fault error
	err := s.matches(func(loc []int) bool {
		if n++; n%64 == 0 {
			if fault = c.ReserveItems(n * size); fault != nil {
				return false
			}
		}
		return found(loc)
	})
	if fault != nil {
		return fault
	}
	return err
}

func regexFindAll(c *Call, args []Value) (Value, error) {
	s, err := openSearch(c, args)
	if err != nil {
		return Value{}, err
	}
	if s.groups > 1 {
		var rows []Value
		err := eachMatch(c, s, func(loc []int) bool {
			rows = append(rows, StringListValue(groupTexts(s.text, loc, 1)))
			return true
		})
		return ListValue(List(String), rows), err
	}
	var texts []string
	err = eachMatch(c, s, func(loc []int) bool {
		texts = append(texts, groupTexts(s.text, loc, s.groups)[0])
		return true
	})
	return StringListValue(texts), err
}

func regexReplace(c *Call, args []Value) (Value, error) {
	repl := args[2].Str()
	if ref := groupReference(repl); ref != "" {
		return Value{}, c.Errorf("re_sub() takes the replacement literally; %s refers to a group, which is not supported", quoted(ref))
	}
	s, err := openSearch(c, args)
	if err != nil {
		return Value{}, err
	}
	var b strings.Builder
	end := 0
	var fault error
	err = s.matches(func(loc []int) bool {
		b.WriteString(s.text[end:loc[0]])
		b.WriteString(repl)
		end = loc[1]
		fault = c.Reserve(int64(b.Len() + len(s.text) - end))
		return fault == nil
	})
	if err == nil {
		err = fault
	}
	if err != nil {
		return Value{}, err
	}
	b.WriteString(s.text[end:])
	v := StringValue(b.String())
	// The text is paid for; what the result has more is not.
	return v, c.ProcessLen(max(0, v.Characters()-args[0].Characters()))
}

// groupReference finds what Python or Rust would read as a reference to a
// group in a replacement: \1, \g<, $1, ${.
func groupReference(repl string) string {
	for i := 0; i+1 < len(repl); i++ {
		next := repl[i+1]
		digit := next >= '0' && next <= '9'
		switch repl[i] {
		case '\\':
			if digit {
				return repl[i : i+2]
			}
			if strings.HasPrefix(repl[i:], `\g<`) {
				return `\g<`
			}
		case '$':
			if digit || next == '{' {
				return repl[i : i+2]
			}
		}
	}
	return ""
}

// regexSplit cuts at matches: at all for maxsplit 0, at none for a negative
// one. Groups are not put between the parts.
func regexSplit(c *Call, args []Value) (Value, error) {
	s, err := openSearch(c, args)
	if err != nil {
		return Value{}, err
	}
	left := int64(-1) // no bound
	if len(args) > 2 && args[2].Int() != 0 {
		left = max(args[2].Int(), 0)
	}
	var parts []string
	end := 0
	if left != 0 {
		err = eachMatch(c, s, func(loc []int) bool {
			parts = append(parts, s.text[end:loc[0]])
			end = loc[1]
			left--
			return left != 0
		})
	}
	return StringListValue(append(parts, s.text[end:])), err
}
