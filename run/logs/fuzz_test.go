package logs

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// cutBy feeds text in chunks whose sizes are the bytes of cuts, over and over.
func cutBy(s *Stream, text, cuts []byte) {
	for i := 0; len(text) > 0; i++ {
		n := len(text)
		if len(cuts) > 0 {
			n = min(n, 1+int(cuts[i%len(cuts)]))
		}
		_, _ = s.Write(text[:n])
		text = text[n:]
	}
	_ = s.Close()
}

// FuzzRedactor: no secret in the output, whatever lies around it and however
// the writes are cut.
func FuzzRedactor(f *testing.F) {
	f.Add("geheim", []byte("a geheim b\ngeheim"), []byte{3, 7})
	f.Add("aba", []byte("ababa"+strings.Repeat("aba", 40)), []byte{0})
	f.Add("é1", []byte("xé1é1\xc3"), []byte{1})
	f.Add("one\r\ntwo words here\nthree", []byte("one two words here three"), []byte{2})
	f.Add("s=x", []byte(" openjd_redacted_env:S=s=x\n"), []byte{200})
	f.Fuzz(func(t *testing.T, secret string, text, cuts []byte) {
		r := NewRedactor()
		r.Add(secret)
		c := &collect{}
		s := NewStream(Options{Redactor: r, MaxLine: 32, MaxMessage: 64}, c.sink)
		cutBy(s, text, cuts)
		for _, line := range c.texts() {
			if !utf8.ValidString(line) {
				t.Fatalf("not UTF-8: %q", line)
			}
			for _, p := range r.secrets().parts {
				// A mask is made of asterisks, and a byte that is no text becomes
				// a backslash, x and two digits: what is found only there is not
				// leaked. The blank after a message's prefix may be added.
				if bytes.ContainsAny(p.text, "* ") || !utf8.Valid(text) && bytes.ContainsAny(p.text, "\\x0123456789abcdef") {
					continue
				}
				if strings.Contains(line, string(p.text)) {
					t.Fatalf("secret %q in %q", p.text, line)
				}
			}
		}
	})
}

// FuzzStream: the lines do not depend on how the writes are cut, and without
// secrets nothing is lost.
func FuzzStream(f *testing.F) {
	f.Add([]byte("a\r\nb\n\nc"), []byte{1})
	f.Add([]byte("openjd_env: A=b\nopenjd_redacted_env: S=hush\nhush\n"), []byte{9})
	f.Add(bytes.Repeat([]byte("0123456789é"), 30), []byte{5, 60})
	f.Add([]byte("openjd_env: "+strings.Repeat("x", 100)), []byte{30})
	f.Fuzz(func(t *testing.T, text, cuts []byte) {
		o := Options{MaxLine: 32, MaxMessage: 64}
		if bytes.Contains(bytes.ToLower(text), []byte("redacted")) {
			return // what is learned masks earlier lines of the same write only
		}
		whole, cut := &collect{}, &collect{}
		cutBy(NewStream(o, whole.sink), text, nil)
		cutBy(NewStream(o, cut.sink), text, cuts)
		a, b := strings.Join(whole.texts(), "\n"), strings.Join(cut.texts(), "\n")
		if a != b {
			t.Fatalf("%q\nin one write:  %q\nin several:    %q", text, a, b)
		}
		var want []string
		for line := range bytes.Lines(text) {
			want = append(want, string(appendText(nil, dropCR(bytes.TrimSuffix(line, []byte("\n"))))))
		}
		if w := strings.Join(want, "\n"); w != a {
			t.Fatalf("wrote %q\ngot   %q", w, a)
		}
	})
}
