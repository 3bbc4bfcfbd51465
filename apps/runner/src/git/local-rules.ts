import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { problem, textList } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { LocalRules } from '../attempt/attempt-context.js';
import type { RepositoryUrl } from './repository-url.js';

export const NO_LOCAL_RULES: LocalRules = { roots: [], closed: [], authorities: null };

/** The rules with every directory also by its path without symbolic links. */
export async function readLocalRules(rules: LocalRules): Promise<LocalRules> {
  const [roots, closed] = await Promise.all([allNames(rules.roots), allNames(rules.closed)]);
  return { roots, closed, authorities: rules.authorities };
}

/**
 * Holds the address of a local repository to the rules, by its path as given and without symbolic links.
 * @returns the address without symbolic links, so that what was looked at is what git opens; others as they are
 * @throws AttemptFailure when the directory may not be a repository
 */
export async function keepToLocalRules(url: RepositoryUrl, rules: LocalRules): Promise<RepositoryUrl> {
  const path = localPath(url);
  if (path === null) {
    return url;
  }
  const real = await realpath(path).catch(() => null);
  [path, real ?? path].forEach((each) => requireOpen(each, path, rules.closed));
  requireRoot(real ?? path, path, rules.roots);
  return real === null ? url : { ...url, url: url.kind === 'file' ? `file://${encodeURI(real)}` : real };
}

/** `null` for an address that is none of this machine. git decodes what follows `file://` and takes all of it for a path. */
export function localPath({ kind, url }: RepositoryUrl): string | null {
  switch (kind) {
    case 'local':
      return resolve(url);
    case 'file':
      return resolve('/', decode(url.replace(/^file:(\/\/)?/i, '')));
    default:
      return null;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AttemptFailure(problem('repository_escape'));
  }
}

function requireOpen(path: string, given: string, closed: readonly string[]): void {
  if (closed.some((dir) => isWithin(path, dir) || isWithin(dir, path))) {
    throw new AttemptFailure(problem('directory_closed', { path: given }));
  }
}

function requireRoot(path: string, given: string, roots: readonly string[]): void {
  if (roots.length > 0 && !roots.some((root) => isWithin(path, root))) {
    throw new AttemptFailure(problem('directory_outside', { path: given, roots: textList(roots) }));
  }
}

const isWithin = (path: string, dir: string): boolean =>
  path === dir || path.startsWith(dir.endsWith(sep) ? dir : dir + sep);

async function allNames(dirs: readonly string[]): Promise<string[]> {
  const names = dirs.map((dir) => resolve(dir));
  const real = await Promise.all(names.map((dir) => realpath(dir).catch(() => dir)));
  return [...new Set([...names, ...real])];
}
