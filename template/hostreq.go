package template

// HostRequirements are what a Step or a Service needs of its host (§3.3).
type HostRequirements struct {
	Amounts    []*AmountRequirement
	Attributes []*AttributeRequirement
	Pos        Position
	Path       string
}

// AmountRequirement asks for a quantity of a capability (§3.3.1). At least one
// of Min and Max is there.
type AmountRequirement struct {
	Name FormatString
	Min  *FloatField
	Max  *FloatField
	Pos  Position
	Path string
}

// AttributeRequirement asks for values of a capability (§3.3.2). At least one
// of AnyOf and AllOf is there.
type AttributeRequirement struct {
	Name  FormatString
	AnyOf []FormatString
	AllOf []FormatString
	Pos   Position
	Path  string
}
