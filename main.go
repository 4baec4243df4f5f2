// Command runner runs Open Job Description job templates on this machine.
package main

import (
	"os"

	"runner/run/cli"
)

func main() {
	if status, done := cli.Guardian(os.Args); done {
		os.Exit(status)
	}
	os.Exit(cli.Main(os.Args, cli.System()))
}
