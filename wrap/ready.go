package wrap

// This file defines the ready-made wrappers: Environment Templates inside the
// program that run a job in containers.

import (
	"bytes"
	"embed"
	"slices"
	"strings"
	"sync"
	"text/template"
)

//go:embed ready
var ready embed.FS

// Ready is a ready-made Environment Template.
type Ready struct {
	Name string
	// Summary is its first line: what it does.
	Summary string
	// Text is the document.
	Text []byte
}

// engine is what differs between the container engines; everything else is in
// their common source. Each field is a piece of a script there, but for Title.
type engine struct {
	// Engine is the program's name.
	Engine string
	// Title begins the names of the parameters and is the engine's in prose.
	Title string
	// Variables are those of the host that the client reads, beside those that any
	// program does.
	Variables string
	// GpuNames says how GPUs are named, GpuOption gives those of "$gpus".
	GpuNames, GpuOption string
	// AsCaller completes the arguments where actions are run as the caller.
	AsCaller string
	// Label gives the value of a label, whose name follows, in a list of containers.
	Label string
	// Leftovers narrows the list of containers to those that may be left of a run;
	// it begins with a space.
	Leftovers string
	// Remove is the command that removes a container, at once.
	Remove string
}

var docker = engine{
	Engine:    "docker",
	Title:     "Docker",
	Variables: "DOCKER_API_VERSION DOCKER_CERT_PATH DOCKER_CONFIG DOCKER_CONTEXT DOCKER_HOST DOCKER_TLS DOCKER_TLS_VERIFY",
	GpuNames:  "as docker's --gpus takes it, such as all",
	GpuOption: `--gpus "$gpus"`,
	Label:     ".Label",
	// Its daemon ends what a killed client has left running.
	Leftovers: " --filter status=created --filter status=exited",
	Remove:    "docker container rm --force --volumes",
}

var podman = engine{
	Engine: "podman",
	Title:  "Podman",
	Variables: "XDG_CONFIG_HOME XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS REGISTRY_AUTH_FILE STORAGE_DRIVER STORAGE_OPTS \\\n" +
		"              CONTAINER_CONNECTION CONTAINER_HOST CONTAINER_SSHKEY CONTAINERS_CONF CONTAINERS_CONF_OVERRIDE \\\n" +
		"              CONTAINERS_REGISTRIES_CONF CONTAINERS_STORAGE_CONF",
	GpuNames:  "by their CDI name after nvidia.com/gpu=, such as all or 0",
	GpuOption: `--device "nvidia.com/gpu=$gpus"`,
	AsCaller:  `[ "$(id -u)" = 0 ] || set -- "$@" --userns keep-id`,
	Label:     "index .Labels",
	// Without a daemon a killed run's container may be on record as running.
	Leftovers: "",
	Remove:    "podman container rm --force --volumes --time 0",
}

// either is the engine that the sidecar's scripts have in a variable, with
// others for what differs.
var either = engine{
	Engine:    `"$engine"`,
	Title:     "Sidecar",
	Label:     "$label",
	Leftovers: " $leftovers",
	Remove:    `"$engine" container rm --force --volumes $hurry`,
}

// sources are all of them by name, with the file that each is written in. What is
// written for no engine has nothing to fill in. A further wrapper is added here.
var sources = []struct {
	name, file string
	engine
}{
	{"apptainer", "apptainer.yaml", engine{}},
	{"bwrap", "bwrap.yaml", engine{}},
	{"compose", "compose.yaml", engine{}},
	{"docker", "container.yaml", docker},
	{"podman", "container.yaml", podman},
	{"sidecar", "sidecar.yaml", either},
}

// readyMade renders all of them once.
var readyMade = sync.OnceValue(func() []Ready {
	parsed := template.New("").Delims("[%", "%]")
	// part is a piece of parts.sh, indented as what is in an embedded file.
	parsed.Funcs(template.FuncMap{"part": func(name string, e engine) (string, error) {
		var b bytes.Buffer
		err := parsed.ExecuteTemplate(&b, name, e)
		return strings.ReplaceAll(b.String(), "\n", "\n"+strings.Repeat(" ", 10)), err
	}})
	template.Must(parsed.ParseFS(ready, "ready/*"))
	var out []Ready
	for _, s := range sources {
		var b bytes.Buffer
		if err := parsed.ExecuteTemplate(&b, s.file, s.engine); err != nil {
			panic(err) // not possible: it is part of the program, and tested
		}
		first, _, _ := strings.Cut(b.String(), "\n")
		summary := strings.TrimSuffix(strings.TrimPrefix(first, "# "), ".")
		out = append(out, Ready{Name: s.name, Summary: summary, Text: b.Bytes()})
	}
	return out
})

// ReadyMade lists the ready-made wrappers by name.
func ReadyMade() []Ready { return slices.Clone(readyMade()) }

// FindReady finds a ready-made wrapper by its name.
func FindReady(name string) (Ready, bool) {
	for _, r := range readyMade() {
		if r.Name == name {
			return r, true
		}
	}
	return Ready{}, false
}
