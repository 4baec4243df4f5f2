package wrap

// This file defines what a hook may know of the action that it replaces.

import (
	"runner/template"
	"runner/template/expr"
)

// Action is a wrapped action: what it was resolved to in its own scope.
type Action struct {
	Kind template.ActionKind
	// Name is the name of the Environment, Step or Service that it is of.
	Name    string
	Command string
	Args    []string
	// Environment are the variables that the Session has defined so far, as
	// NAME=value in the order of definition.
	Environment []string
	// Timeout is the declared timeout in seconds; nil where none is declared,
	// whatever the default (§4.3.1).
	Timeout *int64
	// Mode is the declared cancelation mode, "" where none is declared; with
	// NotifyThenTerminate NotifyPeriod is the period in seconds that applies.
	Mode         string
	NotifyPeriod int64
	// Ports are a Service's ports in the order of declaration.
	Ports []Port
}

// Port is a port of a wrapped Service.
type Port struct {
	Name, Protocol, BindAddress string
	Number                      int
}

// Symbols adds the action's values to the scope of the wrapping Environment's
// hooks, under the names of the form in which its document is written.
func (a *Action) Symbols(hooks *template.WrapHooks, scope *expr.Symbols) *expr.Symbols {
	s := expr.NewSymbols(scope)
	if hooks.Idea {
		a.ideaSymbols(s)
		return s
	}
	s.Define("WrappedAction.Command", expr.StringValue(a.Command))
	s.Define("WrappedAction.Args", expr.StringListValue(a.Args))
	s.Define("WrappedAction.Environment", expr.StringListValue(a.Environment))
	timeout, mode, period := expr.NullValue(), expr.NullValue(), expr.NullValue()
	if a.Timeout != nil {
		timeout = expr.IntValue(*a.Timeout)
	}
	if a.Mode != "" {
		mode = expr.StringValue(a.Mode)
	}
	if a.Mode == template.NotifyThenTerminate {
		period = expr.IntValue(a.NotifyPeriod)
	}
	s.Define("WrappedAction.Timeout", timeout)
	s.Define("WrappedAction.Cancelation.Mode", mode)
	s.Define("WrappedAction.Cancelation.NotifyPeriodInSeconds", period)
	switch a.Kind {
	case template.EnvironmentEnterAction, template.EnvironmentExitAction:
		s.Define("WrappedEnv.Name", expr.StringValue(a.Name))
	case template.TaskRunAction:
		s.Define("WrappedStep.Name", expr.StringValue(a.Name))
	default:
		a.service(s)
	}
	return s
}

// service defines the four parallel lists of a Service's ports.
func (a *Action) service(s *expr.Symbols) {
	var names, addresses, protocols []string
	var numbers []int64
	for _, p := range a.Ports {
		names = append(names, p.Name)
		addresses = append(addresses, p.BindAddress)
		protocols = append(protocols, p.Protocol)
		numbers = append(numbers, int64(p.Number))
	}
	s.Define("WrappedService.Name", expr.StringValue(a.Name))
	s.Define("WrappedService.PortNames", expr.StringListValue(names))
	s.Define("WrappedService.Ports", expr.IntListValue(numbers))
	s.Define("WrappedService.BindAddresses", expr.StringListValue(addresses))
	s.Define("WrappedService.Protocols", expr.StringListValue(protocols))
}
