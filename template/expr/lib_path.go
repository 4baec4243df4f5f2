// This file defines the properties and functions of paths (§2.3).

package expr

import "strings"

func pathFunctions() []Function {
	const section = "§2.3.2"
	out := pathProperties("§2.3.1")
	return append(out,
		Function{Name: "path", Section: section, Doc: "a path of a text, or of its components", Overloads: []Overload{
			{Params: "s: string", Result: "path", Impl: toPath},
			{Params: "parts: list[string]", Result: "path", Impl: partsToPath},
		}},
		Function{Name: "with_name", Section: section, Doc: "the path with another file name",
			Overloads: renameOverload("name", func(_, name string) (string, string) { return name, badName(name) })},
		Function{Name: "with_stem", Section: section, Doc: "the path with another stem, its suffix kept",
			Overloads: renameOverload("stem", func(name, stem string) (string, string) {
				_, suffix := splitSuffix(name)
				if stem == "" {
					return suffix, badName(stem)
				}
				return stem + suffix, badName(stem + suffix)
			})},
		Function{Name: "with_suffix", Section: section, Doc: "the path with another suffix; an empty one removes it",
			Overloads: renameOverload("suffix", func(name, suffix string) (string, string) {
				stem, _ := splitSuffix(name)
				if stem+suffix == "." {
					return "", `would make the name "."`
				}
				return stem + suffix, badSuffix(suffix)
			})},
		Function{Name: "with_number", Section: section, Doc: "the frame number of the file name replaced: ###, %04d or digits", Overloads: []Overload{
			{Params: "p: path, num: int", Result: "path", Impl: pathWithNumber},
			{Params: "s: string, num: int", Result: "string", Impl: textWithNumber},
		}},
		Function{Name: "as_posix", Section: section, Doc: "the text of the path with forward slashes", Overloads: []Overload{
			{Params: "p: path", Result: "string", Impl: asPosix},
		}},
		Function{Name: "is_absolute", Section: section, Doc: "whether the path is absolute", Overloads: []Overload{
			{Params: "p: path", Result: "bool", Impl: onPath(func(p pathParts) Value { return BoolValue(p.absolute()) })},
		}},
		Function{Name: "is_relative_to", Section: section, Doc: "whether the path is other or below it", Overloads: []Overload{
			{Params: "p: path, other: path", Result: "bool", Impl: isRelativeTo},
			{Params: "p: path, other: string", Result: "bool", Impl: isRelativeTo},
		}},
		Function{Name: "relative_to", Section: section, Doc: "what of the path follows other", Overloads: []Overload{
			{Params: "p: path, other: path", Result: "path", Impl: relativeTo},
			{Params: "p: path, other: string", Result: "path", Impl: relativeTo},
		}},
	)
}

// hostFunctions are those of @fmtstring[host] fields.
func hostFunctions() []Function {
	return []Function{
		{Name: "apply_path_mapping", Section: "§2.3.2", Doc: "the path that the session's path mapping rules make of the text", Overloads: []Overload{
			{Params: "s: string", Result: "path", Impl: func(c *Call, args []Value) (Value, error) {
				return PathValue(c.MapPath(args[0].Str())), c.ProcessValue(args[0])
			}},
		}},
	}
}

func pathProperties(section string) []Function {
	property := func(name, result, doc string, f func(p pathParts) Value) Function {
		return Function{Name: propertyPrefix + name + "__", Section: section, Doc: doc, Overloads: []Overload{
			{Params: "p: path", Result: result, Impl: onPath(f)},
		}}
	}
	return []Function{
		property("name", "string", "the last component", func(p pathParts) Value { return StringValue(p.name()) }),
		property("stem", "string", "the last component without its last suffix", func(p pathParts) Value {
			stem, _ := splitSuffix(p.name())
			return StringValue(stem)
		}),
		property("suffix", "string", "the last suffix, with its dot", func(p pathParts) Value {
			_, suffix := splitSuffix(p.name())
			return StringValue(suffix)
		}),
		property("suffixes", "list[string]", "all suffixes", func(p pathParts) Value { return StringListValue(suffixes(p.name())) }),
		property("parent", "path", "the path without its last component", func(p pathParts) Value { return PathValue(p.parent().text()) }),
		property("parts", "list[string]", "the components", func(p pathParts) Value { return StringListValue(p.parts()) }),
	}
}

// takeApart charges for a path and parses it.
func takeApart(c *Call, v Value) (pathParts, error) {
	if err := c.ProcessValue(v); err != nil {
		return pathParts{}, err
	}
	text := v.Str()
	if err := c.ReserveItems(int64(strings.Count(text, "/")+strings.Count(text, `\`)) * 2); err != nil {
		return pathParts{}, err
	}
	return parsePath(c.PathStyle(), text), nil
}

// onPath is an implementation on a path taken apart.
func onPath(f func(p pathParts) Value) func(*Call, []Value) (Value, error) {
	return func(c *Call, args []Value) (Value, error) {
		p, err := takeApart(c, args[0])
		if err != nil {
			return Value{}, err
		}
		return f(p), nil
	}
}

// toPath is the path of a text in its normal form; a URI stays as it is.
func toPath(c *Call, args []Value) (Value, error) {
	p, err := takeApart(c, args[0])
	if err != nil {
		return Value{}, err
	}
	if p.uri {
		return PathValue(args[0].Str()), nil
	}
	return PathValue(p.text()), nil
}

func partsToPath(c *Call, args []Value) (Value, error) {
	list := args[0]
	if err := c.Iterate(list.Len()); err != nil {
		return Value{}, err
	}
	if err := c.Reserve(2 * list.held()); err != nil {
		return Value{}, err
	}
	parts := make([]string, list.Len())
	for i := range parts {
		parts[i] = list.At(i).Str()
	}
	v := PathValue(pathFromParts(c.PathStyle(), parts))
	return v, c.ProcessValue(v)
}

// badName says what is wrong with a file name; "" for nothing. Separators
// are checked by the caller, who knows the style.
func badName(name string) string {
	if name == "" || name == "." {
		return "cannot be empty or \".\""
	}
	return ""
}

func badSuffix(suffix string) string {
	if suffix != "" && (suffix[0] != '.' || suffix == ".") {
		return "must start with a dot and have something behind it, or be empty"
	}
	return ""
}

// renameOverload replaces a path's last name by what rename makes of it and
// the argument; fault says what is wrong with the argument.
func renameOverload(param string, rename func(name, arg string) (renamed, fault string)) []Overload {
	return []Overload{{Params: "p: path, " + param + ": string", Result: "path", Impl: func(c *Call, args []Value) (Value, error) {
		p, err := takeApart(c, args[0])
		if err != nil {
			return Value{}, err
		}
		if p.name() == "" {
			return Value{}, c.Errorf("%s(): the path %s has no file name", c.Name(), quoted(args[0].Str()))
		}
		arg := args[1].Str()
		renamed, fault := rename(p.name(), arg)
		if strings.Contains(arg, p.separator()) || p.separator() == `\` && strings.Contains(arg, "/") {
			fault = "cannot contain a separator"
		}
		if fault != "" {
			return Value{}, c.Errorf("%s(): the %s %s %s", c.Name(), param, quoted(arg), fault)
		}
		return PathValue(p.withName(renamed).text()), nil
	}}}
}

func pathWithNumber(c *Call, args []Value) (Value, error) {
	p, err := takeApart(c, args[0])
	if err != nil {
		return Value{}, err
	}
	name, err := numberedName(p.name(), args[1].Int())
	if err != nil {
		return Value{}, c.Errorf("with_number(%s): %s", quoted(args[0].Str()), err)
	}
	return PathValue(p.withName(name).text()), nil
}

func textWithNumber(c *Call, args []Value) (Value, error) {
	if err := c.ProcessValue(args[0]); err != nil {
		return Value{}, err
	}
	text, err := numberedText(c.PathStyle(), args[0].Str(), args[1].Int())
	if err != nil {
		return Value{}, c.Errorf("with_number(%s): %s", quoted(args[0].Str()), err)
	}
	return StringValue(text), nil
}

func asPosix(c *Call, args []Value) (Value, error) {
	text := args[0].Str()
	if _, _, ok := splitURI(text); !ok && c.PathStyle() == Windows {
		text = strings.ReplaceAll(text, `\`, "/")
	}
	return StringValue(text), c.ProcessValue(args[0])
}

// relation takes both paths apart and says what of the first follows.
func relation(c *Call, args []Value) (rest string, ok bool, err error) {
	p, err := takeApart(c, args[0])
	if err != nil {
		return "", false, err
	}
	other, err := takeApart(c, args[1])
	if err != nil {
		return "", false, err
	}
	rest, ok = p.relativeTo(other)
	return rest, ok, nil
}

func isRelativeTo(c *Call, args []Value) (Value, error) {
	_, ok, err := relation(c, args)
	return BoolValue(ok), err
}

func relativeTo(c *Call, args []Value) (Value, error) {
	rest, ok, err := relation(c, args)
	if err == nil && !ok {
		err = c.Errorf("relative_to(): %s is not within %s", quoted(args[0].Str()), quoted(args[1].Str()))
	}
	return PathValue(rest), err
}
