import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './base.mjs';
import { batchSettings } from './batches.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const layer = /** @type {keyof typeof perCore} */ (process.env.TEST_LAYER ?? 'unit');

/** Workers of a core. Scenarios wait for more than half of their time, specs with services for a part of it. */
const perCore = { unit: 1, integration: 1.5, e2e: 2, long: 1 };

const packages = ['apps', 'libs', 'tools'].flatMap((group) =>
  readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
);

/** Spec files that were chosen by name; undefined = all. @type {string[] | undefined} */
const chosen = process.env.TEST_FILES && JSON.parse(process.env.TEST_FILES);

/** @param {string} directory of a package */
const chosenIn = (directory) => chosen?.filter((file) => file.startsWith(directory + path.sep));

/** @param {string} directory of a package */
async function project(directory) {
  const files = chosenIn(directory);
  const { default: config } = await import(pathToFileURL(path.join(directory, 'jest.config.mjs')).href);
  const own = Object.entries(config).filter(([name]) => !Object.hasOwn(run, name));
  return {
    ...Object.fromEntries(own),
    ...(files ? { testMatch: files } : batchSettings(directory, layer)),
    rootDir: directory,
  };
}

const directories = packages
  .filter((directory) => existsSync(path.join(directory, 'jest.config.mjs')))
  .filter((directory) => layer !== 'e2e' || path.basename(directory) === 'e2e')
  .filter((directory) => chosenIn(directory)?.length !== 0);

/**
 * One layer of all packages as one run, so that its workers are busy to the end.
 * @type {import('jest').Config}
 */
export default {
  ...run,
  rootDir: root,
  projects: await Promise.all(directories.map(project)),
  maxWorkers: Math.ceil(perCore[layer] * availableParallelism()),
};
