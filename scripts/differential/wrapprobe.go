package main

// The probe: what every action of a wrapping job runs. It tells what it was
// given, as a line of JSON in the file of traceVariable.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

const (
	probeCommand  = "probe"
	traceVariable = "DIFFERENTIAL_TRACE"
)

// record is what the probe tells of one action.
type record struct {
	At        string            `json:"at"`
	Given     []string          `json:"given"`  // its arguments after "--"
	Values    map[string]string `json:"values"` // of a hook
	File      string            `json:"file"`   // what its embedded file holds
	Variables map[string]string `json:"variables"`
}

// probe takes words of the form key=value, then "--", then what an action was
// given, or for a hook the wrapped action's command line:
//
//	at=NAME  say=LINE  exit=STATUS  run=yes  file=PATH  value=NAME=TEXT  other=TEXT
//
// It returns the exit status: of the wrapped action where it runs that.
func probe(words []string) int {
	r := record{Values: map[string]string{}, Variables: map[string]string{}, Given: []string{}}
	status, run := 0, false
	for i, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "--":
			r.Given = append(r.Given, words[i+1:]...)
		case "at":
			r.At = value
		case "say":
			fmt.Println(value)
		case "exit":
			_, _ = fmt.Sscan(value, &status)
		case "run":
			run = true
		case "value":
			name, text, _ := strings.Cut(value, "=")
			r.Values[name] = text
		case "file":
			data, err := os.ReadFile(value)
			r.File = string(data)
			if err != nil {
				r.File = err.Error()
			}
		default:
			r.Values[key] = value
		}
		if key == "--" {
			break
		}
	}
	for _, name := range variableNames {
		if value, set := os.LookupEnv(name); set {
			r.Variables[name] = value
		}
	}
	command := append([]string(nil), r.Given...)
	r.hidePaths()
	if err := r.write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 90
	}
	if !run || status != 0 {
		return status
	}
	child := exec.Command(command[0], command[1:]...)
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	err := child.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 91
	}
	return 0
}

// hidePaths takes out what is another in every run: where the files lie.
func (r *record) hidePaths() {
	for _, word := range r.Given {
		path, is := strings.CutPrefix(word, "file=")
		if !is || path == "" {
			continue
		}
		for i := range r.Given {
			r.Given[i] = strings.ReplaceAll(r.Given[i], path, "<file>")
		}
		for name, text := range r.Values {
			r.Values[name] = strings.ReplaceAll(text, path, "<file>")
		}
	}
}

func (r *record) write() error {
	f, err := os.OpenFile(os.Getenv(traceVariable), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(r); err != nil {
		return err
	}
	return f.Close()
}
