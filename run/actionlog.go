package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"runner/run/logs"
)

// maxLogBytes bounds one action's log file; the console still shows everything.
const maxLogBytes = 1 << 30

// logBatch is how much of a log is gathered before it is written to its file.
const logBatch = 32 << 10

// actionLog is one action's output on disk. It is made with the first line and
// removed when the action was successful: a log is kept to explain a failure.
// A log that cannot be written (a full disk) is given up with a note; the action
// does not suffer.
type actionLog struct {
	run    *conductor
	source Source

	mu      sync.Mutex
	path    string
	file    *os.File
	pending []byte
	written int64
	dead    bool
}

func (c *conductor) newLog(source Source) *actionLog {
	return &actionLog{run: c, source: source}
}

// add is a logs.Sink.
func (l *actionLog) add(batch []logs.Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		return
	}
	l.pending = logs.AppendPrefixed(l.pending, "", batch)
	if len(l.pending) >= logBatch {
		l.writeOut()
	}
}

// flush writes what is pending once a file exists; a short output of a
// successful action never touches the disk.
func (l *actionLog) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.writeOut()
	}
}

func (l *actionLog) writeOut() {
	if len(l.pending) == 0 || l.dead {
		return
	}
	if err := l.write(); err != nil {
		l.dead = true
		l.run.stream.note(l.source, Warning, "the log of this action is not kept: "+l.run.stream.clear(err.Error()))
	}
	l.pending = l.pending[:0]
}

func (l *actionLog) write() error {
	if l.file == nil {
		l.path = filepath.Join(l.run.logDir, l.run.logName(l.source))
		file, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		l.file = file
	}
	if l.written+int64(len(l.pending)) > maxLogBytes {
		l.dead = true
		_, err := fmt.Fprintf(l.file, "\n[the log ends here: it has reached %d bytes]\n", l.written)
		return err
	}
	n, err := l.file.Write(l.pending)
	l.written += int64(n)
	return err
}

// drop forgets the log of a successful action.
func (l *actionLog) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = true
	if l.file != nil {
		_ = l.file.Close()
		_ = os.Remove(l.path)
		l.file = nil
	}
}

// keep completes the log and moves it where the user finds it; it returns the
// path, "" when there is none.
func (l *actionLog) keep() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writeOut()
	if l.file == nil {
		return ""
	}
	if err := l.file.Close(); err != nil {
		l.run.stream.note(l.source, Warning, "the log of this action may be incomplete: "+l.run.stream.clear(err.Error()))
	}
	l.file, l.dead = nil, true
	path, err := l.run.keepLog(l.path)
	if err != nil {
		l.run.stream.note(l.source, Warning, "the log of this action is not kept: "+l.run.stream.clear(err.Error()))
		return ""
	}
	return path
}

// logName is a file name that no other action of the run has.
func (c *conductor) logName(source Source) string {
	name := source.Session
	switch {
	case source.Step != "" && source.Task > 0:
		name = source.Step + "-" + strconv.FormatInt(source.Task, 10)
	case source.Environment != "":
		name += "-" + source.Environment
	}
	return fmt.Sprintf("%04d-%s-%s.log", c.logs.Add(1), fileName(name), source.Action)
}

// keepLog moves a log out of the run's own directory, which goes with the run.
func (c *conductor) keepLog(path string) (string, error) {
	if c.opts.LogRoot == "" {
		return "", nil
	}
	dir := filepath.Join(c.opts.LogRoot, filepath.Base(c.dir))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	to := filepath.Join(dir, filepath.Base(path))
	if os.Rename(path, to) == nil {
		return to, nil
	}
	// Another file system: copy.
	data, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer data.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	if _, err := out.ReadFrom(data); err != nil {
		_ = out.Close()
		return "", err
	}
	return to, out.Close()
}
