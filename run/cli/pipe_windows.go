package cli

import "os"

// openInput opens a file to be read.
func openInput(path string) (input, error) { return os.Open(path) }
