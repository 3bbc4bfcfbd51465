import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const workspaceFiles = ['.swcrc', 'nx.json', 'package.json', 'pnpm-lock.yaml', 'tsconfig.base.json'];
const ignored = new Set(['node_modules', 'test-results', 'coverage']);

/**
 * A text that changes whenever a source or an output of the build does: names, sizes and times of all files of the
 * packages. Reading no contents keeps it within some ten milliseconds.
 * @param {string} root the checkout
 */
export function buildStamp(root) {
  const hash = createHash('sha256').update(process.version);
  for (const file of workspaceFiles) {
    addFile(hash, path.join(root, file));
  }
  for (const directory of packageDirectories(root)) {
    addDirectory(hash, directory);
  }
  return hash.digest('hex');
}

/**
 * As {@link buildStamp}, for the documentation: it is made of all packages and tools.
 * @param {string} root the checkout
 */
export function docsStamp(root) {
  const hash = createHash('sha256').update(buildStamp(root));
  addDirectory(hash, path.join(root, 'apps/docs'));
  addDirectory(hash, path.join(root, 'tools'));
  return hash.digest('hex');
}

/** The docs are made apart (`docs.mjs`). @param {string} name */
const isBuilt = (name) => name !== 'docs';

/** @param {string} root */
function packageDirectories(root) {
  const groups = ['apps', 'libs'].flatMap((group) => {
    const names = readdirSync(path.join(root, group)).filter(isBuilt).sort();
    return names.map((name) => path.join(root, group, name));
  });
  return [...groups, path.join(root, 'tools/bundle'), path.join(root, 'tools/stack')];
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} directory
 */
function addDirectory(hash, directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory() && !ignored.has(entry.name)) {
      addDirectory(hash, file);
    } else if (entry.isFile() && !/\.spec\.tsx?$/.test(entry.name)) {
      addFile(hash, file);
    }
  }
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} file
 */
function addFile(hash, file) {
  const { size, mtimeMs } = statSync(file);
  hash.update(`${file}\0${size}\0${mtimeMs}\n`);
}
