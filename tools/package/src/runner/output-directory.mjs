import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Names of what a run makes. */
const OWN = /^(SHA256SUMS|switchyard-runner[-_].+\.(tar\.gz|zip|deb|cdx\.json))$/;

/**
 * Makes the directory, or removes what an earlier run has left in it.
 * @param {string} directory
 * @throws {Error} when it holds anything else; nothing is removed then
 */
export async function emptyOutput(directory) {
  await mkdir(directory, { recursive: true });
  const entries = await readdir(directory, { withFileTypes: true });
  const foreign = entries.find((entry) => !entry.isFile() || !OWN.test(entry.name));
  if (foreign) {
    throw new Error(
      `${directory} holds ${foreign.name}: name a directory that is empty or holds earlier packages alone`,
    );
  }
  await Promise.all(entries.map(({ name }) => rm(path.join(directory, name))));
}
