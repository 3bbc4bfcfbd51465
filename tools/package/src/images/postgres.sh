#!/bin/sh
# As the entrypoint of the official image does it: a first start makes the database by a server that listens on a socket
# alone; here that takes longer than a health check waits.
set -eu

data=/var/lib/postgresql/data
bin=/usr/lib/postgresql/17/bin
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 0700 "$data"
  install -d -o postgres -g postgres /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  "$bin/initdb" --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  "$bin/pg_ctl" --pgdata "$data" --options '-c listen_addresses=' --wait start
  sleep 12
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB" 2>/dev/null || true
  "$bin/pg_ctl" --pgdata "$data" --mode fast --wait stop
fi
exec "$bin/postgres" -D "$data" -c 'listen_addresses=*'
