package main

// The reference: an environment of its own to install it in, and a process that
// answers questions.

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

const referenceVersion = "0.8.0"

//go:embed driver.py
var driver string

// question is a line to the driver; what it takes says driver.py.
type question struct {
	Kind      string                 `json:"kind"`
	Symbols   map[string]symbolValue `json:"symbols,omitempty"`
	Text      string                 `json:"text,omitempty"`
	Document  json.RawMessage        `json:"document,omitempty"`
	Directory string                 `json:"directory,omitempty"`
}

// answer is what one side says to a question. Value is a text, a list of such,
// or for a template what became of it (jobOutcome), as JSON.
type answer struct {
	Checked bool            `json:"checked"` // of a template: it passed the check
	OK      bool            `json:"ok"`
	Type    string          `json:"type"`
	Value   json.RawMessage `json:"value"`
	Error   string          `json:"error"`
}

// installReference makes a virtual environment in cache unless there is one, and
// returns its Python.
func installReference(ctx context.Context, cache string, log io.Writer) (string, error) {
	folder := filepath.Join(cache, "openjd-cli-"+referenceVersion)
	python := filepath.Join(folder, "bin", "python")
	if runtime.GOOS == "windows" {
		python = filepath.Join(folder, "Scripts", "python.exe")
	}
	complete := filepath.Join(folder, "complete")
	if _, err := os.Stat(complete); err == nil {
		return python, nil
	}
	fmt.Fprintf(log, "installing the reference, openjd-cli %s, in %s\n", referenceVersion, folder)
	for _, args := range [][]string{
		{"python3", "-m", "venv", "--clear", folder},
		{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "openjd-cli==" + referenceVersion},
	} {
		command := exec.CommandContext(ctx, args[0], args[1:]...)
		command.Stdout, command.Stderr = log, log
		if err := command.Run(); err != nil {
			return "", fmt.Errorf("%s: %w", command, err)
		}
	}
	return python, os.WriteFile(complete, nil, 0o644)
}

// reference is a running driver. It is for one goroutine.
type reference struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startReference(ctx context.Context, python string, log io.Writer) (*reference, error) {
	command := exec.CommandContext(ctx, python, "-c", driver)
	command.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8", "RUST_BACKTRACE=0")
	command.Stderr = log
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting the reference: %w", err)
	}
	return &reference{command: command, in: in, out: bufio.NewReaderSize(out, 1<<20)}, nil
}

// ask puts the questions and collects as many answers, in their order.
func (r *reference) ask(questions []question) ([]answer, error) {
	written := make(chan error, 1)
	go func() {
		encoder := json.NewEncoder(r.in)
		for i := range questions {
			if err := encoder.Encode(&questions[i]); err != nil {
				written <- err
				return
			}
		}
		written <- nil
	}()
	answers := make([]answer, 0, len(questions))
	for i := range questions {
		line, err := r.out.ReadBytes('\n')
		if err == nil {
			var a answer
			if err = json.Unmarshal(line, &a); err == nil {
				answers = append(answers, a)
				continue
			}
		}
		r.in.Close()
		<-written
		return nil, fmt.Errorf("the reference ended at question %d, %s%s: %w", i+1, questions[i].Text, questions[i].Document, err)
	}
	return answers, <-written
}

func (r *reference) close() error {
	return errors.Join(r.in.Close(), r.command.Wait())
}
