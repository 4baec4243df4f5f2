#!/bin/sh
# The gates that read the code: formatting, tidiness, vet, lint, who imports whom.
set -eu
cd "$(dirname "$0")/.."
unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || { echo "gofmt would change:" "$unformatted" >&2; exit 1; }
go mod tidy -diff
go vet ./...
GOOS=windows go vet ./...
# ST1005 wants errors in lower case, but the specification's terms (Service, Task)
# are names.
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 -checks inherit,-ST1005 ./...
scripts/imports.sh
