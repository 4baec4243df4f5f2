// This file reads the userInterface of job parameters. It is hints for other
// programs, but its structure is checked (§2).

package template

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// UserInterface is how a program may ask for a parameter (§2.1 to §2.16).
type UserInterface struct {
	Control           string // in effect: the default is filled in
	Label, GroupLabel string
	FileFilters       []FileFilter
	FileFilterDefault *FileFilter
	Decimals          *int64
	SingleStepDelta   *float64
}

// FileFilter is a named kind of files in a file dialog (§2.7).
type FileFilter struct {
	Label    string
	Patterns []string
}

const (
	maxLabel         = 64 // §2.6
	maxFileFilters   = 20 // §2.2
	maxFilterPattern = 20 // §2.8
)

// controlsOf lists the controls that each type knows; the first is the default
// where nothing else decides.
var controlsOf = map[ParameterType][]string{
	StringParam:      {"LINE_EDIT", "MULTILINE_EDIT", "DROPDOWN_LIST", "CHECK_BOX", "HIDDEN"},
	PathParam:        {"CHOOSE_DIRECTORY", "CHOOSE_INPUT_FILE", "CHOOSE_OUTPUT_FILE", "DROPDOWN_LIST", "HIDDEN"},
	IntParam:         {"SPIN_BOX", "DROPDOWN_LIST", "HIDDEN"},
	FloatParam:       {"SPIN_BOX", "DROPDOWN_LIST", "HIDDEN"},
	BoolParam:        {"CHECK_BOX", "HIDDEN"},
	RangeExprParam:   {"LINE_EDIT", "HIDDEN"},
	ListStringParam:  {"LINE_EDIT_LIST", "HIDDEN"},
	ListPathParam:    {"CHOOSE_DIRECTORY_LIST", "CHOOSE_INPUT_FILE_LIST", "CHOOSE_OUTPUT_FILE_LIST", "HIDDEN"},
	ListIntParam:     {"SPIN_BOX_LIST", "HIDDEN"},
	ListFloatParam:   {"SPIN_BOX_LIST", "HIDDEN"},
	ListBoolParam:    {"CHECK_BOX_LIST", "HIDDEN"},
	ListListIntParam: {"HIDDEN"},
}

func (d *decoder) userInterface(e element, p *ParameterDefinition, restricted bool) *UserInterface {
	m := e.mapping("a userInterface", p.Type.section())
	if m == nil {
		return nil
	}
	ui := &UserInterface{Control: defaultControl(p, restricted)}
	if c, ok := m.optional("control"); ok {
		if control, ok := c.oneOf(m.section, controlsOf[p.Type]...); ok {
			ui.Control = control
			checkControl(c, control, p, restricted)
		}
	}
	ui.Label, ui.GroupLabel = label(m, "label"), label(m, "groupLabel")
	item := p.Type
	if inner := p.Type.Item(); inner != "" {
		item = inner
	}
	switch {
	case item == PathParam:
		d.fileFilters(m, ui)
	case p.Type == ListListIntParam:
	case item == IntParam, item == FloatParam:
		spinBox(m, ui, item)
	}
	m.done()
	return ui
}

// defaultControl is the control of a parameter that names none.
func defaultControl(p *ParameterDefinition, restricted bool) string {
	controls := controlsOf[p.Type]
	if restricted && slices.Contains(controls, "DROPDOWN_LIST") {
		return "DROPDOWN_LIST"
	}
	if p.Type.IsPath() && p.ObjectType == "FILE" {
		suffix := strings.TrimPrefix(controls[0], "CHOOSE_DIRECTORY")
		if p.DataFlow == "OUT" {
			return "CHOOSE_OUTPUT_FILE" + suffix
		}
		return "CHOOSE_INPUT_FILE" + suffix
	}
	return controls[0]
}

// checkControl holds an explicit control against allowedValues and objectType.
// restricted says that there are allowedValues, which may have faults.
func checkControl(e element, control string, p *ParameterDefinition, restricted bool) {
	section, allowed := p.Type.section(), p.Constraints.Allowed
	switch control {
	case "LINE_EDIT", "MULTILINE_EDIT", "SPIN_BOX", "CHOOSE_INPUT_FILE", "CHOOSE_OUTPUT_FILE", "CHOOSE_DIRECTORY":
		if restricted {
			e.fault(section, "use DROPDOWN_LIST", "the control %s cannot be used with allowedValues", control)
		}
	case "DROPDOWN_LIST":
		if !restricted {
			e.fault(section, "", "the control DROPDOWN_LIST needs allowedValues")
		}
	case "CHECK_BOX":
		if p.Type != StringParam {
			break
		}
		if !restricted {
			e.fault(section, "", "the control CHECK_BOX needs allowedValues")
		} else if allowed != nil && !isCheckBoxPair(p) {
			e.fault(section, "use true and false, yes and no, on and off, or 1 and 0",
				"the control CHECK_BOX needs two allowed values that mean true and false, not %s", displayValues(allowed))
		}
	}
	if p.Type != PathParam {
		return // the specification asks nothing of the lists' controls
	}
	file := strings.Contains(control, "_FILE")
	if file && p.ObjectType == "DIRECTORY" || strings.HasPrefix(control, "CHOOSE_DIRECTORY") && p.ObjectType == "FILE" {
		e.fault(section, "", "the control %s does not fit the objectType %s", control, p.ObjectType)
	}
}

func isCheckBoxPair(p *ParameterDefinition) bool {
	if len(p.Constraints.Allowed) != 2 {
		return false
	}
	pair := []string{strings.ToLower(p.Constraints.Allowed[0].Str()), strings.ToLower(p.Constraints.Allowed[1].Str())}
	slices.Sort(pair)
	for _, valid := range [][]string{{"false", "true"}, {"no", "yes"}, {"off", "on"}, {"0", "1"}} {
		if slices.Equal(pair, valid) {
			return true
		}
	}
	return false
}

// label reads a label (§2.6).
func label(m *mapping, key string) string {
	e, ok := m.optional(key)
	if !ok {
		return ""
	}
	text, _ := e.boundedText("2.6", 1, maxLabel, "")
	return text
}

// spinBox reads decimals and singleStepDelta, which only a spin box has.
func spinBox(m *mapping, ui *UserInterface, item ParameterType) {
	isSpinBox := strings.HasPrefix(ui.Control, "SPIN_BOX")
	refuse := func(e element, key string) {
		if !isSpinBox {
			e.fault(m.section, "", "%s belongs to a SPIN_BOX control, not to %s", key, ui.Control)
		}
	}
	if item == FloatParam {
		if e, ok := m.optional("decimals"); ok {
			refuse(e, "decimals")
			if n, ok := e.integer(); ok {
				ui.Decimals = &n
			}
		}
	}
	e, ok := m.optional("singleStepDelta")
	if !ok {
		return
	}
	refuse(e, "singleStepDelta")
	if item == IntParam {
		if _, ok := e.integer(); !ok {
			return
		}
	} else if k := e.node.kind; k != intNode && k != floatNode {
		e.fault(m.section, "", "expected a number, found %s", e.describe())
		return
	}
	if delta := e.node.float; !(delta > 0) || math.IsInf(delta, 0) {
		e.fault(m.section, "", "singleStepDelta is %s, it has to be above 0", e.node.text)
		return
	}
	ui.SingleStepDelta = &e.node.float
}

// fileFilters reads fileFilters and fileFilterDefault, which only a file
// dialog has.
func (d *decoder) fileFilters(m *mapping, ui *UserInterface) {
	isFile := strings.Contains(ui.Control, "_FILE")
	refuse := func(e element, key string) {
		if !isFile {
			e.fault(m.section, "", "%s belongs to a control that chooses files, not to %s", key, ui.Control)
		}
	}
	if e, ok := m.optional("fileFilters"); ok {
		refuse(e, "fileFilters")
		for _, item := range e.list(m.section, 1, maxFileFilters) {
			ui.FileFilters = append(ui.FileFilters, d.fileFilter(item))
		}
	}
	if e, ok := m.optional("fileFilterDefault"); ok {
		refuse(e, "fileFilterDefault")
		f := d.fileFilter(e)
		ui.FileFilterDefault = &f
	}
}

func (d *decoder) fileFilter(e element) FileFilter {
	var f FileFilter
	m := e.mapping("a file filter", "2.7")
	if m == nil {
		return f
	}
	if l, ok := m.required("label"); ok {
		f.Label, _ = l.boundedText("2.6", 1, maxLabel, "")
	}
	if p, ok := m.required("patterns"); ok {
		for _, item := range p.list("2.7", 1, 0) {
			text, ok := item.boundedText("2.8", 1, maxFilterPattern, "")
			if ok && !isFilterPattern(text) {
				item.fault("2.8", `use "*", "*.*" or "*.ext"`, "%s is not a file filter pattern", item.describe())
			}
			f.Patterns = append(f.Patterns, text)
		}
	}
	m.done()
	return f
}

// isFilterPattern reports whether text is *, *.* or *.ext (§2.8).
func isFilterPattern(text string) bool {
	if text == "*" || text == "*.*" {
		return true
	}
	ext, ok := strings.CutPrefix(text, "*.")
	return ok && utf8.RuneCountInString(ext) > 0 && !strings.ContainsAny(ext, "\\/*?[]#%&{}<>$!'\":@`|=")
}
