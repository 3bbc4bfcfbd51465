import { join, sep } from 'node:path';
import { type PlainCode, problem, relativePathFault } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { AttemptFiles } from '../files/attempt-files.js';

/** Kind of what a path leads to. */
export type PathWord = Extract<PlainCode, `word_${string}`>;

/**
 * Resolves a path that was given for a checkout, following symbolic links, and makes sure it stays inside.
 * @param what code of the word for what the path leads to.
 * @returns the absolute path without symbolic links.
 * @throws AttemptFailure when the path is malformed, leaves the checkout, or does not exist.
 */
export async function pathInCheckout(
  files: AttemptFiles,
  checkout: string,
  path: string,
  what: PathWord,
): Promise<string> {
  const fault = path === '' ? problem('empty') : relativePathFault(path);
  if (fault) {
    throw new AttemptFailure(problem('path_refused', { what: problem(what), fault, path }));
  }
  const root = await files.real(checkout);
  const target = root && (await files.real(join(root, path)));
  if (root === null || target === null) {
    throw new AttemptFailure(problem('path_missing', { what: problem(what), path }));
  }
  if (target !== root && !target.startsWith(`${root}${sep}`)) {
    throw new AttemptFailure(problem('path_outside', { what: problem(what), path }));
  }
  return target;
}
