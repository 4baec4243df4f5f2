package cli

// This file defines "runner check": all faults of documents at once.

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"runner/template"
)

// checkOptions is what a command line of "runner check" asks for.
type checkOptions struct {
	Streams *Streams
	Files   []string
	documentOptions
	Output format
}

type checkWork func(context.Context, *checkOptions) error

func newCheckCommand(s *Streams, work checkWork) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "check Job Templates and Environment Templates",
		ArgsUsage: "FILE... [FLAGS]",
		Description: "Reads the templates and tells everything that is wrong in them, each fault with its place\n" +
			"and what to do. Exit status 0 when all are right, 2 when one is wrong.",
		Flags: []cli.Flag{extensionsFlag(), outputFlag()},
		Action: func(c *cli.Context) error {
			o := &checkOptions{Streams: s, Files: c.Args().Slice()}
			var err error
			if len(o.Files) == 0 {
				return usagef("which template? give one file or more")
			}
			if o.documentOptions, err = documentOptionsOf(c); err != nil {
				return err
			}
			if o.Output, err = formatOf(c.String("output")); err != nil {
				return err
			}
			return work(c.Context, o)
		},
	}
}

// checkDocument is what --output json and yaml print.
type checkDocument struct {
	Version int           `json:"version"`
	Status  string        `json:"status"`
	Message string        `json:"message"`
	Files   []checkedFile `json:"files"`
}

type checkedFile struct {
	File    string          `json:"file"`
	Status  string          `json:"status"`
	Kind    string          `json:"kind"`
	Message string          `json:"message"`
	Faults  []faultDocument `json:"faults"`
}

// checkFiles is "runner check".
func checkFiles(_ context.Context, o *checkOptions) error {
	doc := checkDocument{Version: documentVersion, Status: statusSuccess, Files: []checkedFile{}}
	wrong := 0
	for _, path := range o.Files {
		file, err := checkFile(o, path)
		if err != nil {
			wrong++
		}
		doc.Files = append(doc.Files, file)
		if o.Output != formatHuman {
			continue
		}
		if err != nil {
			writeErrors(o.Streams, err)
			continue
		}
		fmt.Fprintln(o.Streams.Out, file.Message)
	}
	if wrong > 0 {
		doc.Status = statusError
	}
	if doc.Message = doc.Files[0].Message; len(o.Files) > 1 {
		doc.Message = fmt.Sprintf("%d of %d templates pass validation checks", len(o.Files)-wrong, len(o.Files))
	}
	if o.Output != formatHuman {
		if err := writeDocument(o.Streams.Out, o.Output, doc); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return &reported{StatusRefused}
	}
	return nil
}

func checkFile(o *checkOptions, path string) (checkedFile, error) {
	file := checkedFile{File: path, Status: statusSuccess, Faults: []faultDocument{}}
	doc, err := loadDocument(o.Streams, path, o.documentOptions)
	if err == nil {
		file.Kind = doc.Kind.String()
		file.Message = "Template at '" + path + "' passes validation checks."
		return file, nil
	}
	file.Status, file.Message = statusError, err.Error()
	var faults template.Faults
	if errors.As(err, &faults) {
		file.Faults = faultDocuments(faults)
		file.Message = fmt.Sprintf("Template at '%s' has %s.", path, plural(int64(len(faults)), "fault"))
	}
	return file, err
}
