import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { rootsDirectory } from '../paths.mjs';
import { run } from '../run.mjs';

const LEAN = [
  '--aptopt=APT::Install-Recommends "false"',
  '--aptopt=Acquire::Languages "none"',
  ...['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
];

/**
 * A root file system of Debian as a tar file, made by mmdebstrap once and kept in `.tools/`; remove it there to get
 * newer packages.
 * @param {string} suite such as `bookworm`
 * @param {readonly string[]} packages beside apt and what is essential
 * @returns {Promise<string>} the tar file
 */
export async function debianRoot(suite, packages) {
  const file = path.join(rootsDirectory, `${[suite, ...packages].join('+')}.tar`);
  if (!existsSync(file)) {
    await mkdir(rootsDirectory, { recursive: true });
    const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
    const unfinished = `${file}.${process.pid}.tar`;
    await run('mmdebstrap', ['--quiet', '--variant=apt', ...LEAN, ...include, suite, unfinished]);
    await rename(unfinished, file);
  }
  return file;
}
