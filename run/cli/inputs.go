package cli

// This file defines the reading of what a command line names: documents, and
// the job that they and the parameters come to.

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"runner/template"
	"runner/template/expr"
)

// documentOptions are the flags that say what a document may use and what is
// given for it, the same for every command that reads a job.
type documentOptions struct {
	Parameters   []string // -p, to the letter, in the order given
	Environments []string // files or names of Environment Templates, in the order given
	Extensions   template.ExtensionSet
	// Limited says that --extensions was given; Extensions may then be empty.
	Limited bool
}

func documentOptionsOf(c *cli.Context) (documentOptions, error) {
	o := documentOptions{Parameters: words(c, "parameter"), Environments: words(c, "environment")}
	var err error
	o.Extensions, o.Limited, err = extensions(c)
	return o, err
}

// maxInput is how many bytes of a file are read at most: more than a document may
// have, so that the reader of documents refuses it.
const maxInput = 10 << 20

// input is an open file that a command line names.
type input interface {
	io.ReadCloser
	Stat() (fs.FileInfo, error)
}

// readWhole reads a file that is no document, and so has no limit of its own.
func readWhole(s *Streams, what, path string) ([]byte, error) {
	data, err := readInput(s, what, path)
	if len(data) > maxInput {
		return nil, refusef("%s: more than %d bytes, which is the most that is read of the %s", path, maxInput, what)
	}
	return data, err
}

// readInput reads a file that the user names, no more than a byte over maxInput
// of it.
func readInput(s *Streams, what, path string) ([]byte, error) {
	if path == "" {
		return nil, refusef("the name of the %s is empty", what)
	}
	f, err := openInput(absolute(s, path))
	if err != nil {
		return nil, refuseFile(what, path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, refusef("%s: the %s is a directory; name a file in it", path, what)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxInput+1))
	if err != nil {
		return nil, refuseFile(what, path, err)
	}
	return data, nil
}

func refuseFile(what, path string, err error) error {
	var place *fs.PathError
	if errors.As(err, &place) {
		err = place.Err
	}
	return refusef("%s: cannot read the %s: %v", path, what, err)
}

// absolute is path seen from the working directory of the command line.
func absolute(s *Streams, path string) string {
	if filepath.IsAbs(path) || s.Dir == "" {
		return path
	}
	return filepath.Join(s.Dir, path)
}

// home is path with a leading "~/" replaced by the home directory: behind
// "file://" no shell does it.
func home(s *Streams, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir := s.Getenv("HOME"); dir != "" {
			return filepath.Join(dir, rest)
		}
	}
	return path
}

// fileReference is the path of a file://PATH value.
func fileReference(s *Streams, value string) (path string, ok bool) {
	path, ok = strings.CutPrefix(value, "file://")
	return home(s, path), ok
}

// loadDocument reads and checks a document of any kind.
func loadDocument(s *Streams, path string, o documentOptions) (*template.Document, error) {
	data, err := readInput(s, "template", path)
	if err != nil {
		return nil, err
	}
	return parseDocument(path, data, o)
}

// parseDocument checks the text of a document; path is what faults call it.
func parseDocument(path string, data []byte, o documentOptions) (*template.Document, error) {
	doc, err := template.Load(path, data, template.Options{Supported: o.Extensions, PathStyle: pathStyle()})
	if err != nil {
		return nil, located(err, template.NewSource(path, data))
	}
	if o.Limited && o.Extensions == 0 && doc.Extensions != 0 {
		return nil, refusef("%s: the template uses the extensions %s, and --extensions allows none", path, doc.Extensions)
	}
	return doc, nil
}

// pathStyle is the style of this host's paths.
func pathStyle() expr.PathStyle {
	if filepath.Separator == '\\' {
		return expr.Windows
	}
	return expr.POSIX
}

// loadKind reads a document that has to be of one kind.
func loadKind(s *Streams, path string, o documentOptions, kind template.Kind) (*template.Document, error) {
	doc, err := loadDocument(s, path, o)
	if err != nil {
		return nil, err
	}
	if doc.Kind != kind {
		hint := "a Job Template is run; Environment Templates are attached to it with --env"
		if kind == template.EnvironmentKind {
			hint = "--env takes Environment Templates, specificationVersion: environment-2023-09"
		}
		return nil, refusef("%s: this is the wrong kind of template: %s expected, %s found (%s)", path, kind, doc.Kind, hint)
	}
	return doc, nil
}

// loadEnvironment reads what --env names: the file, or else the ready-made
// template of that name.
func loadEnvironment(s *Streams, word string, o documentOptions) (*template.Document, error) {
	if r, found := readyEnvironment(s, word); found {
		return parseDocument(r.Name, r.Text, o)
	}
	doc, err := loadKind(s, word, o, template.EnvironmentKind)
	if err != nil {
		return nil, missingEnvironment(s, word, err)
	}
	return doc, nil
}

// inputs is everything that a job is made of.
type inputs struct {
	document *template.Document
	attached []*template.Document
	values   map[string]template.ParameterInput
	sources  []*template.Source // of everything that was read, for the snippets
}

// loadInputs reads the Job Template, the Environment Templates and the
// parameters. Faults of all of them are told together.
func loadInputs(s *Streams, path string, o documentOptions) (*inputs, error) {
	in := &inputs{}
	var errs []error
	keep := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	var err error
	in.document, err = loadKind(s, path, o, template.JobKind)
	keep(err)
	for _, file := range o.Environments {
		doc, err := loadEnvironment(s, file, o)
		keep(err)
		in.attached = append(in.attached, doc)
	}
	in.values, in.sources, err = parameterValues(s, o.Parameters)
	keep(err)
	if errs != nil {
		return nil, join(errs)
	}
	for _, doc := range append(in.attached, in.document) {
		in.sources = append(in.sources, doc.Source)
	}
	return in, nil
}

// join is errors.Join that leaves a single error as it is.
func join(errs []error) error {
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// createJob makes the job. Where a parameter is missing the error tells of all
// the job's parameters.
func (in *inputs) createJob(s *Streams) (*template.Job, error) { return in.createJobWith(s, false) }

// createJobWith is createJob where a required Service may be without a provider,
// if the job is only to be looked at.
func (in *inputs) createJobWith(s *Streams, withoutProviders bool) (*template.Job, error) {
	if s.Dir == "" {
		return nil, refusef("the working directory cannot be told; change to one that exists")
	}
	name := absolute(s, in.document.Source.Name)
	job, err := template.CreateJob(in.document, in.attached, in.values, template.CreateOptions{
		TemplateDir: filepath.Dir(name), WorkingDir: s.Dir, WithoutProviders: withoutProviders})
	if err == nil {
		return job, nil
	}
	err = located(err, in.sources...)
	definitions, mergeErr := template.MergeParameters(append(slices.Clone(in.attached), in.document))
	if mergeErr != nil || len(template.MissingParameters(definitions, in.values)) == 0 {
		return nil, err
	}
	var b strings.Builder
	writeParameters(&b, definitions)
	return nil, &withHelp{err, b.String()}
}

// withHelp is an error with a text for people that helps to avoid it.
type withHelp struct {
	error
	help string
}

func (e *withHelp) Unwrap() error { return e.error }

// locatedError is an error of documents, with their texts for the snippets.
type locatedError struct {
	error
	sources []*template.Source
}

func (e *locatedError) Unwrap() error { return e.error }

// located adds texts to an error whose faults may have places in them.
func located(err error, sources ...*template.Source) error { return &locatedError{err, sources} }
