package proc

// This file contains families by job objects. A job ends with its last handle,
// so the runner's death ends what it started without a guardian.

import (
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

func newContainer(LauncherOptions) container { return jobs{} }

// jobs is the container.
type jobs struct{}

func (jobs) name() string { return "job" }

func (jobs) newFamily(a *os.ProcAttr) (family, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		_ = windows.CloseHandle(job)
		return nil, err
	}
	// A group of its own, so that Ctrl-Break reaches it and not the runner.
	a.Sys = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return &jobFamily{job: job}, nil
}

// fork puts the process into its job just after its start; a child that it
// makes in between escapes.
func (jobs) fork(f family, start func() (*os.Process, error)) (*os.Process, error) {
	p, err := start()
	if err != nil {
		return nil, err
	}
	handle, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(f.(*jobFamily).job, handle)
		_ = windows.CloseHandle(handle)
	}
	f.(*jobFamily).main = p
	f.(*jobFamily).outside = err != nil // it has ended, or the system refuses
	return p, nil
}

func (jobs) refused(error) (container, bool) { return nil, false }
func (jobs) close() error                    { return nil }

// jobFamily is one job object.
type jobFamily struct {
	mu      sync.Mutex
	job     windows.Handle
	main    *os.Process
	outside bool
}

func (f *jobFamily) kill() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.job != 0 {
		_ = windows.TerminateJobObject(f.job, 137)
	}
	if f.outside {
		_ = f.main.Kill()
	}
}

func (f *jobFamily) strike(bool) bool { return false }
func (f *jobFamily) dismiss() bool    { return false }
func (f *jobFamily) reaped()          {}

// alive asks the job how many processes it has; their ids are not asked for.
func (f *jobFamily) alive() []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.job == 0 {
		return nil
	}
	// JOBOBJECT_BASIC_ACCOUNTING_INFORMATION: four times of 8 bytes, then
	// page faults, all, active and terminated processes of 4 bytes.
	var info struct {
		Times                                 [4]int64
		PageFaults, Total, Active, Terminated uint32
	}
	const basicAccounting = 1
	if err := windows.QueryInformationJobObject(f.job, basicAccounting,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil); err != nil {
		return nil
	}
	return make([]int, info.Active)
}

func (f *jobFamily) release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = windows.CloseHandle(f.job)
	f.job = 0
}
