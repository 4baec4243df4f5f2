package template

// ParameterDefinition is one entry of parameterDefinitions (§2).
type ParameterDefinition struct {
	Name string
}

// parameterDefinitions reads a parameterDefinitions list of at most most entries.
func (d *decoder) parameterDefinitions(e element, most int) []*ParameterDefinition { return nil }
