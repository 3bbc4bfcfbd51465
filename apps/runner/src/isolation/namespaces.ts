import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Options of unshare(1) for what an attempt has of its own; all of it ends with its first process. */
export const NAMESPACES = [
  ...['--mount', '--pid', '--ipc', '--uts', '--propagation', 'private'],
  ...['--fork', '--kill-child=SIGKILL'],
];

/** Uses all that a sandbox needs, with nothing of it left behind. */
const TRY =
  'set -eu; mount -c --bind / /mnt; mount -c --bind / /mnt; mount -t tmpfs none /mnt; mount -t proc none /proc; setpriv --version; nsenter --version';

/** Whether this process may give others namespaces, and has the programs for it. */
export async function canSeparate(): Promise<boolean> {
  const args = [...NAMESPACES, '--', '/bin/sh', '-c', TRY];
  return promisify(execFile)('unshare', args, { env: { PATH: process.env.PATH } }).then(
    () => true,
    () => false,
  );
}
