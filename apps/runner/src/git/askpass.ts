import { join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';
import { writeSecretFile } from '../credentials/secret-file.js';

/** A program that answers for a user. */
export interface AskpassHelper {
  path: string;
  /** Removes it with its answers. */
  remove(): Promise<void>;
}

/**
 * Writes a helper that answers when git or ssh asks for a user name or password (gitcredentials(7), `GIT_ASKPASS`).
 * The answers lie in files of mode 0600 beside it, so they appear on no command line and in no configuration.
 * @param origin scheme, host and port that get an answer; any other host, such as that of a submodule, gets none. `null`
 * answers ssh, whose prompt names no scheme.
 */
export async function writeAskpass(
  workspace: Workspace,
  name: string,
  origin: string | null,
  answers: { login: string; password: string },
): Promise<AskpassHelper> {
  const path = join(workspace.secrets, `${name}-askpass`);
  const script = origin === null ? sshScript(name) : httpScript(name, origin);
  const files = await Promise.all([
    writeSecretFile(workspace, `${name}-login`, answers.login),
    writeSecretFile(workspace, `${name}-password`, answers.password),
    workspace.files.write(path, script, { mode: 0o700, isNew: true }).then(() => path),
  ]);
  return { path, remove: async () => void (await Promise.all(files.map((file) => workspace.files.remove(file)))) };
}

function httpScript(name: string, origin: string): string {
  const [scheme = '', host = ''] = origin.split('://');
  return `#!/bin/sh
case "$1" in
  "Username for '${scheme}://${host}'"* | "Username for '${scheme}://"*"@${host}'"*) exec cat "\${0%/*}/${name}-login" ;;
  "Password for '${scheme}://${host}'"* | "Password for '${scheme}://"*"@${host}'"*) exec cat "\${0%/*}/${name}-password" ;;
esac
exit 1
`;
}

function sshScript(name: string): string {
  return `#!/bin/sh
case "$1" in
  *"password: ") exec cat "\${0%/*}/${name}-password" ;;
esac
exit 1
`;
}
