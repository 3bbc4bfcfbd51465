import { join } from 'node:path';
import type { AttemptFiles } from '../../files/attempt-files.js';

/** Most files of a configuration that are read, and most bytes of each. */
const [MOST_FILES, MOST_BYTES] = [200, 1024 * 1024];

/**
 * Whether a configuration reads `terraform.workspace`. With the `http` backend it is "default" in every workspace
 * (developer.hashicorp.com/terraform/language/state/workspaces), so that two of them would build the same names.
 */
export async function readsWorkspaceName(files: AttemptFiles, directory: string): Promise<boolean> {
  const entries = await files.list(directory);
  const names = entries.filter(({ name, kind }) => kind === 'file' && /\.(tf|tofu)(\.json)?$/.test(name));
  for (const { name } of names.slice(0, MOST_FILES)) {
    const content = await files.read(join(directory, name), MOST_BYTES).catch(() => null);
    if (/\bterraform\.workspace\b/.test(content?.toString('utf8') ?? '')) {
      return true;
    }
  }
  return false;
}
