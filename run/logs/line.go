package logs

// This file defines what goes out of a Stream: Line, and Sink that takes it.

// Line is one line of output, or one piece of a line that is too long. It is
// redacted and valid UTF-8, without its line end (LF or CRLF). A byte that is
// not UTF-8 is written as `\xNN`.
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

const (
	// DefaultMaxLine is the default of Options.MaxLine: 64 KiB.
	DefaultMaxLine = 64 << 10
	// DefaultMaxMessage is the default of Options.MaxMessage: 1 MiB.
	DefaultMaxMessage = 1 << 20

	minMaxLine = 16 // a few runes must fit into a piece
)

// Options of a Stream; the zero value of each field has a documented default.
type Options struct {
	// Redactor masks secrets and learns those of openjd_redacted_env messages.
	// Nil: one for this stream alone.
	Redactor *Redactor
	// MaxLine is the number of bytes after which a line is delivered in pieces;
	// default DefaultMaxLine, at least 16.
	MaxLine int
	// MaxMessage is the number of bytes that a line may have to count as a
	// message; default DefaultMaxMessage, at least MaxLine.
	MaxMessage int
	// NoMessages turns the search for messages off. Secrets are masked and
	// learned all the same.
	NoMessages bool
}

func (o Options) withDefaults() Options {
	if o.Redactor == nil {
		o.Redactor = NewRedactor()
	}
	if o.MaxLine == 0 {
		o.MaxLine = DefaultMaxLine
	}
	o.MaxLine = max(o.MaxLine, minMaxLine)
	if o.MaxMessage == 0 {
		o.MaxMessage = DefaultMaxMessage
	}
	o.MaxMessage = max(o.MaxMessage, o.MaxLine)
	return o
}
