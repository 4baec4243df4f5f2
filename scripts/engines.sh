#!/bin/sh
# Container engines for the tests, from Debian's packages and out of the way of
# others on the machine: a dockerd with a socket and a store of its own, a store
# for podman, and a registry on loopback with the image that the tests pull.
#
#   eval "$(scripts/engines.sh start)"   starts them, sets what the tests read
#   scripts/engines.sh stop              ends what start started
#   scripts/engines.sh root DIRECTORY    makes just the root directory of busybox
#
# Tests that start containers look for those that are left: one run at a time.
# What cannot run here is named on standard error; its tests are skipped and say
# so. Nothing is pulled from elsewhere: the image is made of busybox.
set -eu
dir=${RUNNER_ENGINES_DIR:-/tmp/runner-engines}
PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin:$PATH
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo

say() { echo "engines: $*" >&2; }

install_packages() {
	for command in dockerd bwrap podman docker-registry busybox docker-compose; do
		command -v "$command" >/dev/null 2>&1 && continue
		packages="docker.io docker-compose bubblewrap podman docker-registry busybox-static iptables"
		say "installing the Debian packages: $packages"
		$sudo apt-get update -qq >&2
		$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
		return
	done
}

# eventually COMMAND...: waits up to 20 s for it to succeed.
eventually() {
	tries=0
	until "$@" >/dev/null 2>&1; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ] || return 1
		sleep 0.2
	done
}

start_registry() {
	port=${RUNNER_ENGINES_PORT:-5055}
	cat >"$dir/registry.yml" <<END
version: 0.1
log: {level: error}
storage: {filesystem: {rootdirectory: $dir/registry}}
http: {addr: "127.0.0.1:$port"}
END
	docker-registry serve "$dir/registry.yml" >"$dir/registry.log" 2>&1 </dev/null &
	echo $! >"$dir/registry.pid"
	eventually answers || { say "the registry does not answer, see $dir/registry.log"; return 1; }
	image=localhost:$port/openjd-test:1
}

# answers says whether the registry listens; the shell has no client of its own.
answers() { busybox wget -q -O /dev/null "http://127.0.0.1:$port/v2/"; }

start_docker() {
	DOCKER_HOST=unix://$dir/docker.sock
	export DOCKER_HOST
	$sudo dockerd --host "$DOCKER_HOST" --data-root "$dir/docker" --exec-root "$dir/docker-run" --group "$(id -gn)" \
		--pidfile "$dir/dockerd.pid" >"$dir/dockerd.log" 2>&1 </dev/null &
	eventually docker info && return
	say "dockerd does not run here: $(tail -n 1 "$dir/dockerd.log")"
	unset DOCKER_HOST
	return 1
}

# configure_podman gives podman a store of its own, the registry without TLS, and
# limits that an engine without the right to raise them can set.
configure_podman() {
	mkdir -p "$dir/podman" "$dir/podman-run"
	cat >"$dir/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$dir/podman"
runroot = "$dir/podman-run"
END
	cat >"$dir/registries.conf" <<END
[[registry]]
location = "localhost:$port"
insecure = true
END
	cat >"$dir/containers.conf" <<END
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
END
	CONTAINERS_STORAGE_CONF=$dir/storage.conf CONTAINERS_REGISTRIES_CONF=$dir/registries.conf CONTAINERS_CONF=$dir/containers.conf
	export CONTAINERS_STORAGE_CONF CONTAINERS_REGISTRIES_CONF CONTAINERS_CONF
}

# make_root makes a root directory of busybox, also for bwrap.
make_root() { # DIRECTORY
	mkdir -p "$1/bin" "$1/etc" "$1/usr"
	cp "$(command -v busybox)" "$1/bin/busybox"
	for name in $(busybox --list); do
		[ "$name" = busybox ] || ln -sf busybox "$1/bin/$name"
	done
	ln -sfn ../bin "$1/usr/bin"
	echo 'root:x:0:0:root:/:/bin/sh' >"$1/etc/passwd"
}

# make_sif makes the tests' image for apptainer, where the machine has one: there is
# no Debian package of it to install. Where root lacks a capability, as in many a
# container, apptainer is told so.
make_sif() {
	if ! command -v apptainer >/dev/null 2>&1; then
		say "apptainer is not installed, and Debian 12 has no package of it: its tests are skipped"
		return
	fi
	sif=$dir/root.sif
	apptainer --silent build "$sif" "$dir/root" >"$dir/apptainer.log" 2>&1 &&
		apptainer exec "$sif" true >"$dir/apptainer.log" 2>&1 && return
	export APPTAINER_DROP_CAPS=CAP_SYS_RESOURCE
	apptainer exec "$sif" true >"$dir/apptainer.log" 2>&1 && return
	say "apptainer does not run here: $(tail -n 1 "$dir/apptainer.log")"
	unset APPTAINER_DROP_CAPS
}

publish() { # ENGINE
	tar -C "$dir/root" -c . | "$1" import - "$image" >/dev/null 2>&1 || return 1
	"$1" push "$image" >/dev/null 2>&1 || return 1
	# So that the tests' first pull is one.
	"$1" image rm "$image" >/dev/null 2>&1
}

# make_host_image gives an engine an image with nothing but the places where the
# host's own programs are to be mounted.
make_host_image() { # ENGINE
	if [ ! -e "$dir/host" ]; then
		for name in usr etc tmp proc sys dev; do mkdir -p "$dir/host/$name"; done
		for name in bin sbin lib lib64; do
			[ ! -L "/$name" ] || ln -s "usr/$name" "$dir/host/$name"
		done
	fi
	tar -C "$dir/host" -c . | "$1" import - localhost/openjd-host:1 >/dev/null 2>&1 ||
		say "$1 has no image for the host's programs"
}

start() {
	install_packages
	if [ -e "$dir" ]; then stop; fi
	mkdir -p "$dir"
	make_root "$dir/root"
	start_registry
	published=
	if start_docker; then
		publish docker && published=yes
		make_host_image docker
	fi
	configure_podman
	make_host_image podman
	[ -n "$published" ] || { publish podman && published=yes; } || say "no engine could push the image of the tests"
	podman run --rm --network host "$image" true >/dev/null 2>"$dir/podman.log" ||
		say "podman does not run here: $(tail -n 1 "$dir/podman.log")"
	podman image rm --force "$image" >/dev/null 2>&1 || true
	sif=
	make_sif
	# The programs that were found here, whatever else the PATH has of their names.
	mkdir -p "$dir/bin"
	for command in docker docker-compose podman bwrap; do
		ln -s "$(command -v "$command")" "$dir/bin/$command"
	done
	echo "export PATH='$dir/bin':\"\$PATH\""
	for name in DOCKER_HOST CONTAINERS_STORAGE_CONF CONTAINERS_REGISTRIES_CONF CONTAINERS_CONF APPTAINER_DROP_CAPS; do
		eval "value=\${$name-}"
		[ -z "$value" ] || echo "export $name='$value'"
	done
	echo "export RUNNER_TEST_IMAGE='$image'"
	echo "export RUNNER_TEST_HOST_IMAGE='localhost/openjd-host:1'"
	echo "export RUNNER_TEST_ROOT='$dir/root'"
	[ -z "$sif" ] || echo "export RUNNER_TEST_APPTAINER_IMAGE='$sif'"
}

stop() {
	for name in registry dockerd; do
		[ -e "$dir/$name.pid" ] || continue
		pid=$($sudo cat "$dir/$name.pid")
		$sudo kill "$pid" 2>/dev/null || continue
		tries=0
		while $sudo kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 100 ]; do
			tries=$((tries + 1))
			sleep 0.2
		done
	done
	for mounted in "$dir/docker-run/netns/default" "$dir/podman/overlay"; do
		$sudo umount "$mounted" 2>/dev/null || true
	done
	$sudo rm -rf "$dir" || say "$dir could not be removed"
}

case ${1-} in
start) start ;;
stop) stop ;;
root) make_root "${2:?the directory}" ;;
*)
	say "usage: scripts/engines.sh start | stop | root DIRECTORY"
	exit 2
	;;
esac
