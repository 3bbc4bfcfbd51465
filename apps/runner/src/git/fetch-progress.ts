import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How often a fetch that takes its time is named in the log, in milliseconds. */
const PERIOD_MS = 15_000;

/**
 * Names how much of a repository has arrived, again and again while it is fetched. git writes what it receives to a file in
 * the mirror until the pack is whole.
 * @param report takes a line for the log
 */
export async function withProgress<T>(
  mirror: string,
  report: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const timer = setInterval(() => {
    void receivedBytes(mirror).then((bytes) => {
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
async function receivedBytes(mirror: string): Promise<number> {
  const dir = join(mirror, 'objects/pack');
  const names = await readdir(dir).catch(() => []);
  const sizes = names
    .filter((name) => name.startsWith('tmp_pack_'))
    .map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
