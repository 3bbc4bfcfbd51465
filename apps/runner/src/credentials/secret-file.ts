import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';

/**
 * Writes a secret to a new file only this user can read; it is removed when the workspace closes.
 * @returns the path.
 */
export async function writeSecretFile(workspace: Workspace, name: string, content: string): Promise<string> {
  const path = join(workspace.secrets, name);
  await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  return path;
}
