// This file gives job parameters their values: those submitted, or defaults;
// paths joined with their folder (§2.2, §7.4); all held against the
// constraints.

package template

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"runner/template/expr"
)

// JobParameter is a job parameter with its value.
type JobParameter struct {
	Definition *ParameterDefinition // merged
	Name       string
	Type       ParameterType
	Value      expr.Value // as RawParam has it: paths are strings, joined, not mapped
	Given      bool       // the value is submitted, not the default
}

// MissingParameters are the parameters that need a value and have none.
func MissingParameters(definitions []*ParameterDefinition, values map[string]ParameterInput) []*ParameterDefinition {
	var missing []*ParameterDefinition
	for _, p := range definitions {
		if _, given := values[p.Name]; !given && p.Default == nil {
			missing = append(missing, p)
		}
	}
	return missing
}

// bindParameters gives every parameter its value, and reports values of no
// parameter.
func bindParameters(definitions []*ParameterDefinition, values map[string]ParameterInput, options CreateOptions) ([]JobParameter, Faults) {
	faults := unknownParameters(definitions, values)
	out := make([]JobParameter, 0, len(definitions))
	for _, p := range definitions {
		b := JobParameter{Definition: p, Name: p.Name, Type: p.Type}
		in, given := values[p.Name]
		var more Faults
		switch {
		case given:
			b.Given = true
			b.Value, more = p.bindInput(in, options.WorkingDir)
		case p.Default != nil:
			b.Value, more = p.bindDefault(options.TemplateDir)
		default:
			more = Faults{{Pos: p.Pos, Path: p.Path, Section: "2", Hint: fmt.Sprintf("give it with -p %s=VALUE", p.Name),
				Message: fmt.Sprintf("the parameter %q (%s) has no default and needs a value", p.Name, p.Type)}}
		}
		faults = append(faults, more...)
		out = append(out, b)
	}
	return out, faults
}

func unknownParameters(definitions []*ParameterDefinition, values map[string]ParameterInput) Faults {
	known := map[string]bool{}
	var names []string
	for _, p := range definitions {
		known[p.Name] = true
		names = append(names, p.Name)
	}
	var faults Faults
	for _, name := range sortedKeys(values) {
		if known[name] {
			continue
		}
		if len(faults) == MaxFaultsShown {
			break
		}
		hint := "the Job has no parameters"
		if near := suggest(name, names); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		} else if len(names) > 0 {
			hint = "its parameters are " + strings.Join(names, ", ")
		}
		in := values[name]
		faults = append(faults, &Fault{Pos: in.position(in.node.pos), Section: "2", Hint: hint,
			Message: fmt.Sprintf("the Job has no parameter %q", name)})
	}
	return faults
}

// bindInput takes a submitted value. Relative paths count from the current
// directory, workingDir.
func (p *ParameterDefinition) bindInput(in ParameterInput, workingDir string) (expr.Value, Faults) {
	v, text, faults := in.value(p)
	if faults != nil {
		return v, faults
	}
	if p.Type.IsPath() {
		v = mapTexts(v, func(path string) string { return p.joinPath(workingDir, path) })
	}
	for _, broken := range p.Constraints.check(p.Type, v, text, fmt.Sprintf("the value of the parameter %q", p.Name)) {
		faults = append(faults, &Fault{Pos: in.position(in.node.pos), Section: p.Type.section(), Message: broken, Hint: p.constraintHint()})
	}
	return v, faults
}

// constraintHint tells about the join, and about other documents, where they may
// surprise.
func (p *ParameterDefinition) constraintHint() string {
	var hints []string
	if p.Type.IsPath() {
		hints = append(hints, "relative paths are made absolute before they are checked")
	}
	if len(p.Also) > 0 {
		places := p.Pos.String()
		for _, also := range p.Also {
			places += " and " + also.String()
		}
		hints = append(hints, "the parameter is defined at "+places+", and all definitions count together")
	}
	return strings.Join(hints, "; ")
}

// bindDefault takes the default. Relative paths count from the Job Template's
// directory and may not leave it; absolute ones are refused (§2.2).
func (p *ParameterDefinition) bindDefault(templateDir string) (expr.Value, Faults) {
	v := p.Default.Value
	fault := func(hint, format string, args ...any) *Fault {
		return &Fault{Pos: p.Default.Pos, Path: p.Default.Path, Section: p.Type.section(), Hint: hint,
			Message: fmt.Sprintf("parameter %q: ", p.Name) + fmt.Sprintf(format, args...)}
	}
	var faults Faults
	if p.Type.IsPath() {
		v = mapTexts(v, func(path string) string {
			joined := p.joinPath(templateDir, path)
			switch {
			case path == "" || p.isURI(path):
			case filepath.IsAbs(path):
				faults = append(faults, fault("write it relative to the template, or give the parameter a value",
					"the default %q is an absolute path", path))
			case !within(templateDir, joined):
				faults = append(faults, fault("give the parameter a value",
					"the default %q leads out of the template's directory", path))
			}
			return joined
		})
		if faults != nil {
			return v, faults
		}
	}
	for _, broken := range p.Constraints.check(p.Type, v, p.Default.Text, "the default") {
		faults = append(faults, fault(p.constraintHint(), "%s", broken))
	}
	return v, faults
}

// mapTexts changes the texts of a string or of a list of strings.
func mapTexts(v expr.Value, change func(string) string) expr.Value {
	if !v.Type().IsList() {
		return expr.StringValue(change(v.Str()))
	}
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = change(v.At(i).Str())
	}
	return expr.StringListValue(texts)
}

// joinPath makes a relative path absolute and removes its dots; absolute
// paths, URIs where they are known, and the empty text stay as they are.
func (p *ParameterDefinition) joinPath(dir, path string) string {
	if path == "" || filepath.IsAbs(path) || p.isURI(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// uri is what counts as a URI among paths (§1.2.1 of the expression language).
var uri = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://`)

func (p *ParameterDefinition) isURI(path string) bool { return p.URIs && uri.MatchString(path) }

// within reports whether path, already normalised, is dir or inside it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// mappedValue is a raw parameter value as Param or Task.Param has it: paths
// become values of type path, with their path mapping rules applied.
func mappedValue(t ParameterType, v expr.Value, mapPath func(string) string) expr.Value {
	if !t.IsPath() {
		return v
	}
	if mapPath == nil {
		mapPath = func(path string) string { return path }
	}
	if t == PathParam {
		return expr.PathValue(mapPath(v.Str()))
	}
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = mapPath(v.At(i).Str())
	}
	return expr.PathListValue(texts)
}
