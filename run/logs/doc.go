// Package logs is a stream of output.
package logs
