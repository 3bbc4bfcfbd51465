import { join } from 'node:path';
import type { AttemptFiles } from '../files/attempt-files.js';

/** How often a fetch that takes its time is named in the log, in milliseconds. */
const PERIOD_MS = 15_000;

/**
 * Names how much of a repository has arrived, again and again while it is fetched. git writes what it receives to a file in
 * the mirror until the pack is whole.
 * @param report takes a line for the log
 */
export async function withProgress<T>(
  { files, path }: { files: AttemptFiles; path: string },
  report: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const timer = setInterval(() => {
    void receivedBytes(files, path).then((bytes) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      report(`Still fetching after ${seconds} s: ${(bytes / 1_000_000).toFixed(1)} MB have arrived`);
    });
  }, PERIOD_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Size of the packs that are being received. */
async function receivedBytes(files: AttemptFiles, mirror: string): Promise<number> {
  const dir = join(mirror, 'objects/pack');
  const packs = (await files.list(dir)).filter(({ name }) => name.startsWith('tmp_pack_'));
  const found = await Promise.all(packs.map(({ name }) => files.facts(join(dir, name))));
  return found.reduce((sum, facts) => sum + (facts?.size ?? 0), 0);
}
