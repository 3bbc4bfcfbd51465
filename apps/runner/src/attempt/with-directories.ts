import { mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { AttemptContext } from './attempt-context.js';
import { removeTree } from '../files/remove-tree.js';
import type { PlacelessContext } from './silent-context.js';
import type { WorkDirectory } from './work-directory.js';

/** Works in a private directory beside those of attempts, with the cache of the project. */
export async function withDirectories<T>(
  work: WorkDirectory,
  context: PlacelessContext,
  run: (context: AttemptContext) => Promise<T>,
): Promise<T> {
  const use = await work.cache.use(context.job.project_id);
  const dir = await mkdtemp(path.join(await realpath(work.root), 'attempts', 'listing-'));
  try {
    return await run({ ...context, dir, cacheDir: use.dir });
  } finally {
    await removeTree(dir);
    await use.release();
  }
}
