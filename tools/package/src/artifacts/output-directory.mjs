import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the directory, or removes what an earlier run has left in it.
 * @param {string} directory
 * @param {string} name of the program, which the names of packages begin with
 * @throws {Error} when it holds anything else; nothing is removed then
 */
export async function emptyOutput(directory, name) {
  const own = new RegExp(`^(SHA256SUMS|${name}[-_]\\d.+\\.(tar\\.gz|tgz|zip|deb|rpm|cdx\\.json))$`);
  await mkdir(directory, { recursive: true });
  const entries = await readdir(directory, { withFileTypes: true });
  const foreign = entries.find((entry) => !entry.isFile() || !own.test(entry.name));
  if (foreign) {
    throw new Error(
      `${directory} holds ${foreign.name}: name a directory that is empty or holds earlier packages alone`,
    );
  }
  await Promise.all(entries.map(({ name }) => rm(path.join(directory, name))));
}
