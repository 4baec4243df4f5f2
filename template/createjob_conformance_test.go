package template

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeJSON writes a node as a JSON document.
func writeJSON(b *strings.Builder, n *node) {
	switch n.kind {
	case nullNode:
		b.WriteString("null")
	case boolNode:
		b.WriteString(strconv.FormatBool(n.boolean))
	case intNode:
		if n.big {
			b.WriteString(n.text)
		} else {
			b.WriteString(strconv.FormatInt(n.integer, 10))
		}
	case floatNode:
		text := strconv.FormatFloat(n.float, 'g', -1, 64)
		if math.Trunc(n.float) == n.float && !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		b.WriteString(text)
	case stringNode:
		b.WriteString(strconv.Quote(n.text))
	case sequenceNode:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case mappingNode:
		b.WriteByte('{')
		for i, en := range n.entries {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Quote(en.key) + ":")
			writeJSON(b, en.value)
		}
		b.WriteByte('}')
	}
}

func jsonOf(n *node) []byte {
	var b strings.Builder
	writeJSON(&b, n)
	return []byte(b.String())
}

// jobCase is a conformance case that runs a Job.
type jobCase struct {
	template     []byte
	environments [][]byte
	parameters   []byte
}

func readJobCase(t *testing.T, file string) jobCase {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	d := &decoder{source: NewSource(file, data)}
	root := d.parse(Limits{}.withDefaults())
	require.NoError(t, d.faults.faults.Err())
	c := jobCase{parameters: []byte("{}")}
	for _, en := range root.entries {
		switch en.key {
		case "template":
			c.template = jsonOf(en.value)
		case "environments":
			for _, item := range en.value.items {
				c.environments = append(c.environments, jsonOf(item))
			}
		case "parameters":
			if en.value.kind == mappingNode {
				c.parameters = jsonOf(en.value)
			}
		}
	}
	require.NotNil(t, c.template)
	return c
}

func (c jobCase) create() (*Job, error) {
	options := Options{Supported: everyExtension()}
	job, err := Load("template.json", c.template, options)
	if err != nil {
		return nil, err
	}
	var attached []*Document
	for _, data := range c.environments {
		environment, err := Load("environment.json", data, options)
		if err != nil {
			return nil, err
		}
		attached = append(attached, environment)
	}
	values, err := ReadParameters("parameters.json", c.parameters, Limits{})
	if err != nil {
		return nil, err
	}
	return CreateJob(job, attached, values, CreateOptions{TemplateDir: "/template", WorkingDir: "/work"})
}

// TestConformanceJobs creates the Job of every case that runs one. A valid case
// has to come to a Job; an invalid one of §1.2.1 or §2 has to be refused here,
// the others may fail later, when the Job runs.
func TestConformanceJobs(t *testing.T) {
	root := filepath.Join(conformanceDir(), "2023-09")
	files, err := filepath.Glob(filepath.Join(root, "*", "jobs", "*.test.yaml"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skipf("no conformance cases under %s: set OPENJD_CONFORMANCE to their folder", root)
	}
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			job, err := readJobCase(t, file).create()
			base := filepath.Base(file)
			switch {
			case !strings.Contains(base, ".invalid."):
				require.NoError(t, err)
				require.NotNil(t, job)
				for _, step := range job.Steps {
					for i := range min(step.Space.Len(), 20) {
						_, err := step.Space.At(i)
						assert.NoError(t, err)
					}
				}
			case strings.HasPrefix(base, "1.2.1--"), strings.HasPrefix(base, "2."):
				require.Error(t, err)
				t.Log(err)
			case err != nil:
				t.Log(err)
			default:
				t.Log("created; has to fail when it runs")
			}
		})
	}
}
