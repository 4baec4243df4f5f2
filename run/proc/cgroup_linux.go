package proc

// This file contains families by version 2 control groups. A process is cloned
// into a group of its own, a cell, so nothing of its family can leave it by
// setsid or by a second fork. Cells are kept and used again: making one costs
// as much as a tenth of a short process, asking one whether it is empty very
// little.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// cgroups is the container; all cells are below root.
type cgroups struct {
	root  string
	guard *Guard
	reap  *tree // not nil if the runner is process 1 and orphans come to it

	// proven: a child was seen alive in a cell. A kernel compares the number of
	// times that the group of the parent was killed with that of the group that
	// it clones into, and if they differ kills the child before it has run. So
	// a cell that was killed is not used again, and if the runner's own group
	// was (before the runner came into it) no cell can be used.
	proven atomic.Bool

	mu   sync.Mutex
	made int
	idle []*cell
}

// errNoCell is the failure to make another cell.
var errNoCell = errors.New("no control group can be made for the process")

// errStillborn is a child killed by the system before it has run.
var errStillborn = errors.New("the system kills processes in new control groups")

// cell is one control group.
type cell struct {
	dir    string
	handle *os.File // of the directory, to clone into
	events *os.File // cgroup.events
	kill   *os.File // cgroup.kill, opened early: when it is needed no file may be left to open
	// killed: cgroup.kill was written. Some kernels then kill whatever is cloned
	// into the group later, so it is not used again.
	killed atomic.Bool
}

// newCgroups makes the group of this run below the one that the runner is in.
// Nil means that this system or user has none to offer.
func newCgroups(g *Guard) *cgroups {
	own := ownCgroup()
	if own == "" {
		return nil
	}
	root, err := os.MkdirTemp(own, fmt.Sprintf("runner-%d-*", os.Getpid()))
	if err != nil {
		return nil
	}
	c := &cgroups{root: root, guard: g}
	// The whole design rests on cgroup.kill (Linux 5.14).
	if _, err := os.Stat(filepath.Join(root, "cgroup.kill")); err != nil {
		os.Remove(root)
		return nil
	}
	g.tell("cgroup", root)
	if os.Getpid() == 1 {
		c.reap = newTree(nil)
	}
	return c
}

// ownCgroup finds the directory of the runner's own version 2 group.
func ownCgroup() string {
	mount := ""
	info, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(info)) {
		// 31 23 0:26 /root /mount options - cgroup2 source super-options
		left, right, ok := strings.Cut(line, " - ")
		fields := strings.Fields(left)
		if ok && len(fields) >= 5 && strings.HasPrefix(right, "cgroup2 ") && fields[3] == "/" {
			mount = unescapeMount(fields[4])
		}
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		if path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::/"); ok && mount != "" {
			return filepath.Join(mount, path)
		}
	}
	return ""
}

// unescapeMount undoes the octal escapes of /proc/self/mountinfo.
func unescapeMount(s string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

func (c *cgroups) name() string { return "cgroup" }

// place is the directory of the run's group.
func (c *cgroups) place() string { return c.root }

func (c *cgroups) newFamily(a *os.ProcAttr) (family, error) {
	cl, err := c.take()
	if err != nil {
		return nil, errors.Join(errNoCell, err)
	}
	a.Sys = &syscall.SysProcAttr{Setsid: true, UseCgroupFD: true, CgroupFD: int(cl.handle.Fd())}
	return &cgroupFamily{owner: c, cell: cl}, nil
}

// take gives an idle cell, or a new one.
func (c *cgroups) take() (*cell, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		cl := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return cl, nil
	}
	c.made++
	dir := filepath.Join(c.root, strconv.Itoa(c.made))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	cl, err := openCell(dir)
	if err != nil {
		return nil, errors.Join(err, os.Remove(dir))
	}
	return cl, nil
}

func openCell(dir string) (*cell, error) {
	cl := &cell{dir: dir}
	var err1, err2, err3 error
	cl.handle, err1 = os.Open(dir)
	cl.events, err2 = os.Open(filepath.Join(dir, "cgroup.events"))
	cl.kill, err3 = os.OpenFile(filepath.Join(dir, "cgroup.kill"), os.O_WRONLY, 0)
	if err := errors.Join(err1, err2, err3); err != nil {
		cl.close()
		return nil, err
	}
	return cl, nil
}

func (c *cgroups) fork(f family, start func() (*os.Process, error)) (*os.Process, error) {
	own := &f.(*cgroupFamily).pid
	if c.reap != nil {
		begin := start
		start = func() (*os.Process, error) { return c.reap.forkAs(own, begin) }
	}
	p, err := start()
	if err != nil {
		return nil, err
	}
	*own = p.Pid
	if c.proven.Load() {
		return p, nil
	}
	// Before anything else a child makes its session.
	if info, ok := readProc(p.Pid); ok && info.sid != p.Pid {
		_, _ = p.Wait()
		f.reaped()
		return nil, errStillborn
	}
	c.proven.Store(true)
	return p, nil
}

// refused says whether the start failed for a reason that can be the group's:
// the system, or a filter above it, may know clone but not into a group. Once
// it has worked, only the making of a group can be.
func (c *cgroups) refused(err error) (container, bool) {
	noRoom := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
	switch {
	case noRoom, c.proven.Load() && !errors.Is(err, errNoCell):
		return nil, false
	case errors.Is(err, errNoCell):
		return newTree(c.guard), true
	}
	for _, e := range []error{syscall.ENOENT, syscall.ENOEXEC, syscall.E2BIG, syscall.ENOTDIR, errTextBusy} {
		if errors.Is(err, e) {
			return nil, false
		}
	}
	return newTree(c.guard), true
}

func (c *cgroups) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cl := range c.idle {
		cl.close()
	}
	c.idle = nil
	if c.reap != nil {
		c.reap.adopted()
	}
	if err := removeCgroup(c.root, killPatience); err != nil {
		return err
	}
	c.guard.tell("-cgroup", c.root)
	return nil
}

func (cl *cell) close() {
	for _, f := range []*os.File{cl.handle, cl.events, cl.kill} {
		f.Close() // also of nil
	}
}

// populated says whether any process is in the group or below it.
func (cl *cell) populated() bool {
	var buf [128]byte
	n, err := cl.events.ReadAt(buf[:], 0)
	if n == 0 && err != nil {
		return false // the group was removed under us: then it is empty
	}
	return bytes.Contains(buf[:n], []byte("populated 1"))
}

// cgroupFamily is the family in one cell.
type cgroupFamily struct {
	owner *cgroups
	cell  *cell
	pid   int // of the main process

	killed atomic.Bool
}

func (f *cgroupFamily) kill() {
	f.killed.Store(true)
	f.cell.killed.Store(true)
	// It fails only if the group is gone, and then there is nobody to kill.
	_, _ = f.cell.kill.WriteAt([]byte("1"), 0)
}

func (f *cgroupFamily) strike(ask bool) bool { return strike(f.pid, f.members(), ask) }

func (f *cgroupFamily) dismiss() bool {
	for _, p := range f.members() {
		p.signal(syscall.SIGTERM)
	}
	return true
}

// members are the processes that can be told by their ids.
func (f *cgroupFamily) members() map[int]procInfo {
	members := map[int]procInfo{}
	for _, pid := range cgroupPids(f.cell.dir) {
		if p, ok := readProc(pid); ok && !p.dead() {
			members[pid] = p
		}
	}
	return members
}

func (f *cgroupFamily) reaped() {
	if f.owner.reap != nil {
		f.owner.reap.disown(f.pid)
		f.owner.reap.adopted()
	}
}

func (f *cgroupFamily) alive() []int {
	if !f.cell.populated() {
		return nil
	}
	return cgroupPids(f.cell.dir)
}

// release makes the cell idle. One in which the process made groups of its own,
// that was killed or that could not be emptied is not used again.
func (f *cgroupFamily) release() {
	info, err := f.cell.handle.Stat()
	if err != nil || f.cell.killed.Load() || f.cell.populated() || hasSubgroups(info) {
		f.cell.close()
		_ = removeCgroup(f.cell.dir, 0) // else close removes it with the root
		return
	}
	f.owner.mu.Lock()
	defer f.owner.mu.Unlock()
	f.owner.idle = append(f.owner.idle, f.cell)
}

// hasSubgroups tells from the link count of a group's directory.
func hasSubgroups(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Nlink > 2
}

// cgroupPids lists the processes in a group and below it. A process without an
// id here (of another pid namespace, or if the list cannot be read) is 0.
func cgroupPids(dir string) []int {
	var pids []int
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			return nil
		}
		var procs []byte
		if err == nil {
			procs, err = os.ReadFile(filepath.Join(path, "cgroup.procs"))
		}
		if err != nil && !os.IsNotExist(err) {
			pids = append(pids, 0)
		}
		for _, field := range strings.Fields(string(procs)) {
			pid, _ := strconv.Atoi(field)
			pids = append(pids, pid)
		}
		return nil
	})
	return pids
}

// removeCgroup kills what is in a group and removes it with those below it. A
// process that is ending holds its group a moment longer.
func removeCgroup(root string, patience time.Duration) error {
	tick := backoff{deadline: time.Now().Add(patience)}
	for {
		var dirs []string
		_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				dirs = append(dirs, path)
			}
			return nil
		})
		var last error
		for i := len(dirs) - 1; i >= 0; i-- {
			if err := os.Remove(dirs[i]); err != nil && !os.IsNotExist(err) {
				last = err
			}
		}
		if last == nil {
			return nil
		}
		_ = os.WriteFile(filepath.Join(root, "cgroup.kill"), []byte("1"), 0)
		if !tick.wait() {
			return fmt.Errorf("a control group was not removed: %w", last)
		}
	}
}
