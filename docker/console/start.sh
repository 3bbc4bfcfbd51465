#!/bin/sh
# Writes nginx's settings for SWITCHYARD_API_URL and SWITCHYARD_PORT, and becomes nginx.
set -eu

case "${SWITCHYARD_API_URL:-}" in
http://* | https://*) ;;
*)
  echo 'SWITCHYARD_API_URL: set it to the address of the api, such as http://api:3000' >&2
  exit 78
  ;;
esac
SWITCHYARD_API_URL="${SWITCHYARD_API_URL%/}"
export SWITCHYARD_API_URL

directory=$(mktemp -d)
envsubst '$SWITCHYARD_API_URL $SWITCHYARD_PORT' </etc/switchyard-console/nginx.conf.template >"$directory/nginx.conf"
exec nginx -p "$directory" -c "$directory/nginx.conf" -e stderr
