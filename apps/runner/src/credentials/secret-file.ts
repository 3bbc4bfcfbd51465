import { join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';

/**
 * Writes a secret to a new file only this user can read; it is removed when the workspace closes.
 * @returns the path.
 */
export async function writeSecretFile(workspace: Workspace, name: string, content: string): Promise<string> {
  const path = join(workspace.secrets, name);
  await workspace.files.write(path, content, { isNew: true });
  return path;
}
