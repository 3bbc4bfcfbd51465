import { rmSync } from 'node:fs';
import { readResult, resultFile } from './results.mjs';
import { add, noTests } from './totals.mjs';
import { namedSpecsOf } from './projects.mjs';

/**
 * Runs the specs of one layer in every project and adds up what each project's run wrote down. A project that has specs
 * and did not run all of them counts as a failure, and so does a run that failed without a failed test.
 * @param {import('./projects.mjs').SpecLayer} layer
 * @param {{ projects: import('./projects.mjs').Project[], names: readonly string[] }} chosen names: see `namedSpecs`
 * @param {() => Promise<{ ok: boolean, output: string }>} execute
 * @returns {Promise<import('./layers.mjs').LayerResult>}
 */
export async function jestLayer(layer, { projects, names }, execute) {
  projects.forEach(({ directory }) => rmSync(resultFile(directory, layer), { force: true }));
  const { ok, output } = await execute();
  const outcomes = projects.map((project) => outcome(project, layer, names));
  const complaints = outcomes.flatMap(({ complaint }) => (complaint ? [complaint] : []));
  const counts = outcomes.map(({ counts }) => counts).reduce(add, noTests);
  const failedOutside = !ok && counts.failed === 0;
  if (failedOutside) {
    complaints.push(`The ${layer} layer failed outside its tests.`);
  }
  return { ...counts, failed: failedOutside ? 1 : counts.failed, output: [output, ...complaints].join('\n') };
}

/**
 * @param {import('./projects.mjs').Project} project
 * @param {import('./projects.mjs').SpecLayer} layer
 * @param {readonly string[]} names
 * @returns {{ counts: import('./totals.mjs').Counts, complaint?: string }}
 */
function outcome(project, layer, names) {
  const expected = namedSpecsOf(project, layer, names).length;
  const result = readResult(project.directory, layer);
  const ran = result?.suites ?? 0;
  const counts = result ?? noTests;
  if (ran >= expected) {
    return { counts };
  }
  return {
    counts: add(counts, { ...noTests, failed: 1 }),
    complaint: `${project.name} ran ${ran} of ${expected} spec files (${layer}).`,
  };
}
