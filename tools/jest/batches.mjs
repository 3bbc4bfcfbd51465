import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
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
  e2e: { e2e: 6 },
};

/** Which files a layer runs. @type {Record<string, (file: string) => boolean>} */
const specsOf = {
  unit: (file) => /\.spec\.tsx?$/.test(file) && !/\.(integration|long)\.spec\.ts$/.test(file),
  integration: (file) => file.endsWith('.integration.spec.ts'),
  e2e: (file) => /^scenarios\/.*\.spec\.ts$/.test(file) && !file.endsWith('.long.spec.ts'),
};

/** Which files stay alone. Scenarios do, but for those that share a stack. @type {Record<string, (file: string) => boolean>} */
const staysAlone = {
  unit: isLong,
  integration: isLong,
  e2e: (file) => !/\bshared: true\b/.test(readFileSync(file, 'utf8')),
};

/** What the file of a batch does after its specs, below the folder of the project. @type {Record<string, (place: string) => string>} */
const ends = {
  e2e: (place) => `
const { closeShared } = await import('${place}/src/support/shared-stack.ts');
afterAll(closeShared);
`,
};

const loader = path.join(import.meta.dirname, 'batch.mjs');

/**
 * Returns a project's Jest settings for a layer in which its spec files run in batches, each batch as one file with
 * one module registry. Known long files stay alone. Specs of another test environment, as with a document, are in batches of their own.
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
  const isAlone = staysAlone[layer] ?? isLong;
  const alone = specs.filter(isAlone);
  const together = specs.filter((file) => !isAlone(file));
  const place = path.join(directory, 'test-results', layer, 'batches');
  const batches = [...new Set(together.map(environmentOf))].flatMap((environment) =>
    batchesOf(
      together.filter((file) => environmentOf(file) === environment),
      size,
    ).map((specs) => ({ environment, specs })),
  );
  const end = ends[layer]?.(from(place, directory)) ?? '';
  const files = batches.map((batch, i) =>
    writeBatch(path.join(place, `${i + 1}.spec.mjs`), directory, { ...batch, end }),
  );
  return { roots: ['<rootDir>/src', `<rootDir>/test-results/${layer}/batches`], testMatch: [...alone, ...files] };
}

/** The comment with which a spec chooses its test environment; empty = that of its project. @param {string} file */
const environmentOf = (file) => /^\/\*\* @jest-environment \S+ \*\//.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

/**
 * @param {string[]} specs
 * @param {number} size
 */
function batchesOf(specs, size) {
  const count = Math.ceil(specs.length / size);
  return Array.from({ length: count }, (_, batch) => specs.filter((_spec, i) => i % count === batch));
}

/**
 * @param {string} file
 * @param {string} directory of the project
 * @param {{ environment: string, specs: string[], end: string }} batch end: what follows the specs
 * @returns {string} the file
 */
function writeBatch(file, directory, { environment, specs, end }) {
  const place = path.dirname(file);
  mkdirSync(place, { recursive: true });
  const head = `${environment}\nimport { loadSpec } from '${from(place, loader)}';\n\nglobalThis.isBatch = true;\n`;
  const loads = specs.map(
    (spec) => `await loadSpec('${path.relative(directory, spec)}', () => import('${from(place, spec)}'));\n`,
  );
  writeFileSync(file, [head, ...loads, end].join(''));
  return file;
}

/** @param {string} place @param {string} file */
const from = (place, file) => path.relative(place, file).split(path.sep).join('/');
