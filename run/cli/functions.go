package cli

// This file defines "runner eval --functions": the functions of the expression
// language with their signatures.

import (
	"fmt"
	"io"
	"strings"

	"runner/template/expr"
)

// functionsDocument is what --output json and yaml print.
type functionsDocument struct {
	Version   int                `json:"version"`
	Status    string             `json:"status"`
	Functions []functionDocument `json:"functions"`
}

type functionDocument struct {
	Name       string   `json:"name"`
	Signatures []string `json:"signatures"`
	Doc        string   `json:"doc"`
	Section    string   `json:"section"`
}

// showFunctions lists every function, or describes one.
func showFunctions(o *evalOptions) error {
	library := expr.Base().WithHost().WithServices()
	list := library.Functions()
	if o.Function != "" {
		f := library.Function(o.Function)
		if f == nil {
			err := usagef("there is no function %q", o.Function)
			err.hint = suggestion(o.Function, functionNames(list))
			return err
		}
		list = []*expr.Function{f}
	}
	if o.Output != formatHuman {
		doc := functionsDocument{documentVersion, statusSuccess, []functionDocument{}}
		for _, f := range list {
			doc.Functions = append(doc.Functions, functionDocument{f.Name, f.Signatures(), f.Doc, f.Section})
		}
		return writeDocument(o.Streams.Out, o.Output, doc)
	}
	var b strings.Builder
	if o.Function != "" {
		writeFunction(&b, list[0])
	} else {
		writeFunctions(&b, list)
	}
	_, err := io.WriteString(o.Streams.Out, b.String())
	return err
}

func functionNames(list []*expr.Function) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

// writeFunctions lists functions first, then properties, then operators.
func writeFunctions(b *strings.Builder, list []*expr.Function) {
	for _, part := range []struct {
		title string
		has   func(name string) bool
	}{
		{"Functions", func(n string) bool { return !strings.HasPrefix(n, "__") }},
		{"Properties", func(n string) bool { return strings.HasPrefix(n, "__property_") }},
		{"Operators", func(n string) bool { return strings.HasPrefix(n, "__") && !strings.HasPrefix(n, "__property_") }},
	} {
		fmt.Fprintf(b, "%s:\n", part.title)
		for _, f := range list {
			if part.has(f.Name) {
				fmt.Fprintf(b, "  %-28s %s\n", f.Name, f.Doc)
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "\"%s eval --functions NAME\" shows the signatures of one.\n", programName)
}

func writeFunction(b *strings.Builder, f *expr.Function) {
	for _, s := range f.Signatures() {
		fmt.Fprintln(b, s)
	}
	if f.Doc != "" {
		fmt.Fprintf(b, "\n%s\n", f.Doc)
	}
	if f.Section != "" {
		fmt.Fprintf(b, "Specification: %s\n", f.Section)
	}
}
