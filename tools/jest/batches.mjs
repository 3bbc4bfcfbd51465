import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLong } from './longest-first.mjs';

/**
 * By layers, the projects whose spec files load and start so much that it takes longer than most of their tests.
 * @type {Record<string, string[]>}
 */
const batched = { integration: ['api', 'database', 'engine'] };

/** Spec files of a batch: enough to share the cost, few enough for the memory of a worker and for its last minutes. */
const BATCH_SIZE = 8;

const loader = path.join(import.meta.dirname, 'batch.mjs');

/**
 * What a project's Jest settings become for a layer in which its spec files run in batches, each batch as one file with
 * one module registry. Known long files stay alone.
 * @param {string} directory of the project
 * @param {string} layer
 * @returns {import('jest').Config}
 */
export function batchSettings(directory, layer) {
  if (!batched[layer]?.includes(path.basename(directory))) {
    return {};
  }
  const source = path.join(directory, 'src');
  const specs = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`.${layer}.spec.ts`))
    .map((file) => path.join(source, file))
    .toSorted();
  const alone = specs.filter(isLong);
  const together = specs.filter((file) => !isLong(file));
  const place = path.join(directory, 'test-results', 'batches');
  return {
    roots: ['<rootDir>/src', '<rootDir>/test-results/batches'],
    testMatch: [...alone, ...writeBatches(place, directory, together)],
  };
}

/**
 * @param {string} place
 * @param {string} directory of the project
 * @param {string[]} specs
 * @returns {string[]} the files of the batches
 */
function writeBatches(place, directory, specs) {
  mkdirSync(place, { recursive: true });
  const count = Math.ceil(specs.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, batch) => {
    const file = path.join(place, `${batch + 1}.spec.mjs`);
    const loads = specs
      .filter((_spec, i) => i % count === batch)
      .map((spec) => `await loadSpec('${path.relative(directory, spec)}', () => import('${from(place, spec)}'));\n`);
    writeFileSync(file, [`import { loadSpec } from '${from(place, loader)}';\n\n`, ...loads].join(''));
    return file;
  });
}

/** @param {string} place @param {string} file */
const from = (place, file) => path.relative(place, file).split(path.sep).join('/');
