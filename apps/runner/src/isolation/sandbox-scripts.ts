/**
 * Programs for sh(1) that set up what one attempt sees of the machine. They run as root in a mount namespace of the
 * attempt, get all names as arguments, and run fixed commands. Names that git or a person gave are only ever used with
 * a directory in front.
 *
 * `$1` is the work directory, `$2` the sandbox in it. The work directory stays the current one all the time, so that it can
 * be found when what it lies in gets covered, and put back.
 */
const BEGIN = `
set -eu
umask 022
work=$1 sandbox=$2; shift 2
cd "$work"
put_back() { mkdir -p "$work"; mount -c --rbind . "$work"; }
cover() { mount -c --bind "$1" "$2"; [ "$work" -ef . ] || put_back; }
`;

/**
 * Arguments: work directory, sandbox, user id, group id, number of hidden directories, these, a command. Runs as the first process
 * of a PID namespace, so all of the attempt ends with it, and reaps what loses its parent. Gives the attempt a work directory that
 * holds what is its own, accounts, temporary directories, processes and shared memory, covers what is hidden, and runs the
 * command as the user. `real` is the work directory for root alone. The command is started by a shell that is the user already:
 * a program that this user may run but not read cannot be traced by other processes of the user.
 */
export const ENTER = `${BEGIN}
uid=$1 gid=$2 count=$3; shift 3
umask 066
mount -c -t tmpfs -o mode=0711,size=1m,nosuid,nodev none "./$sandbox/view"
mkdir -p "./$sandbox/view/$sandbox" "./$sandbox/view/attempts" "./$sandbox/view/program"
mkdir -m 700 "./$sandbox/view/real"
umask 022
mount -c --bind . "./$sandbox/view/real"
mount -c --bind "./$sandbox" "./$sandbox/view/$sandbox"
mount -c --bind ./program "./$sandbox/view/program"
cd "./$sandbox/view"
put_back
cd "$work"
mount -c --bind "./$sandbox/passwd" /etc/passwd
mount -c --bind "./$sandbox/group" /etc/group
for dir in tmp var/tmp; do mount -c --bind "/$dir" "./$sandbox/outer/$dir"; done
for dir in tmp var/tmp; do cover "./$sandbox/$dir" "/$dir"; done
for dir in /dev/shm /run/lock; do
  [ ! -d $dir ] || mount -t tmpfs -o mode=1777,nosuid,nodev none $dir
done
[ ! -d /dev/mqueue ] || mount -t mqueue none /dev/mqueue
i=0
while [ $i -lt $count ]; do
  [ ! -d "$1" ] || cover "./$sandbox/covers/$i" "$1"
  shift; i=$((i + 1))
done
mount -t proc -o nosuid,nodev,noexec none /proc
cd "$work/$sandbox/start"
exec 4<&0 </dev/null
setpriv --reuid "$uid" --regid "$gid" --clear-groups -- /bin/sh -c 'exec "$@"' sh "$@" <&4 4<&- &
exec 3>&- 4<&-
wait $!
`;

/**
 * Arguments: work directory, sandbox, directory of the attempt, directory of the cache, directory of the mirrors (all in the work
 * directory, empty = none), number of hidden directories, these, entries of the machine's temporary directories such as \`tmp/name\` that the attempt
 * shall see. An entry that is a link is left out: it would lead past the rights of the directories on its way.
 */
export const MOUNT = `${BEGIN}
attempt=$1 cache=$2 mirrors=$3 count=$4; shift 4
if [ -n "$attempt" ]; then
  mkdir "./$attempt"
  mount -c --bind "./real/$attempt" "./$attempt"
fi
[ -z "$cache" ] || mount -c --bind "./real/$cache" "./$sandbox/cache"
[ -z "$mirrors" ] || mount -c --bind "./real/$mirrors" "./$sandbox/mirrors"
hidden=$count
show() {
  [ "/$1" != "$work" ] || return 0
  (
    cd "./$sandbox/outer"
    [ -d "./$1" ] && [ ! -L "./$1" ] || exit 1
    cd -P "./$1"
    [ "$(pwd -P)" = "$work/$sandbox/outer/$1" ] || exit 1
    mkdir -p "/$1"
    mount -c --bind . "/$1"
  ) && shown=1 || true
}
shown=0 n=0
for each; do n=$((n + 1)); [ $n -le $hidden ] || show "$each"; done
[ $shown = 0 ] || put_back
n=0
for each; do
  [ $shown = 1 ] && [ $n -lt $hidden ] && [ -d "$each" ] && cover "./$sandbox/covers/$n" "$each"
  n=$((n + 1))
done
`;
