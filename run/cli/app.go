package cli

// This file defines Main: the way from the words of a command line to a command
// and from its error to an exit status.

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

// programName is how the program calls itself, whatever its file is called.
const programName = "runner"

// Main runs the command line args, whose first word is the program's name, and
// returns the exit status. Signals are heard before anything is read and until
// the process ends. A command that a signal ends before a run has begun may hang
// in a read: it is left behind, and what it would write is dropped.
func Main(args []string, given *Streams) int {
	desk, stop := listen(given.Signals(endingSignals()...))
	defer stop()
	var words []string
	if len(args) > 1 {
		words = args[1:]
	}
	s := *given
	out, diagnostics := newOutlet(given.Out), newOutlet(given.Err)
	s.Out, s.Err, s.desk = out, diagnostics, desk
	ended := make(chan int, 1)
	go func() { ended <- obeyed(words, &s, out) }()
	select {
	case status := <-ended:
		if status != statusLeft {
			return status
		}
		return endedEarly(<-desk.early, wantedFormat(words), given, out, diagnostics)
	case name := <-desk.early:
		return endedEarly(name, wantedFormat(words), given, out, diagnostics)
	case <-desk.late:
	}
	select {
	case status := <-ended:
		return status
	case <-time.After(2 * patience): // a stream takes nothing any more
		return signalStatus(desk.name())
	}
}

// obeyed runs a command line to its end and gives the exit status.
func obeyed(words []string, s *Streams, out *outlet) int {
	err := dispatch(words, s)
	broken := out.failure()
	if broken != nil && errors.Is(err, broken) {
		err = nil // told below, once
	}
	if err != nil {
		report(s, words, err)
	}
	return finalStatus(s, out.failure(), statusOf(err))
}

// finalStatus is the status when standard output could not be written to, and
// says so: a reader that went away is an end by SIGPIPE, of which nothing is
// said, a full disk is ours.
func finalStatus(s *Streams, broken error, status int) int {
	switch {
	case broken == nil:
		return status
	case !errors.Is(broken, syscall.EPIPE):
		fmt.Fprintf(s.Err, "%s standard output cannot be written: %v\n", s.errPalette().bad.Sprint("error:"), broken)
	}
	switch {
	case status == StatusFailed || status == StatusInternal:
		return status
	case errors.Is(broken, syscall.EIO) && status == signalStatus("SIGHUP"):
		return status // the terminal is gone
	case errors.Is(broken, syscall.EPIPE):
		return signalStatus("SIGPIPE")
	}
	return StatusInternal
}

// endedEarly answers a signal that came while no run was on: by the document
// that was asked for, or by a line.
func endedEarly(name string, f format, s *Streams, out, diagnostics *outlet) int {
	used, free := out.close(patience)
	_, heard := diagnostics.close(patience)
	told := make(chan struct{})
	go func() {
		defer close(told)
		err := &interruption{name}
		switch {
		case f != formatHuman && free && !used:
			_ = writeDocument(s.Out, f, refusalDocument(err))
		case heard:
			writeError(s, err)
		}
	}()
	select {
	case <-told:
	case <-time.After(patience): // nobody reads
	}
	return signalStatus(name)
}

// commands lists every command. Each constructor only parses; the second
// argument, the work, is what a test of parsing replaces.
func commands(s *Streams) []*cli.Command {
	return []*cli.Command{
		newRunCommand(s, runJob),
		newCheckCommand(s, checkFiles),
		newSummaryCommand(s, summarize),
		newEvalCommand(s, evaluate),
		newEnvCommand(s, showEnvironments),
	}
}

// newApp assembles the library's application. ExitErrHandler keeps the library
// from ending the process; "help" and "--help" are ours, so that a file named
// "help" stays a file.
func newApp(s *Streams) *cli.App {
	app := &cli.App{
		Name:            programName,
		Usage:           "run Open Job Description (OpenJD) job templates on this machine",
		UsageText:       programName + " COMMAND [FLAGS] ARGUMENTS",
		HideHelp:        true,
		HideHelpCommand: true,
		HideVersion:     true,
		Writer:          s.Out,
		ErrWriter:       s.Err,
		Commands:        commands(s),
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    func(_ *cli.Context, err error, _ bool) error { return usagef("%v", err) },

		DisableSliceFlagSeparator: true,
	}
	for _, c := range app.Commands {
		c.HideHelp, c.HideHelpCommand = true, true
		c.OnUsageError = app.OnUsageError
	}
	app.Setup()
	return app
}

// dispatch finds the command and runs it.
func dispatch(words []string, s *Streams) error {
	app := newApp(s)
	if len(words) == 0 {
		printAppHelp(s.Err, app)
		return &reported{StatusRefused}
	}
	first, rest := words[0], words[1:]
	switch first {
	case "-h", "--help", "-help":
		return printAppHelp(s.Out, app)
	case "help":
		return help(s, app, rest)
	case "--version", "-version", "-v", "version":
		_, err := fmt.Fprintf(s.Out, "%s %s\n", programName, version())
		return err
	}
	cmd := app.Command(first)
	if cmd == nil {
		return unknownCommand(app, first)
	}
	line, err := arrange(cmd.Flags, rest)
	if err != nil {
		return inCommand(cmd, err)
	}
	if line.help {
		return commandHelpFor(s, cmd, line)
	}
	return inCommand(cmd, obey(app, cmd, line))
}

// obey lets the library read an arranged command line and run the command.
func obey(app *cli.App, cmd *cli.Command, line *arranged) error {
	cmd.Flags = withoutAliases(cmd.Flags)
	return app.RunContext(context.Background(), append([]string{programName, cmd.Name}, line.words()...))
}

// inCommand notes in a usage error which command was meant.
func inCommand(cmd *cli.Command, err error) error {
	var usage *usageError
	if errors.As(err, &usage) && usage.command == "" {
		usage.command = cmd.Name
	}
	return err
}

func unknownCommand(app *cli.App, word string) error {
	if strings.HasPrefix(word, "-") {
		err := usagef("there is no flag %s before the command", word)
		err.hint = "flags stand after the command: " + programName + " run TEMPLATE " + word
		return err
	}
	err := usagef("there is no command %q", word)
	names := []string{"help", "version"}
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	if err.hint = suggestion(word, names); err.hint == "" {
		err.hint = "the commands are " + strings.Join(names, ", ")
	}
	return err
}

// report tells an error to whom it concerns: as the one document on standard
// output where a document was asked for, else on standard error.
func report(s *Streams, words []string, err error) {
	var done *reported
	if errors.As(err, &done) {
		return
	}
	if format := wantedFormat(words); format != formatHuman {
		_ = writeDocument(s.Out, format, refusalDocument(err))
		return
	}
	writeErrors(s, err)
}

// writeError prints an error and the way on from it.
func writeError(s *Streams, err error) {
	p := s.errPalette()
	fmt.Fprintf(s.Err, "%s %s\n", p.bad.Sprint("error:"), printable(strings.TrimRight(err.Error(), "\n")))
	var usage *usageError
	if !errors.As(err, &usage) {
		return
	}
	if usage.hint != "" {
		fmt.Fprintf(s.Err, "%s\n", printable(usage.hint))
	}
	what := programName + " --help"
	if usage.command != "" {
		what = programName + " " + usage.command + " --help"
	}
	fmt.Fprintf(s.Err, "see: %s\n", what)
}

// version is the module's version as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// help is "runner help [COMMAND]".
func help(s *Streams, app *cli.App, words []string) error {
	if len(words) == 0 {
		return printAppHelp(s.Out, app)
	}
	cmd := app.Command(words[0])
	if cmd == nil {
		return unknownCommand(app, words[0])
	}
	return printCommandHelp(s.Out, cmd)
}
