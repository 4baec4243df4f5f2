package plan

// Plan is the state of one run. The zero Plan is of no use; see New.
type Plan struct{ job Job }

// New makes the plan of a Job that has not begun.
func New(job Job) (*Plan, error) { return &Plan{job: job}, nil }

// Order is the order of the Steps.
func (p *Plan) Order() []int { return nil }

// Next takes one event and returns what follows from it.
func (p *Plan) Next(Event) []Decision { return nil }
