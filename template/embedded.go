package template

// The values of endOfLine (§6); EndOfLineAsIs when the key is absent.
const (
	EndOfLineAsIs = ""
	EndOfLineAuto = "AUTO"
	EndOfLineLF   = "LF"
	EndOfLineCRLF = "CRLF"
)

// EmbeddedFile is a text that becomes a file in the Session's working
// directory (§6).
type EmbeddedFile struct {
	Name      string
	Filename  string // "" when the runtime may choose one
	Extension string // ".sh" and so on for the file of a bash, python, … Step; else ""
	Runnable  bool
	Data      FormatString
	EndOfLine string // EndOfLineAsIs, EndOfLineAuto, EndOfLineLF or EndOfLineCRLF
	Pos       Position
	Path      string
}
