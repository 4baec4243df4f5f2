package logs

// This file defines File: the log file of one action or service.

import (
	"fmt"
	"os"
)

// File appends lines to a log file, up to a limit. It is for one goroutine.
type File struct {
	file    *os.File
	limit   int64
	size    int64 // bytes in the file
	dropped int64 // bytes that were left out for the limit
	buf     []byte
	err     error
}

// OpenFile creates the log file at path, readable by its user alone, or goes on
// with one that exists. With a positive limit, in bytes, the file takes whole
// lines until it is full; Close then adds a line that says how much is missing.
func OpenFile(path string, limit int64) (*File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, err
	}
	return &File{file: file, limit: limit, size: info.Size()}, nil
}

// WriteLines appends a batch. After the first error, which Close gives too,
// nothing more is written.
func (f *File) WriteLines(batch []Line) error {
	if f.err != nil {
		return f.err
	}
	f.buf = f.buf[:0]
	for _, l := range batch {
		need := int64(len(l.Text))
		if !l.More {
			need++
		}
		if f.dropped > 0 || f.limit > 0 && f.size+int64(len(f.buf))+need > f.limit {
			f.dropped += need
			continue
		}
		// The pieces of a long line are one line again.
		f.buf = append(f.buf, l.Text...)
		if !l.More {
			f.buf = append(f.buf, '\n')
		}
	}
	f.flush()
	return f.err
}

func (f *File) flush() {
	n, err := f.file.Write(f.buf)
	f.size += int64(n)
	f.err = err
}

// Dropped is the number of bytes that did not fit under the limit.
func (f *File) Dropped() int64 { return f.dropped }

// Close adds the note about what is missing, closes the file and returns the
// first error of its life.
func (f *File) Close() error {
	if f.dropped > 0 && f.err == nil {
		f.buf = fmt.Appendf(f.buf[:0], "\n[log cut: %d more bytes were written than the limit of %d bytes for this file]\n", f.dropped, f.limit)
		f.flush()
	}
	if err := f.file.Close(); f.err == nil {
		f.err = err
	}
	return f.err
}
