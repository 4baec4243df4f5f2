// This file reads the idea form of services, jobServices and stepServices.

package template

import (
	"maps"
	"math"
	"slices"
)

// ideaServices reads jobServices or stepServices: the form in which services
// were first proposed. What it reads is the same model as the draft's form;
// linkIdeaServices adds the dependencies that this form does not write.
func (d *decoder) ideaServices(e element, key string) []*Service {
	var out []*Service
	names := newNameSet("the service", "9")
	for _, item := range e.list("9", 1, maxServices) {
		m := item.mapping("a service of "+key, "9")
		if m == nil {
			continue
		}
		s := d.serviceHead(m)
		names.add(item, s.Name)
		checks := &ideaReadiness{d: d, timeouts: map[string]*IntField{}}
		s.Ports = d.servicePorts(m, s.Name, true, checks.read)
		if script, ok := m.required("script"); ok {
			d.serviceScript(script, s, "run")
		}
		d.ideaHealthCheck(m, s, checks)
		d.ideaRestart(m, s)
		m.done()
		d.finishHealthCheck(m, s, true)
		out = append(out, s)
	}
	return out
}

// ideaReadiness gathers the readiness of each port: the model has one check a
// service.
type ideaReadiness struct {
	d     *decoder
	first element // the first readiness given
	given bool
	kind  string
	ports []string // of TCP_CONNECT
	asked []string // those that give a readiness
	// timeouts are of every port that is asked for, nil for the default.
	timeouts map[string]*IntField
	action   *Action // of COMMAND, when written there
}

// read reads the readiness of one port.
func (r *ideaReadiness) read(port *mapping, p *ServicePort) {
	e, ok := port.optional("readiness")
	if !ok {
		if p.Protocol == TCP {
			r.ports = append(r.ports, p.Name)
			r.timeouts[p.Name] = nil
		}
		return
	}
	m := e.mapping("a readiness", "9.4")
	if m == nil {
		return
	}
	kind, ok := m.required("type")
	if !ok {
		return
	}
	text, ok := kind.oneOf("9.4", TCPConnectCheck, CommandCheck, StdoutCheck)
	if !ok {
		return
	}
	if r.given && r.kind != text {
		kind.fault("9.4", "use the same type for each", "the ports of a service have to agree on the type of their readiness, and %s is given already", r.kind)
		return // what it says besides is of another check
	}
	if !r.given {
		r.given, r.first, r.kind = true, e, text
	}
	r.asked = append(r.asked, p.Name)
	r.timeouts[p.Name] = nil
	if timeout, ok := m.optional("timeoutSeconds"); ok {
		r.timeouts[p.Name] = timeout.intField("9.4", 1, math.MaxInt64, true, true)
	}
	switch text {
	case TCPConnectCheck:
		r.ports = append(r.ports, p.Name)
		if p.Protocol != TCP {
			kind.fault("9.4", "use STDOUT or COMMAND", "the port %q is a %s port, a connection needs TCP", p.Name, p.Protocol)
		}
	case CommandCheck:
		r.command(m)
	}
	m.done()
}

// command reads the action that is written in place in a readiness.
func (r *ideaReadiness) command(m *mapping) {
	if !m.given("command") {
		return
	}
	command, _ := m.required("command")
	a := &Action{Kind: ServiceHealthCheckAction, Pos: m.node.pos, Path: m.path}
	a.Command, _ = command.formatString("5.1", 1, 0, "")
	r.d.actionOptions(m, a)
	if r.action != nil {
		command.fault("9.4", "write one command that checks all ports", "a service has one readiness command, and another port gives one already")
	}
	r.action = a
}

// ideaHealthCheck makes the service's check from the readiness of its ports,
// or reads the draft's healthCheck, which may stand in their place.
func (d *decoder) ideaHealthCheck(m *mapping, s *Service, r *ideaReadiness) {
	if check, ok := m.optional("healthCheck"); ok {
		if r.given {
			check.fault("9.4", "keep one of them", "a service has either healthCheck or the readiness of its ports, not both")
		}
		s.HealthCheck = d.healthCheck(check, s)
		return
	}
	if !r.given {
		return
	}
	h := &HealthCheck{Type: r.kind, PortTimeouts: r.timeouts, Pos: r.first.node.pos, Path: r.first.path}
	if h.Type == TCPConnectCheck {
		h.Ports = slices.Clone(r.ports)
	} else {
		// A port without readiness has no part in a check of these types.
		maps.DeleteFunc(h.PortTimeouts, func(name string, _ *IntField) bool { return !slices.Contains(r.asked, name) })
	}
	if r.action != nil {
		if s.OnHealthCheck != nil {
			r.first.fault("9.4", "keep one of them", "the readiness command and the action onHealthCheck are both given")
		}
		s.OnHealthCheck = r.action
	}
	s.HealthCheck = h
}

// ideaRestartAttempts is how often a restartable service is started again.
const ideaRestartAttempts = 3

// ideaRestart reads restartable, or the draft's restartPolicy in its place.
func (d *decoder) ideaRestart(m *mapping, s *Service) {
	if policy, ok := m.optional("restartPolicy"); ok {
		s.RestartPolicy = d.restartPolicy(policy)
		if e, ok := m.optional("restartable"); ok {
			e.fault("9.5", "keep one of them", "a service has either restartable or restartPolicy, not both")
		}
		return
	}
	s.DistrustCompleted = true
	e, ok := m.optional("restartable")
	if !ok {
		return
	}
	if yes, ok := e.boolean(); ok && yes {
		s.DistrustCompleted = false
		s.RestartPolicy = RestartPolicy{CompletedTasks: KeepCompletedTasks, Pos: e.node.pos, Path: e.path,
			MaxAttempts: &IntField{Value: ideaRestartAttempts, Constant: true, Max: math.MaxInt64, Pos: e.node.pos, Path: e.path}}
	}
}
