#!/bin/sh
# Runs the tests of containment and of the container engines on a machine like a
# user's own: Debian with systemd, control groups version 2 alone, Docker as a
# service, and an ordinary user with rootless Podman and unprivileged bubblewrap.
# The machine is a virtual one without a network; scripts/laptop/inside.sh says
# what runs in it. Nothing that happens there is kept.
#
#   scripts/laptop.sh [RELEASE [TEST-ARGUMENT]...]
#
#   scripts/laptop.sh                              Debian 12
#   scripts/laptop.sh trixie                       Debian 13
#   scripts/laptop.sh bookworm -test.run Engines   some of the tests
#
# Needed are debootstrap, qemu-system-x86_64, mkfs.ext4, Go and, to make the disk,
# root. The disk is made once for each release (some minutes, about 3 GB) in
# RUNNER_LAPTOP_DIR, by default /tmp/runner-laptop. RUNNER_LAPTOP_TIMEOUT is how
# many seconds the machine may run, by default two hours. Where there is no
# hardware for virtual machines, RUNNER_LAPTOP_NAMESPACES=yes does nearly the same
# on the kernel that runs already, see scripts/laptop/namespaces.sh.
# The last line has the counts.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
dir=${RUNNER_LAPTOP_DIR:-/tmp/runner-laptop}
limit=${RUNNER_LAPTOP_TIMEOUT:-7200}
release=${1:-bookworm}
[ $# -eq 0 ] || shift

say() { echo "laptop: $*" >&2; }

qemu=qemu-system-x86_64
[ -z "${RUNNER_LAPTOP_NAMESPACES-}" ] || qemu=unshare
for command in debootstrap $qemu mkfs.ext4 go; do
	command -v "$command" >/dev/null || {
		say "$command is not installed; Debian's packages are debootstrap, qemu-system-x86, e2fsprogs and golang"
		exit 2
	}
done

# pack makes a second disk: an archive of the tests, compiled, and what they read.
pack() { # TEST-ARGUMENT...
	rm -rf "$dir/pack"
	mkdir -p "$dir/pack/bin" "$dir/pack/runner"
	for package in run/proc run/cli; do
		go test -c -o "$dir/pack/bin/$(basename "$package").test" "./$package"
	done
	go build -o "$dir/pack/bin/test2json" cmd/test2json
	go build -o "$dir/testcount" ./scripts/testcount
	cp scripts/laptop/inside.sh "$dir/pack/"
	printf '%s\n' "$@" >"$dir/pack/arguments"
	git ls-files -z | xargs -0 cp --parents -t "$dir/pack/runner"
	cases=${OPENJD_CONFORMANCE:-../shared/conformance}
	[ ! -d "$cases" ] || cp -rL "$cases" "$dir/pack/conformance"
	chmod -R a+rX "$dir/pack"
	tar -C "$dir/pack" --owner=0 --group=0 -cf "$dir/pack.tar" .
	chmod -R u+w "$dir/pack"
	rm -rf "$dir/pack"
}

mkdir -p "$dir"
made=$(cksum <scripts/laptop/disk.sh)
if [ ! -e "$dir/$release.disk" ] || [ "$(cat "$dir/$release.made" 2>/dev/null)" != "$made" ]; then
	say "making the disk of $release; $dir/$release.log has what is said"
	scripts/laptop/disk.sh "$dir" "$release" >"$dir/$release.log" 2>&1 </dev/null || {
		tail -n 5 "$dir/$release.log" >&2
		say "the disk could not be made"
		exit 2
	}
	echo "$made" >"$dir/$release.made"
fi
pack "$@"

say "starting the machine; $dir/console.log has what it says"
: >"$dir/results.json"
: >"$dir/console.log"
if [ -n "${RUNNER_LAPTOP_NAMESPACES-}" ]; then
	timeout "$limit" scripts/laptop/namespaces.sh "$dir" "$release" >&2 &
else
	accelerate="-accel kvm -cpu host"
	# A /dev/kvm without the processor's help runs kernels that were made for it only.
	[ -w /dev/kvm ] && grep -qwE 'vmx|svm' /proc/cpuinfo || {
		say "this machine cannot run another one by hardware: it is emulated, which takes many times as long"
		accelerate="-accel tcg,thread=multi -cpu max"
	}
	# shellcheck disable=SC2086 # options are words
	TMPDIR=$dir timeout "$limit" qemu-system-x86_64 -nodefaults -no-user-config $accelerate -smp 2 -m 3072 \
		-nic none -display none -no-reboot -serial "file:$dir/console.log" \
		-kernel "$dir/$release.kernel" -initrd "$dir/$release.initrd" -append "root=/dev/vda rw console=ttyS0 panic=-1" \
		-drive "file=$dir/$release.disk,format=raw,if=virtio,snapshot=on" -drive "file=$dir/pack.tar,format=raw,if=virtio,readonly=on" \
		-device virtio-serial -chardev "file,id=results,path=$dir/results.json" -device virtserialport,chardev=results,name=results \
		</dev/null >&2 &
fi
machine=$!
trap 'kill $machine 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
ended=0
wait $machine || ended=$?
trap - EXIT
# What was not run counts as failed.
all='"Package":"the machine","Test":"all tests were run"'
grep -qF "$all" "$dir/results.json" ||
	printf '%s\n' "{\"Action\":\"output\",$all,\"Output\":\"the machine ended too early with status $ended; see $dir/console.log\\n\"}" \
		"{\"Action\":\"fail\",$all}" >>"$dir/results.json"
exec "$dir/testcount" <"$dir/results.json"
