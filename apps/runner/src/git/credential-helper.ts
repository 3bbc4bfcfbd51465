import { join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';
import { writeSecretFile } from '../credentials/secret-file.js';
import { shellQuote } from './ssh-command.js';

/** Login and password for the addresses that begin with `prefix`, which ends with a slash. */
export interface HttpAnswer {
  prefix: string;
  login: string;
  password: string;
}

/** A program that answers for a user. */
export interface CredentialHelper {
  path: string;
  /** Removes it with its answers. */
  remove(): Promise<void>;
}

/**
 * Writes a helper that git and Git LFS ask for login and password (gitcredentials(7)). The answers lie in files of mode 0600
 * beside it, so they appear on no command line and in no configuration. An address that no prefix fits, such as that of a
 * foreign submodule, gets none.
 * @param name names the files; unique within the attempt.
 * @param answers the longest prefix that fits wins.
 */
export async function writeCredentialHelper(
  workspace: Workspace,
  name: string,
  answers: readonly HttpAnswer[],
): Promise<CredentialHelper> {
  const sorted = answers.toSorted((one, other) => other.prefix.length - one.prefix.length);
  const path = join(workspace.secrets, `${name}-credentials`);
  const files = await Promise.all([
    ...sorted.flatMap(({ login, password }, index) => [
      writeSecretFile(workspace, `${name}-${index}-login`, login),
      writeSecretFile(workspace, `${name}-${index}-password`, password),
    ]),
    workspace.files.write(path, script(name, sorted), { mode: 0o700, isNew: true }).then(() => path),
  ]);
  return { path, remove: async () => void (await Promise.all(files.map((file) => workspace.files.remove(file)))) };
}

/** git sends one `name=value` a line and never a value with a line end (git-credential(1)). A login that it sends stays. */
const script = (name: string, answers: readonly HttpAnswer[]): string => `#!/bin/sh
[ "$1" = get ] || exit 0
protocol= host= path= login=
while IFS= read -r line && [ -n "$line" ]; do
  case "$line" in
    protocol=*) protocol=\${line#*=} ;;
    host=*) host=\${line#*=} ;;
    path=*) path=\${line#*=} ;;
    username=*) login=\${line#*=} ;;
  esac
done
case "$protocol://$host/$path" in
${answers.map(({ prefix }, index) => `  ${shellQuote(prefix)}*) answer='${name}-${index}' ;;`).join('\n')}
  *) exit 0 ;;
esac
[ -n "$login" ] || IFS= read -r login < "\${0%/*}/$answer-login" || [ -n "$login" ]
IFS= read -r password < "\${0%/*}/$answer-password" || [ -n "$password" ]
printf 'username=%s\\npassword=%s\\n' "$login" "$password"
`;
