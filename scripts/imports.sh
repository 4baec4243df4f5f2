#!/bin/sh
# Proves who may import whom: the table below is the house. Each line is a
# package and the packages of this module that it may import (docs/architecture.md
# says what happens in each). Anything else is a fault; so is a package that is
# not in the table.
set -eu
cd "$(dirname "$0")/.."

allowed() {
	case "$1" in
	runner) echo "run/cli" ;;
	runner/template/expr) echo "" ;;
	runner/template) echo "template/expr" ;;
	runner/probe) echo "" ;;
	runner/run/proc) echo "" ;;
	runner/run/logs) echo "" ;;
	runner/run/plan) echo "" ;;
	runner/wrap) echo "template template/expr" ;;
	runner/service) echo "probe run/proc run/logs" ;;
	runner/run) echo "template template/expr service wrap probe run/plan run/proc run/logs" ;;
	runner/scripts/testcount | runner/scripts/figures) echo "" ;;
	runner/scripts/differential) echo "template template/expr" ;;
	runner/run/cli) echo "run template template/expr run/logs run/proc service probe run/plan wrap" ;;
	*) echo "?" ;;
	esac
}

status=0
for package in $(go list ./...); do
	may=$(allowed "$package")
	if [ "$may" = "?" ]; then
		echo "$package is not in the table of scripts/imports.sh" >&2
		status=1
		continue
	fi
	for import in $(go list -f '{{range .Imports}}{{println .}}{{end}}' "$package"); do
		case "$import" in
		runner/*)
			short=${import#runner/}
			case " $may " in
			*" $short "*) ;;
			*) echo "$package must not import $import" >&2; status=1 ;;
			esac ;;
		gopkg.in/yaml.v3)
			[ "$package" = runner/template ] || { echo "$package must not import yaml" >&2; status=1; } ;;
		esac
	done
done
yaml=$(grep -l '"gopkg.in/yaml.v3"' template/*.go | grep -v _test.go || true)
[ "$(echo "$yaml" | wc -w)" -le 1 ] || { echo "yaml is imported by more than one file: $yaml" >&2; status=1; }
exit $status
