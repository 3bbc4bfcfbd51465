import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withTables } from './readme-table.js';

const root = resolve(import.meta.dirname, '../../..');

/** Files that hold tables of settings. */
export const readmes = ['libs/settings/SETTINGS.md', 'tools/stack/README.md'].map((file) => join(root, file));

if (process.argv[1] === import.meta.filename) {
  readmes.forEach((file) => writeFileSync(file, withTables(readFileSync(file, 'utf8'))));
}
