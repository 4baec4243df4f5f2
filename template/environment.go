package template

// RunScope is the set of kinds of Session that enter an Environment (§4).
type RunScope uint8

// The kinds of Session that a runScope names.
const (
	TaskScope    RunScope = 1 << iota // TASK
	ServiceScope                      // SERVICE
)

// Has reports whether s includes kind.
func (s RunScope) Has(kind RunScope) bool { return s&kind != 0 }

// Environment is one entry of jobEnvironments or stepEnvironments, or an
// Environment Template's environment (§4).
type Environment struct {
	Name          string
	Description   string
	Document      *Document
	Step          *Step        // the Step whose stepEnvironments it is in; else nil
	Dependencies  []Dependency // on Services only
	RunScope      RunScope     // in effect: defaults are applied
	RunScopeGiven bool         // whether the document gives runScope
	Variables     []Variable   // in the document's order
	Let           []*LetBinding
	OnEnter       *Action // nil when not defined, like all actions
	OnExit        *Action
	Wrap          WrapHooks
	Files         []*EmbeddedFile
	Pos           Position
	Path          string
}

// Variable is one environment variable of an Environment or a Service (§4.4).
type Variable struct {
	Name  string
	Value FormatString
	Pos   Position // of the name
}

// Actions lists the Environment's own actions and hooks that are defined.
func (e *Environment) Actions() []*Action {
	var out []*Action
	for _, a := range []*Action{e.OnEnter, e.OnExit} {
		if a != nil {
			out = append(out, a)
		}
	}
	return append(out, e.Wrap.Actions()...)
}
