// Command testcount reads `go test -json` on its standard input, shows what a
// person wants to see of it and closes with the counts:
//
//	412 passed, 0 failed, 3 skipped
//
// It exits with 1 if a test or a package failed, or if no test ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

type key struct{ pkg, test string }

func main() {
	output := map[key][]string{}
	counts := map[string]int{}
	broken := 0
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e event
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			fmt.Println(in.Text())
			continue
		}
		k := key{e.Package, e.Test}
		switch e.Action {
		case "output":
			output[k] = append(output[k], e.Output)
		case "build-output":
			fmt.Print(e.Output)
		case "pass", "fail", "skip":
			if e.Test != "" {
				counts[e.Action]++
				report(e, output[k])
				delete(output, k)
				continue
			}
			fmt.Printf("%-5s %s (%.1fs)\n", e.Action, e.Package, e.Elapsed)
			if e.Action == "fail" {
				broken++
				fmt.Print(strings.Join(output[k], ""))
			}
		}
	}
	if err := in.Err(); err != nil {
		fmt.Println("reading the test events:", err)
		broken++
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", counts["pass"], counts["fail"], counts["skip"])
	if counts["fail"] > 0 || broken > 0 || counts["pass"] == 0 {
		os.Exit(1)
	}
}

// report shows a failed test in full and why one was skipped.
func report(e event, lines []string) {
	switch e.Action {
	case "fail":
		fmt.Printf("FAIL %s %s\n%s", e.Package, e.Test, strings.Join(lines, ""))
	case "skip":
		fmt.Printf("skip %s %s: %s\n", e.Package, e.Test, reason(lines))
	}
}

// reason is the message of t.Skip.
func reason(lines []string) string {
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			return line
		}
	}
	return "no reason given"
}
