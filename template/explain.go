// This file says why a name that exists elsewhere cannot be used in a place.

package template

import (
	"fmt"
	"strings"
)

// explainName says why a name cannot be used in a place although it has a
// meaning elsewhere, and what to do; "" when there is nothing better to say
// than that it is unknown. creation is true for a field that is resolved when
// the Job is created; entity is whose field it is, nil when it cannot list
// Services.
func (c *checker) explainName(name, place string, creation bool, entity *consumer) (message, hint string) {
	root, rest, _ := strings.Cut(name, ".")
	const early = "%s is not known in %s, which is resolved when the Job is created"
	switch root {
	case "Param", "RawParam":
		return c.explainParameter(name, rest, place, creation)
	case "Job", "Step":
		return c.explainJob(name, place)
	case "Session":
		if creation {
			return fmt.Sprintf(early, name, place), "Session values exist only while a Session runs"
		}
	case "Task":
		return c.explainTask(name, place)
	case "Env":
		if rest == "Action.Timeout" {
			return fmt.Sprintf("%s is not known in %s", name, place), ideaNames
		}
		if strings.HasPrefix(rest, "File.") {
			return fmt.Sprintf("%s is not known in %s", name, place), "Env.File holds the embedded files of the Environment's own script, for that script's actions, files and let"
		}
	case "Service":
		return c.explainService(name, rest, place, creation, entity)
	case "WrappedAction", "WrappedEnv", "WrappedStep", "WrappedService":
		return c.explainWrapped(name, root, place)
	}
	return "", ""
}

// ideaNames says where the names of the idea form of wrapping are known.
const ideaNames = "it is known in an Environment Template that declares no extensions and has the one wrap hook onWrapTaskRun: " +
	"Task.Command, Task.Args and Task.Environment in that hook and in embedded files, Env.Action.Timeout in actions and embedded files"

// explainParameter explains Param.* and RawParam.*.
func (c *checker) explainParameter(name, rest, place string, creation bool) (message, hint string) {
	rest, property, hasProperty := strings.Cut(rest, ".")
	var known []string
	for _, p := range c.document.Parameters() {
		if p.Name != rest {
			known = append(known, p.Name)
			continue
		}
		switch {
		case p.Type.IsPath() && creation && strings.HasPrefix(name, "Param."):
			return fmt.Sprintf("Param.%s is a path, which is not known in %s: paths are mapped on the host", rest, place), "use RawParam." + rest
		case hasProperty && !c.has(Expr):
			return fmt.Sprintf("the parameter %q has no %q here: properties need the extension EXPR", rest, property), "add EXPR to the document's extensions"
		}
		return "", ""
	}
	return fmt.Sprintf("%s: no job parameter %q is defined", name, rest), c.didYouMean(rest, known)
}

// explainJob explains Job.Name and Step.Name.
func (c *checker) explainJob(name, place string) (message, hint string) {
	switch {
	case name != "Job.Name" && name != "Step.Name":
		return "", ""
	case !c.has(Expr):
		return name + " needs the extension EXPR", "add EXPR to the document's extensions"
	}
	if name == "Step.Name" {
		return fmt.Sprintf("%s is not known in %s", name, place), "it is known within a Step only; a Service belongs to none"
	}
	return fmt.Sprintf("%s is not known in %s", name, place), ""
}

// explainTask explains Task.*.
func (c *checker) explainTask(name, place string) (message, hint string) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(name, "Task."), ".")
	switch kind {
	case "Command", "Args", "Environment":
		if c.has(WrapActions) {
			return fmt.Sprintf("%s is not known in %s", name, place), "in the wrap hooks there is WrappedAction." + kind
		}
		return fmt.Sprintf("%s is not known in %s", name, place), ideaNames
	case "Param", "RawParam":
		return fmt.Sprintf("%s is not known in %s", name, place), fmt.Sprintf("it needs a task parameter %q of the Step, and is known in the Step's script only", rest)
	case "File":
		return fmt.Sprintf("%s is not known in %s", name, place), fmt.Sprintf("it needs an embedded file %q of the Step's script, and is known in that script only", rest)
	}
	return "", ""
}

// blindHint is the hint for an Environment that refers to a Service and yet is to
// run in the Sessions of Services.
const blindHint = "an Environment that runs in the Sessions of Services sees no Service; give it runScope: [TASK]"

// explainService explains Service.<service>.<port>.<value> and Service.File.*.
func (c *checker) explainService(name, rest, place string, creation bool, entity *consumer) (message, hint string) {
	parts := strings.Split(rest, ".")
	service := parts[0]
	if service == "File" {
		return fmt.Sprintf("%s is not known in %s", name, place), "Service.File holds the embedded files of the Service's own script, for that script only"
	}
	if !c.has(Services) {
		return fmt.Sprintf("%s is not known here: services need the extension SERVICE", name), "add SERVICE and EXPR to the document's extensions"
	}
	ports, defined, known := c.servicePorts(service)
	if !defined {
		return fmt.Sprintf("%s: no Service %q is defined or required", name, service), c.didYouMean(service, known)
	}
	switch {
	case creation:
		return fmt.Sprintf("%s is not known in %s, which is resolved when the Job is created", name, place), "the endpoints of Services exist only while the Job runs"
	case entity == nil:
		return fmt.Sprintf("%s is not known in %s", name, place), blindHint
	case !entity.sees(service):
		return c.explainUnseen(name, service, entity)
	case len(parts) > 1 && findPort(ports, parts[1]) == nil:
		return fmt.Sprintf("%s: the Service %q has no port %q", name, service, parts[1]), "it has " + portNames(ports)
	case len(parts) > 2 && parts[2] == "bindAddress":
		return fmt.Sprintf("%s is known to the Service %q alone", name, service), "use connectAddress"
	}
	return fmt.Sprintf("%s is not known in %s", name, place), "a port has the values port and connectAddress, and for its own Service bindAddress"
}

// explainUnseen explains a value of a Service that the entity does not see. In
// the idea form nobody lists Services: what one sees is a matter of places.
func (c *checker) explainUnseen(name, service string, entity *consumer) (message, hint string) {
	message = fmt.Sprintf("%s refers to %s", entity.what, name)
	var steps []string
	for _, s := range c.document.Services() {
		switch {
		case s.Name != service || s.idea == nil:
		case entity.own != nil && entity.own.idea != nil && entity.own.idea.step == s.idea.step:
			message += fmt.Sprintf(", but the service %q comes later in %s: a service sees those before it in the list", service, s.idea.key)
			if s.refersTo(entity.own.Name) {
				return message, fmt.Sprintf("%q refers to %q too, and one of two has to be READY before the other starts: remove one of the references", service, entity.own.Name)
			}
			return message, fmt.Sprintf("move %q before %q", service, entity.own.Name)
		case s.idea.step != nil:
			steps = append(steps, "Step "+quoteShort(s.idea.step.Name))
		}
	}
	if len(steps) > 0 {
		return message + fmt.Sprintf(", but the service %q is one of stepServices, which only its own Step sees: %s", service, joinWords(steps)),
			fmt.Sprintf("move %q to jobServices", service)
	}
	return message + fmt.Sprintf(" but does not list the Service %q in its dependencies", service),
		fmt.Sprintf("add {service: %s} to its dependencies", service)
}

// portNames lists ports by name.
func portNames(ports []*ServicePort) string {
	names := make([]string, len(ports))
	for i, p := range ports {
		names[i] = p.Name
	}
	return joinWords(names)
}

// servicePorts finds what the document says of a Service's ports, by name;
// known are all names.
func (c *checker) servicePorts(name string) (ports []*ServicePort, defined bool, known []string) {
	for _, s := range c.document.Services() {
		if s.Name == name {
			ports, defined = append(ports, s.Ports...), true
		}
		known = append(known, s.Name)
	}
	if c.document.Job != nil {
		for _, r := range c.document.Job.RequiresServices {
			if r.Name == name && !defined {
				ports, defined = r.Ports, true
			}
			known = append(known, r.Name)
		}
	}
	return ports, defined, known
}

// sees reports whether the entity lists the Service or is it.
func (e *consumer) sees(name string) bool {
	if e.own != nil && e.own.Name == name {
		return true
	}
	for _, d := range e.services {
		if d.ServiceName == name {
			return true
		}
	}
	return false
}
