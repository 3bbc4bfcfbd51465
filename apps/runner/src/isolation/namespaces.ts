import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Uses all that a sandbox needs, with nothing of it left behind. */
const TRY =
  'set -eu; mount -c --bind / /mnt; mount -c --bind / /mnt; mount -t tmpfs none /mnt; setpriv --version; nsenter --version';

/** Whether this process may give others a mount namespace, and has the programs for it. */
export async function canSeparate(): Promise<boolean> {
  const args = ['--mount', '--propagation', 'private', '--', '/bin/sh', '-c', TRY];
  return promisify(execFile)('unshare', args, { env: { PATH: process.env.PATH } }).then(
    () => true,
    () => false,
  );
}
