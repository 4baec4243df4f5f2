package template

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// conformanceDir is where the public conformance cases lie: OPENJD_CONFORMANCE,
// or the folder shared/conformance beside the repository.
func conformanceDir() string {
	if dir := os.Getenv("OPENJD_CONFORMANCE"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "shared", "conformance")
}

// everyExtension also has what is not yet supported, so that its documents are
// checked too.
func everyExtension() ExtensionSet {
	var set ExtensionSet
	for _, row := range extensionTable {
		set = set.With(row.extension)
	}
	return set
}

// TestConformanceTemplates loads every template of the conformance cases: one
// that is named .invalid. has to be refused, every other accepted.
func TestConformanceTemplates(t *testing.T) {
	root := filepath.Join(conformanceDir(), "2023-09")
	var files []string
	for _, kind := range []string{"job_templates", "env_templates"} {
		found, err := filepath.Glob(filepath.Join(root, "*", kind, "*"))
		require.NoError(t, err)
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("no conformance cases under %s: set OPENJD_CONFORMANCE to their folder", root)
	}
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			document, err := Load(filepath.Base(file), data, Options{Supported: everyExtension()})
			if !strings.Contains(filepath.Base(file), ".invalid.") {
				require.NoError(t, err)
				assert.NotNil(t, document)
				return
			}
			require.Error(t, err)
			for _, fault := range err.(Faults) {
				assert.True(t, fault.Pos.IsValid(), "a fault without a place: %s", fault)
				t.Log(fault)
			}
		})
	}
}
