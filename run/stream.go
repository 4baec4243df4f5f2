package run

import (
	"errors"
	"sync"
	"time"

	"runner/run/logs"
)

// stream is the one way in which a run speaks: it numbers, stamps and hides
// secrets in every event and hands them to the sink one at a time.
type stream struct {
	mu       sync.Mutex
	seq      int64
	now      func() time.Time
	sink     Sink
	redactor *logs.Redactor
}

// emit reports one event. The names in its source and the values of parameters
// are cleared of secrets here; its text is shown as it is, see clear. Output
// lines come redacted from package logs.
func (s *stream) emit(e Event) {
	e.Source, e.Params = s.clearSource(e.Source), s.clearParams(e.Params)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliver(&e)
}

// lines reports a batch of output of one source.
func (s *stream) lines(source Source, batch []logs.Line) {
	source = s.clearSource(source)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range batch {
		s.deliver(&Event{Kind: Output, Source: source, Text: string(batch[i].Text), Continued: batch[i].Continued})
	}
}

// deliver must be called with mu held.
func (s *stream) deliver(e *Event) {
	s.seq++
	e.Seq = s.seq
	e.Time = s.now()
	s.sink(e)
}

// clear masks the secrets in what comes from outside: names and values of
// templates, messages of actions, errors. The runner's own sentences are put
// together from what is cleared already and never looked at as a whole: a short
// secret would be found in their words.
func (s *stream) clear(text string) string { return s.redactor.Redact(text) }

func (s *stream) clearSource(source Source) Source {
	source.Step, source.Environment, source.Service = s.clear(source.Step), s.clear(source.Environment), s.clear(source.Service)
	return source
}

func (s *stream) clearParams(params []Param) []Param {
	for i, p := range params {
		if value := s.clear(p.Value); value != p.Value {
			params = append([]Param(nil), params...)
			params[i].Value = value
		}
	}
	return params
}

// fault is an error in one line, a template's fault with its place, cleared of
// secrets.
func (s *stream) fault(err error) string {
	var said enteringError
	if errors.As(err, &said) {
		return string(said) // of the runner's own, with what is cleared already
	}
	return s.clear(faultText(err))
}

// note reports something the runner has to say.
func (s *stream) note(source Source, level Level, text string) {
	s.emit(Event{Kind: Note, Source: source, Level: level, Text: text})
}
