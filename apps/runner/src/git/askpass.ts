import { join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';
import { writeSecretFile } from '../credentials/secret-file.js';
import type { CredentialHelper } from './credential-helper.js';

/**
 * Writes a helper that answers when ssh asks for a password (ssh(1), `SSH_ASKPASS`). The password lies in a file of mode
 * 0600 beside it, so it appears on no command line.
 */
export async function writeAskpass(workspace: Workspace, name: string, password: string): Promise<CredentialHelper> {
  const path = join(workspace.secrets, `${name}-askpass`);
  const files = await Promise.all([
    writeSecretFile(workspace, `${name}-password`, password),
    workspace.files.write(path, script(name), { mode: 0o700, isNew: true }).then(() => path),
  ]);
  return { path, remove: async () => void (await Promise.all(files.map((file) => workspace.files.remove(file)))) };
}

const script = (name: string): string => `#!/bin/sh
case "$1" in
  *"password: ") exec cat "\${0%/*}/${name}-password" ;;
esac
exit 1
`;
