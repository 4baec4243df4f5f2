#!/bin/sh
# disk.sh DIRECTORY RELEASE
# Makes the disk of the virtual machine of scripts/laptop.sh, with its kernel and
# its first file system: RELEASE.disk, RELEASE.kernel and RELEASE.initrd in the
# directory. Debian's packages come from the archive that this machine's apt uses.
set -eu
dir=$1 release=$2
root=$dir/$release.root
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo

# What a user has there. Debian 12's Podman uses slirp4netns, 13's passt.
packages="linux-image-cloud-amd64 libpam-systemd dbus-user-session sudo procps iproute2 kmod udev
	docker.io docker-compose apparmor iptables podman crun uidmap slirp4netns passt fuse-overlayfs bubblewrap
	docker-registry busybox-static redis-server redis-tools postgresql python3 python-is-python3 python3-yaml jq"

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[ -n "$mirror" ] || {
	echo "disk.sh: this machine's apt has no Debian archive: name one in /etc/apt/sources.list.d" >&2
	exit 2
}
$sudo rm -rf "$root" "$dir/$release.disk" "$dir/$release.making"
$sudo debootstrap --variant=minbase --include=systemd-sysv,dbus,ca-certificates "$release" "$root" "$mirror"
# Nothing is started while it is installed.
printf '#!/bin/sh\nexit 101\n' | $sudo tee "$root/usr/sbin/policy-rc.d" >/dev/null
$sudo chmod +x "$root/usr/sbin/policy-rc.d"
# What runs at the end of the boot is on the second disk; then the machine ends.
$sudo tee "$root/etc/systemd/system/laptop.service" >/dev/null <<'END'
[Unit]
After=multi-user.target docker.service docker-registry.service
SuccessAction=poweroff
FailureAction=poweroff
[Service]
Type=oneshot
TimeoutStartSec=infinity
StandardOutput=journal+console
ExecStart=/bin/sh -c "mkdir /srv/laptop && tar -C /srv/laptop -xf /dev/vdb && exec /srv/laptop/inside.sh"
[Install]
WantedBy=graphical.target
END
# shellcheck disable=SC2086 # the packages are words
$sudo chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -euc '
	apt-get update -qq
	# From Debian 13 on the client of Docker is a package of its own.
	! apt-cache show docker-cli >/dev/null 2>&1 || set -- "$@" docker-cli
	apt-get install -y -qq --no-install-recommends "$@"
	rm /usr/sbin/policy-rc.d
	systemctl mask redis-server postgresql apt-daily.timer apt-daily-upgrade.timer
	useradd --create-home --shell /bin/bash --groups docker ada
	echo laptop >/etc/hostname
	echo "127.0.0.1 localhost laptop" >/etc/hosts
	systemctl enable laptop.service
	systemctl set-default graphical.target
' sh $packages
truncate -s 12G "$dir/$release.making"
$sudo mkfs.ext4 -q -F -d "$root" "$dir/$release.making"
$sudo cp "$root"/boot/vmlinuz-* "$dir/$release.kernel"
$sudo cp "$root"/boot/initrd.img-* "$dir/$release.initrd"
$sudo chown "$(id -u)" "$dir/$release.making" "$dir/$release.kernel" "$dir/$release.initrd"
$sudo rm -rf "$root"
mv "$dir/$release.making" "$dir/$release.disk"
