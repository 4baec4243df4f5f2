// Package proc runs one operating-system process.
package proc
