import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes `SHA256SUMS`, which `sha256sum --check` reads, beside the files.
 * @param {readonly string[]} files of one directory
 * @param {string} out that directory
 */
export async function writeChecksums(files, out) {
  const lines = [...files].sort().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${hash}  ${path.basename(file)}\n`;
  });
  await writeFile(path.join(out, 'SHA256SUMS'), (await Promise.all(lines)).join(''));
}
