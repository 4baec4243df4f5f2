[%- /*
Pieces of script that several of the wrappers have in common. What is written
behind a dot is a container engine's own, see the table in ready.go.
*/ -%]

[% define "pull" -%]
# Files of a pull that is broken off lie where they go with the Session, unless the
# engine of a user without a place for it keeps its state in TMPDIR.
scratch=$state
[ "$(id -u)" = 0 ] || [ -n "${XDG_RUNTIME_DIR-}" ] || scratch=${TMPDIR:-/tmp}
case $pull in
ALWAYS) TMPDIR=$scratch [% .Engine %] image pull "$image" ;;
MISSING) [% .Engine %] image inspect "$image" >/dev/null 2>&1 || TMPDIR=$scratch [% .Engine %] image pull "$image" ;;
esac
[%- end %]

[% define "mountable" -%]
# What is to be mounted has to be there, or it would be made, and stay.
there() { # PATH
    [ -e "$1" ] && return
    echo "$1 does not exist here and cannot be mounted" >&2
    exit 1
}
trim() { # PATH: sets trimmed to it without slashes at its end
    trimmed=$1
    while [ "$trimmed" != "${trimmed%?/}" ]; do trimmed=${trimmed%/}; done
}
mountable() { # SOURCE:TARGET[:OPTION]: sets trimmed to the target
    source=${1%%:*} target=${1#*:}
    case $1,$target in
    /*:*,/*) there "$source" ;;
    [!/.~:]*:*,/*)
        if ! [% .Engine %] volume inspect "$source" >/dev/null 2>&1; then
            echo "There is no volume $source to be mounted. A directory is written with its absolute path; a volume is" \
                "made by: "[% .Engine %]" volume create $source" >&2
            exit 1
        fi
        ;;
    *)
        echo "[% .Title %]Mounts: \"$1\" is no mount; write SOURCE:TARGET or SOURCE:TARGET:ro, both absolute paths," \
            "or VOLUME:TARGET" >&2
        exit 1
        ;;
    esac
    trim "${target%%:*}"
}
[%- end %]

[% define "over" -%]
over() { # FOLDER: says whether the run whose Session has it is over
    [ ! -e "$1" ] || return 1
    # It may be out of sight, on a mount of that run's own; then a process names it.
    ! (set +f; printf '%s\n' "$1" | grep -qsF -f - /proc/[0-9]*/cmdline)
}
[%- end %]

[% define "leftovers" -%]
# A run that was killed in a wrong moment has left its container.
[% template "over" . %]
open='{''{' close='}''}'
[% .Engine %] container ls --all --no-trunc --filter label=openjd.folder[% .Leftovers %] \
    --format "${open}.ID$close ${open}[% .Label %] \"openjd.folder\"$close" >"$state/old" 2>/dev/null || true
while read -r old whose; do
    over "$whose" || continue
    # The first attempt may only find out that there is no process.
    [% .Remove %] "$old" >/dev/null 2>&1 </dev/null ||
        [% .Remove %] "$old" >/dev/null 2>&1 </dev/null || true
done <"$state/old"
[%- end %]

[% define "hold" -%]
# hold.sh ENGINE ARGUMENT...
# Runs the client that starts the container, and holds the container's standard
# input: that ends when this process does, in whatever way, and with it the
# container. SIGTERM is the word that no onExit will come.
state=${0%/*} engine=$1 hurry=
[ "$engine" != podman ] || hurry="--time 0"
read -r name <"$state/container"
leave() {
    tries=0
    until [ -e "$state/removed" ] || [ "$tries" = 10 ]; do
        answer=$("$engine" container rm --force --volumes $hurry "$name" 2>&1) && gone=yes || gone=
        case $answer in
        # Before it has started it may be about to be made.
        *[Nn]o\ such\ container* | *no\ container\ with*) [ ! -e "$state/started" ] || exit ;;
        *) [ -z "$gone" ] || exit ;;
        esac
        sleep 0.1
        tries=$((tries + 1))
    done
    exit
}
trap leave TERM
# The client has the reading end alone, so that an end of this process is one of
# the input. The answers are held at both ends, since some come when nobody reads;
# that is not before somebody has begun to.
exec 3<>"$state/hold" 5>"$state/answer"
exec 4<>"$state/answer" 5>&-
exec 6<"$state/hold"
[%- if ne .Title "Sidecar" %]
# What the command does in the Session's folder shall not come upon them.
rm "$state/hold" "$state/answer"
[%- end %]
"$@" <&6 >&4 2>"$state/log" 3<&- 4<&- 6<&- &
exec 6<&-
wait $!
[%- end %]

[% define "holding" -%]
# The client stays, as the other end of the container's standard input, with
# somebody who holds that and is apart, so that an end of this script is not his.
apart=$(command -v setsid) || apart=
mkfifo "$state/hold" "$state/answer"
name=openjd-$(mktemp -u XXXXXXXXXX)
echo "$name" >"$state/container"
doubled=$(printf '%s' "$folder" | sed 's/"/""/g')
[%- end %]

[% define "remove" -%]
[ -e "$state/container" ] || exit 0
read -r name <"$state/container"
tries=0
while [ "$tries" -lt 100 ]; do
    answer=$([% .Remove %] "$name" 2>&1) && gone=yes || gone=
    case $answer in
    *[Nn]o\ such\ container* | *no\ container\ with*) gone=yes ;;
    *already\ in\ progress* | *state\ improper*) sleep 0.1 ;;
    *) [ -n "$gone" ] || break ;;
    esac
    if [ -n "$gone" ]; then
        : >"$state/removed"
        exit 0
    fi
    tries=$((tries + 1))
done
echo "$answer" >&2
echo "The container $name could not be removed; remove it by: [% .Engine %] container rm --force --volumes $name" >&2
exit 1
[%- end %]

[% define "engine" -%]
if ! command -v [% .Engine %] >/dev/null; then
    echo "[% .Title %]: "[% .Engine %]" was not found; install it, or put it on the PATH" >&2
    exit 1
fi
[%- end %]

[% define "temporary" -%]
# A TMPDIR that is no absolute path was meant from a directory that is not this one.
case ${TMPDIR-} in [!/]*) unset TMPDIR ;; esac
[%- end %]

[% define "extra" -%]
# Options that are only for this script to give: with others it would lose its hold
# on the container.
further() { # WORD: one of the further arguments
    case $1 in
    --user | --user=* | -u*)
        echo "$1 is not for [% .Title %]ExtraArguments: who runs the actions is said by [% .Title %]User." >&2
        exit 1
        ;;
    --help | -h | openjd.folder=* | --label=openjd.folder=*)
        echo "$1 is not for [% .Title %]ExtraArguments. Take it out." >&2
        exit 1
        ;;
    --name | --name=* | --entrypoint | --entrypoint=* | --rm | --rm=* | --detach | --detach=* | --attach | --attach=* | \
        --interactive | --interactive=* | --tty | --tty=* | -[adit]* | -[Pq]*[adit]*)
        echo "$1 is not for [% .Title %]ExtraArguments: how the container is named, started, held and removed is this" \
            "Environment's own part. Take it out; if it is the value of another option, write both as one word, OPTION=VALUE." >&2
        exit 1
        ;;
    esac
}
[%- end %]

[% define "lacking" -%]
cat "$state/log" >&2
# That there is no shell is said by the engine, what else there is not by the shell.
case $(cat "$state/log") in *[\"\`]sh[\"\`]*not\ found*) answer=lacking lacking=sh ;; esac
case $answer in
lacking) echo "The image lacks what this Environment needs in it: $lacking." >&2 ;;
barred) echo "The user $user may not enter the Session's folder; leave [% .Title %]User out, or name root." >&2 ;;
esac
echo "The container could not be started from the image $image." >&2
exit 1
[%- end %]

[% define "variables" -%]
# print_variable NAME prints an assignment of it as it is now, for a shell;
# nothing when it is not set or no shell has such a name.
print_variable() {
    case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return 0 ;; esac
    eval "[ -n \"\${$1+set}\" ]" || return 0
    eval "_openjd_rest=\$$1"
    printf "command export %s='" "$1" || return 1
    while :; do
        case $_openjd_rest in *\'*) ;; *) break ;; esac
        printf "%s'\\\\''" "${_openjd_rest%%\'*}" || return 1
        _openjd_rest=${_openjd_rest#*\'}
    done
    printf "%s'\n" "$_openjd_rest"
}
# unset_variable NAME does so, unless the shell keeps it for itself.
unset_variable() {
    case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return 0 ;; esac
    command unset "$1" 2>/dev/null || :
}
[%- end %]

[% define "destinations" -%]
awk '{
    while (match($0, /"destination_path": *"([^"\\]|\\.)*"/)) {
        path = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
        sub(/^"destination_path": *"/, "", path); sub(/"$/, "", path)
        gsub(/\\u0026/, "\\&", path); gsub(/\\u003c/, "<", path); gsub(/\\u003e/, ">", path)
        gsub(/\\"/, "\"", path); gsub(/\\\\/, "\\", path)
        print path
    }
}' "$rules"
[%- end %]
