import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the totals of a run to test-results/<layer>.json of the project, where `npm test` adds them up. */
export default class ResultReporter {
  /**
   * @param {{ rootDir: string }} globalConfig
   * @param {{ layer: string }} options
   */
  constructor({ rootDir }, { layer }) {
    this.file = path.join(rootDir, 'test-results', `${layer}.json`);
  }

  /**
   * A file that could not be run at all counts as one failed test.
   * @param {unknown} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, numPendingTests: number, numTodoTests: number, numTotalTestSuites: number }} results
   */
  onRunComplete(_contexts, results) {
    const totals = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      suites: results.numTotalTestSuites,
    };
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(totals));
  }
}
