#!/bin/sh
# namespaces.sh DIRECTORY RELEASE
# Runs the disk of scripts/laptop.sh without a virtual machine: on the kernel of
# this machine, in namespaces, with a systemd and control groups version 2 of its
# own. Needs root and version 2 mounted somewhere. What differs from a machine:
# the kernel is another one, and where the controllers of control groups are used
# by version 1, there are none. That and a missing CAP_SYS_RESOURCE are why Podman
# limits nothing here and root's uses runc.
set -eu
dir=$1 release=$2
groups=$(awk '$(NF - 2) == "cgroup2" && $4 == "/" { print $5; exit }' /proc/self/mountinfo)
[ -n "$groups" ] || {
	echo "namespaces.sh: version 2 of control groups is not mounted here: mount -t cgroup2 cgroup2 DIRECTORY" >&2
	exit 2
}
group=$groups/laptop-$$
mkdir "$group"
cp --sparse=always "$dir/$release.disk" "$dir/copy.disk"
(
	exec sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" \
		unshare --mount --pid --cgroup --net --ipc --uts --fork --kill-child sh -euc '
			mount --make-rprivate /
			mkdir -p "$1/root"
			mount -o loop "$1/copy.disk" "$1/root"
			cd "$1/root"
			mount -t proc proc proc
			mount -t sysfs -o ro sysfs sys
			mount -t cgroup2 cgroup2 sys/fs/cgroup
			mount -t tmpfs -o mode=755 tmpfs dev
			for device in null zero full random urandom tty fuse net/tun; do
				[ -e "/dev/$device" ] || continue
				mkdir -p "dev/$(dirname "$device")"
				: >"dev/$device"
				mount --bind "/dev/$device" "dev/$device"
			done
			mkdir dev/pts dev/shm dev/virtio-ports
			mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
			mount -t tmpfs tmpfs dev/shm
			ln -s pts/ptmx dev/ptmx
			ln -s /proc/self/fd dev/fd
			: >dev/virtio-ports/results >dev/vdb >dev/console
			mount --bind "$1/results.json" dev/virtio-ports/results
			mount --bind "$1/pack.tar" dev/vdb
			mount --bind "$1/console.log" dev/console
			mount -t tmpfs -o mode=755 tmpfs run
			mount -t tmpfs tmpfs tmp
			printf "[engine]\nruntime = \"runc\"\n[containers]\npids_limit = 0\n" >etc/containers/containers.conf
			install -d -o 1000 -g 1000 home/ada/.config home/ada/.config/containers
			printf "[engine]\nruntime = \"crun\"\n" >home/ada/.config/containers/containers.conf
			hostname laptop
			mkdir -p old
			pivot_root . old
			umount -l /old
			mount --make-rshared /
			exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
		' sh "$dir"
) </dev/null &
machine=$!
finish() {
	kill -KILL $machine 2>/dev/null || :
	wait $machine 2>/dev/null || :
	# A process that is ending holds its group a moment longer.
	tries=0
	until find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || [ $((tries += 1)) -gt 100 ]; do sleep 0.1; done
	rm -f "$dir/copy.disk"
	rmdir "$dir/root" 2>/dev/null || :
}
trap finish EXIT
trap 'exit 143' TERM
wait $machine
