#!/bin/sh
# Installs the Debian packages that the tests (or, with "demo", the example job)
# use: a real store and a real database to run as Services, and `python` as the
# conformance cases call it. Does nothing where all of them are there.
set -eu
case "${1:-tests}" in
demo) commands="redis-server redis-cli" packages="redis-server redis-tools" ;;
*)
	# Debian keeps initdb off PATH; an unquoted pattern below becomes its path.
	commands="redis-server redis-cli /usr/lib/postgresql/*/bin/initdb python3 python jq"
	packages="redis-server redis-tools postgresql python3 python-is-python3 jq"
	;;
esac
for command in $commands; do
	command -v "$command" >/dev/null 2>&1 && continue
	echo "installing the Debian packages: $packages" >&2
	sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq
	# The packages start servers of their own on 6379 and 5432 where there is an
	# init system; policy-rc.d would be the way to stop it, we do not need them.
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
	break
done
