//go:build !linux

package proc

// Ending says whether the main process has ended.
func (p *Process) Ending() bool {
	select {
	case <-p.main:
		return true
	default:
		return false
	}
}
