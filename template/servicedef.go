package template

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
	Variables        []Variable
	ScriptLet        []*LetBinding // resolved on the host when the Service starts
	OnEnter          *Action
	OnRun            *Action
	OnHealthCheck    *Action
	OnExit           *Action
	Files            []*EmbeddedFile
	Pos              Position
	Path             string
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
	Pos               Position
	Path              string
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
