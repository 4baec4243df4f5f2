package wrap

// This file defines the ready-made wrappers: Environment Templates inside the
// program that run a job in containers.

import (
	"embed"
	"path"
	"strings"
)

//go:embed ready/*.yaml
var ready embed.FS

// Ready is a ready-made Environment Template.
type Ready struct {
	Name string
	// Summary is its first line: what it does.
	Summary string
	// Text is the document.
	Text []byte
}

// ReadyMade lists the ready-made wrappers by name.
func ReadyMade() []Ready {
	entries, err := ready.ReadDir("ready")
	if err != nil {
		return nil // not possible: it is part of the program
	}
	var out []Ready
	for _, e := range entries {
		text, err := ready.ReadFile(path.Join("ready", e.Name()))
		if err != nil {
			continue // as above
		}
		first, _, _ := strings.Cut(string(text), "\n")
		out = append(out, Ready{
			Name:    strings.TrimSuffix(e.Name(), ".yaml"),
			Summary: strings.TrimSuffix(strings.TrimPrefix(first, "# "), "."),
			Text:    text,
		})
	}
	return out
}

// FindReady finds a ready-made wrapper by its name.
func FindReady(name string) (Ready, bool) {
	for _, r := range ReadyMade() {
		if r.Name == name {
			return r, true
		}
	}
	return Ready{}, false
}
