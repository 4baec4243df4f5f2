package run

import (
	"errors"
	"fmt"

	"runner/run/plan"
	"runner/service"
	"runner/template"
)

// This file is about Services of one Job that request the same port number.

// sharedPort finds a number that both Services request; the ports are those of
// the two.
func sharedPort(a, b *serviceRun) (first, second service.PortSpec, shared bool) {
	for _, p := range a.spec.Ports {
		for _, q := range b.spec.Ports {
			if p.Number != 0 && p.Number == q.Number && p.Protocol == q.Protocol {
				return p, q, true
			}
		}
	}
	return service.PortSpec{}, service.PortSpec{}, false
}

// keepApart lets the plan know of Services that request the same number.
func (c *conductor) keepApart(services []plan.Service) {
	for i := range services {
		for k := range i {
			if _, _, shared := sharedPort(c.services[i], c.services[k]); shared {
				services[i].Apart = append(services[i].Apart, k)
				services[k].Apart = append(services[k].Apart, i)
			}
		}
	}
}

// unschedulable says why there is no plan of the Job. Two Services that could
// meet on one port are a fault of the template; nothing else should get here.
func (c *conductor) unschedulable(err error) error {
	var apart *plan.ApartError
	if !errors.As(err, &apart) {
		return fmt.Errorf("the job cannot be scheduled: %w", err)
	}
	a, b := c.services[apart.First], c.services[apart.Second]
	p, q, _ := sharedPort(a, b)
	why := "they may be up at the same time"
	if apart.Returned != plan.None {
		why = fmt.Sprintf("a restart of Service %s brings Steps of %s back while %s is up", c.services[apart.Returned].name(), a.name(), b.name())
	}
	at := b.job.Service.Port(q.Name)
	return template.Faults{{Pos: at.Pos, Path: at.Path, Section: "9.3",
		Message: fmt.Sprintf("the port %s of Service %s and the port %s of Service %s are both %s %d, and %s",
			p.Name, a.name(), q.Name, b.name(), p.Protocol, p.Number, why),
		Hint: "leave one of the numbers out to have it allocated, or let each Step that needs one of the Services depend on those that need the other"}}
}
