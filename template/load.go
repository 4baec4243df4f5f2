// This file defines Load, the way from bytes to a checked Document.

package template

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"runner/template/expr"
)

// Options says what a document may use and cost.
type Options struct {
	Supported ExtensionSet // extensions that may be declared; zero: SupportedExtensions()
	Limits    Limits
	// PathStyle is the host's, for expressions over paths in fields that are
	// resolved on the host.
	PathStyle expr.PathStyle
}

// The values of specificationVersion.
const (
	jobTemplateVersion         = "jobtemplate-2023-09"
	environmentTemplateVersion = "environment-2023-09"
)

// Load reads and checks one document. path names it in positions and decides
// the syntax: a name ending in .json (any case) is JSON, every other is YAML
// 1.2. The error is a Faults with everything that is wrong.
func Load(path string, data []byte, options Options) (*Document, error) {
	limits := options.Limits.withDefaults()
	if options.Supported == 0 {
		options.Supported = SupportedExtensions()
	}
	if len(data) > limits.Size {
		return nil, Faults{{Pos: Position{File: path}, Hint: "put large texts into files beside the template",
			Message: fmt.Sprintf("the document has more than %d bytes, which is the most that is allowed", limits.Size)}}
	}
	d := &decoder{source: NewSource(path, data), pathStyle: options.PathStyle}
	document := d.document(options, limits)
	if err := d.faults.faults.Err(); err != nil {
		return nil, err
	}
	return document, nil
}

// document reads the source; nil where nothing could be read. Faults are in d.
func (d *decoder) document(options Options, limits Limits) *Document {
	root := d.parse(limits)
	if root == nil {
		return nil
	}
	m := element{d, root, ""}.mapping("a template", "1")
	if m == nil {
		return nil
	}
	document := &Document{Kind: d.kind(m), Source: d.source}
	if document.Kind == 0 {
		return nil
	}
	m.what = article(document.Kind)
	d.declaredExtensions(m, options.Supported)
	document.Extensions = d.extensions
	if schema, ok := m.optional("$schema"); ok {
		schema.str()
	}
	switch document.Kind {
	case JobKind:
		m.section = "1.1"
		document.Job = d.jobTemplate(m)
		document.Job.Document = document
	case EnvironmentKind:
		m.section = "1.2"
		document.Environment = d.environmentTemplate(m)
		document.Environment.Document = document
	}
	(&checker{decoder: d, root: root, document: document}).run()
	return document
}

func article(k Kind) string {
	if k == EnvironmentKind {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// parse turns the source into nodes by the syntax that its name tells.
func (d *decoder) parse(limits Limits) *node {
	data := d.source.Bytes
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			r, size := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		d.faults.add(&Fault{Pos: d.source.position(at), Message: fmt.Sprintf("the byte 0x%02x is not UTF-8", data[at]), Hint: "save the file in UTF-8"})
		return nil
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		d.faults.add(&Fault{Pos: d.source.position(at), Message: "the document contains a NUL byte", Hint: "save the file as UTF-8 text"})
		return nil
	}
	if strings.EqualFold(filepath.Ext(d.source.Name), ".json") {
		return parseJSON(d.source, limits, &d.faults)
	}
	root := parseYAML(d.source, limits, &d.faults)
	if root == nil && bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		// JSON is YAML, but the YAML library does not know all of its escapes.
		var faults faultList
		if root = parseJSON(d.source, limits, &faults); root != nil {
			d.faults = faults // a key that is given twice
		}
	}
	return root
}

// kind reads specificationVersion; 0 when it does not tell.
func (d *decoder) kind(m *mapping) Kind {
	version, ok := m.required("specificationVersion")
	if !ok {
		return 0
	}
	text, ok := version.str()
	switch {
	case !ok:
	case text == jobTemplateVersion:
		return JobKind
	case text == environmentTemplateVersion:
		return EnvironmentKind
	default:
		version.oneOf("1", jobTemplateVersion, environmentTemplateVersion)
	}
	return 0
}

var extensionName = regexp.MustCompile(`^[A-Z_0-9]{3,128}$`)

// declaredExtensions reads extensions (§1.1): names that are known, supported
// and have what they need beside them.
func (d *decoder) declaredExtensions(m *mapping, supported ExtensionSet) {
	list, ok := m.optional("extensions")
	if !ok {
		return
	}
	seen := newReferenceSet("the extension", "1.1")
	for _, e := range list.list("1.1", 1, 0) {
		text, ok := e.str()
		if !ok {
			continue
		}
		seen.add(e, text)
		if !extensionName.MatchString(text) {
			e.fault("1.1.2", "a name has 3 to 128 upper-case letters, digits and underscores", "%s is not the name of an extension", quoteShort(text))
			continue
		}
		d.declare(e, text, supported)
	}
	for _, row := range extensionTable {
		if missing := row.needs &^ d.extensions; d.has(row.extension) && missing != 0 {
			list.fault("1.1", fmt.Sprintf("add %s to the list", missing), "the extension %s needs the extension %s", row.name, missing)
		}
	}
}

// declare books one extension of a document.
func (d *decoder) declare(e element, name string, supported ExtensionSet) {
	for _, row := range extensionTable {
		switch {
		case row.name != name:
			continue
		case !supported.Has(row.extension):
			e.fault("1.1", "supported are "+supported.String(), "the extension %s is not supported yet", name)
		}
		d.extensions = d.extensions.With(row.extension)
		return
	}
	hint := "supported are " + supported.String()
	if near := suggest(name, supported.Names()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	e.fault("1.1", hint, "the extension %s is not supported", quoteShort(name))
}
