//go:build unix

// Command figures measures what the runner costs, on this machine, each figure
// against its bare counterpart in the same run:
//
//	go run ./scripts/figures
//
// It builds the runner, takes the two sides in turn and prints medians. It is
// for those who work on the runner; the tests do not need it.
package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

const rounds = 11

const tasksJob = `specificationVersion: jobtemplate-2023-09
name: Tasks
steps:
  - name: S
    parameterSpace:
      taskParameterDefinitions: [{name: I, type: INT, range: "1-%d"}]
    script: {actions: {onRun: {command: /bin/true}}}
`

const gatedJob = `specificationVersion: jobtemplate-2023-09
extensions: [SERVICE, EXPR]
name: Gated
services:
  - name: Echo
    ports: [{name: main}]
    script: {actions: {onRun: {command: %q, args: [listen, "{{Service.Echo.main.port}}"]}}}
steps:
  - name: Use
    dependencies: [{service: Echo}]
    script: {actions: {onRun: {command: /bin/true}}}
`

func main() {
	if len(os.Args) == 3 && os.Args[1] == "listen" {
		listen(os.Args[2])
	}
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// listen is the Service of the gated start: it listens at once, says so when it
// is asked for port 0, and stays.
func listen(port string) {
	l, err := net.Listen("tcp4", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("listening")
	for {
		if c, err := l.Accept(); err == nil {
			c.Close()
		}
	}
}

func measure() error {
	dir, err := os.MkdirTemp("", "figures-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	runner := filepath.Join(dir, "runner")
	build := exec.Command("go", "build", "-trimpath", "-o", runner, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building: %w\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	job := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		return path
	}
	few, many := job("tasks.yaml", fmt.Sprintf(tasksJob, 200)), job("million.yaml", fmt.Sprintf(tasksJob, 1_000_000))
	gated := job("gated.yaml", fmt.Sprintf(gatedJob, self))
	if err != nil {
		return err
	}

	var tasks, bare, ratios, checks, gate, two, over []time.Duration
	for range rounds {
		a, b := timed(command(runner, "run", few)), timed(loop)
		tasks, bare = append(tasks, a), append(bare, b)
		ratios = append(ratios, time.Duration(1000*float64(a)/float64(b)))
		checks = append(checks, timed(command(runner, "check", few)))
		g, t := timed(command(runner, "run", gated)), timed(func() { together(self) })
		gate, two, over = append(gate, g), append(two, t), append(over, g-t)
	}
	fmt.Printf("200 Tasks of /bin/true          %8.1f ms, a bare loop %.1f ms, ratio %.2f\n", ms(tasks), ms(bare), float64(median(ratios))/1000)
	fmt.Printf("check of a small template       %8.1f ms\n", ms(checks))
	fmt.Printf("gated start, Service and Task   %8.1f ms, the two processes alone %.1f ms, more %.1f ms\n", ms(gate), ms(two), ms(over))
	cmd := exec.Command(runner, "run", many, "--maximum-tasks", "10")
	if err := cmd.Run(); err != nil {
		return err
	}
	fmt.Printf("first 10 of 1,000,000 Tasks     %8.1f MiB at most\n", float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)/1024)
	return nil
}

// command runs a program that has to succeed.
func command(name string, args ...string) func() {
	return func() {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s %q: %v\n%s", name, args, err, out)
			os.Exit(1)
		}
	}
}

// loop starts and awaits /bin/true 200 times.
func loop() {
	for range 200 {
		command("/bin/true")()
	}
}

// together is the gated start without a runner: the Service until it listens,
// then the Task, then the Service's end.
func together(self string) {
	service := exec.Command(self, "listen", "0")
	out, err := service.StdoutPipe()
	if err == nil {
		err = service.Start()
	}
	if err == nil {
		_, err = out.Read(make([]byte, 32))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	command("/bin/true")()
	_ = service.Process.Kill()
	_ = service.Wait()
}

func timed(f func()) time.Duration {
	begin := time.Now()
	f()
	return time.Since(begin)
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

func ms(all []time.Duration) float64 { return float64(median(all)) / float64(time.Millisecond) }
