import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { MAX_REPORTED_CACHES, type MeasuredCaches } from '@switchyard/contracts';
import type { Cache, ProjectCache } from './cache.js';

/** The cache of a project with what it takes. */
export interface SizedCache extends ProjectCache {
  /** Bytes on the disk. */
  size: number;
}

/** Sizes of the caches. A cache grows only while an attempt uses it, so that the others need not be walked each time. */
export class CacheSizes {
  private known: ReadonlyMap<string, SizedCache> = new Map();

  constructor(private readonly cache: Cache) {}

  /**
   * The caches that hold something, the one that was not used for longest first.
   * @param all walks also those in which no attempt began or ended since the last time
   */
  async measure(all: boolean): Promise<SizedCache[]> {
    const sized: SizedCache[] = [];
    for (const each of await this.cache.byLastUse()) {
      const before = this.known.get(each.dir);
      const isKnown = !all && before?.used.getTime() === each.used.getTime();
      sized.push({ ...each, size: isKnown ? before.size : await treeSize(each.dir) });
    }
    this.known = new Map(sized.map((each) => [each.dir, each]));
    return sized.filter(({ size }) => size > 0);
  }
}

export const sumOf = (caches: readonly SizedCache[]): number => caches.reduce((sum, { size }) => sum + size, 0);

/** Report about them to the control plane. @param limit bytes that all may take; 0 = no limit */
export function cachesReport(caches: readonly SizedCache[], limit: number): MeasuredCaches {
  const largest = caches.toSorted((one, other) => other.size - one.size).slice(0, MAX_REPORTED_CACHES);
  return {
    limit,
    total: sumOf(caches),
    caches: largest.map(({ project, size, used }) => ({ project, bytes: size, used: used.toISOString() })),
  };
}

/** Bytes on the disk. */
async function treeSize(dir: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(dir, entry.name);
    size += entry.isDirectory()
      ? await treeSize(file)
      : await lstat(file).then(
          ({ blocks }) => blocks * 512,
          () => 0,
        );
  }
  return size;
}
