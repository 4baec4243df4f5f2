package cli

// This file defines recorder: the events of a run as the logs of one JSON or
// YAML document, written as they come, so that a run with a million lines of
// output costs no memory; the result follows at the end.

import (
	"bytes"
	"encoding/json"
	"io"

	"runner/run"
)

// reporter shows the events of a run.
type reporter interface{ event(*run.Event) }

// recorder writes the document of a run. An error of the stream is told by the
// stream itself (floodWriter).
type recorder struct {
	w       io.Writer
	format  format
	verbose bool
	entries int64
	buf     bytes.Buffer
	encoder *json.Encoder // of texts, to buf
	from    run.Source
	source  []byte // from, as it is written
}

func newRecorder(w io.Writer, f format, verbose bool) *recorder {
	r := &recorder{w: w, format: f, verbose: verbose}
	r.encoder = json.NewEncoder(&r.buf)
	r.encoder.SetEscapeHTML(false)
	if f == formatYAML {
		r.write("version: 1\nlogs:")
	} else {
		r.write("{\n  \"version\": 1,\n  \"logs\": [")
	}
	return r
}

var _ reporter = (*recorder)(nil)

func (r *recorder) write(text string) { _, _ = io.WriteString(r.w, text) }

// event adds an entry to the logs.
func (r *recorder) event(e *run.Event) {
	text := e.Text
	if e.Kind != run.Output {
		var detail bool
		if text, detail = eventText(e); text == "" || detail && !r.verbose {
			return
		}
	}
	encode := r.encodeJSON
	if r.format == formatYAML {
		encode = r.encodeYAML
	}
	r.buf.Reset()
	if encode(e, text) != nil {
		return // a source cannot be encoded: there is none such
	}
	r.entries++
	_, _ = r.w.Write(r.buf.Bytes())
}

// encodeJSON puts an entry of the logs into buf, as a logDocument would be
// encoded. It is written by hand because every line of output passes here; the
// source, the same for most lines, is kept from the entry before.
func (r *recorder) encodeJSON(e *run.Event, text string) error {
	if r.source == nil || e.Source != r.from {
		source, err := marshal(sourceDocumentOf(e.Source))
		if err != nil {
			return err
		}
		r.from, r.source = e.Source, source
	}
	if r.entries > 0 {
		r.buf.WriteByte(',')
	}
	r.buf.WriteString("\n    {\"timestamp\":\"")
	r.buf.Write(appendStamp(r.buf.AvailableBuffer(), stampUTC, e.Time, e.Time))
	r.buf.WriteString(`","kind":"` + string(e.Kind) + `",`)
	if e.Level != "" {
		r.buf.WriteString(`"level":"` + string(e.Level) + `",`)
	}
	r.buf.WriteString(`"source":`)
	r.buf.Write(r.source)
	if e.Continued {
		r.buf.WriteString(`,"continued":true`)
	}
	r.buf.WriteString(`,"message":`)
	if err := r.encoder.Encode(text); err != nil {
		return err
	}
	r.buf.Truncate(r.buf.Len() - 1) // the encoder ends with a newline
	r.buf.WriteByte('}')
	return nil
}

// encodeYAML is encodeJSON for YAML.
func (r *recorder) encodeYAML(e *run.Event, text string) error {
	if r.source == nil || e.Source != r.from {
		source, err := marshal(sourceDocumentOf(e.Source))
		if err == nil {
			source, err = appendYAML(nil, source, 6)
		}
		if err != nil {
			return err
		}
		r.from, r.source = e.Source, source
	}
	r.buf.WriteString("\n  - timestamp: \"")
	r.buf.Write(appendStamp(r.buf.AvailableBuffer(), stampUTC, e.Time, e.Time))
	r.buf.WriteString("\"\n    kind: " + string(e.Kind))
	if e.Level != "" {
		r.buf.WriteString("\n    level: " + string(e.Level))
	}
	r.buf.WriteString("\n    source:")
	r.buf.Write(r.source)
	if e.Continued {
		r.buf.WriteString("\n    continued: true")
	}
	r.buf.WriteString("\n    message: ")
	r.buf.WriteString(yamlString(text))
	return nil
}

// finish ends the logs and writes the fields of the document v, a struct.
func (r *recorder) finish(v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	if r.format == formatYAML {
		if r.entries == 0 {
			r.write(" []")
		}
		out, err := appendYAML(nil, data, 0)
		if err != nil {
			return err
		}
		r.write(string(out) + "\n")
		return nil
	}
	if r.entries > 0 {
		r.write("\n  ")
	}
	out, err := indentJSON(data, "")
	if err != nil {
		return err
	}
	r.write("]," + string(out[1:]) + "\n")
	return nil
}
