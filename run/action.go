package run

import (
	"errors"
	"os"
	"strings"
	"time"

	"runner/run/logs"
	"runner/run/proc"
	"runner/template"
	"runner/template/expr"
)

// actionCall is one action to be run in a Session.
type actionCall struct {
	action *template.Action
	scope  *expr.Env
	files  *fileSet
	source Source
	params []Param
	// depth is how many Environments of the Session's stack are outside the
	// action, so that one of them may wrap it; owner is the name of the
	// Environment, Step or Service that the action is of.
	depth int
	owner string
	// messages is told of the action's openjd_* lines.
	messages messageHandler
	// lenient: a failure is reported and changes nothing (a Service's onExit).
	lenient bool
	// keep takes over what an onEnter leaves running; nil has it killed.
	keep *proc.Survivors
}

// command is an action with everything resolved.
type command struct {
	argv    []string
	timeout time.Duration
	cancel  proc.Cancelation
	// hook names the wrap hook that the command is of, "" for an action itself.
	hook string
}

// resolve resolves an action in its scope, after its files were written (the
// order of How Jobs Are Run).
func (c *actionCall) resolve(timing template.ActionTiming) (command, error) {
	if err := c.files.write(c.scope); err != nil {
		return command{}, err
	}
	name, err := c.action.Command.Resolve(c.scope)
	if err != nil {
		return command{}, err
	}
	args, err := template.ResolveArgs(c.action.Args, c.scope)
	if err != nil {
		return command{}, err
	}
	out := command{argv: append([]string{name}, args...), timeout: timing.Timeout}
	if timing.Mode == template.NotifyThenTerminate {
		out.cancel = proc.Cancelation{Mode: proc.NotifyThenTerminate, NotifyPeriod: timing.NotifyPeriod}
	}
	return out, nil
}

// runAction runs one action from its first line to its end and reports it.
func (s *session) runAction(op *operation, call actionCall) Exit {
	s.run.stream.emit(Event{Kind: ActionStarted, Source: call.source, Params: call.params})
	cmd, err := s.command(call)
	if err != nil {
		return s.notStarted(call, err)
	}
	out := s.run.newOutput(call)
	process := s.start(cmd, out, call.keep)
	out.bind(process)
	op.attach(process)
	end := process.Exit()
	op.detach()
	out.finish()
	exit := exitOf(end, out)
	s.ended(call, exit, out)
	for _, pid := range end.Unkillable {
		s.run.stranded(call.source, pid)
	}
	return exit
}

// start starts a resolved command in the Session's directory and environment.
func (s *session) start(cmd command, out *output, keep *proc.Survivors) *proc.Process {
	out.hook = cmd.hook
	return s.run.launcher.Start(proc.Command{
		Argv: cmd.argv, Env: s.processEnvironment(), Dir: s.dir, Output: out,
		Timeout: cmd.timeout, Cancelation: cmd.cancel, InfoDir: s.dir, Keep: keep,
	})
}

// refuse reports that nothing of an action could be run: a format string, a let
// or a file failed on the host. It counts as the action's failure.
func (s *session) refuse(source Source, err error) bool {
	s.run.stream.emit(Event{Kind: ActionStarted, Source: source})
	s.notStarted(actionCall{source: source}, err)
	return false
}

func (s *session) notStarted(call actionCall, err error) Exit {
	s.run.noteHost(err)
	exit := s.run.notRun(err)
	s.ended(call, exit, nil)
	return exit
}

// ended reports an action's end and, if it failed, keeps what tells why.
func (s *session) ended(call actionCall, exit Exit, out *output) {
	s.run.stream.emit(Event{Kind: ActionEnded, Source: call.source, Params: call.params, Exit: &exit, Outcome: exit.Outcome})
	failed := exit.Outcome == Failed || exit.Outcome == TimedOut
	switch {
	case failed && s.service != nil:
		s.service.keep(call.source, exit, out, call.lenient)
	case failed:
		s.hold(s.run.failure(call.source, call.params, exit, out))
	case out != nil:
		out.log.drop()
	}
}

// exitOf reads a process's end. Canceled and timed out go before any status
// (§5): the process may well have ended with 0 after its notice.
func exitOf(end proc.Exit, out *output) Exit {
	exit := Exit{Code: end.Code, Signal: end.Signal, Started: true, Duration: end.Duration, Message: out.run.stream.clear(out.failText())}
	switch end.Reason {
	case proc.NotStarted:
		exit.Started = false
		exit.Outcome = Failed
		exit.Message = out.startFault(end.Err)
		out.tellSearch(end.Err)
	case proc.TimedOut:
		exit.Outcome = TimedOut
	case proc.Canceled:
		exit.Outcome = Canceled
	default:
		exit.Outcome = Succeeded
		if !end.Success() {
			exit.Outcome = Failed
		}
	}
	if reason := out.violation(); reason != "" {
		exit.Outcome = Failed
		exit.Message = reason
	}
	return exit
}

// startFault says why there was no process, and which hook's it was to be: a
// user who reads it may not know that the action is wrapped.
func (o *output) startFault(err error) string {
	if o.hook != "" {
		return o.run.stream.clear(o.hook) + ": " + o.run.stream.fault(err)
	}
	return o.run.stream.fault(err)
}

// tellSearch tells the PATH in which a command was not found, with --verbose.
func (o *output) tellSearch(err error) {
	var start *proc.StartError
	if errors.As(err, &start) && start.Searched != "" {
		o.run.stream.note(o.source, Debug, "PATH is "+o.run.stream.clear(start.Searched))
	}
}

// faultText is an error in one line, a template's fault with its place.
func faultText(err error) string {
	if err == nil {
		return ""
	}
	var path *os.PathError
	if errors.As(err, &path) {
		return strings.TrimSpace(err.Error())
	}
	return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
}

// output is where an action's output goes: lines to the event stream, the log
// and the tail, messages to their handler.
type output struct {
	run      *conductor
	source   Source
	hook     string // command.hook
	stream   *logs.Stream
	tail     *logs.Tail
	log      *actionLog
	messages messageHandler
	// deaf: no message is honored (onHealthCheck, §9.7.1).
	deaf bool
	// listens: it is an onRun whose Service has a STDOUT check.
	listens bool
	check   *checkOutput // of an onHealthCheck
	state   messageState
}

// newOutput makes the chain for one action.
func (c *conductor) newOutput(call actionCall) *output {
	out := &output{
		run: c, source: call.source, messages: call.messages,
		tail: logs.NewTail(c.tailLines(), 1024),
		log:  c.newLog(call.source),
	}
	out.stream = logs.NewStream(logs.Options{Redactor: c.stream.redactor}, out.take)
	return out
}

// Write takes what the process wrote.
func (o *output) Write(p []byte) (int, error) { return o.stream.Write(p) }

// take is the sink of the stream: everything is redacted from here on.
func (o *output) take(batch []logs.Line) {
	o.tail.Add(batch)
	o.log.add(batch)
	if o.check != nil {
		o.check.take(batch)
	} else {
		o.run.stream.lines(o.source, batch)
	}
	if o.deaf {
		return
	}
	for i := range batch {
		if m := batch[i].Message; m != nil {
			o.message(m)
		}
	}
}

// finish delivers a last line without an end.
func (o *output) finish() {
	_ = o.stream.Close()
	o.log.flush()
}
