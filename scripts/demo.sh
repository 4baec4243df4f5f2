#!/bin/sh
# Builds the runner and runs the example job: 100 Tasks that share a real store,
# which the job itself starts as a Service. Installs Debian's redis-server where
# there is neither it nor valkey-server. Arguments go to `runner run`.
set -eu
cd "$(dirname "$0")/.."
command -v valkey-server >/dev/null 2>&1 || scripts/packages.sh demo
CGO_ENABLED=0 go build -trimpath -o runner .
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
# The job calls valkey-server; redis-server is the same program under its old name.
command -v valkey-server >/dev/null 2>&1 || ln -s "$(command -v redis-server)" "$bin/valkey-server"
command -v valkey-cli >/dev/null 2>&1 || ln -s "$(command -v redis-cli)" "$bin/valkey-cli"
PATH="$bin:$PATH" ./runner run testdata/examples/shared-store.yaml "$@"
