#!/bin/sh
# Writes nginx's settings for SWITCHYARD_API_URL and SWITCHYARD_PORT, and becomes nginx.
set -eu

fail() {
  echo "$1" >&2
  exit 78
}

case "${SWITCHYARD_API_URL:-}" in
http://* | https://*) url="${SWITCHYARD_API_URL%/}" ;;
*) fail 'SWITCHYARD_API_URL: set it to the address of the api, such as http://api:3000' ;;
esac
case "$url${SWITCHYARD_PORT:=8080}" in
*[!A-Za-z0-9.:/_~%\[\]-]*) fail 'SWITCHYARD_API_URL, SWITCHYARD_PORT: hold characters that no address has' ;;
esac

# The name as DNS knows it: nginx resolves it again while it runs, since the api's address changes when its container is
# replaced, and knows no search list. A name that DNS does not know (/etc/hosts) and an address are looked up once.
authority="${url#*://}"
name="${authority%%[:/]*}"
resolver=''
for suffix in '' $(sed -n 's/^search //p' /etc/resolv.conf); do
  full="$name${suffix:+.$suffix}"
  case "$name" in \[* | *[0-9]) break ;; esac
  if getent ahosts "$full." >/dev/null; then
    url="${url%%://*}://$full${authority#"$name"}"
    servers=$(awk '$1 == "nameserver" { print ($2 ~ /:/ ? "[" $2 "]" : $2) }' /etc/resolv.conf | tr '\n' ' ')
    resolver="resolver ${servers}valid=5s;"
    break
  fi
done
[ -n "$resolver" ] && target='$api' || target="$url"

directory=$(mktemp -d)
sed -e "s|@RESOLVER@|$resolver|" -e "s|@API@|$url|" -e "s|@TARGET@|$target|" -e "s|@PORT@|$SWITCHYARD_PORT|" \
  /etc/switchyard-console/nginx.conf.template >"$directory/nginx.conf"
exec nginx -p "$directory" -c "$directory/nginx.conf" -e stderr
