// This file defines EmbeddedFile (§6) and reads it.

package template

import "strings"

// The values of endOfLine (§6). EndOfLineAsIs is for documents without
// FEATURE_BUNDLE_1, which brings the key and its default AUTO.
const (
	EndOfLineAsIs = ""
	EndOfLineAuto = "AUTO"
	EndOfLineLF   = "LF"
	EndOfLineCRLF = "CRLF"
)

// EmbeddedFile is a text that becomes a file in the Session's working
// directory (§6).
type EmbeddedFile struct {
	Name      string
	Filename  string // "" when the runtime may choose one
	Extension string // ".sh" and so on for the file of a bash, python, … Step; else ""
	Runnable  bool
	Data      FormatString
	EndOfLine string // EndOfLineAsIs, EndOfLineAuto, EndOfLineLF or EndOfLineCRLF
	// OfWrappedTask says that the data describes a wrapped Task (the idea form of
	// wrapping), so that the file can be written for a wrap hook only.
	OfWrappedTask bool
	Pos           Position
	Path          string
}

// embeddedFiles reads an embeddedFiles list; names are unique in it (§6).
func (d *decoder) embeddedFiles(m *mapping) []*EmbeddedFile {
	list, ok := m.optional("embeddedFiles")
	if !ok {
		return nil
	}
	var out []*EmbeddedFile
	names := newNameSet("the embedded file", "6")
	for _, e := range list.list("6", 1, 0) {
		if f := d.embeddedFile(e); f != nil {
			names.add(e, f.Name)
			out = append(out, f)
		}
	}
	return out
}

// embeddedFile reads one EmbeddedFile (§6).
func (d *decoder) embeddedFile(e element) *EmbeddedFile {
	m := e.mapping("an embedded file", "6")
	if m == nil {
		return nil
	}
	f := &EmbeddedFile{Pos: e.node.pos, Path: e.path}
	if name, ok := m.required("name"); ok {
		f.Name, _ = name.identifier()
	}
	if kind, ok := m.required("type"); ok {
		kind.oneOf("6.1", "TEXT")
	}
	if filename, ok := m.optional("filename"); ok {
		f.Filename = d.filename(filename)
	}
	if runnable, ok := m.optional("runnable"); ok {
		f.Runnable, _ = runnable.boolean()
	}
	if data, ok := m.required("data"); ok {
		f.Data, _ = data.formatString("6.1.2", 1, 0, anyCharacter)
	}
	if d.has(FeatureBundle1) {
		f.EndOfLine = EndOfLineAuto
	}
	if end, ok := m.gated("endOfLine", FeatureBundle1); ok {
		f.EndOfLine, _ = end.oneOf("6", EndOfLineAuto, EndOfLineLF, EndOfLineCRLF)
	}
	m.done()
	return f
}

// filename reads a <Filename> (§6.1.1): the name of a file, not a path, on
// every operating system. It is no format string.
func (d *decoder) filename(e element) string {
	most := maxFilename
	if d.has(FeatureBundle1) {
		most = maxFilenameFB1
	}
	text, ok := e.boundedText("6.1.1", 1, most, "")
	if !ok {
		return ""
	}
	if text == "." || text == ".." || strings.ContainsAny(text, `/\`) {
		e.fault("6.1.1", "give a name without directories", "%s is not the plain name of a file", e.describe())
		return ""
	}
	return text
}
