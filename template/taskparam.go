package template

// ParameterSpace is a Step's parameterSpace (§3.4).
type ParameterSpace struct{}

// parameterSpace reads a parameterSpace.
func (d *decoder) parameterSpace(e element) *ParameterSpace { return nil }
