package template

import "errors"

// Options says what a document may use and cost.
type Options struct {
	Supported ExtensionSet // extensions that may be declared; zero: SupportedExtensions()
	Limits    Limits
}

// Load reads and checks one document. path names it in positions and decides
// the syntax: a name ending in .json (any case) is JSON, every other is YAML
// 1.2. The error is a Faults with everything that is wrong.
func Load(path string, data []byte, options Options) (*Document, error) {
	return nil, errors.New("not written yet")
}
