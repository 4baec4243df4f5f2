#!/bin/sh
# The test command: installs what the tests use, then runs all of them; the last
# line has the counts. Arguments go to `go test` (-race, -run …).
set -eu
cd "$(dirname "$0")/.."
scripts/packages.sh tests
go build -o /dev/null ./scripts/testcount # so that a fault in it is not taken for one of the tests
go test -json -timeout 40m "$@" ./... | go run ./scripts/testcount
