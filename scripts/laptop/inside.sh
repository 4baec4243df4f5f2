#!/bin/sh
# Runs in the virtual machine of scripts/laptop.sh, as root in a system service:
# sets up what the tests of container engines look for, then runs the tests of
# run/proc and run/cli three times, as as_root, in_session and in_scope below
# have it. Their events go out by a virtio port; how they were run stands behind
# the name of the package.
set -u
exec 3>/dev/virtio-ports/results
here=/srv/laptop
LANG=C.UTF-8
RUNNER_TEST_IMAGE=localhost:5000/openjd-test:1 RUNNER_TEST_ROOT=/srv/root OPENJD_CONFORMANCE=$here/conformance
export LANG RUNNER_TEST_IMAGE RUNNER_TEST_ROOT OPENJD_CONFORMANCE

# event tells of a test that is none of Go.
event() { # pass|fail NAME OUTPUT
	jq -nc --arg action "$1" --arg name "$2" --arg output "$3
" '{Action: "output", Package: "the machine", Test: $name, Output: $output}, {Action: $action, Package: "the machine", Test: $name}' >&3
}

expect() { # NAME WANTED GOT
	if [ "$2" = "$3" ]; then event pass "$1" "$3"; else event fail "$1" "expected: $2
got: $3"; fi
}

# as_root COMMAND... runs it as a system service does.
as_root() { "$@" </dev/null; }
# in_session COMMAND... is what the user has after a login at a console or by SSH:
# the session's control group belongs to root.
in_session() {
	runuser --login ada --whitelist-environment=LANG,RUNNER_TEST_IMAGE,RUNNER_TEST_ROOT,OPENJD_CONFORMANCE \
		--command "$(quoted "$@")" </dev/null
}
# in_scope COMMAND... is what a terminal of a desktop has: a control group that is
# the user's own.
in_scope() { in_session systemd-run --user --scope --quiet -- "$@"; }
# quoted prints words as a shell reads them.
quoted() { for word; do printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done; }

set --
while IFS= read -r word; do [ -z "$word" ] || set -- "$@" "$word"; done <$here/arguments
[ $# -gt 0 ] || set -- -test.run '.'

expect 'control groups are of version 2 alone' cgroup2fs "$(stat -fc %T /sys/fs/cgroup)"
expect 'the user logs in to a session' '0::/user.slice/user-1000.slice/session-N.scope' \
	"$(in_session grep ^0: /proc/self/cgroup | sed 's/session-[^.]*/session-N/')"
expect 'the user has a control group' '0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-N.scope' \
	"$(in_scope grep ^0: /proc/self/cgroup | sed 's/run-[^.]*/run-N/')"

# An image of busybox in the registry on loopback, which asks for no password;
# Podman has to be told of it.
cat >/etc/docker/registry/config.yml <<END
version: 0.1
storage: {filesystem: {rootdirectory: /var/lib/docker-registry}}
http: {addr: "127.0.0.1:5000"}
END
systemctl restart docker-registry.service
$here/runner/scripts/engines.sh root $RUNNER_TEST_ROOT
printf '[[registry]]\nlocation = "localhost:5000"\ninsecure = true\n' >/etc/containers/registries.conf.d/laptop.conf
tries=0
until busybox wget -q -O /dev/null http://127.0.0.1:5000/v2/ || [ $((tries += 1)) -gt 300 ]; do sleep 0.2; done
tar -C $RUNNER_TEST_ROOT -c . | docker import - $RUNNER_TEST_IMAGE >/dev/null && docker push --quiet $RUNNER_TEST_IMAGE >/dev/null &&
	docker image rm $RUNNER_TEST_IMAGE >/dev/null
expect 'the image is in the registry' 0 $?

for how in as_root in_session in_scope; do
	for package in run/proc run/cli; do
		$how env -C "$here/runner/$package" PATH="$here/bin:$PATH" $here/bin/test2json -t -p "$package $how" $here/bin/"$(basename $package)".test -test.v=test2json \
			-test.timeout=30m "$@" >&3 2>&1
	done
done
event pass 'all tests were run' ''
