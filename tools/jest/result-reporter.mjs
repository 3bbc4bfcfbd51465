import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** @typedef {{ testFilePath: string, numPassingTests: number, numFailingTests: number, numPendingTests: number, numTodoTests: number, testExecError?: unknown, testResults: { ancestorTitles: string[], duration?: number | null }[], perfStats: { runtime: number } }} SpecResult */

/**
 * Writes the totals of a run to test-results/<layer>.json of each project in it, where `npm test` adds them up; and to
 * test-results/<layer>-seconds.json what each spec file took, the longest first, for people who make a layer shorter.
 */
export default class ResultReporter {
  /**
   * @param {unknown} _globalConfig
   * @param {{ layer: string }} options
   */
  constructor(_globalConfig, { layer }) {
    this.layer = layer;
  }

  /**
   * @param {unknown} _contexts
   * @param {{ testResults: SpecResult[] }} results
   */
  onRunComplete(_contexts, { testResults }) {
    for (const directory of new Set(testResults.map(projectOf))) {
      const specs = testResults.filter((spec) => projectOf(spec) === directory);
      const file = path.join(directory, 'test-results', `${this.layer}.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(totals(specs)));
      writeFileSync(file.replace('.json', '-seconds.json'), JSON.stringify(seconds(specs), null, 1));
    }
  }
}

/**
 * The directory of the project that holds the spec file: a group such as `apps`, and a name.
 * @param {SpecResult} spec
 */
function projectOf({ testFilePath }) {
  const [group = '', name = ''] = path.relative(root, testFilePath).split(path.sep);
  return path.join(root, group, name);
}

/**
 * A file that could not be run at all counts as one failed test.
 * @param {SpecResult[]} specs
 */
function totals(specs) {
  /** @param {(spec: SpecResult) => number} count */
  const sum = (count) => specs.reduce((total, spec) => total + count(spec), 0);
  return {
    passed: sum(({ numPassingTests }) => numPassingTests),
    failed: sum(({ numFailingTests, testExecError }) => numFailingTests || (testExecError ? 1 : 0)),
    skipped: sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests),
    suites: specs.reduce((total, spec) => total + filesIn(spec), 0),
  };
}

/**
 * A batch has a block of tests for each spec file in it.
 * @param {SpecResult} spec
 */
function filesIn({ testFilePath, testResults }) {
  return isBatch(testFilePath) ? new Set(testResults.map(({ ancestorTitles }) => ancestorTitles[0])).size : 1;
}

/**
 * Seconds of a file with its setup; in a batch those of its tests alone.
 * @param {SpecResult[]} specs
 * @returns {[name: string, seconds: number][]}
 */
function seconds(specs) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  for (const { testFilePath, testResults, perfStats } of specs) {
    taken.set(path.relative(root, testFilePath), perfStats.runtime / 1000);
    for (const { ancestorTitles, duration } of isBatch(testFilePath) ? testResults : []) {
      const [name = ''] = ancestorTitles;
      taken.set(name, (taken.get(name) ?? 0) + (duration ?? 0) / 1000);
    }
  }
  return [...taken].toSorted(([, left], [, right]) => right - left);
}

/** @param {string} file */
const isBatch = (file) => path.basename(path.dirname(file)) === 'batches';
