// This file has every number of the specification and every limit of ours.

package template

// Limits bounds what a document may cost to read. A zero field means its
// default. The YAML library needs up to 200 bytes of memory for each byte of a
// document, which is why Size is no larger.
type Limits struct {
	Size    int // bytes of a document; default 4 MiB
	Depth   int // nesting of lists and mappings; default 100
	Aliases int // values that YAML aliases may add to a document; default 100,000
	Nodes   int // values in a document, aliases not counted; default 2,000,000
}

// withDefaults fills the zero fields.
func (l Limits) withDefaults() Limits {
	set := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	set(&l.Size, 4<<20)
	set(&l.Depth, 100)
	set(&l.Aliases, 100_000)
	set(&l.Nodes, 2_000_000)
	return l
}

// The numbers of the specification, each with its section. Lengths count
// Unicode code points.
const (
	maxJobName            = 128 // §1.1.1
	maxJobNameFB1         = 512
	maxParameters         = 50 // §1.1, §1.2
	maxParametersFB1      = 200
	maxStepName           = 64 // §3.1
	maxStepNameFB1        = 512
	maxEnvironmentName    = 64 // §4.1
	maxEnvironmentNameFB1 = 512
	maxIdentifier         = 64 // §7.1
	maxIdentifierFB1      = 512
	maxDescription        = 2048 // §7.2
	maxCapabilities       = 50   // §3.3
	maxCapabilityName     = 100  // §3.3.1.1, §3.3.2.1
	maxAttributeValues    = 50   // §3.3.2
	maxAttributeValue     = 100  // §3.3.2.2
	maxLetBindings        = 50   // §3.6
	maxLetName            = 512  // §3.6
	maxVariableName       = 256  // §4.4.1
	maxVariableValue      = 2048 // §4.4.2
	maxNotifyPeriod       = 600  // §5.3.2, seconds
	maxFilename           = 64   // §6.1.1
	maxFilenameFB1        = 256
	maxServices           = 10 // §9, services, requiresServices and ports each
	maxPortNumber         = 65535
)
