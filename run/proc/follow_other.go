//go:build !linux

package proc

import "os"

// makePipe gives the reading end as a file.
func makePipe(o *output) (w *os.File, err error) {
	o.raw = -1
	o.pipe, w, err = os.Pipe()
	return w, err
}

func (o *output) asFile() {}

func (p *Process) followed() bool { return false }
