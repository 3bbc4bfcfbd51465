import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { problem, relativePathFault, sentenceOf } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';

/**
 * Resolves a path that was given for a checkout, following symbolic links, and makes sure it stays inside.
 * @param what names the path in messages, such as `playbook`.
 * @returns the absolute path without symbolic links.
 * @throws AttemptFailure when the path is malformed, leaves the checkout, or does not exist.
 */
export async function pathInCheckout(checkout: string, path: string, what: string): Promise<string> {
  const fault = path === '' ? problem('empty') : relativePathFault(path);
  if (fault) {
    throw new AttemptFailure(`The path of the ${what} ${sentenceOf(fault)}: "${path}"`);
  }
  const root = await realpath(checkout);
  const target = await realpath(join(root, path)).catch(() => {
    throw new AttemptFailure(`The ${what} "${path}" does not exist in the repository`);
  });
  if (target !== root && !target.startsWith(`${root}${sep}`)) {
    throw new AttemptFailure(`The ${what} "${path}" leads out of the repository`);
  }
  return target;
}
