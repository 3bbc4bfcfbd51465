import { jestLayer } from './jest-layer.mjs';
import { projects } from './projects.mjs';
import { run } from './run.mjs';

/**
 * @typedef {import('./totals.mjs').Counts & { output: string }} LayerResult
 * @typedef {{ name: string, needsPackages?: boolean, run: () => Promise<LayerResult> }} Layer
 */

/**
 * All layers, the cheapest first.
 * @type {Layer[]}
 */
export const layers = [
  { name: 'format', run: () => check('prettier', ['--check', '--log-level=warn', '.']) },
  { name: 'lint', run: lint },
  { name: 'types', run: () => check('nx', nxArguments('typecheck', 4)) },
  { name: 'dead-code', run: () => check('knip', []) },
  { name: 'unit', run: () => jestLayer('unit', 'test', projects(), () => run('nx', nxArguments('test', 2))) },
  {
    name: 'integration',
    needsPackages: true,
    run: () =>
      jestLayer('integration', 'test:integration', projects(), () => run('nx', nxArguments('test:integration', 2))),
  },
  { name: 'e2e', needsPackages: true, run: () => jestLayer('e2e', 'e2e', projects(), runScenarios) },
];

/**
 * The parts that take ESLint the longest, each checked by a process of its own. One more takes everything else.
 */
const lintParts = ['apps/console', 'apps/api', 'libs'];

async function lint() {
  const rest = ['.', ...lintParts.flatMap((part) => ['--ignore-pattern', `${part}/**`])];
  const parts = [...lintParts.map((part) => [part]), rest];
  const results = await Promise.all(parts.map((part) => run('eslint', [...part, '--max-warnings=0'])));
  return verdict({ ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') });
}

async function runScenarios() {
  const build = await run('node', ['tools/bootstrap.mjs', 'build']);
  return build.ok ? run('nx', nxArguments('e2e', 1), { TEST_LAYER: 'e2e' }) : build;
}

/**
 * A layer that is one program with one verdict.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<LayerResult>}
 */
async function check(program, args) {
  return verdict(await run(program, args));
}

/**
 * @param {{ ok: boolean, output: string }} result
 * @returns {LayerResult}
 */
function verdict({ ok, output }) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output };
}

/**
 * @param {string} target
 * @param {number} parallel
 */
function nxArguments(target, parallel) {
  return ['run-many', '-t', target, `--parallel=${parallel}`, '--output-style=static'];
}
