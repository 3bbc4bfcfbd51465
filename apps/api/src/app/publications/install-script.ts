/**
 * A POSIX shell script that installs the runner of this server, for people to read before they run it. The address is an
 * argument, because the server knows no name of its own that can be trusted.
 * @param sha256 of the runner, in hexadecimal
 */
export const installScript = (version: string, sha256: string): string => `#!/bin/sh
# Installs the Switchyard runner ${version}: sh install-runner.sh ADDRESS
# It needs Node 20.19 or newer and curl, and writes two files below PREFIX (/usr/local for root, else ~/.local):
#   lib/switchyard-runner/runner.cjs   from ADDRESS, checked by its SHA-256
#   bin/switchyard-runner              starts it
set -eu

address=\${1:-}
sha256=${sha256}

fail() {
  echo "install-runner: $1" >&2
  exit 1
}

[ -n "$address" ] || fail 'the address of the server is missing: sh install-runner.sh https://switchyard.example.com'
command -v node >/dev/null || fail 'Node is missing; install version 20.19 or newer'
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
  fail "Node is $(node --version); install version 20.19 or newer"

if [ -z "\${PREFIX:-}" ]; then
  [ "$(id -u)" = 0 ] && PREFIX=/usr/local || PREFIX=$HOME/.local
fi
mkdir -p "$PREFIX/lib/switchyard-runner" "$PREFIX/bin"
file=$PREFIX/lib/switchyard-runner/runner.cjs
trap 'rm -f "$file.new"' EXIT

curl --fail --silent --show-error --location --output "$file.new" "$address/api/install/runner.cjs"
sum=$(node -p 'require("crypto").createHash("sha256").update(require("fs").readFileSync(process.argv[1])).digest("hex")' "$file.new")
[ "$sum" = "$sha256" ] || fail "the download has the SHA-256 $sum, not $sha256"

chmod 0755 "$file.new"
mv "$file.new" "$file"
ln -sf "$file" "$PREFIX/bin/switchyard-runner"
echo "Installed $PREFIX/bin/switchyard-runner $("$file" --version)"
case ":$PATH:" in
  *":$PREFIX/bin:"*) ;;
  *) echo "PATH lacks its directory, so run: export PATH=\\"$PREFIX/bin:\\$PATH\\"" ;;
esac
`;
