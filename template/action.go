// This file defines Action (§5) with its defaults and reads it.

package template

import (
	"math"
	"strings"
)

// ActionKind says where an Action stands, which decides its defaults.
type ActionKind uint8

// The places an Action can stand in.
const (
	TaskRunAction            ActionKind = iota + 1 // StepActions.onRun (§3.5.1)
	EnvironmentEnterAction                         // EnvironmentActions.onEnter (§4.3)
	EnvironmentExitAction                          // EnvironmentActions.onExit
	ServiceEnterAction                             // ServiceActions.onEnter (§9.7)
	ServiceRunAction                               // ServiceActions.onRun
	ServiceHealthCheckAction                       // ServiceActions.onHealthCheck
	ServiceExitAction                              // ServiceActions.onExit
	WrapEnvEnterHook                               // EnvironmentActions.onWrapEnvEnter (§4.3.1)
	WrapTaskRunHook
	WrapEnvExitHook
	WrapServiceEnterHook
	WrapServiceRunHook
	WrapServiceHealthCheckHook
	WrapServiceExitHook
)

// actionTable gives each kind its key and its defaults in seconds (§5, §5.3.2;
// for the Service hooks the wrapped position's).
var actionTable = [...]struct {
	key     string
	timeout int64 // 0: none
	notify  int64
}{
	TaskRunAction:              {"onRun", 0, 120},
	EnvironmentEnterAction:     {"onEnter", 0, 30},
	EnvironmentExitAction:      {"onExit", 300, 30},
	ServiceEnterAction:         {"onEnter", 0, 30},
	ServiceRunAction:           {"onRun", 0, 30},
	ServiceHealthCheckAction:   {"onHealthCheck", 30, 30},
	ServiceExitAction:          {"onExit", 300, 30},
	WrapEnvEnterHook:           {"onWrapEnvEnter", 0, 30},
	WrapTaskRunHook:            {"onWrapTaskRun", 0, 30},
	WrapEnvExitHook:            {"onWrapEnvExit", 300, 30},
	WrapServiceEnterHook:       {"onWrapServiceEnter", 0, 30},
	WrapServiceRunHook:         {"onWrapServiceRun", 0, 30},
	WrapServiceHealthCheckHook: {"onWrapServiceHealthCheck", 30, 30},
	WrapServiceExitHook:        {"onWrapServiceExit", 300, 30},
}

// String is the key under which the action is written.
func (k ActionKind) String() string { return actionTable[k].key }

// IsHook reports whether the kind is a wrap hook.
func (k ActionKind) IsHook() bool { return k >= WrapEnvEnterHook }

// DefaultTimeout is the timeout in seconds of an action that gives none; 0
// means none (§5).
func (k ActionKind) DefaultTimeout() int64 { return actionTable[k].timeout }

// DefaultNotifyPeriod is the notifyPeriodInSeconds of an action that gives
// none (§5.3.2).
func (k ActionKind) DefaultNotifyPeriod() int64 { return actionTable[k].notify }

// Action is one command with its arguments and how it may be ended (§5).
type Action struct {
	Kind        ActionKind
	Command     FormatString
	Args        []FormatString
	Timeout     *IntField    // seconds; nil: DefaultTimeout
	Cancelation *Cancelation // nil: TERMINATE
	Pos         Position
	Path        string
}

// The two cancelation modes (§5.3).
const (
	Terminate           = "TERMINATE"
	NotifyThenTerminate = "NOTIFY_THEN_TERMINATE"
)

// Cancelation is how an Action is canceled (§5.3).
type Cancelation struct {
	Mode         FormatString // literal Terminate or NotifyThenTerminate, or with FEATURE_BUNDLE_1 an expression
	NotifyPeriod *IntField    // notifyPeriodInSeconds, 1 to 600; nil: DefaultNotifyPeriod
	Pos          Position
	Path         string
}

// action reads an Action (§5).
func (d *decoder) action(e element, kind ActionKind) *Action {
	m := e.mapping("the Action "+kind.String(), "5")
	if m == nil {
		return nil
	}
	a := &Action{Kind: kind, Pos: e.node.pos, Path: e.path}
	if command, ok := m.required("command"); ok {
		a.Command, _ = command.formatString("5.1", 1, 0, "")
	}
	d.actionOptions(m, a)
	m.done()
	return a
}

// actionOptions reads what an Action and a SimpleAction have in common.
func (d *decoder) actionOptions(m *mapping, a *Action) {
	if args, ok := m.optional("args"); ok {
		a.Args = append(a.Args, d.arguments(args)...)
	}
	if timeout, ok := m.optional("timeout"); ok {
		a.Timeout = timeout.intField("5", 1, math.MaxInt64, d.has(FeatureBundle1), d.has(FeatureBundle1))
	}
	if cancelation, ok := m.optional("cancelation"); ok {
		a.Cancelation = d.cancelation(cancelation)
	}
}

// arguments reads the args of an Action (§5.2). Line breaks are allowed, with
// EXPR tabs too.
func (d *decoder) arguments(e element) []FormatString {
	except := "\r\n"
	if d.has(Expr) {
		except = "\r\n\t"
	}
	var out []FormatString
	for _, item := range e.list("5", 1, 0) {
		arg, _ := item.formatString("5.2", 0, 0, except)
		out = append(out, arg)
	}
	return out
}

// cancelation reads a <CancelationMethod> (§5.3). A mode that is a format
// string needs FEATURE_BUNDLE_1; what it comes to is checked when it is known.
func (d *decoder) cancelation(e element) *Cancelation {
	m := e.mapping("the cancelation", "5.3")
	if m == nil {
		return nil
	}
	c := &Cancelation{Pos: e.node.pos, Path: e.path}
	if mode, ok := m.required("mode"); ok {
		if mode.node.kind == stringNode && d.has(FeatureBundle1) {
			c.Mode, ok = mode.formatString("5.3", 1, 0, "")
		} else {
			c.Mode = FormatString{Text: mode.node.text, Pos: mode.node.pos, Path: mode.path}
		}
		if ok && c.Mode.IsConstant() {
			if strings.Contains(mode.node.text, "{{") {
				mode.fault("5.3", "add FEATURE_BUNDLE_1 to the document's extensions", "an expression is not allowed as mode without the extension FEATURE_BUNDLE_1")
			} else {
				mode.oneOf("5.3", Terminate, NotifyThenTerminate)
			}
		}
	}
	if c.Mode.IsConstant() && c.Mode.Text == Terminate {
		if period, ok := m.optional("notifyPeriodInSeconds"); ok {
			period.fault("5.3.1", "remove it, or use "+NotifyThenTerminate, "the mode %s has no notifyPeriodInSeconds", Terminate)
		}
	} else if period, ok := m.optional("notifyPeriodInSeconds"); ok {
		c.NotifyPeriod = period.intField("5.3.2", 1, maxNotifyPeriod, d.has(FeatureBundle1), d.has(FeatureBundle1))
	}
	m.done()
	return c
}
