package run

import (
	"errors"
	"strings"

	"runner/service"
)

// maxServiceFailures is how many of a Service's failures are shown once it is
// FAILED: the last ones.
const maxServiceFailures = 3

// state reports a change of the Service's state.
func (r *serviceRun) state(state, why string) {
	r.mu.Lock()
	if r.current != "FAILED" { // FAILED stays: its Session ends, its verdict does not
		r.current = state
	}
	r.mu.Unlock()
	r.run.stream.emit(Event{Kind: ServiceState, Source: Source{Service: r.name()}, State: state, Text: why})
}

// failed keeps why the Service failed last.
func (r *serviceRun) failed(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reason = reason
}

// startFailed reports a start failure; one of an action is told and kept already.
// The whole sentence, with what to do, is told once and is in the result once;
// elsewhere a short one will do.
func (r *serviceRun) startFailed(source Source, err error) {
	if entering := enteringError(""); errors.As(err, &entering) {
		r.failed(r.run.stream.fault(err))
		r.state("UNREADY", "start failed: "+r.run.stream.fault(err))
		return
	}
	whole, short := r.run.stream.fault(err), r.run.stream.fault(err)
	if port := (*service.PortError)(nil); errors.As(err, &port) {
		whole = strings.TrimPrefix(whole, r.run.stream.clear("Service "+port.Service+": "))
		short = r.run.stream.clear(port.Short())
	}
	r.failed(short)
	r.run.stream.note(source, Failing, whole)
	exit := r.run.notRun(err)
	exit.Message = whole
	r.keep(source, exit, nil, false)
	r.state("UNREADY", "start failed")
}

// keep holds on to a failure of the Service's Session.
func (r *serviceRun) keep(source Source, exit Exit, out *output, lenient bool) {
	r.hold(r.run.failure(source, nil, exit, out), lenient)
}

// hold holds on to a failure: it is the run's only when no attempt is left. A
// lenient one is of the exit, which decides nothing.
func (r *serviceRun) hold(failure Failure, lenient bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = failure.Log
	if lenient {
		return
	}
	if len(r.failures) == maxServiceFailures {
		r.failures = r.failures[1:]
	}
	r.failures = append(r.failures, failure)
}

// result is what became of the Service.
func (r *serviceRun) result() ServiceResult {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := ServiceResult{Name: r.run.stream.clear(r.name()), State: r.current, Launches: r.launches, Reason: r.reason, Log: r.log}
	if out.State == "" {
		out.State = "not started"
	}
	for _, step := range r.job.Scope {
		out.Scope = append(out.Scope, r.run.stream.clear(r.run.job.Steps[step].Step.Name))
	}
	for _, p := range r.ports {
		out.Ports = append(out.Ports, ServiceEndpoint{
			Name: p.Name, Protocol: string(p.Protocol), Port: p.Number,
			Address: p.ConnectAddress,
		})
	}
	return out
}
