#!/bin/bash
# Healthy: the console's page is answered.
set -eu

exec 3<>"/dev/tcp/127.0.0.1/$SWITCHYARD_PORT"
base=$(printf %s "${SWITCHYARD_WEB_HOST:-}" | sed -E 's|^https?://[^/]*||; s|/+$||')
printf 'GET %s/ HTTP/1.0\r\n\r\n' "$base" >&3
read -r _ status _ <&3
[ "$status" = 200 ]
