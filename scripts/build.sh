#!/bin/sh
# Builds the static binary for every system it is meant for, into dist/.
set -eu
cd "$(dirname "$0")/.."
for os in linux darwin windows; do
	for arch in amd64 arm64; do
		suffix=
		[ "$os" = windows ] && suffix=.exe
		CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -o "dist/runner-$os-$arch$suffix" .
	done
done
ls dist
