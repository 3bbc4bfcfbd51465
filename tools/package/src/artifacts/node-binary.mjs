import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheDirectory } from '../paths.mjs';
import { run } from '../run.mjs';

/** @typedef {import('./targets.mjs').NodePackage} NodePackage */

/**
 * Takes files out of a published Node package. The tarball comes from the registry once and is then kept.
 * @param {NodePackage} node
 * @param {string} directory where the package's files land, below `package/`
 * @param {readonly string[]} files paths in the package
 * @throws {Error} when the tarball is not the one whose integrity is written down
 */
export async function unpackNode(node, directory, files) {
  const tarball = await fetchTarball(node);
  await mkdir(directory, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', directory, ...files.map((file) => `package/${file}`)]);
}

/** @param {NodePackage} node */
async function fetchTarball(node) {
  const kept = path.join(cacheDirectory, `${node.package}-${node.version}.tgz`);
  if (!existsSync(kept)) {
    await download(node, kept);
  }
  await verifyIntegrity(kept, node.integrity).catch(async (error) => {
    await rm(kept);
    throw error;
  });
  return kept;
}

/**
 * @param {NodePackage} node
 * @param {string} file
 */
async function download({ package: name, version }, file) {
  await mkdir(cacheDirectory, { recursive: true });
  const directory = await mkdtemp(path.join(cacheDirectory, 'download-'));
  try {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', directory]);
    await rename(path.join(directory, `${name}-${version}.tgz`), file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * @param {string} file
 * @param {string} integrity `sha512-` and the hash in base64, as registries write it
 * @throws {Error} when the file has another hash
 */
export async function verifyIntegrity(file, integrity) {
  const hash = createHash('sha512')
    .update(await readFile(file))
    .digest('base64');
  if (`sha512-${hash}` !== integrity) {
    throw new Error(`${file} has the hash sha512-${hash}, expected ${integrity}`);
  }
}
