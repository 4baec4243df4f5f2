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
	buf     []byte // the entry as it is written
	json    bytes.Buffer
	encoder *json.Encoder // to json
	from    run.Source
	source  []byte // from, as JSON
}

func newRecorder(w io.Writer, f format, verbose bool) *recorder {
	r := &recorder{w: w, format: f, verbose: verbose}
	r.encoder = json.NewEncoder(&r.json)
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
	err := r.encode(e, text)
	if err == nil {
		err = r.entry(r.json.Bytes())
	}
	if err == nil {
		r.entries++
		_, _ = r.w.Write(r.buf)
	}
}

// encode puts an entry of the logs as JSON into json, as a logDocument would be.
// The source, which is the same for most lines, is kept from the entry before.
func (r *recorder) encode(e *run.Event, text string) error {
	if r.source == nil || e.Source != r.from {
		source, err := marshal(sourceDocumentOf(e.Source))
		if err != nil {
			return err
		}
		r.from, r.source = e.Source, source
	}
	r.json.Reset()
	r.json.WriteString(`{"timestamp":"`)
	r.json.Write(appendStamp(r.json.AvailableBuffer(), stampUTC, e.Time, e.Time))
	r.json.WriteString(`","kind":"` + string(e.Kind) + `",`)
	if e.Level != "" {
		r.json.WriteString(`"level":"` + string(e.Level) + `",`)
	}
	r.json.WriteString(`"source":`)
	r.json.Write(r.source)
	if e.Continued {
		r.json.WriteString(`,"continued":true`)
	}
	r.json.WriteString(`,"message":`)
	if err := r.encoder.Encode(text); err != nil {
		return err
	}
	r.json.Truncate(r.json.Len() - 1) // the encoder ends with a newline
	r.json.WriteByte('}')
	return nil
}

// entry puts an entry of the logs, as JSON, into buf.
func (r *recorder) entry(data []byte) (err error) {
	r.buf = r.buf[:0]
	if r.format != formatYAML {
		if r.entries > 0 {
			r.buf = append(r.buf, ',')
		}
		r.buf = append(append(r.buf, "\n    "...), data...)
		return nil
	}
	r.buf = append(r.buf, "\n  -"...)
	start := len(r.buf)
	if r.buf, err = appendYAML(r.buf, data, 4); err == nil {
		r.buf = joinFirstLine(r.buf, start, 4)
	}
	return err
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
