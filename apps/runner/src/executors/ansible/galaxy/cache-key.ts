import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import type { AttemptFiles } from '../../../files/attempt-files.js';
import type { RequirementFile } from './requirement-files.js';

/** Larger archives than this have no place in the cache. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Name under which an installation is kept: kind, content and the version of ansible-galaxy, apart for each project,
 * as its credentials may have been needed. Archives on this machine count with their content.
 * @returns `null` when a requirement is a local directory, whose content is not determined by its name, or an archive that cannot be read.
 */
export async function cacheKey(
  files: AttemptFiles,
  file: RequirementFile,
  scope: { projectId: number; version: string; cwd: string },
): Promise<string | null> {
  const hash = createHash('sha256').update(`${scope.projectId}\0${scope.version}\0${file.kind}\0${file.content}`);
  for (const source of file.entries.flatMap(sourcesOf)) {
    const path = isAbsolute(source) ? source : join(scope.cwd, source);
    const facts = await files.facts(path);
    const content = facts && (await files.read(path, MOST_BYTES).catch(() => null));
    if (facts && !content) {
      return null;
    }
    hash.update(content ?? '');
  }
  return `${file.kind}-${hash.digest('hex').slice(0, 40)}`;
}

/** Everything in an entry that could be a path. */
function sourcesOf(entry: unknown): string[] {
  const { src, name, source } = (typeof entry === 'string' ? { src: entry } : (entry ?? {})) as Record<string, unknown>;
  return [src, name, source].flatMap((value) => (typeof value === 'string' ? [value.replace(/^file:\/\//, '')] : []));
}
