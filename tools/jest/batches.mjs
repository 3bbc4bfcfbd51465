import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLong } from './longest-first.mjs';

/**
 * The spec files of a batch, by layer and project: enough to share the cost of loading and starting what they import, which
 * takes longer than most of their tests, few enough for the memory of a worker and for the last minutes of a run.
 * @type {Record<string, Record<string, number>>}
 */
const sizes = {
  unit: { api: 12, console: 14, contracts: 8, engine: 6, runner: 8, server: 8 },
  integration: { api: 12, database: 8, engine: 12 },
};

/** Which files a layer runs. @type {Record<string, (file: string) => boolean>} */
const specsOf = {
  unit: (file) => /\.spec\.tsx?$/.test(file) && !/\.(integration|long)\.spec\.ts$/.test(file),
  integration: (file) => file.endsWith('.integration.spec.ts'),
};

const loader = path.join(import.meta.dirname, 'batch.mjs');

/**
 * What a project's Jest settings become for a layer in which its spec files run in batches, each batch as one file with
 * one module registry. Known long files stay alone.
 * @param {string} directory of the project
 * @param {string} layer
 * @returns {import('jest').Config}
 */
export function batchSettings(directory, layer) {
  const size = sizes[layer]?.[path.basename(directory)];
  if (!size) {
    return {};
  }
  const source = path.join(directory, 'src');
  const specs = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => specsOf[layer]?.(file))
    .map((file) => path.join(source, file))
    .toSorted();
  const alone = specs.filter(isLong);
  const together = specs.filter((file) => !isLong(file));
  const place = path.join(directory, 'test-results', layer, 'batches');
  return {
    roots: ['<rootDir>/src', `<rootDir>/test-results/${layer}/batches`],
    testMatch: [...alone, ...writeBatches(place, directory, together, size)],
  };
}

/**
 * @param {string} place
 * @param {string} directory of the project
 * @param {string[]} specs
 * @param {number} size
 * @returns {string[]} the files of the batches
 */
function writeBatches(place, directory, specs, size) {
  mkdirSync(place, { recursive: true });
  const count = Math.ceil(specs.length / size);
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
