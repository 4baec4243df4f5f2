package plan

// Job is what the plan needs to know of a Job: its shape, no content. Steps and
// Services are named by their index throughout.
type Job struct {
	Steps    []Step
	Services []Service
	// Workers is how many Task Sessions may be live at once; less than 1 means 1.
	// With one worker the Steps run strictly one after another, in [Plan.Order].
	Workers int
	// KeepGoing lets Steps that do not depend on a failed one go on.
	KeepGoing bool
}

// Step is one Step of the Job (Template Schemas §3).
type Step struct {
	Name string
	// Dependencies are the Steps it lists with dependsOn.
	Dependencies []int
	// Services are the Services it lists itself, whose values its Step
	// Environments and Tasks can see.
	Services []int
	// Tasks is how many Tasks it has; they are the ordinals 0..Tasks-1 in
	// parameter-space order.
	Tasks int64
	// Open says that more Tasks are added while it runs (adaptive chunking):
	// see MoreTasks and TasksAdded.
	Open bool
	// Skip says that the Step is not part of this run; for what lists it, it
	// counts as completed.
	Skip bool
}

// CompletedTasks is a restart policy's completedTasks (§9.5).
type CompletedTasks uint8

// What becomes of a scope's completed Tasks when its Service is relaunched.
const (
	Absent CompletedTasks = iota // not given: KEEP at a failure, RERUN at a forced restart
	Keep                         // KEEP: they stand, running ones go on
	Rerun                        // RERUN: they return to the queue, running ones are canceled
)

// Service is one Service of the Job, inline or external (§9).
type Service struct {
	Name string
	// Scope are the Steps that need it, as §9.1 computes them: every Step that
	// lists it, and every Step in the scope of a Service that lists it.
	Scope []int
	// AllSteps makes every Step its scope, whatever Scope holds: an external
	// Service, or one that a Job Environment lists.
	AllSteps bool
	// JobEnvs says that an Environment entered for the whole Task Session can
	// see it, so that a new endpoint means entering those again. Implies AllSteps.
	JobEnvs bool
	// Apart are the Services that must not be up together with this one, because
	// they request the same port number; each lists the other.
	Apart []int
	// DependsSteps and DependsServices are its dependencies.
	DependsSteps, DependsServices []int
	// MaxAttempts is how often it may be relaunched in the whole run.
	MaxAttempts    int
	CompletedTasks CompletedTasks
}
