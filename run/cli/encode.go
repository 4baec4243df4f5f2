package cli

// This file defines the writing of documents: JSON by the standard library,
// YAML from the same JSON, so that both always say the same.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// writeDocument writes v as one document.
func writeDocument(w io.Writer, f format, v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	var out []byte
	if f == formatYAML {
		out, err = appendYAML(nil, data, 0)
	} else {
		out, err = indentJSON(data, "")
	}
	if err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimLeft(out, "\n"), '\n'))
	return err
}

// marshal is json.Marshal that leaves <, > and & as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("cannot write the document: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

func indentJSON(data []byte, prefix string) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, data, prefix, "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// appendYAML appends a JSON value as YAML in block style. What stands inside a
// mapping or list is indented by indent; a mapping begins on a new line.
func appendYAML(b, data []byte, indent int) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return yamlValue(b, d, indent)
}

func yamlValue(b []byte, d *json.Decoder, indent int) ([]byte, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return yamlMapping(b, d, indent)
		}
		return yamlList(b, d, indent)
	case string:
		return append(append(b, ' '), yamlString(t)...), nil
	case nil:
		return append(b, " null"...), nil
	}
	return fmt.Appendf(b, " %v", token), nil
}

func yamlMapping(b []byte, d *json.Decoder, indent int) ([]byte, error) {
	empty := true
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		text, _ := key.(string)
		b = append(newLine(b, indent), yamlString(text)...)
		b = append(b, ':')
		if b, err = yamlValue(b, d, indent+2); err != nil {
			return nil, err
		}
		empty = false
	}
	if empty {
		b = append(b, " {}"...)
	}
	_, err := d.Token() // the closing brace
	return b, err
}

func yamlList(b []byte, d *json.Decoder, indent int) ([]byte, error) {
	empty := true
	for d.More() {
		b = append(newLine(b, indent), '-')
		start := len(b)
		var err error
		if b, err = yamlValue(b, d, indent+2); err != nil {
			return nil, err
		}
		b = joinFirstLine(b, start, indent+2)
		empty = false
	}
	if empty {
		b = append(b, " []"...)
	}
	_, err := d.Token() // the closing bracket
	return b, err
}

// joinFirstLine puts the first line of a list's element behind its dash.
func joinFirstLine(b []byte, start, indent int) []byte {
	lead := "\n" + strings.Repeat(" ", indent)
	if !bytes.HasPrefix(b[start:], []byte(lead)) {
		return b
	}
	rest := append([]byte(" "), b[start+len(lead):]...)
	return append(b[:start], rest...)
}

func newLine(b []byte, indent int) []byte {
	b = append(b, '\n')
	for range indent {
		b = append(b, ' ')
	}
	return b
}

// yamlWords are texts that YAML readers of either version take for something
// else than a string.
const yamlWords = " null true false yes no on off y n ~ "

// yamlString is a string plain where no reader can take it for anything else,
// and in double quotes with JSON's escapes, which are YAML's too, elsewhere.
func yamlString(s string) string {
	plain := s != "" && len(s) <= 200 && !strings.HasSuffix(s, " ") &&
		!strings.Contains(yamlWords, " "+strings.ToLower(s)+" ")
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == '_'
		plain = letter || i > 0 && (c >= '0' && c <= '9' || c == '.' || c == '-' || c == ' ')
	}
	if plain {
		return s
	}
	quoted, err := marshal(s)
	if err != nil {
		return `""`
	}
	return escapeControls(string(quoted))
}

// escapeControls escapes what JSON allows in a string and YAML does not: DEL,
// the C1 controls and a byte order mark.
func escapeControls(s string) string {
	if !strings.ContainsFunc(s, unprintable) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unprintable(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool {
	return r >= 0x7f && r <= 0x9f || r == 0xfeff || r == 0xfffe || r == 0xffff || r == 0x2028 || r == 0x2029
}
