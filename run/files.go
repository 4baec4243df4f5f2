package run

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"runner/template"
	"runner/template/expr"
	"runner/wrap"
)

// fileSet is where the embedded files of one script lie in a Session. Each
// script has a folder of its own: two scripts may use one filename (§6). The
// paths stay the same for as long as the Session knows the script, so that one
// action can hand a path to the next.
type fileSet struct {
	dir   string
	files []*template.EmbeddedFile
	paths []string
}

// placeFiles chooses the paths of a script's files and defines their symbols,
// "Task.File." or "Env.File." or "Service.File." before the name. Nothing is
// written yet: the script's let may use the paths, the contents may use let.
func placeFiles(dir string, files []*template.EmbeddedFile, prefix string, symbols *expr.Symbols) *fileSet {
	set := &fileSet{dir: dir, files: files}
	for i, f := range files {
		name := f.Filename
		if name == "" {
			// Unlike the file's own name this cannot collide with a sibling that
			// does say its filename.
			name = "f" + strconv.Itoa(i+1) + "-" + f.Name + f.Extension
		}
		path := filepath.Join(dir, name)
		set.paths = append(set.paths, path)
		symbols.Define(prefix+f.Name, expr.PathValue(path))
	}
	return set
}

// write resolves and writes every file of the script, used or not: they are
// written anew before each action (How Jobs Are Run, Running a Task). One that
// describes a wrapped Task is left as it is by other actions. A nil set has
// none: a Service's are written once, when its Session is prepared.
func (set *fileSet) write(env *expr.Env) error {
	if set == nil || len(set.files) == 0 {
		return nil
	}
	// An action may have removed it.
	if err := os.MkdirAll(set.dir, 0o700); err != nil {
		return hostFault(fmt.Errorf("the folder for embedded files could not be made: %w", err))
	}
	for i, f := range set.files {
		if f.OfWrappedTask {
			if _, wrapped := env.Symbols.Lookup(wrap.TaskCommand); !wrapped {
				continue
			}
		}
		data, err := f.Data.Resolve(env)
		if err != nil {
			return err
		}
		mode := os.FileMode(0o600)
		if f.Runnable {
			mode = 0o700
		}
		if err := writeFile(set.paths[i], endOfLines(data, f.EndOfLine), mode); err != nil {
			return hostFault(fmt.Errorf("embedded file %s could not be written: %w", f.Name, err))
		}
	}
	return nil
}

// writeFile replaces a file. No process may be forked while it is open for
// writing: the child would hold it open until its exec, and a script that is
// started in that moment is refused as "text file busy".
func writeFile(path, data string, mode os.FileMode) error {
	// An action may have made its file read-only, or a link of it.
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, []byte(data), mode)
}

// endOfLines applies endOfLine (§6). A lone CR is never touched, and a CRLF
// that is already there is not doubled.
func endOfLines(data, style string) string {
	if style == template.EndOfLineAuto {
		style = template.EndOfLineLF
		if runtime.GOOS == "windows" {
			style = template.EndOfLineCRLF
		}
	}
	switch style {
	case template.EndOfLineLF:
		return strings.ReplaceAll(data, "\r\n", "\n")
	case template.EndOfLineCRLF:
		return strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\n", "\r\n")
	}
	return data
}
