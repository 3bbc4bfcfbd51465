import { availableParallelism } from 'node:os';
import { jestLayer } from './jest-layer.mjs';
import { projects } from './projects.mjs';
import { run } from './run.mjs';
import { Slots } from './slots.mjs';

/**
 * @typedef {import('./totals.mjs').Counts & { output: string }} LayerResult
 * @typedef {{ name: string, needsServices?: boolean, run: () => Promise<LayerResult> }} Layer
 */

/** Checks are busy with a core each, so no more run at a time than there are cores. */
const slots = new Slots(availableParallelism());

/** @type {Layer[]} */
const checks = [
  { name: 'lint', run: lint },
  { name: 'format', run: () => check('prettier', [['--check', '--log-level=warn', '.']]) },
  { name: 'types', run: types },
  { name: 'dead-code', run: () => check('knip', [[]]) },
];

/** @type {Layer[]} */
const tests = [
  { name: 'unit', run: () => specs('unit') },
  { name: 'integration', needsServices: true, run: () => specs('integration') },
  { name: 'e2e', needsServices: true, run: () => specs('e2e') },
];

/**
 * All layers by stages: those of one stage run in parallel, the stages one after another.
 * @type {Layer[][]}
 */
export const stages = [checks, ...tests.map((layer) => [layer])];

/** The parts that take ESLint the longest, each checked by a process of its own. One more takes everything else. */
const lintParts = ['libs', 'apps/console', 'apps/api'];

function lint() {
  const rest = ['.', ...lintParts.flatMap((part) => ['--ignore-pattern', `${part}/**`])];
  const parts = [...lintParts.map((part) => [part]), rest];
  return check(
    'eslint',
    parts.map((part) => [...part, '--max-warnings=0']),
  );
}

function types() {
  const configs = projects().map(({ directory }) => `${directory}/tsconfig.json`);
  return check('node', [['node_modules/typescript-native/bin/tsc', '--build', ...configs]]);
}

/** @param {'unit' | 'integration' | 'e2e'} layer */
function specs(layer) {
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'tools/jest/workspace.mjs'];
  const flags = ['--experimental-vm-modules', '--no-warnings', '--import', './tools/jest/typescript-workers.mjs'];
  return jestLayer(layer, projects(), () => run('node', [...flags, ...jest], { TEST_LAYER: layer }));
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
