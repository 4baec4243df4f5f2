// This file defines Service (§9) and what belongs to it, and reads the draft's
// form of it.

package template

import (
	"math"
	"strconv"
)

// Service is a process that runs beside the Tasks of the Steps in its scope
// (§9, SERVICE). Both forms of writing services become this one.
type Service struct {
	Name             string
	Description      string
	Document         *Document
	EveryStep        bool          // its scope is every Step of the Job, also of other documents
	Scope            []int         // indices of the Job Template's Steps in its scope, ascending
	Let              []*LetBinding // resolved at job creation
	Dependencies     []Dependency
	HostRequirements *HostRequirements
	Ports            []*ServicePort
	HealthCheck      *HealthCheck  // never nil: the default is filled in
	RestartPolicy    RestartPolicy // the default is filled in
	// DistrustCompleted: if the Service dies, what the Tasks of its scope have
	// completed is not to be relied on.
	DistrustCompleted bool
	Variables         []Variable
	ScriptLet         []*LetBinding // resolved on the host when the Service starts
	OnEnter           *Action
	OnRun             *Action
	OnHealthCheck     *Action
	OnExit            *Action
	Files             []*EmbeddedFile
	Pos               Position
	Path              string

	idea *ideaPlace // nil in the draft's form
}

// The protocols of a port (§9.3).
const (
	TCP = "TCP"
	UDP = "UDP"
)

// ServicePort is a named port of a Service (§9.3).
type ServicePort struct {
	Name     string
	Protocol string    // TCP or UDP
	Port     *IntField // the number that is asked for, 1 to 65535; nil: allocated
	Pos      Position
	Path     string
}

// The types of health check (§9.4).
const (
	TCPConnectCheck = "TCP_CONNECT"
	CommandCheck    = "COMMAND"
	StdoutCheck     = "STDOUT"
)

// HealthCheck says how a Service is found READY and kept so (§9.4). A number
// that is nil has the default of its type.
type HealthCheck struct {
	Type              string    // TCPConnectCheck, CommandCheck or StdoutCheck
	Ports             []string  // of TCPConnectCheck: the ports to connect to, all TCP ones by default
	ReadinessInterval *IntField // seconds; default 1 (TCP_CONNECT), 5 (COMMAND)
	ReadinessTimeout  *IntField // seconds; default 300
	HealthInterval    *IntField // seconds; default 30, with STDOUT none
	FailureThreshold  *IntField // default 3
	// PortTimeouts are readiness timeouts in seconds that the idea form gives port
	// by port, nil for the default; the map is nil when one timeout is for all.
	PortTimeouts map[string]*IntField
	Pos          Position
	Path         string
}

// The values of completedTasks (§9.5); "" when it is absent.
const (
	KeepCompletedTasks  = "KEEP"
	RerunCompletedTasks = "RERUN"
)

// RestartPolicy says what happens when a Service fails (§9.5).
type RestartPolicy struct {
	MaxAttempts    *IntField // relaunches, 0 or more; nil: 0
	CompletedTasks string    // KeepCompletedTasks, RerunCompletedTasks or ""
	Pos            Position
	Path           string
}

// ServiceRequirement names a Service that an attached Environment Template has
// to bring (§9.8).
type ServiceRequirement struct {
	Name  string
	Ports []*ServicePort
	Pos   Position
	Path  string
}

// Actions lists the Service's actions that are defined.
func (s *Service) Actions() []*Action {
	var out []*Action
	for _, a := range []*Action{s.OnEnter, s.OnRun, s.OnHealthCheck, s.OnExit} {
		if a != nil {
			out = append(out, a)
		}
	}
	return out
}

// Port returns the port of that name, nil when there is none.
func (s *Service) Port(name string) *ServicePort { return findPort(s.Ports, name) }

// Port returns the port of that name, nil when there is none.
func (r *ServiceRequirement) Port(name string) *ServicePort { return findPort(r.Ports, name) }

func findPort(ports []*ServicePort, name string) *ServicePort {
	for _, p := range ports {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// services reads the services list of either root object in the draft's form;
// names are unique in it (§9).
func (d *decoder) services(e element, kinds dependencyKinds) []*Service {
	var out []*Service
	names := newNameSet("the Service", "9")
	for _, item := range e.list("9", 1, maxServices) {
		m := item.mapping("a Service", "9")
		if m == nil {
			continue
		}
		s := d.serviceHead(m)
		names.add(item, s.Name)
		if list, ok := m.optional("dependencies"); ok {
			s.Dependencies = d.dependencies(list, kinds)
		}
		s.Ports = d.servicePorts(m, s.Name, true, nil)
		check, hasCheck := m.optional("healthCheck")
		if policy, ok := m.optional("restartPolicy"); ok {
			s.RestartPolicy = d.restartPolicy(policy)
		}
		if script, ok := m.required("script"); ok {
			d.serviceScript(script, s, "onRun")
		}
		if hasCheck {
			s.HealthCheck = d.healthCheck(check, s)
		}
		m.done()
		d.finishHealthCheck(m, s, false)
		out = append(out, s)
	}
	return out
}

// serviceHead reads what both forms have in common.
func (d *decoder) serviceHead(m *mapping) *Service {
	s := &Service{Pos: m.node.pos, Path: m.path}
	if name, ok := m.required("name"); ok {
		s.Name = d.serviceName(name, "9.2")
	}
	if description, ok := m.optional("description"); ok {
		s.Description = description.description()
	}
	s.Let = d.let(m)
	s.HostRequirements = d.hostRequirements(m)
	if variables, ok := m.optional("variables"); ok {
		s.Variables = d.variables(variables)
	}
	return s
}

// serviceName reads the name of a Service or a port: an identifier that is not
// File, because Service.File holds the embedded files (§9.2).
func (d *decoder) serviceName(e element, section string) string {
	name, ok := e.identifier()
	if ok && name == "File" {
		e.fault(section, "choose another name", `"File" is not allowed as name: Service.File holds the embedded files`)
		return ""
	}
	return name
}

// servicePorts reads a ports list (§9.3, §9.8). number says whether a port may
// give its number. readiness, if there, is called for each port's mapping, so
// that the idea form can read its own key.
func (d *decoder) servicePorts(m *mapping, service string, number bool, readiness func(*mapping, *ServicePort)) []*ServicePort {
	list, ok := m.required("ports")
	if !ok {
		return nil
	}
	var out []*ServicePort
	names := newNameSet("the port", "9.3")
	numbers := map[string]string{}
	for _, e := range list.list("9.3", 1, maxServices) {
		pm := e.mapping("a port", "9.3")
		if pm == nil {
			continue
		}
		p := &ServicePort{Protocol: TCP, Pos: e.node.pos, Path: e.path}
		if name, ok := pm.required("name"); ok {
			p.Name = d.serviceName(name, "9.3")
			names.add(e, p.Name)
		}
		if protocol, ok := pm.optional("protocol"); ok {
			if text, ok := protocol.oneOf("9.3", TCP, UDP); ok {
				p.Protocol = text
			}
		}
		if number {
			d.portNumber(pm, p, numbers)
		}
		if readiness != nil {
			readiness(pm, p)
		}
		pm.done()
		out = append(out, p)
	}
	return out
}

// portNumber reads the number that a port asks for; two ports of one protocol
// cannot have the same.
func (d *decoder) portNumber(m *mapping, p *ServicePort, numbers map[string]string) {
	e, ok := m.optional("port")
	if !ok {
		return
	}
	p.Port = e.intField("9.3", 1, maxPortNumber, true, true)
	if p.Port == nil || !p.Port.Constant {
		return
	}
	key := p.Protocol + " " + strconv.FormatInt(p.Port.Value, 10)
	if other, twice := numbers[key]; twice {
		e.fault("9.3", "", "the ports %q and %q both ask for %s", other, p.Name, key)
	}
	numbers[key] = p.Name
}

// healthCheck reads a <ServiceHealthCheck> (§9.4) of a Service whose ports are
// read.
func (d *decoder) healthCheck(e element, s *Service) *HealthCheck {
	m := e.mapping("a healthCheck", "9.4")
	if m == nil {
		return nil
	}
	h := &HealthCheck{Pos: e.node.pos, Path: e.path}
	kind, ok := m.required("type")
	if ok {
		h.Type, ok = kind.oneOf("9.4", TCPConnectCheck, CommandCheck, StdoutCheck)
	}
	if !ok {
		return nil // which keys it may have is not known
	}
	m.what = "a healthCheck of type " + h.Type
	seconds := func(key string) *IntField {
		if e, ok := m.optional(key); ok {
			return e.intField("9.4", 1, math.MaxInt64, true, true)
		}
		return nil
	}
	h.ReadinessTimeout = seconds("readinessTimeoutSeconds")
	h.HealthInterval = seconds("healthIntervalSeconds")
	h.FailureThreshold = seconds("failureThreshold")
	switch h.Type {
	case TCPConnectCheck:
		h.ReadinessInterval = seconds("readinessIntervalSeconds")
		if ports, ok := m.optional("ports"); ok {
			h.Ports = d.checkedPorts(ports, s)
		}
	case CommandCheck:
		h.ReadinessInterval = seconds("readinessIntervalSeconds")
	case StdoutCheck:
		_, hasInterval := m.optional("healthIntervalSeconds")
		if threshold, ok := m.optional("failureThreshold"); ok && !hasInterval {
			threshold.fault("9.4", "give healthIntervalSeconds too", "failureThreshold of a STDOUT check needs healthIntervalSeconds")
		}
	}
	m.done()
	return h
}

// checkedPorts reads the ports that a TCP_CONNECT check connects to.
func (d *decoder) checkedPorts(e element, s *Service) []string {
	var out []string
	names := newReferenceSet("the port", "9.4")
	for _, item := range e.list("9.4", 1, 0) {
		name, ok := item.str()
		if !ok {
			continue
		}
		names.add(item, name)
		switch p := s.Port(name); {
		case p == nil:
			item.fault("9.4", "it has "+portNames(s.Ports), "the Service has no port %s", quoteShort(name))
		case p.Protocol != TCP:
			item.fault("9.4", "", "the port %q is a %s port, a connection needs TCP", name, p.Protocol)
		default:
			out = append(out, name)
		}
	}
	return out
}

// finishHealthCheck fills the default in and holds the check against the
// Service's ports and actions; idea says that it is written in the idea form.
func (d *decoder) finishHealthCheck(m *mapping, s *Service, idea bool) {
	given := m.given("healthCheck") || m.given("readiness")
	if s.HealthCheck == nil {
		s.HealthCheck = &HealthCheck{Type: TCPConnectCheck, Pos: s.Pos, Path: s.Path}
		if given {
			return // it could not be read: said already
		}
	}
	h := s.HealthCheck
	if h.Type == TCPConnectCheck && len(h.Ports) == 0 && len(s.Ports) > 0 {
		for _, p := range s.Ports {
			if p.Protocol == TCP {
				h.Ports = append(h.Ports, p.Name)
			}
		}
		if len(h.Ports) == 0 {
			m.fault("9.4", "use the type STDOUT or COMMAND", "the Service %q has no TCP port that its TCP_CONNECT check could connect to", s.Name)
		}
	}
	hint := ""
	if idea {
		hint = "give one readiness a command, or define the action"
	}
	switch {
	case h.Type == CommandCheck && s.OnHealthCheck == nil && s.OnRun != nil:
		m.fault("9.4", hint, "a COMMAND check needs the action onHealthCheck")
	case h.Type != CommandCheck && s.OnHealthCheck != nil:
		d.faults.add(&Fault{Pos: s.OnHealthCheck.Pos, Path: s.OnHealthCheck.Path, Section: "9.4",
			Hint: "set the check's type to COMMAND, or remove the action", Message: "onHealthCheck is defined, but the health check is of type " + h.Type})
	}
}

// restartPolicy reads a <ServiceRestartPolicy> (§9.5).
func (d *decoder) restartPolicy(e element) RestartPolicy {
	p := RestartPolicy{Pos: e.node.pos, Path: e.path}
	m := e.mapping("a restartPolicy", "9.5")
	if m == nil {
		return p
	}
	if attempts, ok := m.optional("maxAttempts"); ok {
		p.MaxAttempts = attempts.intField("9.5", 0, math.MaxInt64, true, true)
	}
	completed, given := m.optional("completedTasks")
	if given {
		p.CompletedTasks, _ = completed.oneOf("9.5", KeepCompletedTasks, RerunCompletedTasks)
	}
	m.done()
	if n := p.MaxAttempts; !given && n != nil && n.Constant && n.Value > 0 {
		e.fault("9.5", "say whether the Tasks completed before the failure are to KEEP their results or to RERUN", "maxAttempts above 0 needs completedTasks")
	}
	return p
}

// serviceScript reads a <ServiceScript> (§9.6); run is the key of the action
// that is the service: onRun, in the idea form run.
func (d *decoder) serviceScript(e element, s *Service, run string) {
	m := e.mapping("the script of a Service", "9.6")
	if m == nil {
		return
	}
	s.ScriptLet = d.let(m)
	if actions, ok := m.required("actions"); ok {
		d.serviceActions(actions, s, run)
	}
	s.Files = d.embeddedFiles(m)
	m.done()
}

// serviceActions reads <ServiceActions> (§9.7).
func (d *decoder) serviceActions(e element, s *Service, run string) {
	m := e.mapping("the actions of a Service", "9.7")
	if m == nil {
		return
	}
	if a, ok := m.optional("onEnter"); ok {
		s.OnEnter = d.action(a, ServiceEnterAction)
	}
	if run == "run" && m.given("onRun") {
		a, _ := m.raw("onRun")
		a.fault("9.7", "call it run, or write the service under the key services", "a service of jobServices or stepServices has the action run, not onRun")
	}
	if a, ok := m.required(run); ok {
		s.OnRun = d.action(a, ServiceRunAction)
	}
	if a, ok := m.optional("onHealthCheck"); ok {
		s.OnHealthCheck = d.action(a, ServiceHealthCheckAction)
	}
	if a, ok := m.optional("onExit"); ok {
		s.OnExit = d.action(a, ServiceExitAction)
	}
	m.done()
}

// requirements reads requiresServices (§9.8).
func (d *decoder) requirements(e element, services []*Service) []*ServiceRequirement {
	var out []*ServiceRequirement
	names := newNameSet("the required Service", "9.8")
	for _, item := range e.list("9.8", 1, maxServices) {
		m := item.mapping("a required Service", "9.8")
		if m == nil {
			continue
		}
		r := &ServiceRequirement{Pos: item.node.pos, Path: item.path}
		if name, ok := m.required("name"); ok {
			r.Name = d.serviceName(name, "9.2")
			names.add(item, r.Name)
		}
		for _, s := range services {
			if s.Name == r.Name && r.Name != "" {
				item.fault("1.1", "a Service is either defined or required", "the Service %q is defined in services too", r.Name)
			}
		}
		r.Ports = d.servicePorts(m, r.Name, false, nil)
		m.done()
		out = append(out, r)
	}
	return out
}
