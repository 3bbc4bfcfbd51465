/** Scripts of the demo. A dollar sign before a brace is escaped: these are template literals. */
export const HELLO_SH = `#!/usr/bin/env bash
# The smallest template: a script with one question.
#   WHO           is the question; its answer becomes an environment variable
#   region        comes from the variable group "Demo settings"
#   API_TOKEN     is a secret of that group: its value never appears in a log
set -euo pipefail

green=$'\\e[32m' bold=$'\\e[1m' plain=$'\\e[0m'

echo "\${bold}Hello, \${WHO:-world}!\${plain}"
echo
echo "This ran on $(uname -s) $(uname -m), as $(id -un), in a checkout of its own."
echo "Region:    \${region:-not set}"
echo "API token: \${API_TOKEN:-not set}   <- masked on the runner, before it leaves the machine"
echo
for step in "Read the question" "Look around" "Say goodbye"; do
  echo "\${green}✓\${plain} $step"
done
`;

export const BUILD_SH = `#!/usr/bin/env bash
# A build: packs the storefront under the version that the template counts up by itself.
set -euo pipefail

version="\${SWITCHYARD_TASK_TARGET_VERSION:?this script runs as a build}"
package="storefront-$version.tar.gz"

echo "Building storefront $version"
mkdir -p build
sed "s/@VERSION@/$version/" storefront/index.html > build/index.html
tar -czf "build/$package" -C build index.html
echo
echo "build/$package"
sha256sum "build/$package"
echo
echo "Done. Deploy to staging follows by itself; Deploy to production waits for you."
`;

export const INDEX_HTML = `<!doctype html>
<title>Storefront</title>
<h1>Storefront @VERSION@</h1>
`;

export const REPORT_PY = `"""A report about the machine that the runner is on. Needs nothing but Python itself."""
import json
import os
import platform
import shutil

GIGABYTE = 1024**3


def facts():
    disk = shutil.disk_usage(os.getcwd())
    return {
        "system": platform.system() + " " + platform.release(),
        "processor": platform.machine(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "disk_free_gb": round(disk.free / GIGABYTE, 1),
        "disk_total_gb": round(disk.total / GIGABYTE, 1),
    }


def main():
    found = facts()
    width = max(len(name) for name in found)
    for name, value in found.items():
        print(name.ljust(width), value)
    print()
    print(json.dumps(found))
    used = 1 - found["disk_free_gb"] / found["disk_total_gb"]
    if used > 0.95:
        raise SystemExit("The disk is nearly full: {:.0%} used".format(used))


main()
`;
