package run

import (
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

// emit reports one event. Texts of the runner's own are redacted here; Output
// lines come redacted from package logs.
func (s *stream) emit(e Event) {
	if e.Kind != Output {
		e.Text = s.redactor.Redact(e.Text)
	}
	if e.Exit != nil && e.Exit.Message != "" {
		exit := *e.Exit
		exit.Message = s.redactor.Redact(exit.Message)
		e.Exit = &exit
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliver(&e)
}

// lines reports a batch of output of one source.
func (s *stream) lines(source Source, batch []logs.Line) {
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

// note reports something the runner has to say.
func (s *stream) note(source Source, level Level, text string) {
	s.emit(Event{Kind: Note, Source: source, Level: level, Text: text})
}
