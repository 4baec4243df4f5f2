package run

import (
	"fmt"
	"sync"

	"runner/run/logs"
	"runner/run/proc"
	"runner/template"
)

// messageHandler is told of the env messages of one action. It returns why the
// action has failed by its message, or "".
type messageHandler interface {
	variable(m *logs.Message) (violation string)
}

// messageState is what an action's messages have said so far. Messages come
// from the process's reader, the questions from the Session.
type messageState struct {
	mu        sync.Mutex
	fail      string
	violated  string
	process   *proc.Process
	readyLine func(text string)
	ready     []string // lines before there was a readyLine
	// misspelled: an attempt at a ready line has been seen.
	misspelled bool
}

// bind names the process that the output is of. A message may have broken a
// rule before the caller of Start knew it.
func (o *output) bind(p *proc.Process) {
	o.state.mu.Lock()
	defer o.state.mu.Unlock()
	o.state.process = p
	if o.state.violated != "" {
		p.Cancel(0)
	}
}

// setReadyLine says where an openjd_service_ready line goes. One that came while
// the instance was being set up is not lost.
func (o *output) setReadyLine(f func(text string)) {
	o.state.mu.Lock()
	early := o.state.ready
	o.state.readyLine, o.state.ready = f, nil
	o.state.mu.Unlock()
	for _, text := range early {
		f(text)
	}
}

// readyLine takes an openjd_service_ready line.
func (o *output) readyLine(text string) {
	o.state.mu.Lock()
	f := o.state.readyLine
	if f == nil && len(o.state.ready) < 16 {
		o.state.ready = append(o.state.ready, text)
	}
	o.state.mu.Unlock()
	if f != nil {
		f(text)
	}
}

// misspelledReady warns, once, of a line that was meant to make a Service READY:
// it would wait for its timeout with nothing that says why.
func (o *output) misspelledReady(problem string) {
	o.state.mu.Lock()
	warn := o.listens && !o.state.misspelled
	o.state.misspelled = true
	o.state.mu.Unlock()
	if warn {
		o.run.stream.note(o.source, Warning, "openjd_service_ready message ignored: "+problem)
	}
}

// failText is the last openjd_fail: it explains a failure and makes none.
func (o *output) failText() string {
	o.state.mu.Lock()
	defer o.state.mu.Unlock()
	return o.state.fail
}

// violation is why a malformed message failed the action, "" if none did.
func (o *output) violation() string {
	o.state.mu.Lock()
	defer o.state.mu.Unlock()
	return o.state.violated
}

// message does what a message line asks for (How Jobs Are Run, §4).
func (o *output) message(m *logs.Message) {
	switch m.Kind {
	case logs.Progress:
		if m.Fault != logs.None {
			o.run.stream.note(o.source, Warning, "openjd_progress ignored: "+m.Problem)
			return
		}
		o.run.stream.emit(Event{Kind: Progress, Source: o.source, Percent: m.Percent})
	case logs.Status:
		o.run.stream.emit(Event{Kind: Status, Source: o.source, Text: o.run.stream.clear(m.Text)})
	case logs.Fail:
		o.state.mu.Lock()
		o.state.fail = m.Text
		o.state.mu.Unlock()
	case logs.ServiceReady:
		if m.Fault == logs.None {
			o.readyLine(m.Text)
		} else {
			o.misspelledReady(m.Problem)
		}
	case logs.Env, logs.UnsetEnv, logs.RedactedEnv:
		o.variable(m)
	}
}

// variable hands an env message to the action's handler and ends the action if
// it broke a rule: going on with a variable missing would fail later and
// elsewhere.
func (o *output) variable(m *logs.Message) {
	if o.messages == nil {
		return
	}
	violation := o.messages.variable(m)
	if violation == "" {
		return
	}
	o.run.stream.note(o.source, Failing, violation)
	o.state.mu.Lock()
	defer o.state.mu.Unlock()
	if o.state.violated == "" {
		o.state.violated = violation
		if o.state.process != nil {
			o.state.process.Cancel(0)
		}
	}
}

// environmentMessages applies the env messages of an Environment's or Service's
// action: with a layer they set variables (onEnter), without one they change no
// process environment (§4).
type environmentMessages struct {
	session  *session
	source   Source
	document *template.Document
	layer    *variableLayer
}

func (h *environmentMessages) variable(m *logs.Message) string {
	hidden := m.Kind == logs.RedactedEnv
	declared := h.document.Extensions.Has(template.RedactedEnv)
	note := func(text string) { h.session.run.stream.note(h.source, Warning, text) }
	switch {
	case m.Fault != logs.None:
		// A malformed redacted message sets nothing and is masked; both known
		// runners let the action live when the extension is declared.
		if h.layer == nil || hidden && declared && m.Fault != logs.NearMiss {
			note(fmt.Sprintf("openjd_%s message ignored: %s", m.Kind, m.Problem))
			return ""
		}
		return fmt.Sprintf("malformed openjd_%s message: %s", m.Kind, m.Problem)
	case hidden && !declared:
		if h.layer != nil {
			note("openjd_redacted_env: " + h.session.run.stream.clear(m.Name) + " is not set, because the document does not list the extension REDACTED_ENV_VARS; its value is masked all the same")
		}
		return ""
	case h.layer == nil:
		// It changes no process's environment, but wrap hooks are told of it.
		if m.Kind != logs.UnsetEnv {
			h.session.define(m.Name, m.Value)
		}
		return ""
	case m.Kind == logs.UnsetEnv:
		h.layer.unset(m.Name)
	default:
		h.layer.set(m.Name, m.Value)
		h.session.define(m.Name, m.Value)
	}
	h.session.environ = nil
	return ""
}
