package run

import (
	"runner/service"
	"runner/template"
	"runner/template/expr"
)

// serviceSymbols adds what an entity with these dependencies sees of Services:
// port and connectAddress of those it lists, and no others (services §3).
func (c *conductor) serviceSymbols(outer *expr.Symbols, dependencies []template.Dependency) *expr.Symbols {
	symbols := expr.NewSymbols(outer)
	for _, d := range dependencies {
		if d.ServiceName == "" {
			continue
		}
		c.defineEndpoints(symbols, d.ServiceName, provider(c.job, d), false)
	}
	return symbols
}

// defineEndpoints defines a Service's values under the name it is listed by.
func (c *conductor) defineEndpoints(symbols *expr.Symbols, name string, s *template.Service, own bool) {
	c.mu.Lock()
	ports := c.endpoints[s]
	c.mu.Unlock()
	for _, p := range ports {
		prefix := "Service." + name + "." + p.Name + "."
		symbols.Define(prefix+"port", expr.IntValue(int64(p.Number)))
		symbols.Define(prefix+"connectAddress", expr.StringValue(p.ConnectAddress))
		if own {
			symbols.Define(prefix+"bindAddress", expr.StringValue(p.BindAddress))
		}
	}
}

// taskScope is what every Task of a Step sees in a Session.
func (c *conductor) taskScope(s *session, step *template.JobStep) *expr.Symbols {
	return c.serviceSymbols(step.Symbols(s.symbols), step.Step.Dependencies)
}

// serviceScope is what a Service's own variables and actions see.
func (c *conductor) serviceScope(outer *expr.Symbols, r *serviceRun) *expr.Symbols {
	symbols := c.serviceSymbols(outer, r.job.Service.Dependencies)
	c.defineEndpoints(symbols, r.job.Service.Name, r.job.Service, true)
	return r.job.Symbols(symbols)
}

// publish makes a Service's new endpoints known.
func (r *serviceRun) publish(ports []service.Port) {
	c := r.run
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endpoints[r.job.Service] = ports
	r.mu.Lock()
	r.ports = ports
	r.mu.Unlock()
}

// provider is the Service that a dependency means: an inline one, or the
// attached one that its requirement was matched with.
func provider(job *template.Job, d template.Dependency) *template.Service {
	if d.Requirement == nil {
		return d.Service
	}
	if s := job.RequiredService(d.Requirement); s != nil {
		return s.Service
	}
	return nil
}
