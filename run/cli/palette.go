package cli

// This file defines the colours, as values: nothing global is switched.

import "github.com/fatih/color"

// palette has one function a meaning; each returns its text unchanged when
// colours are off.
type palette struct {
	on                               bool
	dim, bold, good, bad, warn, name *color.Color
}

func newPalette(on bool) *palette {
	p := &palette{
		on:   on,
		dim:  color.New(color.Faint),
		bold: color.New(color.Bold),
		good: color.New(color.FgGreen),
		bad:  color.New(color.FgRed, color.Bold),
		warn: color.New(color.FgYellow),
		name: color.New(color.FgCyan),
	}
	for _, c := range []*color.Color{p.dim, p.bold, p.good, p.bad, p.warn, p.name} {
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}
