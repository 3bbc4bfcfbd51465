#!/bin/sh
# Becomes the command. The defaults of the image lie below the settings file: each is set only when neither the
# environment nor the file that SWITCHYARD_CONFIG names holds the setting.
set -eu

default() {
  if [ -z "$(printenv "$1")" ] && ! grep -Eqs "^[^#]*\b$1[\"']?[[:space:]]*:" "${SWITCHYARD_CONFIG:-}"; then
    export "$1=$2"
  fi
}

default SWITCHYARD_HOST 0.0.0.0
default SWITCHYARD_DISPATCHER_PORT 3001
default SWITCHYARD_DATA_DIR /data
exec "$@"
