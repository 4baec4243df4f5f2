package logs

// This file defines Line and Stream: what goes in and what comes out.

// Line is one line of output, or one piece of a line that is too long. It is
// redacted and valid UTF-8, without its line end.
type Line struct {
	// Text is valid only during the call of the Sink that it is given to.
	Text []byte
	// Continued: the piece goes on where the piece before it stopped.
	Continued bool
	// More: another piece of this line follows.
	More bool
	// Message is the message that the line is, or nearly is; nil for most. Of a
	// line in pieces the first piece has it.
	Message *Message
}

// Sink receives lines in order, many at a time. It may keep Messages, not Text.
type Sink func(batch []Line)

// Options of a Stream; the zero value of each field has a documented default.
type Options struct {
	// Redactor masks secrets and learns those of openjd_redacted_env messages.
	// Nil: one for this stream alone.
	Redactor *Redactor
	// MaxLine is the number of bytes after which a line is delivered in pieces;
	// default 64 KiB, at least 16.
	MaxLine int
	// MaxMessage is the number of bytes that a line may have to count as a
	// message; default 1 MiB.
	MaxMessage int
	// NoMessages turns the search for messages off; secrets are masked still.
	NoMessages bool
}

// Stream is an io.Writer that makes lines of what is written to it. It belongs
// to one goroutine; Close delivers a last line that has no line end.
type Stream struct{}

// NewStream makes a stream that delivers to sink.
func NewStream(o Options, sink Sink) *Stream { return &Stream{} }

// Write never fails.
func (s *Stream) Write(p []byte) (int, error) { return len(p), nil }

// Close delivers what is left. Writing after it begins a new line.
func (s *Stream) Close() error { return nil }
