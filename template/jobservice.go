// This file resolves the Services of a Job and matches those that it requires
// (§9, §1.2.2, SERVICE).

package template

import (
	"fmt"
	"slices"
	"time"

	"runner/template/expr"
)

// JobService is a Service of a Job, of the Job Template or of an attached
// Environment Template.
type JobService struct {
	Service  *Service
	Index    int // in Job.Services
	Document *Document
	// Scope are the indices of the Steps that need the Service, ascending
	// (§9.1); EveryStep says that these are all, as for attached Services.
	Scope     []int
	EveryStep bool
	// DependsSteps and DependsServices are indices into Job.Steps and
	// Job.Services of what has to have succeeded and be READY before.
	DependsSteps     []int
	DependsServices  []int
	HostRequirements *ResolvedRequirements
	Let              []NamedValue
	Ports            []ResolvedPort
	HealthCheck      ResolvedHealthCheck
	MaxAttempts      int64
	CompletedTasks   string // KeepCompletedTasks, RerunCompletedTasks or ""
}

// ResolvedPort is a port of a Service; Number 0 is one to be allocated.
type ResolvedPort struct {
	Name     string
	Protocol string
	Number   int
}

// ResolvedHealthCheck is a health check with its numbers (§9.4). The Given
// flags tell a number of the author's from a default.
type ResolvedHealthCheck struct {
	Type                   string
	Ports                  []string // of TCPConnectCheck
	ReadinessInterval      time.Duration
	ReadinessIntervalGiven bool
	ReadinessTimeout       time.Duration
	PortTimeouts           map[string]time.Duration // of TCPConnectCheck, where ports differ in it
	HealthInterval         time.Duration            // 0: no health checks (STDOUT)
	HealthIntervalGiven    bool
	FailureThreshold       int64
}

// Symbols adds the names of the Service's let to parent.
func (s *JobService) Symbols(parent *expr.Symbols) *expr.Symbols {
	symbols := expr.NewSymbols(parent)
	defineAll(symbols, s.Let)
	return symbols
}

// services resolves the Services of all documents and what they depend on.
func (c *creator) services(symbols *expr.Symbols) {
	job := c.job
	index := map[*Service]int{}
	add := func(document *Document, external bool) {
		for _, service := range document.Services() {
			index[service] = len(job.Services)
			job.Services = append(job.Services, c.service(service, document, external, symbols))
		}
	}
	add(job.Document, false)
	for _, document := range job.Attached {
		add(document, true)
	}
	required := c.matchRequirements(index)
	for _, s := range job.Services {
		for _, d := range s.Service.Dependencies {
			switch {
			case d.Step != nil:
				s.DependsSteps = append(s.DependsSteps, d.Step.Index)
			case d.Service != nil:
				s.DependsServices = append(s.DependsServices, index[d.Service])
			case d.Requirement != nil:
				if i, ok := required[d.Requirement]; ok {
					s.DependsServices = append(s.DependsServices, i)
				}
			}
		}
	}
	c.checkWrappers()
}

// service resolves one Service's fields.
func (c *creator) service(service *Service, document *Document, external bool, symbols *expr.Symbols) *JobService {
	s := &JobService{Service: service, Index: len(c.job.Services), Document: document,
		EveryStep: external || service.EveryStep, Scope: slices.Clone(service.Scope), CompletedTasks: service.RestartPolicy.CompletedTasks}
	if s.EveryStep {
		s.Scope = nil
		for i := range c.job.Document.Job.Steps {
			s.Scope = append(s.Scope, i)
		}
	}
	env := c.env(document, symbols)
	let, ok := c.let(service.Let, env)
	if !ok {
		return s
	}
	s.Let = let
	env.Symbols = s.Symbols(symbols)
	var faults Faults
	s.HostRequirements, faults = service.HostRequirements.resolve(env)
	c.faults = append(c.faults, faults...)
	c.ports(s, env)
	c.healthCheck(s, env)
	attempts, given := c.number(service.RestartPolicy.MaxAttempts, 0, env)
	s.MaxAttempts = attempts
	if given && attempts > 0 && s.CompletedTasks == "" {
		c.fault(service.RestartPolicy.Pos, service.RestartPolicy.Path, "9.5",
			"the Service %q may be relaunched %d times, so its restartPolicy needs completedTasks: KEEP or RERUN", service.Name, attempts)
	}
	c.timingsOf(service.Actions(), env)
	return s
}

// number resolves a number that is absent or null to a default.
func (c *creator) number(f *IntField, otherwise int64, env *expr.Env) (value int64, given bool) {
	value, given, err := f.Resolve(env)
	if err != nil {
		c.fail(err, f.Pos, f.Path)
		return otherwise, false
	}
	if !given {
		return otherwise, false
	}
	return value, true
}

// ports resolves port numbers, which differ within a protocol (§9.3).
func (c *creator) ports(s *JobService, env *expr.Env) {
	type endpoint struct {
		protocol string
		number   int64
	}
	taken := map[endpoint]string{}
	for _, p := range s.Service.Ports {
		n, given := c.number(p.Port, 0, env)
		s.Ports = append(s.Ports, ResolvedPort{Name: p.Name, Protocol: p.Protocol, Number: int(n)})
		if !given {
			continue
		}
		e := endpoint{p.Protocol, n}
		if other, twice := taken[e]; twice {
			c.fault(p.Pos, p.Path, "9.3", "the ports %q and %q of the Service %q are both %s %d", other, p.Name, s.Service.Name, p.Protocol, n)
		}
		taken[e] = p.Name
	}
}

// healthCheck resolves the numbers of a health check with the defaults of its
// type (§9.4).
func (c *creator) healthCheck(s *JobService, env *expr.Env) {
	h := s.Service.HealthCheck
	if h == nil {
		h = &HealthCheck{Type: TCPConnectCheck}
	}
	defaults := map[string]struct{ readiness, health int64 }{
		TCPConnectCheck: {1, 30}, CommandCheck: {5, 30}, StdoutCheck: {0, 0},
	}[h.Type]
	out := ResolvedHealthCheck{Type: h.Type, Ports: h.Ports}
	if h.Type == TCPConnectCheck && len(out.Ports) == 0 {
		for _, p := range s.Service.Ports {
			if p.Protocol == TCP {
				out.Ports = append(out.Ports, p.Name)
			}
		}
	}
	duration := func(f *IntField, otherwise int64) (time.Duration, bool) {
		n, given := c.number(f, otherwise, env)
		return seconds(n), given
	}
	out.ReadinessInterval, out.ReadinessIntervalGiven = duration(h.ReadinessInterval, defaults.readiness)
	out.ReadinessTimeout, _ = duration(h.ReadinessTimeout, defaultReadinessTimeout)
	c.portTimeouts(&out, h, s.Service.Ports, env)
	out.HealthInterval, out.HealthIntervalGiven = duration(h.HealthInterval, defaults.health)
	out.FailureThreshold, _ = c.number(h.FailureThreshold, 3, env)
	s.HealthCheck = out
}

// defaultReadinessTimeout is in seconds (§9.4).
const defaultReadinessTimeout = 300

// portTimeouts resolves the readiness timeouts of single ports. What connects to
// each port can hold each to its own. A command and a line answer for all of
// them at once, so that the shortest is up first.
func (c *creator) portTimeouts(out *ResolvedHealthCheck, h *HealthCheck, ports []*ServicePort, env *expr.Env) {
	var all []time.Duration
	own := map[string]time.Duration{}
	for _, p := range ports {
		f, asked := h.PortTimeouts[p.Name]
		if !asked {
			continue
		}
		n, _ := c.number(f, defaultReadinessTimeout, env)
		own[p.Name] = seconds(n)
		all = append(all, seconds(n))
	}
	switch {
	case len(all) == 0:
	case out.Type != TCPConnectCheck:
		out.ReadinessTimeout = slices.Min(all)
	default:
		out.ReadinessTimeout = slices.Max(all)
		if slices.Min(all) < out.ReadinessTimeout {
			out.PortTimeouts = own
		}
	}
}

// matchRequirements finds for each required Service the one attached Service
// of its name, which has to have the required ports (§1.2.2, §9.8).
func (c *creator) matchRequirements(index map[*Service]int) map[*ServiceRequirement]int {
	matched := map[*ServiceRequirement]int{}
	for _, r := range c.job.Document.Job.RequiresServices {
		var candidates []*Service
		var from []string
		for _, document := range c.job.Attached {
			for _, service := range document.Services() {
				if service.Name == r.Name {
					candidates = append(candidates, service)
					from = append(from, service.Pos.String())
				}
			}
		}
		switch len(candidates) {
		case 0:
			if c.withoutProviders {
				continue
			}
			c.faults = append(c.faults, &Fault{Pos: r.Pos, Path: r.Path, Section: "1.2.2",
				Message: fmt.Sprintf("the Job requires the Service %q, and %s", r.Name, c.noProvider()),
				Hint:    "attach an Environment Template that has it with --env"})
			continue
		case 1:
		default:
			c.fault(r.Pos, r.Path, "1.2.2", "the Job requires the Service %q, and several attached Environment Templates have one: %s", r.Name, joinWords(from))
			continue
		}
		ok := true
		for _, p := range r.Ports {
			ok = c.matchPort(r, p, candidates[0]) && ok
		}
		if ok {
			matched[r] = index[candidates[0]]
		}
	}
	return matched
}

// noProvider says where a required Service was looked for in vain.
func (c *creator) noProvider() string {
	var names []string
	for _, document := range c.job.Attached {
		names = append(names, document.Source.Name)
	}
	switch len(names) {
	case 0:
		return "no Environment Template is attached"
	case 1:
		return "the attached Environment Template has none of that name: " + names[0]
	}
	return "none of the attached Environment Templates has one: " + joinWords(names)
}

// matchPort holds a port of a requirement against the Service that it matched.
func (c *creator) matchPort(r *ServiceRequirement, p *ServicePort, service *Service) bool {
	switch found := service.Port(p.Name); {
	case found == nil:
		var names []string
		for _, have := range service.Ports {
			names = append(names, have.Name)
		}
		c.fault(p.Pos, p.Path, "1.2.2", "the required Service %q at %s has no port %q; it has %s", r.Name, service.Pos, p.Name, joinWords(names))
	case found.Protocol != p.Protocol:
		c.fault(p.Pos, p.Path, "1.2.2", "the port %q of the required Service %q is %s, and at %s it is %s", p.Name, r.Name, p.Protocol, service.Pos, found.Protocol)
	default:
		return true
	}
	return false
}

// checkWrappers refuses a wrapping job Environment of a document that does not
// know of Services in a Job that has any (§1.2.2).
func (c *creator) checkWrappers() {
	if len(c.job.Services) == 0 {
		return
	}
	for _, e := range c.job.Environments {
		if e.Wrap.Any() && !e.Document.Extensions.Has(Services) {
			c.faults = append(c.faults, &Fault{Pos: e.Pos, Path: e.Path, Section: "1.2.2",
				Message: fmt.Sprintf("the Environment %q wraps actions, but its document does not declare SERVICE, and the Job has Services", e.Name),
				Hint:    c.wrapperHint(e)})
		}
	}
}

// wrapperHint says how a wrapping Environment comes to know of Services.
func (c *creator) wrapperHint(e *Environment) string {
	if e.Wrap.Idea {
		return fmt.Sprintf("write %s in RFC 0008's form: extensions [WRAP_ACTIONS, EXPR, SERVICE], runScope [TASK] and the hooks onWrapEnvEnter, onWrapTaskRun and onWrapEnvExit", e.Document.Source.Name)
	}
	return fmt.Sprintf("add SERVICE to the extensions of %s", e.Document.Source.Name)
}

// RequiredService is the Job's Service that a requirement was matched with.
func (j *Job) RequiredService(r *ServiceRequirement) *JobService {
	for _, s := range j.Services {
		if s.Document != j.Document && s.Service.Name == r.Name {
			return s
		}
	}
	return nil
}

// joinWords lists words with commas and a last "and".
func joinWords(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			out += " and "
		default:
			out += ", "
		}
		out += w
	}
	return out
}
