package template

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
var actionTable = map[ActionKind]struct {
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
