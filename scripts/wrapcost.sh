#!/bin/sh
# What a wrapper costs: for each that can run here, the time that a Session and
# each of its Tasks take, beside the time without one. Prints a table in Markdown.
#
#   eval "$(scripts/engines.sh start)"; scripts/wrapcost.sh [TASKS]; scripts/engines.sh stop
set -eu
cd "$(dirname "$0")/.."
tasks=${1:-20}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/runner" .
cat >"$dir/job.yaml" <<'END'
specificationVersion: jobtemplate-2023-09
name: Cost
parameterDefinitions: [{name: Last, type: INT}]
steps:
  - name: S
    parameterSpace: {taskParameterDefinitions: [{name: I, type: INT, range: "1-{{Param.Last}}"}]}
    script: {actions: {onRun: {command: "true"}}}
END

# milliseconds LAST FLAGS...: the best of three runs with so many Tasks.
milliseconds() {
	last=$1
	shift
	for _ in 1 2 3; do
		# A run that failed tells no time.
		XDG_STATE_HOME=$dir "$dir/runner" run "$dir/job.yaml" -p Last="$last" --output json "$@" >"$dir/out" || continue
		sed -n 's/^  "duration": \([0-9.e-]*\),$/\1/p' "$dir/out"
	done | sort -n | head -n 1 | awk '{ printf "%.1f", $1 * 1000 }'
}

echo "| wrapper | a Session | each Task |"
echo "| --- | --- | --- |"
row() { # NAME FLAGS...
	name=$1
	shift
	one=$(milliseconds 1 "$@") many=$(milliseconds "$((tasks + 1))" "$@")
	if [ -z "$one" ] || [ -z "$many" ]; then
		echo "| $name | cannot run here | |"
		return
	fi
	task=$(awk "BEGIN { printf \"%.1f\", ($many - $one) / $tasks }")
	awk "BEGIN { printf \"| %s | %.0f ms | %.1f ms |\\n\", \"$name\", $one - $task, $task }"
}
# bare ENGINE: what the engine itself takes to run a command in a container, the
# part of the price that no wrapper can save.
bare() {
	container=$("$1" container run --rm --detach --network host --stop-signal KILL "${RUNNER_TEST_IMAGE-}" sleep 600 2>/dev/null) || return 0
	task=$(for _ in 1 2 3; do
		begin=$(date +%s%N)
		for _ in $(seq "$tasks"); do "$1" container exec "$container" true; done
		echo $((($(date +%s%N) - begin) / tasks))
	done | sort -n | head -n 1 | awk '{ printf "%.1f", $1 / 1000000 }')
	"$1" container stop "$container" >/dev/null
	echo "| $1 exec alone | | $task ms |"
}
row none
row bwrap --env bwrap
row docker --env docker -p DockerImage="${RUNNER_TEST_IMAGE-}"
bare docker
row podman --env podman -p PodmanImage="${RUNNER_TEST_IMAGE-}"
bare podman
row apptainer --env apptainer -p ApptainerImage="${RUNNER_TEST_APPTAINER_IMAGE-}"
