package template

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLoad loads any text as YAML and as JSON: it must come back with a
// document or with faults that have places inside the text, never panic.
func FuzzLoad(f *testing.F) {
	seeds, _ := filepath.Glob("testdata/check/*.yaml")
	for _, file := range seeds {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(data), "\n---\n") {
			f.Add([]byte(chunk), false)
		}
	}
	f.Add([]byte(`{"specificationVersion": "jobtemplate-2023-09", "name": "J", "steps": [{"name": "S", "script": {"actions": {"onRun": {"command": "\ud83d\ude00{{Param.X}}"}}}}]}`), true)
	f.Add([]byte("a: &x [*x]\n<<: *x\n? [a]\n: !!int b\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, json bool) {
		name := "f.yaml"
		if json {
			name = "f.json"
		}
		document, err := Load(name, data, Options{Supported: everyExtension(), Limits: Limits{Size: 1 << 16}})
		if (document == nil) == (err == nil) {
			t.Fatalf("document %v with error %v", document, err)
		}
		var faults Faults
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("the error is no Faults: %v", err)
		}
		source := NewSource(name, data)
		for _, fault := range faults {
			if fault.Message == "" || fault.Pos.Line > len(source.lines) {
				t.Fatalf("fault %+v in a text of %d lines", fault, len(source.lines))
			}
			source.Snippet(fault.Pos)
		}
	})
}
