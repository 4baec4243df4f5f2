package run

import (
	"fmt"
	"strings"
	"time"

	"runner/service"
)

// This file puts a Service's launch into words: where it is to be reached, and
// the effective numbers of its health check, defaults included.

// tellLaunch tells one launch of onRun.
func (l *serviceSession) tellLaunch() {
	r := l.service
	source := l.source()
	source.Action = "onRun"
	r.run.stream.note(source, Info, "at "+endpointsText(l.lease.Ports())+"; "+checkText(r.spec))
}

// attempt says in words what a further launch of a Service is; "" for the first.
// The plan counts relaunches only for failures of the Service's own.
func (r *serviceRun) attempt(launch, relaunches int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.relaunches
	r.relaunches = relaunches
	switch {
	case relaunches > before:
		return fmt.Sprintf("relaunch %d of %d", relaunches, r.spec.Restart.MaxAttempts)
	case launch > 1:
		return "started again, which uses no attempt"
	}
	return ""
}

// endpointsText is "main 127.0.0.1:6379, stats 127.0.0.1:8125 (UDP)".
func endpointsText(ports []service.Port) string {
	parts := make([]string, len(ports))
	for i, p := range ports {
		parts[i] = fmt.Sprintf("%s %s:%d", p.Name, p.ConnectAddress, p.Number)
		if p.Protocol == service.UDP {
			parts[i] += " (UDP)"
		}
	}
	return strings.Join(parts, ", ")
}

// checkText tells the health check with the numbers that apply.
func checkText(spec service.Spec) string {
	given, full := spec.Check, spec.Check.WithDefaults()
	var b strings.Builder
	fmt.Fprintf(&b, "check %s", full.Type)
	if full.Type == service.TCPConnect {
		b.WriteString(" of " + strings.Join(checkedPorts(spec), ", "))
	}
	if full.Type != service.Stdout {
		fmt.Fprintf(&b, " every %s", secondsText(full.ReadinessInterval))
		if given.ReadinessInterval == 0 {
			b.WriteString(", sooner at first,")
		}
	}
	fmt.Fprintf(&b, " until READY, within %s", secondsText(full.ReadinessTimeout))
	if len(given.PortTimeouts) > 0 {
		b.WriteString(" (" + portTimeoutsText(spec) + ")")
	}
	switch {
	case full.HealthInterval == 0:
		b.WriteString("; no health check after that")
	case full.Type == service.Stdout:
		fmt.Fprintf(&b, "; then a line at least every %s", secondsText(full.HealthInterval))
	default:
		fmt.Fprintf(&b, "; then every %s", secondsText(full.HealthInterval))
	}
	if full.HealthInterval > 0 {
		fmt.Fprintf(&b, ", UNHEALTHY after %d failures in a row", full.FailureThreshold)
	}
	return b.String()
}

// portTimeoutsText tells the readiness timeouts of single ports.
func portTimeoutsText(spec service.Spec) string {
	var parts []string
	for _, port := range checkedPorts(spec) {
		if limit, has := spec.Check.PortTimeouts[port]; has {
			parts = append(parts, port+" within "+secondsText(limit))
		}
	}
	return strings.Join(parts, ", ")
}

// checkedPorts are the ports that a TCP_CONNECT check connects to.
func checkedPorts(spec service.Spec) []string {
	if len(spec.Check.Ports) > 0 {
		return spec.Check.Ports
	}
	var names []string
	for _, p := range spec.Ports {
		if p.Protocol == service.TCP {
			names = append(names, p.Name)
		}
	}
	return names
}

// secondsText is a number of seconds as templates give it.
func secondsText(d time.Duration) string {
	return fmt.Sprintf("%g s", d.Seconds())
}

// probedText tells one answer of a health check.
func probedText(e service.Probed) string {
	text := "health check passed"
	if !e.OK {
		text = "health check failed"
	}
	if e.Failures > 0 {
		text += fmt.Sprintf(" (%d of %d)", e.Failures, e.Threshold)
	}
	return text + detail(e.Detail)
}

// tellSkippedSteps tells of the Steps that a Service lists and that are not run:
// they count as completed, so that the Service may miss what they would have
// made.
func (c *conductor) tellSkippedSteps() {
	for i, s := range c.report.shape.Services {
		if !c.scopeSelected(i) {
			continue
		}
		for _, step := range s.DependsSteps {
			if c.report.shape.Steps[step].Skip {
				c.stream.note(Source{Service: c.services[i].name()}, Info,
					"Step "+c.stream.clear(c.report.shape.Steps[step].Name)+", which the Service lists, is not run and counts as completed")
			}
		}
	}
}

// scopeSelected says whether a Step of a Service's scope is to be run.
func (c *conductor) scopeSelected(index int) bool {
	for i, step := range c.report.shape.Steps {
		if !step.Skip && c.scopeHas(index, i) {
			return true
		}
	}
	return false
}
