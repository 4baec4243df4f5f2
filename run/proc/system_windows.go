package proc

// This file holds what differs between Unix and Windows in starting programs.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/windows"
)

const (
	// defaultPath: without a PATH only the working directory could be searched.
	defaultPath = `C:\Windows\System32;C:\Windows`
	shellPath   = ""

	errTextBusy = windows.ERROR_SHARING_VIOLATION

	// Closing a pipe does not end a read that is under way; the end of the
	// family's last process does.
	closeUnblocksRead = false

	guardianDir = `C:\`
)

// executable finds the file of a program with one of the PATHEXT endings.
func executable(path string, env []string) (string, error) {
	exts, set := lookupEnv(env, "PATHEXT")
	if !set {
		exts = ".COM;.EXE;.BAT;.CMD"
	}
	list := strings.Split(strings.ToLower(exts), ";")
	for _, ext := range list {
		if ext != "" && strings.EqualFold(filepath.Ext(path), ext) {
			list = []string{""}
			break
		}
	}
	err := error(syscall.ENOENT)
	for _, ext := range list {
		info, statErr := os.Stat(path + ext)
		if statErr == nil && !info.IsDir() {
			return path + ext, nil
		}
		if statErr != nil {
			err = statErr
		}
	}
	return "", err
}

// envKey is the form in which two names of variables are compared.
func envKey(name string) string { return strings.ToUpper(name) }

// notify asks the process's group to end; it needs a console.
func notify(p *os.Process) error {
	return windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(p.Pid))
}

// exitStatus reads the code out of a wait's result. There are no signals, but
// the system's own codes are better known in hexadecimal.
func exitStatus(s *os.ProcessState) (code int, signal string) {
	code = s.ExitCode()
	if uint32(code) >= 0xC0000000 {
		return code, fmt.Sprintf("0x%08X", uint32(code))
	}
	return code, ""
}

// detached frees the guardian from the runner's console.
func detached() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}

func ignoreSignals() {}

// endProcesses has nothing to do: jobs end with the runner.
func (w *ward) endProcesses() {}
