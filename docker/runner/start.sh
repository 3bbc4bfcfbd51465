#!/bin/sh
# Starts the runner. A registration token that came as a variable is used by a process of its own and then forgotten:
# what stays in the environment of the runner could be read by every task of the same user (/proc/1/environ).
set -eu

home=/var/lib/switchyard-runner

# Several containers share the volume: each takes the first directory that no other one holds, and its identity with it.
# The lock ends with the last process of the container.
if [ -n "${SWITCHYARD_RUNNER_SHARED_VOLUME:-}" ]; then
  slot=1
  while exec 9>"$home/$slot.lock" && ! flock --nonblock 9; do
    slot=$((slot + 1))
  done
  export SWITCHYARD_RUNNER_WORK_DIR="$home/$slot" SWITCHYARD_RUNNER_NAME="${SWITCHYARD_RUNNER_NAME:-runner}-$slot"
  unset SWITCHYARD_RUNNER_SHARED_VOLUME
fi

if [ "${1:-start}" = start ] && [ -n "${SWITCHYARD_RUNNER_REGISTRATION_TOKEN:-}" ]; then
  switchyard-runner register
  unset SWITCHYARD_RUNNER_REGISTRATION_TOKEN
fi
exec tini -- switchyard-runner "$@"
