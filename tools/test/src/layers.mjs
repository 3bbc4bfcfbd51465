import { availableParallelism } from 'node:os';
import { jestLayer } from './jest-layer.mjs';
import { clockEnvironment } from './clocks.mjs';
import { namedSpecs, projects } from './projects.mjs';
import { run } from './run.mjs';
import { runAlone } from './run-alone.mjs';
import { Slots } from './slots.mjs';

/**
 * @typedef {import('./totals.mjs').Counts & { output: string }} LayerResult
 * @typedef {{ clock: import('./clocks.mjs').Clock | null, names: readonly string[] }} Scope clock: null = the real one; names: see `namedSpecs`
 * @typedef {{ name: string, needsServices?: boolean, run: (scope: Scope) => Promise<LayerResult> }} Layer
 */

/** Checks are busy with a core each, so no more run at a time than there are cores. */
const slots = new Slots(availableParallelism());

/**
 * Layers that need nothing but the sources. They come first, by themselves: beside specs, which leave no processor idle, both
 * take longer than one after the other.
 * @type {Layer[]}
 */
export const checks = [
  { name: 'lint', run: lint },
  { name: 'format', run: () => check('oxfmt', [['--check']]) },
  { name: 'types', run: types },
  { name: 'dead-code', run: () => check('knip', [[]]) },
];

/**
 * The layers of specs, one after another.
 * @type {Layer[]}
 */
export const stages = [
  { name: 'unit', run: (scope) => specs('unit', scope) },
  { name: 'integration', needsServices: true, run: (scope) => specs('integration', scope) },
  { name: 'e2e', needsServices: true, run: (scope) => specs('e2e', scope) },
];

/**
 * Scenarios of minutes, which run when they are asked for by name.
 * @type {Layer}
 */
export const long = { name: 'long', needsServices: true, run: (scope) => specs('long', scope) };

/**
 * ESLint for what one file shows and for our own rules with types, Oxlint for the typed rules of typescript-eslint, which
 * it checks with the native compiler; and the measures of the code within their bounds.
 */
async function lint() {
  const parts = [['-c', 'eslint.typed.config.mjs', '.'], ['.', '--ignore-pattern', 'apps/**'], ['apps']];
  const runs = parts.map((part) => [...part, '--max-warnings=0']);
  const measures = [['tools/lint/print-measures.mjs']];
  const results = await Promise.all([check('eslint', runs), check('oxlint', [[]]), check('node', measures)]);
  const failed = Math.max(...results.map((result) => result.failed));
  return { passed: 1 - failed, failed, skipped: 0, output: results.map(({ output }) => output).join('') };
}

/** One program for all that runs on Node with the same options, one for each project with options of its own. */
function types() {
  const own = projects().filter(({ hasOwnTypes }) => hasOwnTypes);
  const configs = ['tsconfig.server.json', ...own.map(({ directory }) => `${directory}/tsconfig.json`)];
  return check('node', [['node_modules/typescript-native/bin/tsc', '--build', ...configs]]);
}

/**
 * @param {import('./projects.mjs').SpecLayer} layer
 * @param {Scope} scope
 */
function specs(layer, { clock, names }) {
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'tools/jest/workspace.mjs'];
  const flags = ['--experimental-vm-modules', '--no-warnings', '--import', './tools/jest/typescript-workers.mjs'];
  const files = names.length > 0 ? { TEST_FILES: JSON.stringify(namedSpecs(layer, names)) } : {};
  const env = { TEST_LAYER: layer, ...files, ...(clock ? clockEnvironment(clock) : {}) };
  return jestLayer(layer, { projects: projects(), names }, () => runAlone('node', [...flags, ...jest], { env }));
}

/**
 * A layer that is one program with one verdict, in one or more runs.
 * @param {string} program
 * @param {string[][]} runs the arguments of each
 * @returns {Promise<LayerResult>}
 */
async function check(program, runs) {
  const results = await Promise.all(runs.map((args) => slots.use(() => run(program, args))));
  const ok = results.every((result) => result.ok);
  const output = results.map((result) => result.output).join('');
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output };
}
