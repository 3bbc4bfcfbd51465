#!/bin/sh
# Healthy: the process that holds the work directory lives and works. The control plane is not asked: while it is away
# a runner is well, and a question in its name would make a runner that hangs look alive.
set -eu

pid=$(cut -d ' ' -f 1 "$SWITCHYARD_RUNNER_WORK_DIR/lock")
state=$(sed 's/^.*) \(.\).*$/\1/' "/proc/$pid/stat")
case "$state" in
T | Z | X) exit 1 ;;
esac
