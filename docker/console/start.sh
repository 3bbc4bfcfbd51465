#!/bin/sh
# Writes nginx's settings for SWITCHYARD_API_URL, SWITCHYARD_PORT and the path of SWITCHYARD_WEB_HOST, and becomes nginx.
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

# The path that people reach the console below; its page names its files there, as the api's does.
files=/usr/share/switchyard/console
root="$files"
below=''
base=$(printf %s "${SWITCHYARD_WEB_HOST:-}" | sed -E 's|^https?://[^/]*||; s|/+$||')
case "$base" in
*[!A-Za-z0-9._~/-]* | *//*) fail 'SWITCHYARD_WEB_HOST: must be an address like https://host/path, of letters, digits and - . _ ~' ;;
esac
if [ -n "$base" ]; then
  root="$directory/root"
  mkdir -p "$root$base"
  ln -s "$files"/* "$root$base"
  rm "$root$base"/index.html*
  sed -E -e "s#( (href|src)=\")/([^/])#\1$base/\3#g" -e "s#<html#<html data-base=\"$base\"#" "$files/index.html" \
    >"$root$base/index.html"
  below=" absolute_redirect off; location / { return 302 $base\$request_uri; } location = $base { return 302 $base/; }"
fi

sed -e "s|@RESOLVER@|$resolver|" -e "s|@API@|$url|" -e "s|@TARGET@|$target|" -e "s|@PORT@|$SWITCHYARD_PORT|" \
  -e "s|@BASE@|$base|g" -e "s|@ROOT@|$root|" -e "s|@BELOW@|$below|" \
  /etc/switchyard-console/nginx.conf.template >"$directory/nginx.conf"
exec nginx -p "$directory" -c "$directory/nginx.conf" -e stderr
